// Package e2e runs the whole of hotloop, from Go text to the results of machine code, and compares it with what the Go
// compiler makes of the same text. The tests stand in the folders below, by what they look at:
//
//	features the table of features: what the compiler shows of each, on every instruction set
//	oracle   families of kernels against the Go compiler, in every build: results, stores, panics
//	golden   plans, remarks and machine code as text; bugs that were
//	suites   the suites of package bench, mutants of them, random kernels
//	use      the public interface under load: calls, limits, cancelling, faults, profiles
//
// testdata/kernels holds the kernels of the oracle tests. The Go compiler compiles that package, and hotloop gets its
// files as text. This package is what all of them share. It is for tests only.
package e2e

import (
	"cmp"
	"flag"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"os"
	"path"
	"reflect"
	goruntime "runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hotloop/cpu"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/internal/lab/child"
	"hotloop/internal/lab/frame"
	_ "hotloop/internal/lab/knobs" // for HOTLOOP
	_ "hotloop/isel/all"           // to compile for processors of other architectures
	"hotloop/runtime"
)

// Kernel is a function of package kernels and how to make arguments for it.
type Kernel struct {
	Name string
	Fn   any
	// Index[k] are parameters that hold indexes into parameter k; their elements stay below its length, mostly.
	Index map[int]int
	// Length gives the slices' lengths where they are not all n, Scalar the values of integer scalars.
	Length func(param, n int) int
	Scalar func(rng *rand.Rand, param, n int) int64
	// Few bounds the number of distinct elements, for loops that search.
	Few bool
	// Sums: mode fast may add in another order.
	Sums bool
	// Square: the time grows with the square of n.
	Square bool
	// Apart: slices do not overlap, as the loop's directives promise.
	Apart bool
	// Text is the source; Knobs are those of the compilation.
	Text, Knobs string
}

// Named gives kernels the names of their functions, and the files that these stand in as texts, where the table says
// nothing else: instances of generic functions have no name of their own.
func Named(list []Kernel) []Kernel {
	for i := range list {
		k := &list[i]
		fn := goruntime.FuncForPC(reflect.ValueOf(k.Fn).Pointer())
		if k.Name == "" {
			k.Name = fn.Name()[strings.LastIndexByte(fn.Name(), '.')+1:]
			file, _ := fn.FileLine(fn.Entry())
			k.Text = cmp.Or(k.Text, kernels.Text(path.Base(file)))
		}
	}
	return list
}

// Run checks each kernel of a table in a parallel subtest.
func Run(t *testing.T, list []Kernel, check func(t *testing.T, k *Kernel)) {
	for _, k := range list {
		t.Run(k.Name, func(t *testing.T) {
			Parallel(t)
			check(t, &k)
		})
	}
}

// CheckAll compares every build with the Go compiler.
func (k *Kernel) CheckAll(t *testing.T) {
	for _, b := range Builds() {
		k.Check(t, b)
	}
}

// UpTo is of scalars up to some times the length, and a little below zero.
func UpTo(factor int) func(*rand.Rand, int, int) int64 {
	return func(rng *rand.Rand, _, n int) int64 { return int64(rng.IntN(factor*n+2)) - 1 }
}

// Times makes slices longer by the factors; the last factor holds for all that follow.
func Times(factors ...int) func(param, n int) int {
	return func(p, n int) int { return factors[min(p, len(factors)-1)] * n }
}

// LengthN is of scalars that are the length.
func LengthN(_ *rand.Rand, _, n int) int64 { return int64(n) }

// Side makes n elements a grid with that many columns.
func Side(n int) int { return int(math.Sqrt(float64(n))) }

// Grid is of scalars that are the side of a grid.
func Grid(_ *rand.Rand, param, n int) int64 { return int64(Side(n)) }

// Build is one way to compile. Fp is a mode, or "granted": exact as the default, so that a forced vectorization may
// reorder sums; or "interp": exact, and compared with the interpreter.
type Build struct {
	Name  string
	Isa   string
	Fp    string
	NoVec bool
	// Every: only each so-manieth case is run. Those of Builds are primes, since tests alternate a few kinds of calls.
	Every int
}

