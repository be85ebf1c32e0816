package ir

import "unsafe"

// Slab allocates pieces of one array. What does not fit comes from other arrays, and Reset enlarges the main
// array.
type Slab[T any] struct {
	all   []T // zero from used on
	used  int
	extra int // elements that did not fit
	spare []T // the unused part of the newest of the other arrays
}

// slabLimit bounds the bytes kept per slab. Most kernels are small, and memory kept for a large one would be
// lost to the rest of the program.
const slabLimit = 256 << 10

// Take returns n zero elements.
func (s *Slab[T]) Take(n int) []T {
	if len(s.all)-s.used < n {
		return s.takeMore(n)
	}
	p := s.all[s.used : s.used+n : s.used+n]
	s.used += n
	return p
}

// takeMore implements Take when the array is full. Each further array has room for at least a quarter of the
// elements handed out so far.
func (s *Slab[T]) takeMore(n int) []T {
	if len(s.spare) < n {
		s.spare = make([]T, max(n, (s.used+s.extra)/4))
	}
	s.extra += n
	p := s.spare[:n:n]
	s.spare = s.spare[n:]
	return p
}

// Append is like append(list, x...), but a full list moves to a piece of at least twice the size. The old piece
// is not reused before Reset, so lists should be short.
func (s *Slab[T]) Append(list []T, x ...T) []T {
	if n := len(list) + len(x); n > cap(list) {
		bigger := s.Take(max(4, 2*cap(list), n))
		list = bigger[:copy(bigger, list)]
	}
	return append(list, x...)
}

// Reset reclaims everything that was handed out.
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

// Bytes returns the number of bytes handed out.
func (s *Slab[T]) Bytes() int {
	var x T
	return (s.used + s.extra) * int(unsafe.Sizeof(x))
}
