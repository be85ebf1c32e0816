// Package escape calls kernels with pointers to local variables. A comment after a call has the finding.
package escape

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"sync"

	h "hotloop"
)

//go:embed kernels.go
var text string

var (
	digits = h.Accelerate(Digits, text)
	count  = h.Accelerate(Count, text, lazy).Func
	lazy   = h.Lazy()
	global [64]byte
	pool   = sync.Pool{New: func() any { return new([64]byte) }}
)

func inLoop(lines []string) (total int) {
	for _, l := range lines {
		var buf [64]byte
		n := copy(buf[:], l)
		total += digits.Func(buf[:n]) // buf, line 27, is allocated on the heap in each iteration of the loop in line 26
	}
	return total
}

func once(line string) int {
	var buf [64]byte
	return digits.Func(buf[:copy(buf[:], line)]) // buf, line 35, is allocated on the heap in each call of once
}

func byAddress(b []byte) int {
	var c Counts
	count(b, &c) // c, line 40, is allocated on the heap in each call of byAddress
	return c.N
}

func namedResult(b []byte) (c Counts) {
	count(b, &c) // c, line 45, is allocated on the heap in each call of namedResult
	return c
}

func parameter(b []byte, c Counts) int {
	count(b, &c) // c, line 50, is allocated on the heap in each call of parameter
	return c.N
}

func literals() int {
	count([]byte{1, 2}, nil)                        // the literal, line 56, is allocated on the heap
	count(nil, &Counts{N: 1})                       // the literal, line 57, is allocated on the heap
	count(nil, new(Counts))                         // the result of new, line 58, is allocated on the heap
	return digits.Func(append(make([]byte, 16), 1)) // the result of make, line 59, is allocated on the heap
}

func byVariables() int {
	var a, b [8]byte
	s := a[:]
	if len(text) > 3 {
		s = b[2:]
	}
	s = s[1:]
	return digits.Func(s) // a, line 63, is allocated on the heap; b, line 63, is allocated on the heap
}

func helper(b []byte) int { return digits.Func(b) }

func byHelper() int {
	var buf [8]byte
	return helper(buf[:]) // buf, line 75, is allocated on the heap in each call of byHelper
}

type state struct {
	kernel *h.Kernel[func([]byte) int]
	buf    [64]byte
}

func (s *state) run(line string) int { return s.kernel.Func(s.buf[:copy(s.buf[:], line)]) }

func byMethod(line string) int {
	s := state{kernel: digits}
	return s.run(line) // s, line 87, is allocated on the heap in each call of byMethod
}

func withContext(ctx context.Context) (n int) {
	var buf [8]byte
	digits.CallContext(ctx, func(f func([]byte) int) {
		n = f(buf[:]) // buf, line 92, is allocated on the heap in each call of withContext
	})
	return n
}

func compiled() int {
	k, err := h.Compile[func([]byte) int](text, "Digits")
	if err != nil {
		return 0
	}
	var buf [8]byte
	return k.Func(buf[:]) // buf, line 104, is allocated on the heap in each call of compiled
}

func byMethodExpression(line string) int {
	s := state{kernel: digits}
	return (*state).run(&s, line) // s, line 109, is allocated on the heap in each call of byMethodExpression
}

// What follows has no findings.

func status() (bool, error) { return digits.Native(), digits.Err() }

func variadic(list ...[]byte) int { return digits.Func(list[0]) }

func byVariadic() int {
	var a, b [8]byte
	return variadic(a[:], b[:])
}

func reused(lines []string, buf []byte) (total int) {
	for _, l := range lines {
		total += digits.Func(buf[:copy(buf, l)])
	}
	return total + digits.Func(global[:])
}

func pooled(line string) int {
	buf := pool.Get().(*[64]byte)
	defer pool.Put(buf)
	return digits.Func(buf[:copy(buf[:], line)])
}

func onHeapAnyway(w io.Writer, n int) int {
	var written, printed, sent, large, kept [64]byte
	_ = large
	w.Write(written[:])
	fmt.Println(&printed)
	go func() { sent[0]++ }()
	global = *keep(&kept)
	var huge [1 << 20]byte
	return digits.Func(written[:]) + digits.Func(printed[:]) + digits.Func(sent[:]) + digits.Func(make([]byte, n)) +
		digits.Func(huge[:]) + digits.Func(kept[:])
}

var last *[64]byte

func keep(p *[64]byte) *[64]byte {
	last = p
	return p
}

func returned() []byte {
	var buf [8]byte
	digits.Func(buf[:])
	return buf[:]
}

func notByPointer() (n int) {
	var c Counts
	var text [4]byte
	Count(text[:], &c)
	c.N = digits.Func(nil)
	return c.N
}

func main() {
	var buf [8]byte
	digits.Func(buf[:])
}
