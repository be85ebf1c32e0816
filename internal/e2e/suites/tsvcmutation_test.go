package suites

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hotloop/bench"
	"hotloop/cpu"
	"hotloop/internal/e2e"
	"hotloop/loopopt/ir"
	"hotloop/runtime"
)

// A mutation is one way to rewrite the loops of TSVC.
type mutation struct {
	name string
	elem reflect.Type       // of arrays, nil for what the original has
	edit func(*mutant) bool // false if there is nothing to change
	not  map[string]string  // loops that may stay scalar on some instruction set, and why
}

// twoLanes reports whether the elements take 8 bytes. A vector of NEON holds two of them. Where something has no
// instruction there, such as a product of 64 bits, or costs a shuffle, as walking backwards does, scalar code is as
// fast.
func (m *mutation) twoLanes() bool { return m.elem != nil && m.elem.Size() == 8 }

var (
	typeF64 = reflect.TypeFor[float64]()
	typeI32 = reflect.TypeFor[int32]()
	typeI64 = reflect.TypeFor[int64]()
)

const (
	noMul64  = "AVX2 has no multiplication of 64 bits: three of 32 bits and their sum take longer than scalar code"
	scatters = "elements of 8 bytes are stored to computed places one by one as fast (Golden Cove: 0.8 cycles each, scatters 1.4)"
	sameRow  = "k starts where it did and j one later: every row of the triangle now ends in the same places"
	anyRow   = "the places in flat move by the inner loop's count, a minimum times a counter if lo and hi may be any " +
		"numbers"
	shortSum = "adding and shifting integers takes so few cycles that a wavefront of two rows of scalars hides them"
	wraps    = "lo and hi may be any numbers, so that the inner loop's count is no linear function of the outer variable"
)

var mutations = []mutation{
	{name: "names", edit: (*mutant).rename},
	{name: "f64", elem: typeF64, edit: func(*mutant) bool { return true },
		not: map[string]string{"s4113": scatters, "vas": scatters}},
	{name: "i32", elem: typeI32, edit: (*mutant).integers, not: map[string]string{"s2111": shortSum}},
	{name: "i64", elem: typeI64, edit: (*mutant).integers,
		not: map[string]string{"s1111": noMul64, "s258": noMul64, "vbor": noMul64,
			"s2111": shortSum, "s4113": scatters}},
	{name: "bounds", edit: func(m *mutant) bool {
		return m.shift(lit(1), lit(2))
	}, not: map[string]string{"s141": sameRow}},
	{name: "bounds by parameter", edit: (*mutant).shiftBy, not: map[string]string{"s1232": wraps, "s126": anyRow,
		"s141": sameRow}},
	{name: "order", edit: (*mutant).reorder},
	{name: "operands", edit: (*mutant).commute},
	{name: "range", edit: (*mutant).ranges},
	{name: "while", edit: func(m *mutant) bool { return m.whiles(false) }},
	{name: "break", edit: func(m *mutant) bool { return m.whiles(true) }},
	{name: "all", elem: typeF64, edit: func(m *mutant) bool {
		while := func(m *mutant) bool { return m.whiles(false) }
		return m.then((*mutant).reorder, (*mutant).shiftBy, while, (*mutant).commute, (*mutant).rename)
	}, not: map[string]string{"s4113": scatters, "vas": scatters, "s126": anyRow, "s141": sameRow, "s1232": wraps}},
}

// TestTSVCMutated wants nothing in the loops of TSVC to be known by its name, its size or the way it is written: what
// is vectorized stays so in the same loop with other names, types, bounds, order of statements and operands, and form
// of the loop. Results are compared with the interpreter's.
func TestTSVCMutated(t *testing.T) {
	if err := runtime.Available(); err != nil {
		t.Skip(err)
	}
	var loops []*bench.Kernel
	for _, k := range bench.TSVC() {
		if !strings.HasSuffix(k.Name, "_f64") {
			loops = append(loops, k)
		}
	}
	builds := mutantBuilds(e2e.ISAs())
	original := make([][]bool, len(loops)) // vectorized, per build
	for i, k := range loops {
		for _, b := range builds {
			original[i] = append(original[i], b.vectorizes(t, k))
		}
	}
	for mi, mu := range mutations {
		t.Run(mu.name, func(t *testing.T) {
			t.Parallel()
			mutants, compared := 0, 0
			excused := map[string]bool{}
			for i, k := range loops {
				if e2e.Sampled() && (i+mi)%7 != 0 {
					continue
				}
				other, err := mutate(k, mu)
				if err != nil {
					t.Fatalf("%s: %v", k.Name, err)
				}
				if other == nil {
					continue
				}
				mutants++
				for bi, b := range builds {
					if (i+mi+bi)%2 == 1 && mu.not[k.Name] == "" { // each loop with one set of instructions or the other
						continue
					}
					c, err := runtime.Compile(other.Type, other.Text, other.Func, b.options())
					if err != nil {
						t.Fatalf("%s: %v\n%s", k.Name, err, other.Text)
					}
					if c.Err() != nil {
						t.Errorf("%s, %s: %v\n%s", k.Name, b, c.Err(), other.Text)
						continue
					}
					if original[i][bi] {
						compared++
						if !b.vectorizes(t, other) {
							if excused[k.Name] = true; mu.not[k.Name] == "" && !(b.isa == "neon" && mu.twoLanes()) {
								t.Errorf("%s, %s, is not vectorized any more:\n%s", k.Name, b, other.Text)
							}
						}
					}
					if err := checkMutant(other, c, b); err != nil {
						t.Errorf("%s, %s: %v\n%s", k.Name, b, err, other.Text)
					}
				}
			}
			for name := range mu.not {
				if !excused[name] && !e2e.Sampled() && slices.Contains(e2e.ISAs(), "avx2") {
					t.Errorf("%s is vectorized on all of %s: take it off the list of exceptions", name, builds)
				}
			}
			t.Logf("%d mutants, %d compilations of what was vectorized", mutants, compared)
		})
	}
}

