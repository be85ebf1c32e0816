package hotloop_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"hotloop/bench/frame"
	"hotloop/runtime"
)

// periodKernel is a function of periodkernels_test.go.
type periodKernel struct {
	name string
	fn   any
	// strips: the loop is put into strips by period.
	strips bool
	// square: the scalars are the sides of a grid that fills the slices.
	square bool
	// trips is the parameter that says how often the loop runs, if any.
	trips int
}

var periodKernels = []periodKernel{
	{name: "keyXor", fn: keyXor, strips: true}, {name: "keyXorReset", fn: keyXorReset, strips: true},
	{name: "keyConst", fn: keyConst, strips: true}, {name: "keyPower", fn: keyPower, strips: true},
	{name: "ringRead", fn: ringRead, strips: true}, {name: "ringReadAtLeast", fn: ringReadAtLeast, strips: true},
	{name: "ringMasked", fn: ringMasked, strips: true}, {name: "ringMaskedU32", fn: ringMaskedU32, strips: true},
	{name: "ringU8", fn: ringU8, strips: true}, {name: "ringU8Down", fn: ringU8Down, strips: true},
	{name: "ringWrite", fn: ringWrite, strips: true}, {name: "ringWriteMasked", fn: ringWriteMasked, strips: true},
	{name: "ringWriteU32", fn: ringWriteU32, strips: true}, {name: "ringDown", fn: ringDown, strips: true},
	{name: "ringTestFirst", fn: ringTestFirst, strips: true}, {name: "ringFrom", fn: ringFrom, strips: true},
	{name: "ringSignedAny", fn: ringSignedAny, strips: true}, {name: "ringUnsignedAny", fn: ringUnsignedAny, strips: true},
	{name: "counterWhole", fn: counterWhole, strips: true}, {name: "stencilTorus", fn: stencilTorus, strips: true},
	{name: "lifeTorus", fn: lifeTorus, strips: true, square: true}, {name: "checker", fn: checker, strips: true},
	{name: "tiles", fn: tiles, strips: true}, {name: "signedSteps", fn: signedSteps, strips: true},
	{name: "unsignedSteps", fn: unsignedSteps, strips: true}, {name: "smallSteps", fn: smallSteps, strips: true},
	{name: "wideSteps", fn: wideSteps, strips: true}, {name: "stepsDown", fn: stepsDown, strips: true},
	{name: "twoRings", fn: twoRings, strips: true}, {name: "maskHoles", fn: maskHoles, strips: true},
	{name: "ringSum", fn: ringSum, strips: true, trips: 1}, {name: "ringInPlace", fn: ringInPlace, strips: true, trips: 1},
	{name: "ringConditional", fn: ringConditional, strips: true}, {name: "ringSome", fn: ringSome},
}

// TestPeriods compares them with gc: for periods of all lengths, walks that begin anywhere, at the ends of the integers too.
func TestPeriods(t *testing.T) {
	for i := range periodKernels {
		k := &periodKernels[i]
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			for _, b := range builds() {
				k.check(t, b)
			}
		})
	}
}

func (k *periodKernel) check(t *testing.T, b build) {
	typ := reflect.TypeOf(k.fn)
	kern, err := runtime.Compile(typ, periodSource, k.name, runtime.Options{ISA: b.isa, FPWritten: true, NoVectorize: b.noVec, FileName: "periodkernels_test.go"})
	if err != nil {
		t.Fatalf("%s: %v", b.name, err)
	}
	fn := kern.Func().Interface()
	if b.name == "interpreter" {
		fn = kern.Fallback().Interface()
	} else if kern.Err() != nil {
		t.Fatalf("%s: not native: %v", b.name, kern.Err())
	}
	strips := false
	for _, r := range kern.Remarks() {
		strips = strips || strings.Contains(r.String(), "by period")
	}
	if b.isa != "" && strips != (k.strips && !b.noVec) {
		t.Errorf("%s: strips by period: %v, want %v", b.name, strips, k.strips)
	}
	var in, ref frame.Arena
	defer in.Free()
	defer ref.Free()
	rng := rand.New(rand.NewPCG(uint64(len(k.name)), uint64(len(b.name))))
	calls := 400
	if testing.Short() {
		calls = 80
	}
	for call := range calls {
		if call%b.every != 0 {
			continue
		}
		n := rng.IntN(600)
		if call%4 == 0 {
			n = rng.IntN(40)
		}
		w := 1 + rng.IntN(n+1)
		if call%3 == 0 {
			w = max(1, side(n))
		}
		args := make([]any, typ.NumIn())
		for p := range args {
			pt := typ.In(p)
			if pt.Kind() == reflect.Slice {
				long := n
				if p > 0 {
					switch rng.IntN(3) {
					case 0:
						long = rng.IntN(n + 1)
					case 1:
						long = 1 << rng.IntN(10)
					}
				}
				if k.square {
					long = n
				}
				s := reflect.MakeSlice(pt, long, long)
				for i := range long {
					cursorValue(rng, s.Index(i), 0)
				}
				args[p] = s.Interface()
				continue
			}
			v := reflect.New(pt).Elem()
			switch {
			case k.square && rng.IntN(8) > 0:
				setInt(v, int64(w))
				w = max(1, n/w)
			case k.square, p == k.trips:
				setInt(v, int64(rng.IntN(2*n+2))-1)
			default:
				setInt(v, periodScalar(rng, n))
			}
			args[p] = v.Interface()
		}
		lay := frame.Layout{Share: -1}
		if call%3 == 0 {
			lay.Share = rng.IntN(n/2 + 2)
		}
		edge := []frame.Edge{frame.EndEdge, frame.StartEdge}[call%2]
		if d := compare(t, &in, &ref, frame.New(args, lay), edge, fn, k.fn); d != "" {
			t.Fatalf("%s, n=%d, call %d, %+v, %v: %s\nplans: %v", b.name, n, call, lay, args, d, kern.Stats().Plans)
		}
	}
}

// periodScalar is a period, a mask, or where a walk begins: mostly in range.
func periodScalar(rng *rand.Rand, n int) int64 {
	ends := []int64{math.MinInt64, math.MaxInt64, math.MinInt32, math.MaxInt32, math.MaxUint32, 0}
	switch rng.IntN(8) {
	case 0:
		return ends[rng.IntN(len(ends))] + int64(rng.IntN(800)-400)
	case 1:
		return 1<<rng.IntN(10) - 1
	case 2:
		return int64(rng.IntN(20) - 2)
	case 3:
		return 60 + int64(rng.IntN(10))
	}
	return int64(rng.IntN(n + 100))
}
