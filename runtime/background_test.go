package runtime

import (
	"context"
	"reflect"
	"sync"
	"testing"
)

// TestSwapUnderCalls replaces the target of a forwarder during calls. It also runs under the race detector, where
// Accelerate leaves functions unchanged.
func TestSwapUnderCalls(t *testing.T) {
	if err := Available(); err != nil {
		t.Skip(err)
	}
	plain := func(x []int64) (sum int64) {
		for _, v := range x {
			sum += v
		}
		return sum
	}
	fn := reflect.ValueOf(plain)
	for range 20 {
		p := &pending{way: newForwarder(fn), done: make(chan struct{})}
		p.fn = p.way.value(fn.Type())
		first := &Kernel{name: "sum", typ: fn.Type(), fn: p.fn, fallback: fn, pending: p}
		p.compile = func() *Kernel {
			k, err := Compile(fn.Type(), "package p\nfunc sum(x []int64) (s int64) { for _, v := range x { s += v }; return s }",
				"sum", Options{Fresh: true})
			if err != nil || k.Err() != nil {
				panic(err)
			}
			return k
		}
		f := first.Func().Interface().(func([]int64) int64)
		var callers sync.WaitGroup
		for range 3 {
			callers.Add(1)
			go func() {
				defer callers.Done()
				for swapped := false; !swapped; {
					swapped = first.Native()
					if got := f([]int64{1, 2, 3}); got != 6 {
						t.Error("got ", got)
					}
					_ = first.Stats()
				}
			}()
		}
		Later(func() { p.finish(first) })
		if err := first.Wait(context.Background()); err != nil {
			t.Fatal(err)
		}
		callers.Wait()
	}
}
