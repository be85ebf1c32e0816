package reuse

import "sync"

// Once is a value that is made when it is first wanted, which most programs that import a package never do. Its zero value
// is ready. A variable of sync.OnceValue is set when the program starts: that takes time, and keeps in the executable
// whatever the function leads to. A Once has no code that runs at the start, so the linker leaves out what no caller of
// Get reaches.
type Once[T any] struct {
	once  sync.Once
	value T
}

// Get is the value, which the first call has made.
func (o *Once[T]) Get(make func() T) T {
	o.once.Do(func() { o.value = make() })
	return o.value
}
