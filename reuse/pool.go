// Package reuse keeps the tables of a compilation for the next one.
package reuse

import (
	"sync"
	"sync/atomic"
)

// mostKept is the maximum size in bytes of an object that a Pool keeps across garbage collections. The tables of
// the largest TSVC kernels take half of that.
const mostKept = 2 << 20

// Pool is a sync.Pool that also keeps one object across garbage collections, for any thread. sync.Pool drops an
// object in a thread's private slot if the thread does not take it for two collections, and goroutines often
// change threads at collections. With the 4 MB heaps of small programs, which are collected every 25 kernels, a
// third of all allocations of compilations replaced tables lost that way.
type Pool[T any] struct {
	New func() *T
	// Size returns the approximate size of an object in bytes. If Size is nil, all objects are small enough to
	// keep.
	Size func(*T) int

	kept atomic.Pointer[T]
	rest sync.Pool
}

// Get returns an object that was put back, or a new one.
func (p *Pool[T]) Get() *T {
	if x := p.kept.Swap(nil); x != nil {
		return x
	}
	if x, ok := p.rest.Get().(*T); ok {
		return x
	}
	return p.New()
}

// Put returns an object to the pool.
func (p *Pool[T]) Put(x *T) {
	if (p.Size == nil || p.Size(x) <= mostKept) && p.kept.CompareAndSwap(nil, x) {
		return
	}
	p.rest.Put(x)
}
