package oracle

import (
	"math/rand/v2"
	"reflect"
	goruntime "runtime"
	"strings"
	"testing"

	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/runtime"
)

// Loops around loops in vectors, against the Go compiler: inner loops that lanes run equally often, that they leave one
// by one, that some do not enter.

// outerKernel is a function of kernels/outer.go, and whether its outer loop is vectorized when that is asked for.
type outerKernel struct {
	fn     any
	vector bool
}

var outerKernels = []outerKernel{
	{kernels.OutEscape, true}, {kernels.OutEscape64, true}, {kernels.OutCollatz, true}, {kernels.OutGCD, true},
	{kernels.OutGCD64, true}, {kernels.OutBits, true}, {kernels.OutBits8, true},
	{kernels.OutNewton, true}, {kernels.OutHorner, true}, {kernels.OutRows, true}, {kernels.OutRowSlices, true},
	{kernels.OutColumns, true}, {kernels.OutTable, true},
	{kernels.OutSparse, true}, {kernels.OutSearch, true}, {kernels.OutTwoWays, true}, {kernels.OutThree, true},
	{kernels.OutThreeUniform, true}, {kernels.OutContinue, true},
	{kernels.OutSwitch, true}, {kernels.OutSum, true}, {kernels.OutCount, true}, {kernels.OutBool, true},
	{kernels.OutInPlace, true}, {kernels.OutBehind, true}, {kernels.OutNear, false},
	{kernels.OutStores, true}, {kernels.OutStoresRows, true}, {kernels.OutDown, true}, {kernels.OutStep, true},
	{kernels.OutCondition, true}, {kernels.OutTwice, true},
	{kernels.OutDivide, true}, {kernels.OutPanics, true}, {kernels.OutLate, false}, {kernels.OutNarrow, true},
	{kernels.OutConvert, true}, {kernels.OutWalk, true},
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
			e2e.Parallel(t)
			for _, isa := range e2e.ISAs() {
				for _, v := range outerVariants {
					text := e2e.Directed(kernels.OuterKernelsText, v)
					k.check(t, name, isa, v, text)
				}
			}
		})
	}
}

// check compares one way to compile the kernel with the Go compiler's.
func (k outerKernel) check(t *testing.T, name, isa, variant, text string) {
	c := e2e.Try(t, k.fn, text, name, runtime.Options{ISA: isa})
	told := ""
	for _, r := range c.Kern.Remarks() {
		told += r.String() + "\n"
	}
	if variant != "" && strings.Contains(told, "outer loop vectorized") != k.vector {
		t.Errorf("%s, %q: outer loop vectorized: expected %t\n%s", isa, variant, k.vector, told)
	}
	tries := 120
	if testing.Short() {
		tries = 30
	}
	for range tries {
		n := c.Rand.IntN(3*c.Step + 3)
		c.SameInTurns(k.args(c.Rand, n), "%s, %q, n=%d", isa, variant, n)
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