// mutantBuild is a set of instructions and a floating-point mode.
type mutantBuild struct{ isa, mode string }

// mutantBuilds lists them such that each two neighbours differ in what the next two have in common.
func mutantBuilds(isas []string) (builds []mutantBuild) {
	for i := range isas {
		builds = append(builds, mutantBuild{isas[i], "go"}, mutantBuild{isas[len(isas)-1-i], "fast"})
	}
	return builds
}

func (b mutantBuild) String() string { return b.isa + ", mode " + b.mode }

func (b mutantBuild) options() runtime.Options {
	o := runtime.Options{ISA: b.isa, FP: ir.Contract, FPWritten: true}
	if b.mode == "fast" {
		o.FP = ir.FPFast
	}
	return o
}

// vectorizes reports whether a plain processor of the set of instructions gets vector code.
func (b mutantBuild) vectorizes(t *testing.T, k *bench.Kernel) bool {
	tier, err := cpu.ParseTier(b.isa)
	if err != nil {
		t.Fatal(err)
	}
	o := b.options()
	o.ISA = ""
	return vectorizes(t, k, tier, o)
}

// checkMutant compares a kernel with the interpreter, which fuses where the kernel does. Integers are exact in any
// mode.
func checkMutant(k *bench.Kernel, c *runtime.Kernel, b mutantBuild) error {
	mode := "exact"
	if float := k.Type.String(); b.mode == "fast" && strings.Contains(float, "float") {
		mode = "fast"
	}
	lengths := []int{0, 3, 17, 41, 75}
	if strings.Contains(k.Type.String(), "][") { // rows of 256
		lengths = []int{3, 17}
	}
	return bench.CheckAt(k, c.Func().Interface(), bench.FuncReference{Func: c.Fallback().Interface()}, mode, lengths, 1)
}

// mutate returns the kernel with the mutation, nil if that changes nothing.
func mutate(k *bench.Kernel, mu mutation) (*bench.Kernel, error) {
	m, err := newMutant(k.Text, k.Func)
	if err != nil || !mu.edit(m) {
		return nil, err
	}
	other := *k
	if other.Text, err = m.text(); err != nil {
		return nil, err
	}
	other.Func, other.MathULP = m.fn.Name.Name, 0 // the interpreter has the same functions of package math
	retyped := func(t reflect.Type) reflect.Type {
		if mu.elem == nil {
			return t
		}
		return withElem(t, mu.elem)
	}
	var in, out []reflect.Type
	for i := range k.Type.NumIn() {
		in = append(in, retyped(k.Type.In(i)))
	}
	for i := range k.Type.NumOut() {
		out = append(out, retyped(k.Type.Out(i)))
	}
	for range m.extra {
		in = append(in, reflect.TypeFor[int]())
	}
	other.Type = reflect.FuncOf(in, out, false)
	other.Args = func(rng *rand.Rand, n int, d bench.Data) []any {
		args := k.Args(rng, n, d)
		for i, a := range args {
			v := reflect.New(in[i]).Elem()
			convert(v, reflect.ValueOf(a))
			args[i] = v.Interface()
		}
		for range m.extra {
			args = append(args, rng.IntN(4))
		}
		return args
	}
	return &other, nil
}

// withElem is t with float32 replaced by elem.
func withElem(t, elem reflect.Type) reflect.Type {
	switch t.Kind() {
	case reflect.Float32:
		return elem
	case reflect.Slice:
		return reflect.SliceOf(withElem(t.Elem(), elem))
	case reflect.Array:
		return reflect.ArrayOf(t.Len(), withElem(t.Elem(), elem))
	}
	return t
}

// convert sets dst to what src holds. Floats that are no integer become one by their bits.
func convert(dst, src reflect.Value) {
	switch {
	case dst.Type() == src.Type():
		dst.Set(src)
	case src.Kind() == reflect.Slice:
		dst.Set(reflect.MakeSlice(dst.Type(), src.Len(), src.Len()))
		fallthrough
	case src.Kind() == reflect.Array:
		for i := range src.Len() {
			convert(dst.Index(i), src.Index(i))
		}
	case dst.CanFloat():
		dst.SetFloat(src.Float())
	case src.Float() == math.Trunc(src.Float()) && math.Abs(src.Float()) < 1<<31:
		dst.SetInt(int64(src.Float()))
	default:
		dst.SetInt(int64(int32(math.Float32bits(float32(src.Float())))))
	}
}
