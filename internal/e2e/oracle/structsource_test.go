package oracle

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"unsafe"

	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/runtime"
)

// overlapCase runs a kernel on two slices of T within one piece of memory, as far apart as it takes for every kind of
// overlap, at any multiple of four bytes: in place, by some structs, and by part of one.
type overlapCase struct {
	name   string
	vector map[string]bool // tiers on which a loop must be vectorized
	typ    reflect.Type
	gc     func(d, s unsafe.Pointer, n int) int
	call   func(fn any, d, s unsafe.Pointer, n int) int
	stride int
}

func overlapOf[T any](name string, fn func(d, s []T) int, result bool, tiers ...string) overlapCase {
	c := overlapCase{name: name, vector: map[string]bool{}, stride: int(unsafe.Sizeof(*new(T))),
		typ: reflect.TypeFor[func(d, s []T)]()}
	if result {
		c.typ = reflect.TypeFor[func(d, s []T) int]()
	}
	for _, t := range tiers {
		c.vector[t] = true
	}
	slice := func(p unsafe.Pointer, n int) []T { return unsafe.Slice((*T)(p), n) }
	c.gc = func(d, s unsafe.Pointer, n int) int { return fn(slice(d, n), slice(s, n)) }
	c.call = func(f any, d, s unsafe.Pointer, n int) int {
		if g, ok := f.(func(d, s []T) int); ok {
			return g(slice(d, n), slice(s, n))
		}
		f.(func(d, s []T))(slice(d, n), slice(s, n))
		return 0
	}
	return c
}

// proc makes a function without a result one with it.
func proc[T any](f func(d, s []T)) func(d, s []T) int {
	return func(d, s []T) int { f(d, s); return 0 }
}

var overlapCases = []overlapCase{
	overlapOf("StOneField", proc(kernels.StOneField), false, "avx512"),
	overlapOf("StOwnField", proc(kernels.StOwnField), false, "avx512"),
	overlapOf("StScale", proc(kernels.StScale), false, "avx512", "avx2", "neon"),
	overlapOf("StAgain", proc(kernels.StAgain), false, "avx512"),
	overlapOf("StCross", proc(kernels.StCross), false, "avx512", "avx2", "neon"),
	overlapOf("StShift", proc(kernels.StShift), false, "avx512"),
	overlapOf("StDown", proc(kernels.StDown), false),
	overlapOf("StSmall", kernels.StSmall, true, "avx512", "avx2", "neon"),
	overlapOf("StFlags", kernels.StFlags, true, "avx512", "avx2"),
	overlapOf("StThousand", proc(kernels.StThousand), false, "avx512", "avx2", "neon"),
}

// Loops over slices of structs do what the Go compiler makes of them in every overlap, and touch nothing else.
func TestStructOverlap(t *testing.T) {
	if err := runtime.Available(); err != nil {
		t.Skip(err)
	}
	for _, c := range overlapCases {
		for _, isa := range e2e.ISAs() {
			t.Run(c.name+"/"+isa, func(t *testing.T) {
				k, err := runtime.Compile(c.typ, kernels.StructSource, c.name,
					runtime.Options{ISA: isa, Tune: "generic", Knobs: "verify-each", Fresh: true})
				if err != nil {
					t.Fatal(err)
				}
				if k.Err() != nil {
					t.Fatal(k.Err())
				}
				if c.vector[isa] && !k.Stats().Vectorized {
					t.Error("not vectorized")
				}
				lengths := []int{0, 1, 3, 7, 16, 33, 70}
				if e2e.Sampled() {
					lengths = []int{1, 7, 33}
				}
				for _, n := range lengths {
					r := rand.New(rand.NewPCG(uint64(n), 7))
					for step := -40; step <= 40; step++ {
						c.compare(t, k, r, n, step)
						c.compare(t, k, r, n, step*c.stride/4)
					}
					c.compare(t, k, r, n, 100*c.stride/4)
				}
			})
		}
	}
}

// compare calls kernel and the Go compiler's code with s that many words behind d.
func (c *overlapCase) compare(t *testing.T, k *runtime.Kernel, r *rand.Rand, n, words int) {
	t.Helper()
	const room = 3000
	want := make([]byte, 4*room)
	for i := range want {
		want[i] = byte(r.IntN(6)) // of floats: denormal numbers and small ones
	}
	for i := range len(want) / c.stride { // bools are 0 or 1
		if c.stride == 16 {
			want[i*16+2] &= 1
		}
	}
	if c.stride == 16 && words%4 != 0 {
		return // a bool would be part of a number
	}
	got := slices.Clone(want)
	at := func(b []byte, words int) unsafe.Pointer { return unsafe.Pointer(&b[4*(room/2+words)]) }
	const base = -600 // a whole number of structs of either kind from the beginning
	dw, sw := base, base+words
	a := c.gc(at(want, dw), at(want, sw), n)
	b := c.call(k.Func().Interface(), at(got, dw), at(got, sw), n)
	if a != b || !slices.Equal(want, got) {
		t.Fatalf("n = %d, second slice %d words behind the first: result %d, want %d; first byte that differs: %d", n, words,
			b, a,
			slices.IndexFunc(indices(got), func(i int) bool { return got[i] != want[i] }))
	}
}

func indices(b []byte) []int {
	out := make([]int, len(b))
	for i := range out {
		out[i] = i
	}
	return out
}
