//go:build unix

package oracle

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/loopopt/ir"
	"hotloop/runtime"
)

// Gathers by windows, against the Go compiler: indices near each other and far apart, at the ends of objects that begin
// and end beside memory without access, in objects smaller than a window, and out of bounds.

// gatherVariants are the directives in front of the loops.
var gatherVariants = []string{
	"vectorize.enable vectorize.gathers=window",
	"vectorize.enable vectorize.gathers=window interleave.count=2",
	"vectorize.enable vectorize.gathers=window vectorize.width=4 vectorize.predicate.enable=0",
	"vectorize.enable vectorize.gathers=window vectorize.width=32",
	"",
}

// gatherPatterns say where index i of a loop over objects of n elements leads, from a place at on.
var gatherPatterns = []struct {
	name string
	at   func(rng *rand.Rand, at, i, n int) int
}{
	{"straight", func(_ *rand.Rand, at, i, n int) int { return at + i }},
	{"downwards", func(_ *rand.Rand, at, i, n int) int { return at - i }},
	{"groups", func(_ *rand.Rand, at, i, n int) int { return at + i/5*5 + [5]int{4, 2, 0, 3, 1}[i%5] }},
	{"one place", func(_ *rand.Rand, at, i, n int) int { return at }},
	{"each third", func(_ *rand.Rand, at, i, n int) int { return at + 3*i }},
	{"random", func(rng *rand.Rand, at, i, n int) int { return rng.IntN(n) }},
	{"mixed", func(rng *rand.Rand, at, i, n int) int {
		if i/16%3 == 1 && i%16 == rng.IntN(16) {
			return rng.IntN(n)
		}
		return at + i%16
	}},
}

// TestGathersByWindow holds which gathers are done by windows where nothing is asked for: those of many lanes, on
// processors that gather from microcode.
func TestGathersByWindow(t *testing.T) {
	for _, tt := range []struct {
		isa, tune, elem, index string
		windows                bool
	}{
		{"avx512", "znver5", "float32", "int32", true},
		{"avx512", "znver4", "float32", "int", true},
		{"avx512", "znver5", "float64", "int32", false},
		{"avx512", "znver5", "uint16", "uint16", true},
		{"avx512", "sapphirerapids", "float32", "int32", false},
		{"avx512", "sapphirerapids", "uint16", "uint16", true},
		{"avx2", "znver3", "float32", "int32", false},
		{"avx2", "skylake-avx512", "float32", "int32", false},
	} {
		if !slices.Contains(e2e.ISAs(), tt.isa) {
			continue
		}
		text := fmt.Sprintf("package k\n\nfunc f(y, x []%[1]s, idx []%[2]s) {\n\tfor i := range y {\n"+
			"\t\ty[i] = x[idx[i]]\n\t}\n}\n", tt.elem, tt.index)
		typ := map[string]reflect.Type{"float32": reflect.TypeFor[[]float32](), "float64": reflect.TypeFor[[]float64](),
			"int32": reflect.TypeFor[[]int32](),
			"int":   reflect.TypeFor[[]int](), "uint16": reflect.TypeFor[[]uint16]()}
		for _, knobs := range []string{"", "windows.allow=0"} {
			k, err := runtime.Compile(reflect.FuncOf([]reflect.Type{typ[tt.elem], typ[tt.elem], typ[tt.index]}, nil, false),
				text, "f",
				runtime.Options{ISA: tt.isa, Tune: tt.tune, Knobs: knobs})
			if err != nil {
				t.Fatal(err)
			}
			want := tt.windows && knobs == ""
			if got := strings.Contains(fmt.Sprint(k.Stats().Plans), "windows=1"); got != want {
				t.Errorf("%s, %s, []%s by []%s, %s: plans are %v, expected windows: %v", tt.isa, tt.tune, tt.elem, tt.index, knobs,
					k.Stats().Plans, want)
			}
		}
	}
}

// gatherCase compares kernels with elements T and indices I.
type gatherCase[T kernels.GatherElem, I kernels.GatherIndex] struct {
	t      *testing.T
	spaces [8]*space
	rng    *rand.Rand
}

