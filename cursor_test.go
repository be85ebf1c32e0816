package hotloop_test

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"hotloop/bench/frame"
)

// cursorKernel is a function of cursorkernels_test.go.
type cursorKernel struct {
	name string
	fns  []any
	// scalar: what is done with the counter is not understood, so that the loop is not vectorized.
	scalar bool
}

var cursorKernels = []cursorKernel{
	{name: "packBehind", fns: []any{packBehind[int8], packBehind[uint8], packBehind[int16], packBehind[int32], packBehind[int64], packBehind[float32], packBehind[float64]}},
	{name: "packBefore", fns: []any{packBefore[int16], packBefore[uint32], packBefore[float32], packBefore[float64]}},
	{name: "packOffset", fns: []any{packOffset[int32], packOffset[int64]}},
	{name: "packIndices", fns: []any{packIndices[uint8], packIndices[int32], packIndices[float64]}},
	{name: "packInPlace", fns: []any{packInPlace[int16], packInPlace[int32], packInPlace[float64]}},
	{name: "packFromZero", fns: []any{packFromZero[uint8], packFromZero[int32], packFromZero[float64]}},
	{name: "packAhead", fns: []any{packAhead[int32], packAhead[float64]}, scalar: true},
	{name: "packStored", fns: []any{packStored[int32], packStored[float64]}},
	{name: "packTwo", fns: []any{packTwo[int8], packTwo[int32], packTwo[float64]}},
	{name: "packBeside", fns: []any{packBeside[int32], packBeside[float64]}},
	{name: "packConditions", fns: []any{packConditions[int16], packConditions[int32], packConditions[float64]}},
	{name: "packEach", fns: []any{packEach[int16], packEach[int32], packEach[uint64]}},
	{name: "packPairs", fns: []any{packPairs[int32], packPairs[float64]}},
	{name: "packThree", fns: []any{packThree[int32], packThree[int64]}},
	{name: "packInside", fns: []any{packInside[int32], packInside[float64]}},
	{name: "packNest", fns: []any{packNest[int32], packNest[float32]}},
	{name: "packUntil", fns: []any{packUntil[int32], packUntil[float64]}},
	{name: "packGathered", fns: []any{packGathered[int32], packGathered[float64]}},
	{name: "packAdded", fns: []any{packAdded[int32], packAdded[int64]}},
	{name: "packReverse", fns: []any{packReverse[int32], packReverse[float64]}},
	{name: "packCarry", fns: []any{packCarry[int32], packCarry[float64]}},
	{name: "packAlways", fns: []any{packAlways[int8], packAlways[int32], packAlways[float64]}},
	{name: "packAlwaysElse", fns: []any{packAlwaysElse[int32], packAlwaysElse[int64]}},
	{name: "packAlwaysInPlace", fns: []any{packAlwaysInPlace[int16], packAlwaysInPlace[int32]}},
	{name: "packAlwaysBehind", fns: []any{packAlwaysBehind[int32]}},
	{name: "spread", fns: []any{spread[int8], spread[int16], spread[int32], spread[int64], spread[float32]}},
	{name: "spreadFrom", fns: []any{spreadFrom[int32], spreadFrom[int64]}},
	{name: "spreadTested", fns: []any{spreadTested[int32], spreadTested[float64]}},
	{name: "spreadChecked", fns: []any{spreadChecked[int32]}},
	{name: "packShown", fns: []any{packShown[int32]}, scalar: true}, {name: "packGaps", fns: []any{packGaps[int32]}, scalar: true},
	{name: "packOther", fns: []any{packOther[float32]}}, {name: "packDown", fns: []any{packDown[int32]}, scalar: true},
	{name: "spreadInPlace", fns: []any{spreadInPlace[int32]}, scalar: true},
}

// TestCursors compares them with gc: slices that are too short, that overlap, counters that begin anywhere.
func TestCursors(t *testing.T) {
	for i := range cursorKernels {
		k := &cursorKernels[i]
		asPlanned(t, k.name, k.fns, k.check)
	}
}

func (k *cursorKernel) check(t *testing.T, fn any, isa, directive string) {
	text := cursorSource
	if directive != "" {
		text = strings.ReplaceAll(text, "\tfor i", "\t//loop:fp exact\n//loop:"+directive+"\n\tfor i")
		text = strings.ReplaceAll(text, "\tfor _", "\t//loop:fp exact\n//loop:"+directive+"\n\tfor _")
	}
	typ := reflect.TypeOf(fn)
	got, plans := compiledAs(t, typ, text, k.name, isa, strings.Contains(directive, "enable"), k.scalar)
	var in, ref frame.Arena
	defer in.Free()
	defer ref.Free()
	rng := rand.New(rand.NewPCG(uint64(len(k.name)), uint64(len(isa)+len(directive))))
	for call := range 90 {
		if testing.Short() && call%5 > 0 {
			continue
		}
		n, kind := rng.IntN(150), rng.IntN(4)
		args := make([]any, typ.NumIn())
		for p := range args {
			switch pt := typ.In(p); pt.Kind() {
			case reflect.Slice:
				long := n
				switch rng.IntN(6) {
				case 0:
					long = rng.IntN(n + 1)
				case 1, 2, 3:
					long = 3*n + 8
				}
				s := reflect.MakeSlice(pt, long, long)
				for i := range long {
					cursorValue(rng, s.Index(i), kind)
				}
				args[p] = s.Interface()
			default:
				start := rng.IntN(5)
				switch rng.IntN(12) {
				case 0:
					start = -1 - rng.IntN(20)
				case 1:
					start = rng.IntN(200)
				}
				args[p] = reflect.ValueOf(start).Convert(pt).Interface()
			}
		}
		lay := frame.Layout{Share: -1}
		if call%3 == 0 {
			lay.Share = rng.IntN(n/2 + 2)
		}
		edge := []frame.Edge{frame.EndEdge, frame.StartEdge}[call%2]
		if d := compare(t, &in, &ref, frame.New(args, lay), edge, got, fn); d != "" {
			t.Fatalf("%s, %s, %q, n=%d, call %d, %+v: %s\nplans: %v", typ, isa, directive, n, call, lay, d, plans)
		}
	}
}

// cursorValue is one of few values, mostly, seldom, or half of the time above 0.
func cursorValue(rng *rand.Rand, v reflect.Value, kind int) {
	if v.Kind() == reflect.Bool {
		v.SetBool(rng.IntN(3) > kind)
		return
	}
	x := rng.IntN(7) - 3
	switch {
	case kind == 1 && rng.IntN(20) > 0:
		x = max(x, 1)
	case kind == 2 && rng.IntN(20) > 0:
		x = min(x, 0)
	}
	if v.CanFloat() {
		v.SetFloat(float64(x))
		return
	}
	setInt(v, int64(x))
}
