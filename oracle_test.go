package hotloop_test

import (
	"cmp"
	_ "embed"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"

	"hotloop/bench/frame"
	"hotloop/runtime"
)

// The oracle test. gc and hotloop compile one text, kernels_test.go, and must agree bit for bit in results, stores and
// panic texts: over lengths up to two passes of the vector loop and more, on slices against unmapped pages, misaligned,
// overlapping by every small distance and by a vector, too short, and full of special floats.

//go:embed kernels_test.go
var kernelsText string

// oracleKernel is a function of that file and how to make arguments for it.
type oracleKernel struct {
	name string
	fn   any
	// index[k] are parameters that hold indexes into parameter k; their elements stay below its length, mostly.
	index map[int]int
	// length gives the slices' lengths where they are not all n, scalar the values of integer scalars.
	length func(param, n int) int
	scalar func(rng *rand.Rand, param, n int) int64
	// few bounds the number of distinct elements, for loops that search.
	few bool
	// sums: mode fast may add in another order.
	sums bool
	// square: the time grows with the square of n.
	square bool
	// text is the source, kernels_test.go if it is empty; knobs are those of the compilation.
	text, knobs string
}

func upTo(factor int) func(*rand.Rand, int, int) int64 {
	return func(rng *rand.Rand, _, n int) int64 { return int64(rng.IntN(factor*n+2)) - 1 }
}

func times(factors ...int) func(param, n int) int {
	return func(p, n int) int { return factors[min(p, len(factors)-1)] * n }
}

func lengthN(_ *rand.Rand, _, n int) int64 { return int64(n) }

// side makes n elements a grid of so many columns.
func side(n int) int { return int(math.Sqrt(float64(n))) }

func grid(_ *rand.Rand, param, n int) int64 { return int64(side(n)) }

