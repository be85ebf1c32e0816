package verify

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"time"
)

// Arguments are arguments of a function with what they refer to, which can be restored.
type Arguments struct {
	now, was *state
}

// NewArguments takes the arguments of a function of type t as they are.
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

// Call calls f.
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

// Argument is argument i of a, which has type T.
func Argument[T any](a *Arguments, i int) T { return *(*T)(a.now.args[i].base) }

// Restore makes the numbers that the arguments refer to what they were.
func (a *Arguments) Restore() { a.now.restore(a.was) }

// Times are what Measure has found, in nanoseconds a call, and how many times as fast the second function is: the median
// of the ratios of what was timed together.
type Times struct {
	First, Second, Ratio float64
}

// batch is the least time of what is timed at once: the clock's steps and the call of it are a thousandth of it.
const batch = 50 * time.Microsecond

// Measure times two functions in turns as long as more says so, each in batches of equal numbers of calls. In front of
// each batch restore is called.
func Measure(more func() bool, first, second, restore func()) Times {
	run := func(f func(), n int) time.Duration {
		restore()
		start := time.Now()
		for range n {
			f()
		}
		return time.Since(start)
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

// Sample makes up arguments of a function of type t whose slices have n elements, for timing: numbers are small and
// whole, since those that are subnormal, or become so, take many times as long.
func Sample(t reflect.Type, n int, seed uint64, set int) *Arguments {
	g := &generator{r: rand.New(rand.NewPCG(seed, uint64(set))), s: &state{t: t}, n: n}
	for i := range t.NumIn() {
		a := newBlock(t.In(i), 1)
		g.s.args = append(g.s.args, a)
		g.value(a.elem, a.base, 0)
	}
	return &Arguments{now: g.s, was: g.s.clone()}
}