// Builds are those this machine can run; the interpreter always can.
func Builds() []Build {
	all := []Build{{Interpreter, fallbackISA(), "exact", false, 7}}
	for i, isa := range ISAs() {
		all = append(all, Build{isa, isa, "exact", false, 1})
		if i == 0 {
			all = append(all, Build{isa + " scalar", isa, "exact", true, 5})
		}
	}
	return all
}

// Target is the build's instruction set for Try.
func (b Build) Target() string {
	if b.Name == Interpreter {
		return Interpreter
	}
	return b.Isa
}

// fallbackISA is what a kernel is compiled for if only its fallback is wanted: a compilation that is at hand.
func fallbackISA() string {
	if isas := ISAs(); len(isas) > 0 {
		return isas[0]
	}
	return ""
}

// ISAs are the instruction sets that code can be run for here, the least first.
func ISAs() (names []string) {
	for _, t := range runtime.Tiers() {
		names = append(names, t.String())
	}
	return names
}

// Directed is a source with a directive in front of the loops of its functions that lie in no other; "" is none.
func Directed(text, directive string) string { return DirectedAt(text, directive, 1) }

// DirectedAt is the same for the loops indented by that many tabs.
func DirectedAt(text, directive string, tabs int) string {
	if directive == "" {
		return text
	}
	line := "\n" + strings.Repeat("\t", tabs)
	return strings.ReplaceAll(text, line+"for ", line+"//loop:"+directive+line+"for ")
}

// UnderDirectives runs check for each kernel of a source as the loops are planned, and under each of the directives.
func UnderDirectives(t *testing.T, source string, kernels []Kernel, directives []string,
	check func(*testing.T, *Kernel)) {
	if runtime.Available() != nil {
		t.Skip("no native code on this machine")
	}
	for _, directive := range append([]string{""}, directives...) {
		t.Run(cmp.Or(directive, "defaults"), func(t *testing.T) {
			list := slices.Clone(kernels)
			for i := range list {
				list[i].Text = Directed(source, directive)
			}
			Run(t, list, check)
		})
	}
}

// CheckVectors compares every build with vectors, and the interpreter, with the Go compiler.
func (k *Kernel) CheckVectors(t *testing.T) {
	for _, b := range Builds() {
		if !b.NoVec {
			k.Check(t, b)
		}
	}
}

// Check compares one build of a kernel with the Go compiler's.
func (k *Kernel) Check(t *testing.T, b Build) {
	o := runtime.Options{ISA: b.Target(), FPWritten: true, NoVectorize: b.NoVec, Knobs: k.Knobs}
	switch b.Fp {
	case "granted":
		o.FPWritten = false
	case "interp":
	default:
		var err error
		if o.FP, err = runtime.ParseFP(b.Fp); err != nil {
			t.Fatal(err)
		}
	}
	name, _, _ := strings.Cut(k.Name, "/")
	c := try(t, k.Fn, k.Text, name, o)
	if b.Fp == "go" || b.Fp == "interp" {
		c.want = c.Kern.Fallback().Interface()
	}
	for i, n := range k.lengths(c.Rand, max(c.Step, 16)) {
		for v := range 6 {
			f, edge, what := k.Frame(c.Rand, n, i, v, b.Fp == "fast" || b.Fp == "granted")
			if (i+v)%b.Every == 0 && f != nil {
				c.Same(f, edge, "%s, n=%d, %s", b.Name, n, what)
			}
		}
	}
}

// lengths are all small ones, a sample of those up to two passes of the vector loop, and what lies around the passes.
func (k *Kernel) lengths(rng *rand.Rand, step int) []int {
	dense, sample := 70, 20
	if testing.Short() {
		dense, sample = 20, 6
	}
	top := 2*step + 1
	if k.Square {
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
		if !k.Square {
			out = append(out, step-1, step, step+1, 3*step+5)
		}
	}
	return out
}