var oracleKernels = []oracleKernel{
	{name: "addI8", fn: addI8}, {name: "subU8", fn: subU8}, {name: "mulI16", fn: mulI16}, {name: "andU16", fn: andU16},
	{name: "mulI32", fn: mulI32}, {name: "xorU32", fn: xorU32}, {name: "mulI64", fn: mulI64}, {name: "subU64", fn: subU64},
	{name: "addInt", fn: addInt}, {name: "arithF32", fn: arithF32}, {name: "arithF64", fn: arithF64}, {name: "mulI8", fn: mulI8},
	{name: "shiftConst", fn: shiftConst}, {name: "shiftVar", fn: shiftVar, scalar: func(r *rand.Rand, _, _ int) int64 { return int64(r.IntN(36)) }},
	{name: "shiftVec", fn: shiftVec}, {name: "shiftI8", fn: shiftI8},
	{name: "shiftI16", fn: shiftI16, scalar: func(r *rand.Rand, _, _ int) int64 { return int64(r.IntN(20)) }},
	{name: "widenU8", fn: widenU8}, {name: "widenI16", fn: widenI16}, {name: "narrowI32", fn: narrowI32}, {name: "narrowI64", fn: narrowI64},
	{name: "intToF32", fn: intToF32}, {name: "f32ToInt", fn: f32ToInt}, {name: "f64ToI32", fn: f64ToI32}, {name: "f64ToF32", fn: f64ToF32},
	{name: "f32ToF64", fn: f32ToF64}, {name: "i64ToF64", fn: i64ToF64}, {name: "u8ToF32", fn: u8ToF32}, {name: "f32ToU8", fn: f32ToU8},
	{name: "mixWidths", fn: mixWidths}, {name: "mixCond", fn: mixCond},

	{name: "forClassic", fn: forClassic, scalar: lengthN}, {name: "forLE", fn: forLE, scalar: lengthN}, {name: "forDown", fn: forDown},
	{name: "forReverse", fn: forReverse}, {name: "forStep2", fn: forStep2}, {name: "forStep3", fn: forStep3},
	{name: "forRangeInt", fn: forRangeInt, scalar: upTo(1)}, {name: "forRangeValue", fn: forRangeValue}, {name: "forWhile", fn: forWhile, scalar: lengthN},
	{name: "forEndless", fn: forEndless, scalar: lengthN}, {name: "forRangeOver", fn: forRangeOver}, {name: "forBounds", fn: forBounds, scalar: upTo(1)},
	{name: "forU8Counter", fn: forU8Counter, scalar: func(_ *rand.Rand, _, n int) int64 { return int64(min(n, 255)) }},
	{name: "forI32Counter", fn: forI32Counter, scalar: lengthN}, {name: "forMinLen", fn: forMinLen}, {name: "forReslice", fn: forReslice},
	{name: "forContinue", fn: forContinue}, {name: "forTwo", fn: forTwo},

	{name: "deinterleave", fn: deinterleave, length: times(1, 1, 2)}, {name: "interleave", fn: interleave, length: times(2, 1, 1)},
	{name: "rgbToGray", fn: rgbToGray, length: times(1, 3)}, {name: "strideInvariant", fn: strideInvariant, length: times(1, 3), scalar: func(r *rand.Rand, _, _ int) int64 { return int64(r.IntN(4)) }},
	{name: "swapPairs", fn: swapPairs}, {name: "everyFourth", fn: everyFourth, length: times(1, 4)},

	{name: "clampI32", fn: clampI32}, {name: "condStore", fn: condStore}, {name: "condStoreU8", fn: condStoreU8}, {name: "condBoth", fn: condBoth},
	{name: "condNested", fn: condNested}, {name: "condLoad", fn: condLoad}, {name: "condSwitch", fn: condSwitch}, {name: "condAndOr", fn: condAndOr},
	{name: "signF64", fn: signF64}, {name: "alternate", fn: alternate}, {name: "bools", fn: bools},

	{name: "sumI8", fn: sumI8}, {name: "sumU8Wide", fn: sumU8Wide}, {name: "sumI64", fn: sumI64}, {name: "sumF32", fn: sumF32, sums: true},
	{name: "dotI16", fn: dotI16}, {name: "dotF64", fn: dotF64, sums: true}, {name: "xorAll", fn: xorAll}, {name: "andOr", fn: andOr},
	{name: "minMaxI32", fn: minMaxI32}, {name: "minU16If", fn: minU16If}, {name: "maxF64", fn: maxF64}, {name: "minF32", fn: minF32},
	{name: "countIf", fn: countIf}, {name: "sumIf", fn: sumIf}, {name: "prodU32", fn: prodU32}, {name: "sadU8", fn: sadU8},
	{name: "dotI8", fn: dotI8}, {name: "dotU8I8", fn: dotU8I8}, {name: "dotU8", fn: dotU8},
	{name: "squaresIf", fn: squaresIf}, {name: "dotCut", fn: dotCut},
	{name: "sumIndex", fn: sumIndex}, {name: "lastValue", fn: lastValue}, {name: "popcountU8", fn: popcountU8},
	{name: "onesU16", fn: onesU16}, {name: "onesI32", fn: onesI32}, {name: "onesMany", fn: onesMany}, {name: "onesWidths", fn: onesWidths}, {name: "onesUntil", fn: onesUntil},
	{name: "hash", fn: hash}, {name: "products", fn: products},

	{name: "minMaxF32", fn: minMaxF32}, {name: "rounding", fn: rounding}, {name: "roots", fn: roots}, {name: "fused", fn: fused},
	{name: "negate", fn: negate}, {name: "compareF32", fn: compareF32}, {name: "popcounts", fn: popcounts}, {name: "polynomial", fn: polynomial},

	{name: "gatherF32", fn: gatherF32, index: map[int]int{2: 1}}, {name: "gatherI64", fn: gatherI64, index: map[int]int{2: 1}},
	{name: "gatherU8", fn: gatherU8, length: func(p, n int) int { return []int{n, 256, n}[p] }}, {name: "scatter", fn: scatter, index: map[int]int{2: 0}},
	{name: "histogram", fn: histogram, length: func(p, n int) int { return []int{256, n}[p] }}, {name: "sumGather", fn: sumGather, index: map[int]int{1: 0}, sums: true},

	{name: "matVec", fn: matVec, sums: true, square: true, length: func(p, n int) int { return []int{n / 2, n * (n / 2), n}[p] }},
	{name: "addRows", fn: addRows, scalar: grid}, {name: "blur", fn: blur, scalar: grid},
	{name: "columnsDown", fn: columnsDown, scalar: grid}, {name: "columnsTurned", fn: columnsTurned, scalar: grid}, {name: "columnsDepend", fn: columnsDepend, scalar: grid},
	{name: "columnsApart", fn: columnsApart, scalar: grid}, {name: "columnsOnce", fn: columnsOnce, scalar: grid}, {name: "columnsAndRows", fn: columnsAndRows, scalar: grid},
	{name: "triangle", fn: triangle, scalar: grid}, {name: "transpose", fn: transpose, scalar: grid},

	{name: "prefixSum", fn: prefixSum}, {name: "shiftLeft", fn: shiftLeft}, {name: "shiftRight", fn: shiftRight}, {name: "distance4", fn: distance4},
	{name: "distance64", fn: distance64}, {name: "differences", fn: differences}, {name: "storeTwice", fn: storeTwice}, {name: "copyAll", fn: copyAll},
	{name: "fill", fn: fill}, {name: "ramp", fn: ramp},

	{name: "findI32", fn: findI32, few: true}, {name: "anyNaN", fn: anyNaN}, {name: "copyUntil", fn: copyUntil},
	{name: "firstRow", fn: firstRow, few: true, scalar: func(r *rand.Rand, p, n int) int64 { return []int64{0, int64(side(n)), 5}[p] }},

	{name: "divI32", fn: divI32}, {name: "modU8", fn: modU8}, {name: "divConst", fn: divConst}, {name: "divU64", fn: divU64}, {name: "shiftNegative", fn: shiftNegative, few: true},
	{name: "explicitPanic", fn: explicitPanic, few: true}, {name: "orderOp", fn: orderOp}, {name: "orderSet", fn: orderSet}, {name: "badSlice", fn: badSlice, scalar: upTo(1)},

	{name: "reorderBack", fn: reorderBack}, {name: "splitNode", fn: splitNode}, {name: "distributed", fn: distributed}, {name: "distributedTable", fn: distributedTable},
	{name: "storedSum", fn: storedSum}, {name: "versioned", fn: versioned}, {name: "unswitched", fn: unswitched, scalar: func(r *rand.Rand, _, _ int) int64 { return int64(r.IntN(16)) }},
	{name: "advanced", fn: advanced}, {name: "advancedBy4", fn: advancedBy4}, {name: "advancedUntil", fn: advancedUntil},
	{name: "strided", fn: strided, scalar: func(r *rand.Rand, _, _ int) int64 { return []int64{1, 1, 1, 2, 0, -1}[r.IntN(6)] }},
	{name: "stepped", fn: stepped, scalar: func(r *rand.Rand, p, _ int) int64 { return []int64{1, 1, 1, 2, 0, 3}[r.IntN(6)] }},
	{name: "splitBelow", fn: splitBelow, scalar: upTo(1)}, {name: "splitDown", fn: splitDown, scalar: upTo(1)}, {name: "splitAsked", fn: splitAsked, scalar: upTo(1)},
	{name: "crossing", fn: crossing}, {name: "crossingOne", fn: crossingOne}, {name: "fusedLoops", fn: fusedLoops}, {name: "rerolled", fn: rerolled},
	{name: "carried", fn: carried}, {name: "carriedWindow", fn: carriedWindow}, {name: "carriedNot", fn: carriedNot},
	{name: "rerolledAlong", fn: rerolledAlong}, {name: "wordsCopied", fn: wordsCopied}, {name: "wordsFilled", fn: wordsFilled}, {name: "deleted", fn: deleted, scalar: upTo(1)},

	{name: "calls", fn: calls}, {name: "callsIf", fn: callsIf}, {name: "manyLocals", fn: manyLocals},
}

