// Package reuse keeps the tables of a compilation for the next one.
package reuse

import (
	"sync"
	"sync/atomic"
)

// MostKept is the size in bytes up to which a Pool keeps something over garbage collections. The tables of the largest
// kernels of TSVC take half of that.
const MostKept = 2 << 20

// A Pool is a sync.Pool that holds on to one object over garbage collections, whichever thread comes for it next.
// sync.Pool forgets what lay in the private place of a thread that has not come back for two collections, and
// goroutines change threads at collections in particular: with the 4 MB heaps of small programs, which are collected
// every 25 kernels, a third of all that compilations allocated replaced tables so lost.
type Pool[T any] struct {
	New func() *T
	// Size is about how many bytes an object holds, for what is too large to be kept for good. Nil: it never is.
	Size func(*T) int

	kept atomic.Pointer[T]
	rest sync.Pool
}

// Get is an object that was put back, or a new one.
func (p *Pool[T]) Get() *T {
	if x := p.kept.Swap(nil); x != nil {
		return x
	}
	if x, ok := p.rest.Get().(*T); ok {
		return x
	}
	return p.New()
}

// Put gives an object back.
func (p *Pool[T]) Put(x *T) {
	if (p.Size == nil || p.Size(x) <= MostKept) && p.kept.CompareAndSwap(nil, x) {
		return
	}
	p.rest.Put(x)
}
