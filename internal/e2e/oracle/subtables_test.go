package oracle

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"hotloop"
	"hotloop/cpu"
	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/internal/options"
	"hotloop/runtime"
)

// tableFirst makes tables of the given size for the first parameters, and n elements in all others.
func tableFirst(sizes ...int) func(p, n int) int {
	return func(p, n int) int {
		if p < len(sizes) {
			return sizes[p]
		}
		return n
	}
}

// subtablesKernels are the loops of kernels/subtables.go whose tables may have copies, and in modes exact and go too.
var subtablesKernels = e2e.Named([]e2e.Kernel{
	{Fn: kernels.SubCount, Length: tableFirst(256)}, {Fn: kernels.SubWeights, Length: tableFirst(64)},
	{Fn: kernels.SubSigned, Length: tableFirst(256)}, {Fn: kernels.SubDown, Length: tableFirst(256)},
	{Fn: kernels.SubArms, Length: tableFirst(256)}, {Fn: kernels.SubTwo, Length: tableFirst(256, 32)},
	{Fn: kernels.SubSame, Length: tableFirst(256)}, {Fn: kernels.SubByHand, Length: tableFirst(256)},
	{Fn: kernels.SubStrided, Length: tableFirst(128)}, {Fn: kernels.SubExtremes, Length: tableFirst(256, 8)},
	{Fn: kernels.SubBits, Length: tableFirst(16, 16, 16)}, {Fn: kernels.SubNarrow, Length: tableFirst(4)},
	{Fn: kernels.SubFloatExtremes, Length: tableFirst(32, 16)}, {Fn: kernels.SubGuarded, Length: tableFirst(100)},
	{Fn: kernels.SubLocal, Length: tableFirst(16)}, {Fn: kernels.SubSum, Length: tableFirst(256)},
	{Fn: kernels.SubBeside, Length: tableFirst(256)}, {Fn: kernels.SubModulo, Length: tableFirst(12)},
	{Fn: kernels.SubHash, Length: tableFirst(16)},
})

// otherTables are those whose tables may not, or not always.
var otherTables = e2e.Named([]e2e.Kernel{
	{Fn: kernels.SubFloats, Length: tableFirst(32), Sums: true}, {Fn: kernels.SubBoth, Length: tableFirst(256)},
	{Fn: kernels.SubRows, Length: tableFirst(256)}, {Fn: kernels.SubReads, Length: tableFirst(256)},
	{Fn: kernels.SubSeen, Length: tableFirst(256)}, {Fn: kernels.SubMixed, Length: tableFirst(256)},
	{Fn: kernels.SubTurned, Length: tableFirst(256)}, {Fn: kernels.SubUntil, Length: tableFirst(256)},
})

// asked is the source with a directive on each of its loops.
func asked(directive string) string {
	return strings.ReplaceAll(kernels.SubtablesSource, "\tfor ", "\t//loop:"+directive+"\n\tfor ")
}

// TestOracleSubtables compares them with the Go compiler: with copies however short the loop, changed by turns of
// iterations and by lanes of vectors, in full tables and in tables that lack an element.
func TestOracleSubtables(t *testing.T) {
	if runtime.Available() != nil {
		t.Skip("no native code on this machine")
	}
	for _, directive := range []string{"subtables.enable", "subtables.enable vectorize.width=8",
		"unroll.count=2 unroll.followup_unrolled{subtables.enable}",
		"subtables.enable subtables.followup_counted{unroll.count=3}"} {
		t.Run(directive, func(t *testing.T) {
			e2e.Run(t, slices.Concat(subtablesKernels, otherTables), func(t *testing.T, k *e2e.Kernel) {
				k.Text = asked(directive)
				short := *k
				short.Length = func(p, n int) int {
					if m := k.Length(p, n); p == 0 && m > 1 {
						return m - 1
					}
					return k.Length(p, n)
				}
				k.CheckAll(t)
				short.CheckAll(t)
			})
		})
	}
}