// build is one way to compile.
type build struct {
	name  string
	isa   string
	fp    string
	noVec bool
	// every: only each so-manieth case is run.
	every int
}

// builds are those this machine can run; the interpreter always can.
func builds() []build {
	all := []build{{"interpreter", "", "exact", false, 6}}
	for i, isa := range nativeISAs() {
		all = append(all, build{isa, isa, "exact", false, 1})
		if i == 0 {
			all = append(all, build{isa + " scalar", isa, "exact", true, 4})
		}
	}
	return all
}

// nativeISAs are the instruction sets that code can be run for here, the least first.
func nativeISAs() (names []string) {
	for _, t := range runtime.Tiers() {
		names = append(names, t.String())
	}
	return names
}

func TestOracle(t *testing.T) {
	if len(builds()) == 1 {
		t.Log("no native code on this machine: only the interpreter is compared")
	}
	for i := range oracleKernels {
		k := &oracleKernels[i]
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			for _, b := range builds() {
				k.check(t, b)
			}
			if runtime.Available() != nil {
				return
			}
			// Whole numbers come out the same in every order. In mode go gc is no judge, because it fuses on some machines:
			// the interpreter runs the SSA in which fusing has been decided.
			if k.sums {
				k.check(t, build{"fast", "", "fast", false, 1})
			}
			k.check(t, build{"go", "", "go", false, 2})
		})
	}
}