type gatherFunc[T kernels.GatherElem, I kernels.GatherIndex] func(y, x, z []T, idx, jdx []I, m []uint8, r int) T

func TestGathers(t *testing.T) {
	gatherTypes[float32, int32](t)
	gatherTypes[float64, int32](t)
	gatherTypes[float64, int](t)
	gatherTypes[float32, uint64](t)
	gatherTypes[uint64, uint32](t)
	gatherTypes[int32, uint8](t)
	gatherTypes[float32, int16](t)
	gatherTypes[uint16, uint16](t)
	gatherTypes[uint8, uint16](t)
	gatherTypes[int8, int8](t)
}

func gatherTypes[T kernels.GatherElem, I kernels.GatherIndex](t *testing.T) {
	var e T
	var x I
	t.Run(fmt.Sprintf("%T/%T", e, x), func(t *testing.T) {
		e2e.Parallel(t)
		c := &gatherCase[T, I]{t: t, rng: rand.New(rand.NewPCG(7, 7))}
		for i := range c.spaces {
			c.spaces[i] = newSpace(t)
		}
		for name, fn := range map[string]gatherFunc[T, I]{
			"GatherCopy":        kernels.GatherCopy[T, I],
			"GatherSum":         kernels.GatherSum[T, I],
			"GatherPair":        kernels.GatherPair[T, I],
			"GatherTwo":         kernels.GatherTwo[T, I],
			"GatherNext":        kernels.GatherNext[T, I],
			"GatherRow":         kernels.GatherRow[T, I],
			"GatherChain":       kernels.GatherChain[T, I],
			"GatherWhere":       kernels.GatherWhere[T, I],
			"GatherOver":        kernels.GatherOver[T, I],
			"GatherMove":        kernels.GatherMove[T, I],
			"GatherIndexStored": kernels.GatherIndexStored[T, I],
			"GatherUntil":       kernels.GatherUntil[T, I],
			"GatherRows":        kernels.GatherRows[T, I],
		} {
			c.kernel(name, fn)
		}
	})
}

// kernel compares one function, compiled in all ways.
func (c *gatherCase[T, I]) kernel(name string, fn gatherFunc[T, I]) {
	var e T
	var x I
	plain := strings.NewReplacer("[T GatherElem, I GatherIndex]", "", "x, z []T", fmt.Sprintf("x, z []%T", e), "(s T)",
		fmt.Sprintf("(s %T)", e),
		"[]I", fmt.Sprintf("[]%T", x), "T(0)", fmt.Sprintf("%T(0)", e)).Replace(kernels.GatherKernelsText)
	_, plain, _ = strings.Cut(plain, "\nfunc ")
	plain = "package k\n\nfunc " + plain
	// Numbers are small integers, whose sums are exact in any order. What gathers from where it stores is not
	// vectorized, and under a condition a window is for all lanes of a register.
	rounds := 16
	if testing.Short() {
		rounds = 6
	}
	always := name != "GatherOver" && name != "GatherWhere"
	for _, isa := range e2e.ISAs() {
		for _, directive := range gatherVariants {
			text := plain
			if directive != "" {
				text = strings.ReplaceAll(text, "for i := ", "//loop:"+directive+"\n\tfor i := ")
			}
			k, err := runtime.Compile(reflect.TypeFor[func(y, x, z []T, idx, jdx []I, m []uint8, r int) T](), text, name,
				runtime.Options{ISA: isa, FPWritten: true, FP: ir.FPFast})
			if err != nil {
				c.t.Fatalf("%s, %s: %v", isa, name, err)
			}
			if k.Err() != nil {
				c.t.Fatalf("%s, %s: not native: %v", isa, name, k.Err())
			}
			if always && strings.Contains(directive, "=window") && !strings.Contains(fmt.Sprint(k.Stats().Plans), "windows=") {
				c.t.Errorf("%s, %s, %s: plans are %v, expected windows", isa, name, directive, k.Stats().Plans)
			}
			f := k.Func().Interface().(func(y, x, z []T, idx, jdx []I, m []uint8, r int) T)
			for _, p := range gatherPatterns {
				for round := range rounds {
					c.compare(isa+", "+name+", "+directive+", "+p.name, fn, f, round, func(at, i, n int) int {
						return p.at(c.rng, at, i, n)
					})
				}
			}
		}
	}
}