// TestSubtablesDone: those that may have copies get them, the others do not.
func TestSubtablesDone(t *testing.T) {
	for i, k := range append(slices.Clone(subtablesKernels), otherTables...) {
		for _, tier := range []string{"avx2", "avx512", "neon"} {
			for _, fp := range []string{"exact", "fast"} {
				mode, err := runtime.ParseFP(fp)
				if err != nil {
					t.Fatal(err)
				}
				want := i < len(subtablesKernels) || k.Name == "SubFloats" && fp == "fast"
				text := subtablesRemarks(t, k, tier, runtime.Options{FP: mode, FPWritten: true})
				if got := strings.Contains(text, "histograms privatized"); got != want {
					t.Errorf("%s, %s, %s: histograms privatized is %v, want %v:\n%s", k.Name, tier, fp, got, want, text)
				}
			}
		}
	}
}

// subtablesRemarks compiles a kernel for a plain processor of a tier and returns the remarks.
func subtablesRemarks(t *testing.T, k e2e.Kernel, tier string, o runtime.Options) string {
	t.Helper()
	level, err := cpu.ParseTier(tier)
	if err != nil {
		t.Fatal(err)
	}
	plain := cpu.Baseline(level)
	o.ISA = tier
	kern, err := runtime.Inspect(reflect.TypeOf(k.Fn), kernels.SubtablesSource, k.Name, o, &runtime.Watch{For: &plain})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(kern.Remarks())
}