// directed is a source with a directive in front of the loops of its functions that lie in no other; "" is none.
func directed(text, directive string) string { return directedAt(text, directive, 1) }

// directedAt is the same for the loops indented by so many tabs.
func directedAt(text, directive string, tabs int) string {
	if directive == "" {
		return text
	}
	line := "\n" + strings.Repeat("\t", tabs)
	return strings.ReplaceAll(text, line+"for ", line+"//loop:"+directive+line+"for ")
}

// underDirectives runs check for each kernel of a source as the loops are planned, and under each of the directives.
func underDirectives(t *testing.T, source string, kernels []oracleKernel, directives []string, check func(*testing.T, *oracleKernel)) {
	if runtime.Available() != nil {
		t.Skip("no native code on this machine")
	}
	for _, directive := range append([]string{""}, directives...) {
		t.Run(cmp.Or(directive, "defaults"), func(t *testing.T) {
			text := directed(source, directive)
			for _, k := range kernels {
				k.text = text
				t.Run(k.name, func(t *testing.T) {
					t.Parallel()
					check(t, &k)
				})
			}
		})
	}
}

// checkVectors compares every build with vectors, and the interpreter, with gc.
func (k *oracleKernel) checkVectors(t *testing.T) {
	for _, b := range builds() {
		if !b.noVec {
			k.check(t, b)
		}
	}
}

// check compares one build of a kernel with gc's.
func (k *oracleKernel) check(t *testing.T, b build) {
	fp, err := runtime.ParseFP(b.fp)
	if err != nil {
		t.Fatal(err)
	}
	text := k.text
	if text == "" {
		text = kernelsText
	}
	kern, err := runtime.Compile(reflect.TypeOf(k.fn), text, k.name, runtime.Options{
		ISA: b.isa, FP: fp, FPWritten: true, NoVectorize: b.noVec, FileName: "kernels_test.go", Knobs: k.knobs,
	})
	if err != nil {
		t.Fatalf("%s: %v", b.name, err)
	}
	want := k.fn
	if b.fp == "go" {
		want = kern.Fallback().Interface()
	}
	k.checkKernel(t, b, kern, want)
}

// checkKernel compares a compiled kernel with a function.
func (k *oracleKernel) checkKernel(t *testing.T, b build, kern *runtime.Kernel, want any) {
	fn := kern.Func().Interface()
	if b.name == "interpreter" {
		fn = kern.Fallback().Interface()
	} else if kern.Err() != nil {
		t.Fatalf("%s: not native: %v", b.name, kern.Err())
	}
	step := 16
	for _, p := range kern.Stats().Plans {
		var vf, uf int
		if _, err := fmt.Sscanf(p, "VF=%d UF=%d", &vf, &uf); err == nil {
			step = max(step, vf*uf)
		}
	}
	var in, ref frame.Arena
	defer in.Free()
	defer ref.Free()
	rng := rand.New(rand.NewPCG(uint64(len(k.name)), uint64(k.name[0])))
	calls := 0
	for i, n := range k.lengths(rng, step) {
		for v := range 6 {
			f, edge, what := k.frame(rng, n, i, v, b.fp == "fast")
			if calls++; calls%b.every != 0 {
				continue
			}
			if f == nil {
				continue
			}
			if d := compare(t, &in, &ref, f, edge, fn, want); d != "" {
				t.Fatalf("%s, n=%d, %s: %s\nplans: %v", b.name, n, what, d, kern.Stats().Plans)
			}
		}
	}
}

// lengths are all small ones, a sample of those up to two passes of the vector loop, and what lies around the passes.
func (k *oracleKernel) lengths(rng *rand.Rand, step int) []int {
	dense, sample := 70, 20
	if testing.Short() {
		dense, sample = 20, 6
	}
	top := 2*step + 1
	if k.square {
		dense, top = min(dense, 24), 60
	}
	var out []int
	for n := range min(dense, top) {
		out = append(out, n)
	}
	if top > dense {
		for range sample {
			out = append(out, dense+rng.IntN(top-dense))
		}
		out = append(out, top, top-1, top-2)
		if !k.square {
			out = append(out, step-1, step, step+1, 3*step+5)
		}
	}
	return out
}