// compare calls both with the same arguments. Objects begin at the start of what may be touched, or end at its end, by
// turns.
func (c *gatherCase[T, I]) compare(what string, want, got gatherFunc[T, I], round int, index func(at, i, n int) int) {
	objects := []int{1, 7, 8, 15, 31, 32, 33, 63, 64, 90, 127, 300}
	n := objects[c.rng.IntN(len(objects))]
	var x I
	if unsafe.Sizeof(x) == 1 {
		n = min(n, 127)
	}
	loop := c.rng.IntN(200)
	r := 0
	if round%3 == 1 {
		r = c.rng.IntN(9) - 4
	}
	at := []int{0, n - 1, n / 2}[round%3]
	idx, jdx := make([]int, loop), make([]int, loop)
	for i := range idx {
		idx[i], jdx[i] = max(0, min(n-1, index(at, i, n))), max(0, min(n-1, index(at, i, n)))
		if strings.Contains(what, "Chain") {
			jdx[i] = min(jdx[i], loop-1)
		}
		if strings.Contains(what, "Next") {
			idx[i] = max(0, min(idx[i], n-2))
		}
	}
	if round%8 == 5 && loop > 0 { // out of bounds, below or above
		idx[c.rng.IntN(loop)] = []int{-1, n, n + 20}[c.rng.IntN(3)]
	}
	type outcome struct {
		panic   any
		sum     T
		y, x, z []T
		is, js  []I
	}
	run := func(f gatherFunc[T, I]) (out outcome) {
		rng := rand.New(rand.NewPCG(uint64(round), uint64(loop)))
		elem := func(int) T { return T(rng.IntN(100)) }
		end := round%2 == 0
		y, x := gatherSlice(c.spaces[0], max(loop, n), end, elem), gatherSlice(c.spaces[1], n, end, elem)
		z := gatherSlice(c.spaces[2], max(loop, n+5), end, elem)
		is := gatherSlice(c.spaces[3], loop, end, func(i int) I { return I(idx[i]) })
		js := gatherSlice(c.spaces[4], loop, end, func(i int) I { return I(jdx[i]) })
		m := gatherSlice(c.spaces[5], loop, end, func(int) uint8 { return uint8(rng.IntN(256)) })
		if !strings.Contains(what, "Move") {
			y = y[:loop]
		}
		defer func() {
			out.panic = recover()
			out.y, out.x, out.z = slices.Clone(y), slices.Clone(x), slices.Clone(z)
			out.is, out.js = slices.Clone(is), slices.Clone(js)
		}()
		out.sum = f(y, x, z, is, js, m, r)
		return out
	}
	w, g := run(want), run(got)
	if w.sum != g.sum || fmt.Sprint(w.panic) != fmt.Sprint(g.panic) || !slices.Equal(w.y, g.y) ||
		!slices.Equal(w.x, g.x) ||
		!slices.Equal(w.z, g.z) || !slices.Equal(w.is, g.is) || !slices.Equal(w.js, g.js) {
		c.t.Fatalf("%s: %d elements, %d iterations, row %d, indices %v:\ngot  %v\nwant %v", what, n, loop, r, idx, g, w)
	}
}

// gatherSlice is n elements at the start of s, or at its end.
func gatherSlice[T any](s *space, n int, end bool, fill func(i int) T) []T {
	var e T
	at := 0
	if end {
		at = len(s.bytes) - n*int(unsafe.Sizeof(e))
	}
	if n == 0 {
		return nil
	}
	x := unsafe.Slice((*T)(unsafe.Pointer(&s.bytes[at])), n)
	for i := range x {
		x[i] = fill(i)
	}
	return x
}