// TestSubtablesLong: loops long enough for copies unasked, around that length, with data of all kinds, in tables that
// overlap what is counted, and in tables too short for some of it.
func TestSubtablesLong(t *testing.T) {
	if runtime.Available() != nil {
		t.Skip("no native code on this machine")
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for _, isa := range e2e.ISAs() {
		count := compiled[func([]uint32, []uint8)](t, "SubCount", isa)
		narrow := compiled[func(h, a, w []uint8)](t, "SubNarrow", isa)
		for n := 1; n < 1<<16; n += n/3 + rng.IntN(5) {
			for kind := range 4 {
				a := make([]uint8, n)
				for i := range a {
					if v := rng.IntN(256); kind == 0 || kind == 1 && v < 20 {
						a[i] = uint8(v) // random, or 0 mostly
					} else if kind == 2 {
						a[i] = uint8(i / 37)
					}
				}
				size := 256 - rng.IntN(5)/4*rng.IntN(256)
				got, want := make([]uint32, size), make([]uint32, size)
				for i := range got {
					got[i] = rng.Uint32()
				}
				copy(want, got)
				p, q := panicOf(func() { count(got, a) }), panicOf(func() { kernels.SubCount(want, a) })
				if !slices.Equal(got, want) || p != q {
					t.Fatalf("%s: %d elements of kind %d, table of %d: %v and %q, want %v and %q", isa, n, kind, size, got, p, want, q)
				}
				// The table is a part of what is counted, or lies beside it.
				b, w := slices.Clone(a), slices.Clone(a)
				at, c := rng.IntN(n), slices.Clone(b)
				p = panicOf(func() { narrow(b[at:], b, w) })
				q = panicOf(func() { kernels.SubNarrow(c[at:], c, w) })
				if !slices.Equal(b, c) || p != q {
					t.Fatalf("%s: %d elements of kind %d, table inside at %d: differs, %q and %q", isa, n, kind, at, p, q)
				}
			}
		}
	}
}

// TestHotElement: sums in the order of the program, of floating-point numbers in few and many elements, whether most of
// the data pick one of them or not, are those of the Go compiler to the last bit; also where the table is a part of
// what is added or of what picks, and where it is too short, which is a panic half-way.
func TestHotElement(t *testing.T) {
	if runtime.Available() != nil {
		t.Skip("no native code on this machine")
	}
	for _, name := range []string{"HotSum", "HotTwo", "HotRecords", "HotDown"} {
		for _, tier := range []string{"avx2", "avx512", "neon"} {
			k := e2e.Kernel{Name: name, Fn: map[string]any{"HotSum": kernels.HotSum, "HotTwo": kernels.HotTwo,
				"HotRecords": kernels.HotRecords, "HotDown": kernels.HotDown}[name]}
			if text := subtablesRemarks(t, k, tier, runtime.Options{}); !strings.Contains(text,
				"element of the hot key kept in a register") {
				t.Errorf("%s, %s: no hot key:\n%s", name, tier, text)
			}
		}
	}
	k := e2e.Kernel{Name: "HotMeets", Fn: kernels.HotMeets}
	if text := subtablesRemarks(t, k, "avx2", runtime.Options{}); strings.Contains(text,
		"element of the hot key kept in a register") {
		t.Errorf("hotMeets: another element of the table is stored:\n%s", text)
	}
	rng := rand.New(rand.NewPCG(5, 6))
	odd := []float64{math.Copysign(0, -1), 0, math.NaN(), math.Inf(1), math.Inf(-1), 1e300, math.SmallestNonzeroFloat64}
	number := func() float64 {
		if rng.IntN(200) == 0 {
			return odd[rng.IntN(len(odd))]
		}
		return rng.NormFloat64()
	}
	bits := func(x []float64) string {
		var out []uint64
		for _, v := range x {
			if v != v {
				v = math.NaN()
			}
			out = append(out, math.Float64bits(v))
		}
		return fmt.Sprint(out)
	}
	for _, isa := range e2e.ISAs() {
		sum := compiled[func(h []float64, a []uint8, w []float64)](t, "HotSum", isa)
		two := compiled[func(h []float64, g []float32, a []uint8, w []float64)](t, "HotTwo", isa)
		records := compiled[func(h []kernels.HotRec, a []uint8, w []float64)](t, "HotRecords", isa)
		down := compiled[func(h *[64]float64, a []uint16, w []float64)](t, "HotDown", isa)
		for n := 1; n < 1<<14; n += n/2 + rng.IntN(5) {
			for _, share := range []int{0, 30, 70, 90, 99, 100} {
				a, w, wide := make([]uint8, n), make([]float64, n), make([]uint16, n)
				cold := share == 100 // zeros that have a sign, in all of it
				for i := range a {
					if a[i] = 7; rng.IntN(100) >= share {
						a[i] = uint8(rng.IntN(256))
					}
					wide[i] = uint16(a[i])<<8 | uint16(rng.IntN(256))
					if w[i] = number(); cold {
						w[i] = math.Copysign(0, -1)
					}
				}
				h := make([]float64, 256)
				for i := range h {
					if h[i] = number(); cold {
						h[i] = math.Copysign(0, float64(i&1)-0.5)
					}
				}
				short := h[:256-rng.IntN(4)/3*rng.IntN(256)]
				got, want := slices.Clone(short), slices.Clone(short)
				p, q := panicOf(func() { sum(got, a, w) }), panicOf(func() { kernels.HotSum(want, a, w) })
				if bits(got) != bits(want) || p != q {
					t.Fatalf("%s: hotSum, %d elements, %d%% one: differ, panics %q and %q", isa, n, share, p, q)
				}
				// The table lies among what is added.
				both, gc := append(slices.Clone(w), h...), append(slices.Clone(w), h...)
				at := rng.IntN(n)
				p, q = panicOf(func() { sum(both[at:], a, both[:n]) }), panicOf(func() { kernels.HotSum(gc[at:], a, gc[:n]) })
				if bits(both) != bits(gc) || p != q {
					t.Fatalf("%s: hotSum in itself, %d elements, %d%% one: differ, panics %q and %q", isa, n, share, p, q)
				}
				g, g2 := make([]float32, 256), make([]float32, 256)
				got, want = slices.Clone(h), slices.Clone(h)
				two(got, g, a, w)
				kernels.HotTwo(want, g2, a, w)
				if bits(got) != bits(want) || fmt.Sprint(g) != fmt.Sprint(g2) {
					t.Fatalf("%s: hotTwo, %d elements, %d%% one: differ", isa, n, share)
				}
				r, r2 := make([]kernels.HotRec, 256), make([]kernels.HotRec, 256)
				records(r, a, w)
				kernels.HotRecords(r2, a, w)
				if fmt.Sprint(r) != fmt.Sprint(r2) {
					t.Fatalf("%s: hotRecords, %d elements, %d%% one: differ", isa, n, share)
				}
				var d, d2 [64]float64
				copy(d[:], h)
				copy(d2[:], h)
				down(&d, wide, w)
				kernels.HotDown(&d2, wide, w)
				if bits(d[:]) != bits(d2[:]) {
					t.Fatalf("%s: hotDown, %d elements, %d%% one: differ", isa, n, share)
				}
			}
		}
	}
}

// compiled is a kernel of kernels/subtables.go, as heuristics have it.
func compiled[F any](t *testing.T, name, isa string) F {
	t.Helper()
	k, err := hotloop.Compile[F](kernels.SubtablesSource, name, options.MaxISA(isa), hotloop.RequireNative())
	if err != nil {
		t.Fatal(err)
	}
	return k.Func
}

// panicOf calls f and returns the text of its panic, empty if there is none.
func panicOf(f func()) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprint(r)
		}
	}()
	f()
	return ""
}