// frame makes the v-th kind of call for length n. It returns nil where the kernel or the mode has no such call.
func (k *oracleKernel) frame(rng *rand.Rand, n, i, v int, whole bool) (f *frame.Frame, edge frame.Edge, what string) {
	args := k.args(rng, n, i+v, whole)
	switch v {
	case 0: // as it should be, against the end of mapped memory
		return frame.New(args, frame.Layout{Share: -1}), frame.EndEdge, "at a page's end"
	case 1: // misaligned by some elements, against the start
		return frame.New(args, frame.Layout{Share: -1, Before: i % 5, After: 3}), frame.StartEdge, fmt.Sprintf("misaligned by %d", i%5)
	case 2, 3: // one slice too short: some panic, at the right place
		if s := cut(rng, args); s != "" {
			return frame.New(args, frame.Layout{Share: -1}), frame.EndEdge, s
		}
		return nil, 0, ""
	}
	if whole {
		return nil, 0, "" // an overlap may feed a sum to itself, and no numbers stay exact
	}
	shifts := []int{0, 1, -1, 2, -2, 3, -3, 8, -8, 16, -16, 32, -32, 64, -64, 5, -7}
	shift := shifts[(i*3+v)%len(shifts)]
	edge = frame.EndEdge
	if (i+v)%2 == 0 {
		edge = frame.StartEdge
	}
	return overlap(args, shift), edge, fmt.Sprintf("overlapping by %d", shift)
}

// overlap lays out slices of one type in one region, each starting so many elements after (or before) the last.
func overlap(args []any, shift int) *frame.Frame {
	if shift >= 0 {
		return frame.New(args, frame.Layout{Share: shift})
	}
	// Laid out in reverse, each slice starts before the one that follows it in the reversed order.
	rev := make([]any, len(args))
	for i, a := range args {
		rev[len(args)-1-i] = a
	}
	f := frame.New(rev, frame.Layout{Share: -shift})
	for i, j := 0, len(f.Args)-1; i < j; i, j = i+1, j-1 {
		f.Args[i], f.Args[j] = f.Args[j], f.Args[i]
	}
	return f
}

// cut shortens one of the slices by a little or by much.
func cut(rng *rand.Rand, args []any) string {
	var slices []int
	for i, a := range args {
		if v := reflect.ValueOf(a); v.Kind() == reflect.Slice && v.Len() > 0 {
			slices = append(slices, i)
		}
	}
	if len(slices) == 0 {
		return ""
	}
	i := slices[rng.IntN(len(slices))]
	v := reflect.ValueOf(args[i])
	m := rng.IntN(v.Len())
	if rng.IntN(2) == 0 {
		m = v.Len() - 1 - rng.IntN(min(v.Len(), 4))
	}
	args[i] = v.Slice(0, m).Interface()
	return fmt.Sprintf("argument %d cut to %d", i, m)
}

// args makes up arguments. kind varies the numbers: special floats, full-range integers, small ones, a zero somewhere.
func (k *oracleKernel) args(rng *rand.Rand, n, kind int, whole bool) []any {
	t := reflect.TypeOf(k.fn)
	args := make([]any, t.NumIn())
	lens := make([]int, t.NumIn())
	for p := range args {
		lens[p] = n
		if k.length != nil {
			lens[p] = k.length(p, n)
		}
	}
	for p := range args {
		pt := t.In(p)
		if pt.Kind() != reflect.Slice {
			v := reflect.New(pt).Elem()
			if k.scalar != nil && !v.CanFloat() {
				setInt(v, k.scalar(rng, p, n))
			} else {
				k.element(rng, v, kind, whole)
			}
			args[p] = v.Interface()
			continue
		}
		s := reflect.MakeSlice(pt, lens[p], lens[p])
		for i := range s.Len() {
			k.element(rng, s.Index(i), kind, whole)
			if of, ok := k.index[p]; ok {
				setInt(s.Index(i), int64(rng.IntN(max(1, lens[of]))))
			}
		}
		if _, ok := k.index[p]; ok && kind%7 == 3 && s.Len() > 0 {
			setInt(s.Index(rng.IntN(s.Len())), int64(n+rng.IntN(3)-1)) // one of them may be too large
		}
		args[p] = s.Interface()
	}
	return args
}

var specialFloats = []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1), 0, 1e-40, -1e-310, math.MaxFloat32,
	-math.MaxFloat64, math.SmallestNonzeroFloat32, 5e-324, 32767.5, -32768.5, 1 << 31, -1 << 31, 1 << 53, 1 << 63, 1 - 0x1p-24, 0.5, 2.5, -2.5}

