//go:build unix

package oracle

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/runtime"
)

// Loops over memory of unknown extent, against the Go compiler: strings end right in front of pages without
// access, at every distance from them, and start at every place in a page. Everything before the page that a string
// starts in may be made untouchable too, so that a call that comes back has touched the pages of its strings and no
// others.

// space is some pages between two without access.
type space struct {
	all, bytes []byte
	sealed     int // bytes at the beginning without access
}

const spacePages = 4

func newSpace(t *testing.T) *space {
	page := unix.Getpagesize()
	all, err := unix.Mmap(-1, 0, (spacePages+2)*page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	s := &space{all: all, bytes: all[page : (spacePages+1)*page]}
	for _, g := range [][]byte{all[:page], all[(spacePages+1)*page:]} {
		if err := unix.Mprotect(g, unix.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { unix.Munmap(all) })
	return s
}

// seal makes the pages in front of p untouchable until unseal.
func (s *space) seal(p unsafe.Pointer) {
	page := unix.Getpagesize()
	if n := int(uintptr(p)-uintptr(unsafe.Pointer(&s.bytes[0]))) / page * page; n > 0 && n < len(s.bytes) {
		unix.Mprotect(s.bytes[:n], unix.PROT_NONE)
		s.sealed = n
	}
}

func (s *space) unseal() {
	if s.sealed > 0 {
		unix.Mprotect(s.bytes[:s.sealed], unix.PROT_READ|unix.PROT_WRITE)
		s.sealed = 0
	}
}

// tail is the last n elements of s but d, which hold something else. What comes before is zeros.
func tail[T any](s *space, n, d int, fill func(i int) T) (p unsafe.Pointer, x []T) {
	var e T
	size := int(unsafe.Sizeof(e))
	clear(s.bytes)
	at := len(s.bytes) - (n+d)*size
	p = unsafe.Add(unsafe.Pointer(&s.bytes[0]), at)
	if n+d > 0 {
		x = unsafe.Slice((*T)(p), n+d)
		for i := range x {
			x[i] = fill(i)
		}
	}
	return p, x[:n]
}

// extentWorld is what kernels work on.
type extentWorld struct {
	p, q *space
	rng  *rand.Rand
	// The program looks at k elements and one more, behind which there are d before the end of what may be touched.
	k, d int
}

// letters are what strings are made of, from a place that depends on the call.
var letters = func() (s [1 << 15]byte) {
	rng := rand.New(rand.NewPCG(3, 3))
	for i := range s {
		s[i] = "abcdefgh"[rng.IntN(8)]
	}
	return s
}()

func (w *extentWorld) letter(i int) byte { return letters[(i+w.k*7+w.d*31)%len(letters)] }

// text is a string of k letters and a zero, d bytes in front of the end.
func (w *extentWorld) text(s *space, k, d int) (unsafe.Pointer, []byte) {
	p, x := tail(s, k+1, d, w.letter)
	x[k] = 0
	return p, x
}

// points are k of them in front of one that ends the loop.
func (w *extentWorld) points() *[1 << 26]kernels.ExtentPoint {
	p, x := tail(w.p, 3*w.k+3, w.d, func(i int) int32 { return int32(w.letter(i)) })
	x[3*w.k+2] = -1
	return (*[1 << 26]kernels.ExtentPoint)(p)
}

type (
	bytesPtr  = *[1 << 30]byte
	u16sPtr   = *[1 << 29]uint16
	int32sPtr = *[1 << 28]int32
)

// extentKernel is a function of that file, with a way to call it: call sets the arguments up, and run, which may be
// called more than once, says what came out.
type extentKernel struct {
	name string
	fn   any
	size int // of the elements
	call func(w *extentWorld, f any) (run func() string)
	// stays says why the loop is not vectorized, if it is not; plain, that it reads nothing that it need not.
	stays string
	dear  bool // it need not pay where lanes are few, or are put together one by one
	plain bool
	// down: the stream walks down, which no mask is for.
	down bool
	// strided: vectors are put together from more than they hold, which no alignment keeps in a page.
	strided bool
}

func i32s(w *extentWorld) func(int) int32 {
	return func(i int) int32 { return int32(w.letter(i)) - 110 }
}

var extentKernels = []extentKernel{
	{name: "ExtentStrlen", fn: kernels.ExtentStrlen, size: 1, call: func(w *extentWorld, f any) func() string {
		p, _ := w.text(w.p, w.k, w.d)
		return func() string { return fmt.Sprint(f.(func(bytesPtr) int)(bytesPtr(p))) }
	}},
	{name: "ExtentStrlen16", fn: kernels.ExtentStrlen16, size: 2, call: func(w *extentWorld, f any) func() string {
		p, x := tail(w.p, w.k+1, w.d, func(int) uint16 { return 256 })
		x[w.k] = 0
		return func() string { return fmt.Sprint(f.(func(u16sPtr) int)(u16sPtr(p))) }
	}},
	{name: "ExtentStrlen32", fn: kernels.ExtentStrlen32, size: 4, call: func(w *extentWorld, f any) func() string {
		p, x := tail(w.p, w.k+1, w.d, i32s(w))
		x[w.k] = 0
		from := w.rng.IntN(w.k + 1)
		return func() string { return fmt.Sprint(f.(func(int32sPtr, int) int)(int32sPtr(p), from)) }
	}},
	{name: "ExtentStrlen64", fn: kernels.ExtentStrlen64, size: 8, call: func(w *extentWorld, f any) func() string {
		p, x := tail(w.p, w.k+1, w.d, func(int) uint64 { return 1 << 60 })
		x[w.k] = 0
		return func() string { return fmt.Sprint(f.(func(*[1 << 27]uint64) int)((*[1 << 27]uint64)(p))) }
	}},
	{name: "ExtentNaN", fn: kernels.ExtentNaN, size: 8, call: func(w *extentWorld, f any) func() string {
		p, x := tail(w.p, w.k+1, w.d, func(int) float64 { return 1.5 })
		var zero float64
		x[w.k] = zero / zero
		return func() string { return fmt.Sprint(f.(func(*[1 << 27]float64) int)((*[1 << 27]float64)(p))) }
	}},
	{name: "ExtentStrchr", fn: kernels.ExtentStrchr, size: 1, call: func(w *extentWorld, f any) func() string {
		p, x := w.text(w.p, w.k, w.d)
		if w.rng.IntN(2) == 0 {
			x[w.k] = 'Z'
		}
		return func() string { return fmt.Sprint(f.(func(bytesPtr, byte) int)(bytesPtr(p), 'Z')) }
	}},
	{name: "ExtentRawmemchr", fn: kernels.ExtentRawmemchr, size: 1, call: func(w *extentWorld, f any) func() string {
		p, x := w.text(w.p, w.k, w.d)
		n := w.k + 1
		if w.rng.IntN(2) == 0 {
			x[w.k] = 'Z'
			n += 1000
		}
		return func() string { return fmt.Sprint(f.(func(bytesPtr, byte, int) int)(bytesPtr(p), 'Z', n)) }
	}},
	{name: "ExtentStrcmp", fn: kernels.ExtentStrcmp, size: 1, call: func(w *extentWorld, f any) func() string {
		p, x := w.text(w.p, w.k, w.d)
		q, y := w.text(w.q, w.k, w.rng.IntN(3)*w.rng.IntN(200))
		copy(y, x)
		if w.rng.IntN(2) == 0 {
			x[w.k], y[w.k] = 'x', 'y'
		}
		return func() string { return fmt.Sprint(f.(func(p, q bytesPtr) int)(bytesPtr(p), bytesPtr(q))) }
	}},
	{name: "ExtentPrefix", fn: kernels.ExtentPrefix, size: 1, call: func(w *extentWorld, f any) func() string {
		p, x := w.text(w.p, w.k, w.d)
		n := w.k // of q nothing is read where p ends
		if w.rng.IntN(2) == 0 {
			x[w.k] = 'x'
			n++
		}
		q, y := tail(w.q, n, w.rng.IntN(3)*w.rng.IntN(200), w.letter)
		copy(y, x[:w.k])
		return func() string { return fmt.Sprint(f.(func(p, q bytesPtr) int)(bytesPtr(p), bytesPtr(q))) }
	}},
	{name: "ExtentMixed", fn: kernels.ExtentMixed, size: 4, call: func(w *extentWorld, f any) func() string {
		p, x := w.text(w.p, w.k, w.rng.IntN(3)*w.rng.IntN(200))
		q, y := tail(w.q, w.k+1, w.d, i32s(w))
		for i := range y {
			y[i] = int32(x[i])
		}
		if w.rng.IntN(2) == 0 {
			x[w.k] = 'x'
		}
		return func() string {
			return fmt.Sprint(f.(func(p bytesPtr, q int32sPtr) int)(bytesPtr(p), int32sPtr(q)))
		}
	}},
	{name: "ExtentWithSlice", fn: kernels.ExtentWithSlice, size: 1, call: func(w *extentWorld, f any) func() string {
		p, x := w.text(w.p, w.k, w.d)
		q, y := tail(w.q, w.k+1, 0, w.letter)
		copy(y, x)
		s := unsafe.Slice((*byte)(q), w.k+w.rng.IntN(2))
		return func() string { return fmt.Sprint(f.(func(bytesPtr, []byte) int)(bytesPtr(p), s)) }
	}},
	{name: "ExtentCount", fn: kernels.ExtentCount, size: 1, call: func(w *extentWorld, f any) func() string {
		p, _ := w.text(w.p, w.k, w.d)
		return func() string { return fmt.Sprint(f.(func(bytesPtr, byte) int)(bytesPtr(p), 'd')) }
	}},
	{name: "ExtentSum", fn: kernels.ExtentSum, size: 4, call: func(w *extentWorld, f any) func() string {
		p, x := tail(w.p, w.k+1, w.d, i32s(w))
		x[w.k] = 0
		return func() string { return fmt.Sprint(f.(func(int32sPtr) int32)(int32sPtr(p))) }
	}},
	{name: "ExtentMax", fn: kernels.ExtentMax, size: 2, call: func(w *extentWorld, f any) func() string {
		p, x := tail(w.p, w.k+1, w.d, func(i int) uint16 { return uint16(w.letter(i)) * 600 })
		x[w.k] = 0
		return func() string { return fmt.Sprint(f.(func(u16sPtr) uint16)(u16sPtr(p))) }
	}},
	{name: "ExtentStrcpy", fn: kernels.ExtentStrcpy, size: 1, call: func(w *extentWorld, f any) func() string {
		p, _ := w.text(w.p, w.k, w.d)
		q, _ := tail(w.q, w.k, 0, func(int) byte { return 1 })
		dst := unsafe.Slice((*byte)(q), max(0, w.k-max(0, w.rng.IntN(40)-30)))
		return func() (out string) {
			clear(dst)
			defer func() { out = fmt.Sprint(out, recover(), string(dst)) }()
			return fmt.Sprint(f.(func([]byte, bytesPtr) int)(dst, bytesPtr(p)))
		}
	}},
	{name: "ExtentStrncpy", fn: kernels.ExtentStrncpy, size: 1, call: func(w *extentWorld, f any) func() string {
		p, _ := w.text(w.p, w.k, w.d)
		q, _ := tail(w.q, w.k+1, 0, w.letter)
		dst := unsafe.Slice((*byte)(q), w.k+w.rng.IntN(2))
		return func() string {
			clear(dst)
			return fmt.Sprint(f.(func([]byte, bytesPtr) int)(dst, bytesPtr(p)), string(dst))
		}
	}},
	{name: "ExtentUpper", fn: kernels.ExtentUpper, size: 1, call: func(w *extentWorld, f any) func() string {
		p, x := w.text(w.p, w.k, w.d)
		all := unsafe.Slice((*byte)(p), w.k+1+w.d)
		_, was := x, strings.Clone(string(all))
		return func() string {
			copy(all, was)
			return fmt.Sprint(f.(func(bytesPtr) int)(bytesPtr(p)), string(all))
		}
	}},
	{name: "ExtentBack", fn: kernels.ExtentBack, size: 4, down: true, call: func(w *extentWorld, f any) func() string {
		x := unsafe.Slice((*int32)(unsafe.Pointer(&w.p.bytes[0])), len(w.p.bytes)/4)
		for i := range x {
			x[i] = 7
		}
		x[w.d] = 0 // the distance is from the start of the memory
		n := min(w.d+w.k, len(x)-1)
		return func() string { return fmt.Sprint(f.(func(int32sPtr, int) int)(int32sPtr(unsafe.Pointer(&x[0])), n)) }
	}},
	{name: "ExtentPair", fn: kernels.ExtentPair, size: 2, call: func(w *extentWorld, f any) func() string {
		p, x := tail(w.p, w.k+1, w.d, func(int) uint16 { return 256 })
		x[w.k] = 0
		return func() string { return fmt.Sprint(f.(func(u16sPtr) int)(u16sPtr(p))) }
	}},
	{name: "ExtentSlices", fn: kernels.ExtentSlices, size: 1, call: func(w *extentWorld, f any) func() string {
		p, _ := w.text(w.p, w.k, w.d)
		return func() string { return fmt.Sprint(f.(func(bytesPtr) int)(bytesPtr(p))) }
	}},
	{name: "ExtentFirst", fn: kernels.ExtentFirst, size: 1, call: func(w *extentWorld, f any) func() string {
		p, x := w.text(w.p, w.k, w.d)
		q, _ := tail(w.q, 1, 0, func(int) byte { return 'Q' })
		x[w.k] = 'Q'
		return func() string { return fmt.Sprint(f.(func(p, q bytesPtr) int)(bytesPtr(p), bytesPtr(q))) }
	}},
	{name: "ExtentCalls", fn: kernels.ExtentCalls, size: 1, call: func(w *extentWorld, f any) func() string {
		p, _ := w.text(w.p, w.k, w.d)
		return func() string { return fmt.Sprint(f.(func(bytesPtr) int)(bytesPtr(p))) }
	}},
	{name: "ExtentNested", fn: kernels.ExtentNested, size: 1, call: func(w *extentWorld, f any) func() string {
		p, _ := w.text(w.p, w.k, w.d)
		times := min(w.k+1, 3)
		return func() string { return fmt.Sprint(f.(func(bytesPtr, int) int)(bytesPtr(p), times)) }
	}},
	{name: "ExtentExact", fn: kernels.ExtentExact, size: 4, plain: true, call: func(w *extentWorld, f any) func() string {
		p, _ := tail(w.p, w.k, w.d, i32s(w))
		return func() string { return fmt.Sprint(f.(func(int32sPtr, int) int32)(int32sPtr(p), w.k)) }
	}},
	{name: "ExtentEven", fn: kernels.ExtentEven, dear: true, size: 8, plain: true,
		call: func(w *extentWorld, f any) func() string {
			p, _ := tail(w.p, max(0, 2*w.k-1), 0, i32s(w))
			return func() string { return fmt.Sprint(f.(func(int32sPtr, int) int32)(int32sPtr(p), w.k)) }
		}},
	{name: "ExtentFields", fn: kernels.ExtentFields, dear: true, size: 12, plain: true,
		call: func(w *extentWorld, f any) func() string {
			p, _ := tail(w.p, max(0, 12*w.k-4), 0, w.letter)
			y := make([]int32, w.k)
			return func() string {
				f.(func(*[1 << 20]kernels.ExtentRecord, []int32, int))((*[1 << 20]kernels.ExtentRecord)(p), y, w.k)
				return fmt.Sprint(y)
			}
		}},
	{name: "ExtentTable", fn: kernels.ExtentTable, size: 2, plain: true, call: func(w *extentWorld, f any) func() string {
		// The first and the last page of the table are there, and what the program asks for begins and ends at their
		// ends.
		page := unix.Getpagesize()
		hole := w.p.bytes[page : len(w.p.bytes)-page]
		base := unsafe.Pointer(&w.p.bytes[0])
		first, last := page/2, (len(w.p.bytes)-page)/2
		at, out := make([]int32, w.k), make([]uint16, w.k)
		for i := range at {
			at[i] = int32([]int{w.rng.IntN(first), first - 1, last, last + w.rng.IntN(first)}[w.rng.IntN(4)])
		}
		return func() string {
			unix.Mprotect(hole, unix.PROT_NONE)
			defer unix.Mprotect(hole, unix.PROT_READ|unix.PROT_WRITE)
			f.(func(u16sPtr, []int32, []uint16))(u16sPtr(base), at, out)
			return fmt.Sprint(out)
		}
	}},
	{name: "ExtentSometimes", fn: kernels.ExtentSometimes, size: 1, stays: "Speculation",
		call: func(w *extentWorld, f any) func() string {
			q := make([]byte, w.k+20)
			for i := range q {
				q[i] = byte(w.rng.IntN(30)/15) * byte(i&1)
			}
			q[w.k], q[w.k+1] = 1, 2
			p, _ := w.text(w.p, w.k, w.d)
			return func() string { return fmt.Sprint(f.(func(bytesPtr, []byte) int)(bytesPtr(p), q)) }
		}},
	{name: "ExtentEvenSentinel", fn: kernels.ExtentEvenSentinel, size: 2, strided: true,
		call: func(w *extentWorld, f any) func() string {
			k := w.k &^ 1
			p, x := tail(w.p, k+1, w.d, func(int) uint16 { return 256 })
			x[k] = 0
			return func() string { return fmt.Sprint(f.(func(u16sPtr) int)(u16sPtr(p))) }
		}},
	{name: "ExtentStride", fn: kernels.ExtentStride, size: 4, strided: true, call: func(w *extentWorld, f any) func() string {
		k := w.k | 1
		p, x := tail(w.p, k+1, w.d, i32s(w))
		x[k] = 0
		return func() string { return fmt.Sprint(f.(func(int32sPtr) int32)(int32sPtr(p))) }
	}},
	{name: "ExtentWide", fn: kernels.ExtentWide, size: 4, strided: true, dear: true,
		call: func(w *extentWorld, f any) func() string {
			k := w.k - w.k%11
			p, x := tail(w.p, k+1, w.d, i32s(w))
			x[k] = 0
			return func() string { return fmt.Sprint(f.(func(int32sPtr) int)(int32sPtr(p))) }
		}},
	{name: "ExtentWideDown", fn: kernels.ExtentWideDown, size: 4, strided: true, dear: true, down: true,
		call: func(w *extentWorld, f any) func() string {
			x := unsafe.Slice((*int32)(unsafe.Pointer(&w.p.bytes[0])), len(w.p.bytes)/4)
			for i := range x {
				x[i] = 7
			}
			x[w.d] = 0
			n := w.d + min(w.k, len(x)-1-w.d)/3*3
			return func() string { return fmt.Sprint(f.(func(int32sPtr, int) int)(int32sPtr(unsafe.Pointer(&x[0])), n)) }
		}},
	{name: "ExtentKeys", fn: kernels.ExtentKeys, size: 12, strided: true, dear: true,
		call: func(w *extentWorld, f any) func() string {
			p := w.points()
			return func() string { return fmt.Sprint(f.(func(*[1 << 26]kernels.ExtentPoint) int)(p)) }
		}},
	{name: "ExtentPoints", fn: kernels.ExtentPoints, size: 12, strided: true, dear: true,
		call: func(w *extentWorld, f any) func() string {
			p := w.points()
			return func() string { return fmt.Sprint(f.(func(*[1 << 26]kernels.ExtentPoint) float32)(p)) }
		}},
	{name: "ExtentRecords", fn: kernels.ExtentRecords, size: 12, strided: true, dear: true,
		call: func(w *extentWorld, f any) func() string {
			// Of the last struct, fields up to the one that ends the loop are there.
			p, x := tail(w.p, 3*w.k+2, w.d, func(i int) int32 { return int32(i) })
			x[3*w.k+1] = -1
			y := make([]int32, w.k+w.rng.IntN(100))
			return func() string {
				clear(y)
				r := f.(func(*[1 << 26]kernels.ExtentRecord, []int32) int)((*[1 << 26]kernels.ExtentRecord)(p), y)
				return fmt.Sprint(r, y)
			}
		}},
	{name: "ExtentAfter", fn: kernels.ExtentAfter, size: 4, plain: true, call: func(w *extentWorld, f any) func() string {
		p, _ := tail(w.p, w.k, 0, i32s(w))
		q := make([]int32, w.k+w.rng.IntN(100))
		for i := range q {
			q[i] = int32(i - w.k)
		}
		return func() string { return fmt.Sprint(f.(func(int32sPtr, []int32) int32)(int32sPtr(p), q)) }
	}},
}

// extentVariants are the directives in front of the loops.
var extentVariants = []struct {
	directive string
	strategy  string
	step      int
}{
	{"vectorize.enable vectorize.width=8 interleave.count=1 vectorize.exits=page_pair", "page_pair", 8},
	{"vectorize.enable vectorize.width=8 interleave.count=1 vectorize.exits=page_predicate", "page_predicate", 8},
	{"vectorize.enable vectorize.width=8 interleave.count=1 vectorize.exits=page_align", "page_align", 8},
	{"vectorize.enable vectorize.width=8 interleave.count=4 vectorize.exits=page_predicate", "page_predicate", 32},
	{"vectorize.enable vectorize.width=16 interleave.count=2 vectorize.exits=page_align", "page_align", 32},
	{"vectorize.enable vectorize.width=8 interleave.count=2 vectorize.exits=clamp", "page_pair", 16},
	{"vectorize.enable vectorize.width=8 interleave.count=2 vectorize.exits=load_predicate", "page_predicate", 16},
	{"", "", 128},
}

func TestExtent(t *testing.T) {
	for i := range extentKernels {
		k := &extentKernels[i]
		t.Run(k.name, func(t *testing.T) {
			e2e.Parallel(t)
			for _, isa := range append(e2e.ISAs(), e2e.Interpreter) {
				for _, v := range extentVariants {
					text := e2e.DirectedAt(e2e.Directed(kernels.ExtentKernelsText, v.directive), v.directive, 2)
					k.check(t, isa, text, v.strategy, v.step)
				}
			}
		})
	}
}

// check compares one way to compile the kernel with the Go compiler's.
func (k *extentKernel) check(t *testing.T, isa, text, strategy string, step int) {
	c := e2e.Try(t, k.fn, text, k.name, runtime.Options{ISA: isa, Tune: "generic"})
	if isa != e2e.Interpreter {
		k.remarked(t, isa, strategy, c.Kern)
	}
	w := &extentWorld{p: newSpace(t), q: newSpace(t), rng: rand.New(rand.NewPCG(uint64(len(k.name)), uint64(k.size)))}
	calls := 0
	try := func(n, d int) {
		w.k, w.d = n, d
		if (n+d+2)*k.size > len(w.p.bytes) {
			return
		}
		calls++
		seed := w.rng.Uint64()
		var out [2]string
		for j, f := range []any{k.fn, c.Fn()} {
			w.rng = rand.New(rand.NewPCG(seed, 1))
			run := k.call(w, f)
			if sealed := calls%16 == 0 && !k.down && k.name != "ExtentTable"; sealed && j == 1 {
				w.p.seal(unsafe.Pointer(&w.p.bytes[len(w.p.bytes)-min(len(w.p.bytes), (n+1+d)*k.size)]))
			}
			out[j] = run()
			w.p.unseal()
		}
		if out[0] != out[1] {
			t.Fatalf("%s, %q: k=%d d=%d: got %q, want %q\nplans: %v", isa, strategy, n, d, out[1], out[0], c.Plans)
		}
	}
	page := 4096 / k.size
	if testing.Short() || isa == e2e.Interpreter || step > 8 {
		sample := 400
		if testing.Short() {
			sample = 100
		}
		for range sample {
			try(w.rng.IntN(3*step+2), w.rng.IntN(3*step+2))
		}
		for range sample / 6 {
			try(w.rng.IntN(3*page), w.rng.IntN(3*step))
		}
		return
	}
	for d := range 3*step + 2 {
		for n := range 3*step + 2 {
			try(n, d)
		}
		for n := page - d - step; n < page-d+2*step; n++ {
			try(n, d)
			if d%4 == 0 {
				try(n+page, d)
			}
		}
	}
}

// remarked says what the remarks must say.
func (k *extentKernel) remarked(t *testing.T, isa, strategy string, kern *runtime.Kernel) {
	var said []string
	for _, r := range kern.Remarks() {
		said = append(said, r.String())
	}
	all := strings.Join(said, "\n")
	if k.stays != "" {
		if !strings.Contains(all, "vectorize:"+k.stays) {
			t.Errorf("%s: expected %s: %s", isa, k.stays, all)
		}
		return
	}
	if k.dear && isa != "avx512" && strategy == "" && strings.Contains(all, "vectorize:NotProfitable") {
		return
	}
	if strategy == "page_predicate" && k.down || k.strided {
		strategy = "" // lanes below a page's end are not masked
	}
	if !strings.Contains(all, "loop vectorized") || !k.plain && !strings.Contains(all, "exits="+strategy) {
		t.Errorf("%s, %q: %s", isa, strategy, all)
	}
	if k.plain && strings.Contains(strings.ReplaceAll(all, "vectorize.exits=", ""), "exits=page") {
		t.Errorf("%s: pages for what the program reads in any case: %s", isa, all)
	}
}

// TestExtentMisaligned has elements that lie in two pages, which no array that Go makes does: both are the program's.
func TestExtentMisaligned(t *testing.T) {
	for _, isa := range e2e.ISAs() {
		for _, v := range extentVariants {
			text := e2e.Directed(kernels.ExtentKernelsText, v.directive)
			kern, err := runtime.Compile(reflect.TypeOf(kernels.ExtentSum), text, "ExtentSum",
				runtime.Options{ISA: isa, Tune: "generic", FPWritten: true})
			if err != nil || kern.Err() != nil {
				t.Fatal(err, kern.Err())
			}
			fn := kern.Func().Interface().(func(int32sPtr) int32)
			s := newSpace(t)
			for off := range 4 {
				for n := 1; n < len(s.bytes)/4-1; n += 1 + n/40 {
					for i := range s.bytes {
						s.bytes[i] = 1
					}
					p := unsafe.Pointer(&s.bytes[len(s.bytes)-off-4*n])
					clear(unsafe.Slice((*byte)(unsafe.Add(p, 4*n-4)), 4))
					if got, want := fn(int32sPtr(p)), kernels.ExtentSum(int32sPtr(p)); got != want {
						t.Fatalf("%s, %q: %d elements, %d bytes off: %d, want %d", isa, v.directive, n, off, got, want)
					}
				}
			}
		}
	}
}
