package reuse

import "sync"

// Once is a value that is computed on first use. Its zero value is ready to use. A variable of sync.OnceValue is
// initialized at program start, which takes time and keeps everything that the function reaches in the executable.
// A Once has no initialization code, so the linker can omit everything that callers of Get do not reach.
type Once[T any] struct {
	once  sync.Once
	value T
}

// Get returns the value. The first call computes it with make.
func (o *Once[T]) Get(make func() T) T {
	o.once.Do(func() { o.value = make() })
	return o.value
}