func (k *oracleKernel) element(rng *rand.Rand, v reflect.Value, kind int, whole bool) {
	small := int64(rng.IntN(21) - 10)
	switch {
	case v.CanFloat() && whole:
		v.SetFloat(float64(small))
	case v.CanFloat() && kind%2 == 1 && rng.IntN(4) == 0:
		v.SetFloat(specialFloats[rng.IntN(len(specialFloats))])
	case v.CanFloat():
		v.SetFloat(math.Ldexp(rng.Float64()*2-1, rng.IntN(24)-8))
	case k.few:
		setInt(v, int64(rng.IntN(60)-1)*2|1)
		if rng.IntN(80) == 0 {
			setInt(v, small)
		}
	case kind%3 == 0:
		setInt(v, small|1) // small, and no zero
	case kind%3 == 1:
		setInt(v, int64(rng.Uint64()))
	default:
		setInt(v, int64(rng.Uint64())|1)
	}
}

// setInt sets an integer, wrapped to its type, or a bool to n's lowest bit.
func setInt(v reflect.Value, n int64) {
	switch {
	case v.CanInt():
		s := 64 - v.Type().Bits()
		v.SetInt(n << s >> s)
	case v.CanUint():
		s := 64 - v.Type().Bits()
		v.SetUint(uint64(n) << s >> s)
	case v.CanFloat():
		v.SetFloat(float64(n))
	default:
		v.SetBool(n&1 != 0)
	}
}

// compare calls two functions on equal frames and describes how they differ, "" if they do not.
func compare(t *testing.T, in, ref *frame.Arena, f *frame.Frame, edge frame.Edge, got, want any) string {
	pw, err := f.PlaceIn(ref, frame.NoEdge)
	if err != nil {
		t.Fatal(err)
	}
	ow := pw.Call(want)
	pg, err := f.PlaceIn(in, edge)
	if err != nil {
		t.Fatal(err)
	}
	var results []reflect.Type
	for i := range reflect.TypeOf(want).NumOut() {
		results = append(results, reflect.TypeOf(want).Out(i))
	}
	return frame.Diff(f, results, pg.Call(got), ow, 0)
}

// TestOracleKernels holds the table complete: every function of the file is in it, or called by one that is.
func TestOracleKernels(t *testing.T) {
	listed := map[string]bool{}
	for _, k := range oracleKernels {
		listed[k.name] = true
	}
	for _, line := range strings.Split(kernelsText, "\n") {
		if rest, ok := strings.CutPrefix(line, "func "); ok {
			name, _, _ := strings.Cut(rest, "(")
			if !listed[name] && !strings.Contains(kernelsText, " "+name+"(v") && !strings.Contains(kernelsText, " "+name+"(a[") {
				t.Errorf("%s is in no test", name)
			}
		}
	}
}

// TestPanicPosition: a panic's value is a runtime.Error that knows kernel and position.
func TestPanicPosition(t *testing.T) {
	for _, b := range builds() {
		kern, err := runtime.Compile(reflect.TypeOf(orderOp), kernelsText, "orderOp", runtime.Options{ISA: b.isa, FileName: "kernels_test.go"})
		if err != nil {
			t.Fatal(err)
		}
		func() {
			defer func() {
				e, ok := recover().(interface {
					error
					RuntimeError()
					Kernel() string
					Position() string
				})
				if !ok || e.Kernel() != "orderOp" || !strings.HasPrefix(e.Position(), "kernels_test.go:") {
					t.Errorf("%s: panic value %v", b.name, e)
				}
			}()
			kern.Func().Interface().(func(a, b []int32))(make([]int32, 3), make([]int32, 3))
		}()
	}
}

// once guards against a kernel that keeps state: the same call from many goroutines gives the same results.
func TestOracleConcurrent(t *testing.T) {
	kern, err := runtime.Compile(reflect.TypeOf(dotI16), kernelsText, "dotI16", runtime.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f := kern.Func().Interface().(func(a, b []int16) int32)
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			rng := rand.New(rand.NewPCG(uint64(g), 1))
			for range 200 {
				a, b := make([]int16, rng.IntN(500)), make([]int16, 500)
				for i := range a {
					a[i], b[i] = int16(rng.Int()), int16(rng.Int())
				}
				if got, want := f(a, b), dotI16(a, b); got != want {
					t.Errorf("dotI16 of %d: %d, want %d", len(a), got, want)
					return
				}
			}
		}()
	}
	wg.Wait()
}
