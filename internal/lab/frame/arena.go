package frame

// An Arena provides guarded memory for successive placed frames: mapping and protecting pages for every call would
// cost more than most calls. The zero value is ready to use. Placing a frame invalidates the previous one in the same
// arena.
type Arena struct {
	bufs [][]byte
	free []func()
}

// buffer returns the i-th piece of memory, of at least n bytes between two inaccessible pages.
func (a *Arena) buffer(i, n int) ([]byte, error) {
	for len(a.bufs) <= i {
		a.bufs, a.free = append(a.bufs, nil), append(a.free, func() {})
	}
	if len(a.bufs[i]) < n {
		m, free, err := guarded(max(n, 4*len(a.bufs[i])))
		if err != nil {
			return nil, err
		}
		a.free[i]()
		a.bufs[i], a.free[i] = m, free
	}
	return a.bufs[i], nil
}

// idle holds arenas for reuse by Place, small ones only.
var idle = make(chan *Arena, 4)

const idleBytes = 1 << 20

// borrowed returns an unused arena.
func borrowed() *Arena {
	select {
	case a := <-idle:
		return a
	default:
		return new(Arena)
	}
}

// giveBack returns a borrowed arena.
func (a *Arena) giveBack() {
	size := 0
	for _, b := range a.bufs {
		size += len(b)
	}
	if size <= idleBytes {
		select {
		case idle <- a:
			return
		default:
		}
	}
	a.Free()
}

// Free frees the memory.
func (a *Arena) Free() {
	for _, f := range a.free {
		f()
	}
	a.bufs, a.free = nil, nil
}