// Frame makes the v-th kind of call for length n. It returns nil where the kernel or the mode has no such call.
func (k *Kernel) Frame(rng *rand.Rand, n, i, v int, whole bool) (f *frame.Frame, edge frame.Edge, what string) {
	args := k.args(rng, n, i+v, whole)
	switch v {
	case 0: // as it should be, against the end of mapped memory
		return frame.New(args, frame.Layout{Share: -1}), frame.EndEdge, "at a page's end"
	case 1: // misaligned by some elements, against the start
		return frame.New(args, frame.Layout{Share: -1, Before: i % 5, After: 3}), frame.StartEdge,
			fmt.Sprintf("misaligned by %d", i%5)
	case 2, 3: // one slice too short: some panic, at the right place
		if s := Cut(rng, args); s != "" {
			return frame.New(args, frame.Layout{Share: -1}), frame.EndEdge, s
		}
		return nil, 0, ""
	}
	if whole || k.Apart {
		return nil, 0, "" // an overlap may feed a sum to itself, and no numbers stay exact
	}
	shifts := []int{0, 1, -1, 2, -2, 3, -3, 8, -8, 16, -16, 32, -32, 64, -64, 5, -7}
	shift := shifts[(i*3+v)%len(shifts)]
	edge = frame.EndEdge
	if (i+v)%2 == 0 {
		edge = frame.StartEdge
	}
	return Overlap(args, shift), edge, fmt.Sprintf("overlapping by %d", shift)
}

// Overlap lays out slices of one type in one region, each starting that many elements after (or before) the last.
func Overlap(args []any, shift int) *frame.Frame {
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

// Cut shortens one of the slices by a little or by much.
func Cut(rng *rand.Rand, args []any) string {
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
func (k *Kernel) args(rng *rand.Rand, n, kind int, whole bool) []any {
	t := reflect.TypeOf(k.Fn)
	args := make([]any, t.NumIn())
	lens := make([]int, t.NumIn())
	for p := range args {
		lens[p] = n
		if k.Length != nil {
			lens[p] = k.Length(p, n)
		}
	}
	for p := range args {
		pt := t.In(p)
		if pt.Kind() != reflect.Slice {
			v := reflect.New(pt).Elem()
			if k.Scalar != nil && !v.CanFloat() && pt.Kind() != reflect.Pointer {
				SetInt(v, k.Scalar(rng, p, n))
			} else {
				k.element(rng, v, kind, whole)
			}
			args[p] = v.Interface()
			continue
		}
		s := reflect.MakeSlice(pt, lens[p], lens[p])
		if pt.Elem().Kind() == reflect.Slice {
			s = rows(rng, pt, lens[p])
		}
		for i := range s.Len() {
			k.element(rng, s.Index(i), kind, whole)
			if of, ok := k.Index[p]; ok {
				SetInt(s.Index(i), int64(rng.IntN(max(1, lens[of]))))
			}
		}
		if _, ok := k.Index[p]; ok && kind%7 == 3 && s.Len() > 0 {
			SetInt(s.Index(rng.IntN(s.Len())), int64(n+rng.IntN(3)-1)) // one of them may be too large
		}
		args[p] = s.Interface()
	}
	return args
}

// rows is a slice of slices with about n elements altogether: mostly the rows of a matrix, one behind the other or with
// as many elements between them, seldom over one another, or each in memory of its own, which may be shorter.
func rows(rng *rand.Rand, t reflect.Type, n int) reflect.Value {
	side := 0
	for (side+1)*(side+1) <= n {
		side++
	}
	s := reflect.MakeSlice(t, side, side)
	apart, uneven, pitch := rng.IntN(4) == 0, rng.IntN(8) == 0, side
	switch rng.IntN(8) {
	case 0, 1:
		pitch += 1 + rng.IntN(5)
	case 2:
		pitch -= min(pitch, rng.IntN(3))
	}
	all := reflect.MakeSlice(t.Elem(), side*pitch+side, side*pitch+side)
	for i := range side {
		row := all.Slice3(i*pitch, i*pitch+side, i*pitch+side)
		if apart {
			row = reflect.MakeSlice(t.Elem(), side, side)
		}
		if uneven && rng.IntN(3) == 0 {
			row = row.Slice(0, rng.IntN(side+1))
		}
		s.Index(i).Set(row)
	}
	return s
}

var specialFloats = []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1), 0, 1e-40, -1e-310,
	math.MaxFloat32,
	-math.MaxFloat64, math.SmallestNonzeroFloat32, 5e-324, 32767.5, -32768.5, 1 << 31, -1 << 31, 1 << 53, 1 << 63,
	1 - 0x1p-24, 0.5, 2.5, -2.5}

