package oracle

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	goruntime "runtime"
	"strings"
	"testing"

	"hotloop/bench/frame"
	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/runtime"
)

// Loops around loops in vectors, against gc: inner loops that lanes run equally often, that they leave one by one, that some do
// not enter.

// outerKernel is a function of kernels/outer.go, and whether its outer loop is vectorized when that is asked for.
type outerKernel struct {
	fn     any
	vector bool
}

var outerKernels = []outerKernel{
	{kernels.OutEscape, true}, {kernels.OutEscape64, true}, {kernels.OutCollatz, true}, {kernels.OutGCD, true}, {kernels.OutGCD64, true}, {kernels.OutBits, true}, {kernels.OutBits8, true},
	{kernels.OutNewton, true}, {kernels.OutHorner, true}, {kernels.OutRows, true}, {kernels.OutRowSlices, true}, {kernels.OutColumns, true}, {kernels.OutTable, true},
	{kernels.OutSparse, true}, {kernels.OutSearch, true}, {kernels.OutTwoWays, true}, {kernels.OutThree, true}, {kernels.OutThreeUniform, true}, {kernels.OutContinue, true},
	{kernels.OutSwitch, true}, {kernels.OutSum, true}, {kernels.OutCount, true}, {kernels.OutBool, true}, {kernels.OutInPlace, true}, {kernels.OutBehind, true}, {kernels.OutNear, false},
	{kernels.OutStores, true}, {kernels.OutStoresRows, true}, {kernels.OutDown, true}, {kernels.OutStep, true}, {kernels.OutCondition, true}, {kernels.OutTwice, true},
	{kernels.OutDivide, true}, {kernels.OutPanics, true}, {kernels.OutLate, false}, {kernels.OutNarrow, true}, {kernels.OutConvert, true}, {kernels.OutWalk, true},
	{kernels.OutHalf, true}, {kernels.OutDo, true}, {kernels.OutLast, true},
}

// outerVariants are the directives in front of the outer loops.
var outerVariants = []string{
	"vectorize.enable vectorize.width=4 interleave.count=1",
	"vectorize.enable vectorize.width=8 interleave.count=2",
	"vectorize.enable vectorize.width=4 interleave.count=4 vectorize.predicate.enable=0",
	"vectorize.enable",
	"",
}

func TestOuter(t *testing.T) {
	for _, k := range outerKernels {
		name := goruntime.FuncForPC(reflect.ValueOf(k.fn).Pointer()).Name()
		name = name[strings.LastIndexByte(name, '.')+1:]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, isa := range e2e.ISAs() {
				for _, v := range outerVariants {
					text := e2e.Directed(kernels.OuterKernelsText, v)
					k.check(t, name, isa, v, text)
				}
			}
		})
	}
}

// check compares one way to compile the kernel with gc's.
func (k outerKernel) check(t *testing.T, name, isa, variant, text string) {
	o := runtime.Options{ISA: isa, FPWritten: true, FileName: "outer.go"}
	kern, err := runtime.Compile(reflect.TypeOf(k.fn), text, name, o)
	if err != nil {
		t.Fatalf("%s: %v", isa, err)
	}
	if kern.Err() != nil {
		t.Fatalf("%s: not native: %v", isa, kern.Err())
	}
	told := ""
	for _, r := range kern.Remarks() {
		told += r.String() + "\n"
	}
	if variant != "" && strings.Contains(told, "outer loop vectorized") != k.vector {
		t.Errorf("%s, %q: outer loop vectorized: expected %t\n%s", isa, variant, k.vector, told)
	}
	plans := kern.Stats().Plans
	step := 8
	for _, p := range plans {
		var vf, uf int
		if _, err := fmt.Sscanf(p, "VF=%d UF=%d", &vf, &uf); err == nil {
			step = max(step, vf*uf)
		}
	}
	var in, ref frame.Arena
	defer in.Free()
	defer ref.Free()
	rng := rand.New(rand.NewPCG(uint64(len(name)), uint64(name[len(name)-1])))
	tries := 120
	if testing.Short() {
		tries = 30
	}
	for call := range tries {
		n := rng.IntN(3*step + 3)
		args := k.args(rng, n)
		f, edge, what := frame.New(args, frame.Layout{Share: -1}), frame.EndEdge, "at a page's end"
		switch call % 5 {
		case 1:
			f, edge, what = frame.New(args, frame.Layout{Share: -1, Before: 1 + call%3, After: 2}), frame.StartEdge, "misaligned"
		case 2:
			shift := []int{0, 1, -1, 2, -2, 3, -3, 7, -7, 8, -8, 9, 16, -16, 31}[call/5%15]
			f, what = e2e.Overlap(args, shift), fmt.Sprintf("overlapping by %d", shift)
		case 3:
			what = e2e.Cut(rng, args)
			f = frame.New(args, frame.Layout{Share: -1})
		}
		if d := e2e.Compare(t, &in, &ref, f, edge, kern.Func().Interface(), k.fn); d != "" {
			t.Fatalf("%s, %q, n=%d, %s: %s\nplans: %v", isa, variant, n, what, d, plans)
		}
	}
}

// args makes slices of n elements, or of some times as many for what has rows, and small numbers.
func (k outerKernel) args(rng *rand.Rand, n int) []any {
	t := reflect.TypeOf(k.fn)
	args := make([]any, t.NumIn())
	m := rng.IntN(6)
	if rng.IntN(4) == 0 {
		m = rng.IntN(21)
	}
	most := []int{2, 20, 100, max(n, 1)}[rng.IntN(4)]
	for p := range args {
		if t.In(p).Kind() == reflect.Int {
			args[p] = m
			continue
		}
		size := n
		if rng.IntN(3) != 0 {
			size = n * max(m, 1)
		}
		s := reflect.MakeSlice(t.In(p), size, size)
		at := 0
		for i := range size {
			x := int64(rng.IntN(most + 1))
			if most == n { // rising
				at = min(at+rng.IntN(3), n)
				x = int64(at)
			}
			if rng.IntN(300) == 0 {
				x = int64(rng.IntN(255))
			}
			if e := s.Index(i); e.CanFloat() {
				e.SetFloat(float64(x))
			} else {
				e2e.SetInt(e, x)
			}
		}
		args[p] = s.Interface()
	}
	return args
}