// TestSubtablesCancelled: a call that is cancelled leaves elements that the program may have left: each that is picked
// has a number of whole rounds more than before, others are as they were.
func TestSubtablesCancelled(t *testing.T) {
	if runtime.Available() != nil {
		t.Skip("no native code on this machine")
	}
	k, err := hotloop.Compile[func([]uint32, []uint8, int)](kernels.SubtablesSource, "subRounds", hotloop.RequireNative())
	if err != nil {
		t.Fatal(err)
	}
	a := make([]uint8, 1<<20)
	for i := range a {
		a[i] = uint8(i / 16 & 63) // in runs, for copies to be worth it
	}
	for range 5 {
		h := make([]uint32, 256)
		for i := range h {
			h[i] = uint32(i)
		}
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		err := k.CallContext(ctx, func(f func([]uint32, []uint8, int)) { f(h, a, 1<<40) })
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("%v, want a deadline", err)
		}
		each := uint32(len(a) / 64)
		for i, v := range h {
			if more := v - uint32(i); i < 64 && more%each != 0 || i >= 64 && more != 0 {
				t.Fatalf("element %d is %d more than it was, of rounds of %d", i, more, each)
			}
		}
	}
}

// TestSubtablesObjects: tables behind pointers to arrays, and of records with two fields that are changed and one that
// is not. Its bytes must not be written.
func TestSubtablesObjects(t *testing.T) {
	if runtime.Available() != nil {
		t.Skip("no native code on this machine")
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for _, isa := range e2e.ISAs() {
		array, err := hotloop.Compile[func(*[256]uint16, []uint8)](kernels.SubtablesSource, "SubArray", options.MaxISA(isa),
			hotloop.RequireNative())
		if err != nil {
			t.Fatal(err)
		}
		group, err := hotloop.Compile[func([]kernels.SubRec, []uint8, []int64)](kernels.SubtablesSource, "SubRecords",
			options.MaxISA(isa), hotloop.RequireNative())
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range []string{fmt.Sprint(array.Remarks()), fmt.Sprint(group.Remarks())} {
			if !strings.Contains(k, "histograms privatized") {
				t.Errorf("%s: histograms not privatized: %s", isa, k)
			}
		}
		for _, n := range []int{0, 100, 5000, 30001} {
			a, w := make([]uint8, n), make([]int64, n)
			for i := range a {
				a[i], w[i] = uint8(rng.IntN(256)), rng.Int64()
			}
			var p, q [256]uint16
			array.Func(&p, a)
			kernels.SubArray(&q, a)
			r, s := make([]kernels.SubRec, 64), make([]kernels.SubRec, 64)
			for i := range r {
				r[i] = kernels.SubRec{N: int32(i), Kept: int16(i), Sum: rng.Int64(), Best: 5}
			}
			copy(s, r)
			group.Func(r, a, w)
			kernels.SubRecords(s, a, w)
			if p != q || !slices.Equal(r, s) {
				t.Errorf("%s: %d elements differ", isa, n)
			}
		}
	}
}