func (k *Kernel) element(rng *rand.Rand, v reflect.Value, kind int, whole bool) {
	small := int64(rng.IntN(21) - 10)
	switch {
	case v.Kind() == reflect.Pointer: // to an array that the kernel reads
		v.Set(reflect.New(v.Type().Elem()))
		k.element(rng, v.Elem(), kind, whole)
	case v.Kind() == reflect.Array:
		for i := range v.Len() {
			k.element(rng, v.Index(i), kind, whole)
		}
	case v.Kind() == reflect.Slice: // see rows
		for i := range v.Len() {
			k.element(rng, v.Index(i), kind, whole)
		}
	case v.CanFloat() && whole:
		v.SetFloat(float64(small))
	case v.CanFloat() && kind%2 == 1 && rng.IntN(4) == 0:
		v.SetFloat(specialFloats[rng.IntN(len(specialFloats))])
	case v.CanFloat():
		v.SetFloat(math.Ldexp(rng.Float64()*2-1, rng.IntN(24)-8))
	case k.Few:
		SetInt(v, int64(rng.IntN(60)-1)*2|1)
		if rng.IntN(80) == 0 {
			SetInt(v, small)
		}
	case kind%3 == 0:
		SetInt(v, small|1) // small, and no zero
	case kind%3 == 1:
		SetInt(v, int64(rng.Uint64()))
	default:
		SetInt(v, int64(rng.Uint64())|1)
	}
}

// SetInt sets an integer, wrapped to its type, or a bool to n's lowest bit.
func SetInt(v reflect.Value, n int64) {
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

// NeedNative skips a test where there is no code generator.
func NeedNative(t testing.TB) {
	t.Helper()
	if err := runtime.Available(); err != nil || cpu.Host().Tier == cpu.Scalar {
		t.Skip("no native code on this machine: ", err)
	}
}

// Hang is how long tests wait for what must happen. It is no measure of anything: it ends those that would never end.
const Hang = 5 * time.Minute

// Update makes golden tests write what they would compare.
var Update = flag.Bool("update", false, "rewrite golden files, and the dumps and figures in ARCHITECTURE.md")

// Sampled reports whether to take a sample of a test's cases only: all take minutes in an emulator.
func Sampled() bool { return testing.Short() && child.Emulated() }

// sampleEvery and sampleFrom are the sample of subtests that Parallel takes: a third. Another sampleFrom gives another
// sample.
const sampleEvery, sampleFrom = 3, 0

var begun struct {
	sync.Mutex
	subtests map[string]int // by test
}

// Parallel is t.Parallel for subtests that compare one kernel each. Where a sample is taken, it skips two of three
// kernels of a test. The first kernel always runs, and the sample depends on the test's name, so that tests of the
// same kernels with other directives take other kernels.
func Parallel(t *testing.T) {
	if Sampled() {
		test := path.Dir(t.Name())
		h := fnv.New32a()
		h.Write([]byte(test))
		begun.Lock()
		if begun.subtests == nil {
			begun.subtests = map[string]int{}
		}
		n := begun.subtests[test]
		begun.subtests[test]++
		begun.Unlock()
		if n > 0 && (uint32(n)+h.Sum32()+sampleFrom)%sampleEvery != 0 {
			t.Skip("not in the sample")
		}
	}
	t.Parallel()
}

// VerifyEach runs a package's tests with every pass and every register allocation verified, unless HOTLOOP is set, be
// it to nothing. Benchmarks measure what users get.
func VerifyEach(m *testing.M) {
	flag.Parse()
	_, set := os.LookupEnv("HOTLOOP")
	if b := flag.Lookup("test.bench"); !set && (b == nil || b.Value.String() == "") {
		os.Setenv("HOTLOOP", "verify-each")
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400) // thousands of kernels stay at hand: marking them was a quarter of the tests' time
	}
	os.Exit(m.Run())
}
