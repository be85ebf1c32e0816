package oracle

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/internal/lab/frame"
	"hotloop/runtime"
)

// periodKernel is a function of kernels/period.go.
type periodKernel struct {
	name string
	fn   any
	// strips: the loop is strip-mined at wrap-arounds.
	strips bool
	// square: the scalars are the sides of a grid that fills the slices.
	square bool
	// trips is the parameter that says how often the loop runs, if any.
	trips int
}

var periodKernels = []periodKernel{
	{name: "KeyXor", fn: kernels.KeyXor, strips: true}, {name: "KeyXorReset", fn: kernels.KeyXorReset, strips: true},
	{name: "KeyConst", fn: kernels.KeyConst, strips: true}, {name: "KeyPower", fn: kernels.KeyPower, strips: true},
	{name: "RingRead", fn: kernels.RingRead, strips: true}, {name: "RingReadAtLeast", fn: kernels.RingReadAtLeast,
		strips: true},
	{name: "RingMasked", fn: kernels.RingMasked, strips: true}, {name: "RingMaskedU32", fn: kernels.RingMaskedU32,
		strips: true},
	{name: "RingU8", fn: kernels.RingU8, strips: true}, {name: "RingU8Down", fn: kernels.RingU8Down, strips: true},
	{name: "RingWrite", fn: kernels.RingWrite, strips: true}, {name: "RingWriteMasked", fn: kernels.RingWriteMasked,
		strips: true},
	{name: "RingWriteU32", fn: kernels.RingWriteU32, strips: true}, {name: "RingDown", fn: kernels.RingDown, strips: true},
	{name: "RingTestFirst", fn: kernels.RingTestFirst, strips: true},
	{name: "RingFrom", fn: kernels.RingFrom, strips: true},
	{name: "RingSignedAny", fn: kernels.RingSignedAny, strips: true},
	{name: "RingUnsignedAny", fn: kernels.RingUnsignedAny, strips: true},
	{name: "CounterWhole", fn: kernels.CounterWhole, strips: true},
	{name: "StencilTorus", fn: kernels.StencilTorus, strips: true},
	{name: "LifeTorus", fn: kernels.LifeTorus, strips: true, square: true},
	{name: "Checker", fn: kernels.Checker, strips: true},
	{name: "Tiles", fn: kernels.Tiles, strips: true}, {name: "SignedSteps", fn: kernels.SignedSteps, strips: true},
	{name: "UnsignedSteps", fn: kernels.UnsignedSteps, strips: true},
	{name: "SmallSteps", fn: kernels.SmallSteps, strips: true},
	{name: "WideSteps", fn: kernels.WideSteps, strips: true}, {name: "StepsDown", fn: kernels.StepsDown, strips: true},
	{name: "TwoRings", fn: kernels.TwoRings, strips: true}, {name: "MaskHoles", fn: kernels.MaskHoles, strips: true},
	{name: "RingSum", fn: kernels.RingSum, strips: true, trips: 1},
	{name: "RingInPlace", fn: kernels.RingInPlace, strips: true, trips: 1},
	{name: "RingConditional", fn: kernels.RingConditional, strips: true}, {name: "RingSome", fn: kernels.RingSome},
}

// TestPeriods compares them with the Go compiler: for periods of all lengths, walks that begin anywhere, at the ends of
// the integers too.
func TestPeriods(t *testing.T) {
	for i := range periodKernels {
		k := &periodKernels[i]
		t.Run(k.name, func(t *testing.T) {
			e2e.Parallel(t)
			for _, b := range e2e.Builds() {
				k.check(t, b)
			}
		})
	}
}

func (k *periodKernel) check(t *testing.T, b e2e.Build) {
	typ := reflect.TypeOf(k.fn)
	c := e2e.Try(t, k.fn, kernels.PeriodSource, k.name, runtime.Options{ISA: b.Target(), NoVectorize: b.NoVec})
	rng := c.Rand
	strips := false
	for _, r := range c.Kern.Remarks() {
		strips = strips || strings.Contains(r.String(), "at wrap-arounds")
	}
	if b.Name != e2e.Interpreter && strips != (k.strips && !b.NoVec) {
		t.Errorf("%s: strip-mined at wrap-arounds: %v, want %v", b.Name, strips, k.strips)
	}
	calls := 400
	if testing.Short() {
		calls = 80
	}
	for call := range calls {
		if call%b.Every != 0 {
			continue
		}
		n := rng.IntN(600)
		if call%4 == 0 {
			n = rng.IntN(40)
		}
		w := 1 + rng.IntN(n+1)
		if call%3 == 0 {
			w = max(1, e2e.Side(n))
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
				e2e.SetInt(v, int64(w))
				w = max(1, n/w)
			case k.square, p == k.trips:
				e2e.SetInt(v, int64(rng.IntN(2*n+2))-1)
			default:
				e2e.SetInt(v, periodScalar(rng, n))
			}
			args[p] = v.Interface()
		}
		lay := frame.Layout{Share: -1}
		if call%3 == 0 {
			lay.Share = rng.IntN(n/2 + 2)
		}
		edge := []frame.Edge{frame.EndEdge, frame.StartEdge}[call%2]
		c.Same(frame.New(args, lay), edge, "%s, n=%d, call %d, %+v, %v", b.Name, n, call, lay, args)
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
