package ir

import "unsafe"

// Slab hands out pieces of one array. What does not fit comes from others, and the array is larger the next time.
type Slab[T any] struct {
	all   []T // from used on it is zero
	used  int
	extra int // elements that did not fit
	spare []T // what is left of the last of the other arrays
}

// slabLimit bounds the bytes that are kept of each kind: most kernels are small, and a large one would keep its memory
// from the rest of the program.
const slabLimit = 256 << 10

// Take is n zero elements.
func (s *Slab[T]) Take(n int) []T {
	if len(s.all)-s.used < n {
		return s.takeMore(n)
	}
	p := s.all[s.used : s.used+n : s.used+n]
	s.used += n
	return p
}

// takeMore is Take where the array has no room. Each of the others has room for a quarter of what has been handed out.
func (s *Slab[T]) takeMore(n int) []T {
	if len(s.spare) < n {
		s.spare = make([]T, max(n, (s.used+s.extra)/4))
	}
	s.extra += n
	p := s.spare[:n:n]
	s.spare = s.spare[n:]
	return p
}

// Append is append(list, x...), but a list that has no room moves to a piece of twice the size. What it leaves is not
// handed out again before Reset, so that the lists should be short.
func (s *Slab[T]) Append(list []T, x ...T) []T {
	if n := len(list) + len(x); n > cap(list) {
		bigger := s.Take(max(4, 2*cap(list), n))
		list = bigger[:copy(bigger, list)]
	}
	return append(list, x...)
}

// Reset takes everything back.
func (s *Slab[T]) Reset() {
	s.spare = nil
	if s.extra > 0 {
		n := min(s.used+s.extra+s.extra/4, slabLimit/int(unsafe.Sizeof(s.all[0])))
		s.extra = 0
		if n > len(s.all) {
			s.all, s.used = make([]T, n), 0
			return
		}
	}
	clear(s.all[:s.used])
	s.used = 0
}

// Bytes is the size of what has been handed out.
func (s *Slab[T]) Bytes() int {
	var x T
	return (s.used + s.extra) * int(unsafe.Sizeof(x))
}
