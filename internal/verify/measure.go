package verify

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"time"

	"hotloop/internal/clock"
)

// Arguments holds the arguments of a function and the memory they refer to, which can be restored.
type Arguments struct {
	now, was *state
}

// NewArguments captures the arguments of a function of type t.
func NewArguments(t reflect.Type, args []reflect.Value) *Arguments {
	s := &state{t: t}
	for i, v := range args {
		a := newBlock(t.In(i), 1)
		reflect.NewAt(a.elem, a.base).Elem().Set(v)
		s.args = append(s.args, a)
	}
	s.discover()
	return &Arguments{now: s, was: s.clone()}
}

// Call calls f with the arguments.
func (a *Arguments) Call(f reflect.Value) {
	in := make([]reflect.Value, len(a.now.args))
	for i, b := range a.now.args {
		in[i] = reflect.NewAt(b.elem, b.base).Elem()
	}
	if f.Type().IsVariadic() {
		f.CallSlice(in)
	} else {
		f.Call(in)
	}
}

// Argument returns argument i of a, which must have type T.
func Argument[T any](a *Arguments, i int) T { return *(*T)(a.now.args[i].base) }

// Restore restores the numbers that the arguments refer to.
func (a *Arguments) Restore() { a.now.restore(a.was) }

// Times is the result of Measure: nanoseconds per call of each function, and the speedup of the second over the
// first. The speedup is the median of the ratios of paired batches.
type Times struct {
	First, Second, Ratio float64
}

// batch is the minimum duration of a timed batch. The clock's resolution and the cost of reading it are a
// thousandth of that.
const batch = 50 * time.Microsecond

// Measure times two functions alternately while more returns true, in batches with equal numbers of calls. It
// calls restore before each batch.
func Measure(more func() bool, first, second, restore func()) Times {
	run := func(f func(), n int) time.Duration {
		restore()
		start := clock.Now()
		for range n {
			f()
		}
		return clock.Now() - start
	}
	n := 1
	for run(first, n) < batch && n < 1<<24 {
		n *= 2
	}
	run(second, n)
	var one, two time.Duration
	var ratios []float64
	calls := 0
	for turn := 0; more(); turn++ {
		var a, b time.Duration
		if turn%2 == 0 {
			a = run(first, n)
			b = run(second, n)
		} else {
			b = run(second, n)
			a = run(first, n)
		}
		one += a
		two += b
		calls += n
		ratios = append(ratios, float64(a)/float64(max(b, 1)))
	}
	if calls == 0 {
		return Times{}
	}
	slices.Sort(ratios)
	return Times{float64(one) / float64(calls), float64(two) / float64(calls), ratios[len(ratios)/2]}
}

// Sample generates arguments for timing a function of type t, with slices of n elements. Numbers are small
// integers, because subnormal operands or results would take many times as long.
func Sample(t reflect.Type, n int, seed uint64, set int) *Arguments {
	g := &generator{r: rand.New(rand.NewPCG(seed, uint64(set))), s: &state{t: t}, n: n}
	for i := range t.NumIn() {
		a := newBlock(t.In(i), 1)
		g.s.args = append(g.s.args, a)
		g.value(a.elem, a.base, 0)
	}
	return &Arguments{now: g.s, was: g.s.clone()}
}
