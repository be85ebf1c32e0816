package runtime

import (
	"reflect"
	goruntime "runtime"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"
)

// An adapter turns a typed Go call into a call of machine code. It stores the arguments in an argument block on
// the stack and loads the results from it. In Go's calling convention, arguments are words and floats in registers
// or on the stack; their types do not matter. So adapters are not written in Go: the func value of a kernel points
// to one of a few assembly functions, and to a closure that holds everything else. Only
// the set of registers and their slots depend on the signature. Stubs move the values between them, one store or
// load per word. Stubs are machine code too, and are shared by all kernels with the same moves.
//
// The collector does not see pointers in the argument block. That is safe while the goroutine does not stop.
// Before it stops, the pointers are copied to where the collector sees them. The stack may move then, but the
// memory that argument pointers refer to does not: arguments of a func value escape, because the compiler cannot
// see the callee. So the memory of slices is on the heap while a kernel keeps addresses across a yield.

// Func returns a func value of type F that calls c. F must be the type that the code's layout was computed for
// (LayoutOfFunc).
func Func[F any](c *Code) (F, error) { return Bind[F](c, nil) }

// Bind is like Func, with a Control: cancelling ctl ends the calls of the func value.
func Bind[F any](c *Code, ctl *Control) (f F, err error) {
	v, err := Adapt(reflect.TypeFor[F](), c, ctl)
	if err == nil {
		f = v.Interface().(F)
	}
	return f, err
}

// Adapt returns a func value of type t that calls c with ctl, which may be nil. It returns an error if a kernel
// cannot have type t.
func Adapt(t reflect.Type, c *Code, ctl *Control) (reflect.Value, error) {
	f, err := c.closure(t)
	if err != nil {
		return reflect.Value{}, err
	}
	f.ctl = ctl
	v, _ := f.value(t)
	return v, nil
}

// value returns a copy of c as a func value of type t, the type c was made for, and that copy.
func (c closure) value(t reflect.Type) (reflect.Value, *closure) {
	if c.run == 0 {
		slow := c
		return slowAdapter(t, &slow), &slow
	}
	x := &struct { // a func variable and its closure, in one allocation
		f *closure
		c closure
	}{c: c}
	x.f = &x.c
	return reflect.NewAt(t, unsafe.Pointer(&x.f)).Elem(), x.f
}

// IsFast reports whether calls of type t take nanoseconds and do not allocate. Other types have more words or
// pointers than the frames of enterLarge and its trampolines hold; their calls go through package reflect.
func IsFast(t reflect.Type) bool {
	ps, err := (*parts)(nil).of(t)
	return err == nil && ps.fast(ps.layout().Size)
}

// signature describes a func type for adapters.
type signature struct {
	layout   Layout
	in, out  []move
	fetches  []fetch
	pointers []uintptr // slots of the parameters that are pointers
	lengths  []uintptr // slots of the lengths of the parameters that are slices and strings
	ints     uintptr   // offset in the block of the integer results
	floats   uintptr   // offset in the block of the floating-point results
}

// signatureOf returns the signature of type t. If ps is not nil, the parameters and results are split into those
// parts. It returns an error if a kernel cannot have type t.
func signatureOf(t reflect.Type, ps *parts) (s signature, err error) {
	if ps, err = ps.of(t); err != nil {
		return s, err
	}
	s.layout = ps.layout()
	s.pointers = ps.pointers(s.layout.Params)
	s.lengths = ps.lengths(s.layout.Params)
	in, stack := assign(t.NumIn(), t.In, 0)
	s.in = moves(ps.params, s.layout.Params, in)
	s.fetches = fetches(ps.params, s.layout.Params)
	out, _ := assign(t.NumOut(), t.Out, stack)
	s.out = moves(ps.results, s.layout.Results, out)
	s.ints = HeaderSize
	for i := range ps.params {
		p := &ps.params[i]
		if p.outside() {
			continue
		}
		s.ints += classWords[p.class] * wordSize
	}
	s.floats = s.layout.Size - max(uintptr(count(ps.results, ClassFloat)), resultSlots(ps.results))*wordSize
	return s, nil
}

// wordSet is a set of the first 64 words of a block, one bit per word.
type wordSet uint64

func wordAt(off uintptr) wordSet { return 1 << (off / wordSize) }

// has reports whether the word at off is in the set. A shift beyond the set's bits yields false.
func (s wordSet) has(off uintptr) bool { return s&wordAt(off) != 0 }

// restrict removes the parameter words that the code does not read, unless they are pointers to parts that it
// reads.
func (s *signature) restrict(unread wordSet) {
	if unread == 0 {
		return
	}
	for _, f := range slices.Backward(s.fetches) {
		if !unread.has(f.slot) {
			unread &^= wordAt(f.pointer)
		}
	}
	s.fetches = slices.DeleteFunc(s.fetches, func(f fetch) bool { return unread.has(f.slot) })
	s.in = slices.DeleteFunc(s.in, func(m move) bool { return unread.has(m.slot) })
	s.pointers = slices.DeleteFunc(s.pointers, unread.has)
	s.lengths = slices.DeleteFunc(s.lengths, unread.has)
}

// fits reports whether s fits in a frame with space for the block and for the pointers, one of which is the
// closure.
func (s *signature) fits(block uintptr, pointers int) bool {
	return s.layout.Size <= block && len(s.pointers) < pointers
}

// Numbers of registers of results that enterSmall and enterMany load without a stub.
const (
	fewInts, fewFloats   = 3, 3
	manyInts, manyFloats = 9, 5
)

// atMost reports whether all results are in the first registers of either kind.
func (s *signature) atMost(ints, floats int) bool {
	return !slices.ContainsFunc(s.out, func(m move) bool {
		return m.reg == onStack || !m.float && m.reg >= ints || m.float && m.reg >= floats
	})
}

// largeFrameLayout describes the frame of a trampoline of enterLarge.
type largeFrameLayout struct {
	spill              Frame // the largest spill area
	block, area, frame uintptr
	pointers           int // words of the area
}

var largeFrames = [...]largeFrameLayout{
	{Frame1K, largeBlock, largeArea, largeFrame, largePointers},
	{Frame64K, hugeBlock, hugeArea, hugeFrame, hugePointers},
}

// pointersIn returns the pointers among arguments.
func (s *signature) pointersIn(list []move) []move {
	set := make(map[uintptr]bool, len(s.pointers))
	for _, slot := range s.pointers {
		set[slot] = true
	}
	return slices.DeleteFunc(slices.Clone(list), func(m move) bool { return !set[m.slot] })
}

// large returns the index of the smallest trampoline of enterLarge with space for s and for the frame, or -1. The
// pointers among the arguments must fit in the frame of enterLarge. Those that the fill stub fetches need not.
func (s *signature) large(frame Frame) int {
	if len(s.pointersIn(s.in)) >= savedPointers {
		return -1
	}
	return slices.IndexFunc(largeFrames[:], func(f largeFrameLayout) bool {
		return frame <= f.spill && s.fits(f.area-f.block, f.pointers)
	})
}

// entryPath selects the assembly function that calls enter through.
type entryPath uint8

const (
	slowPath  entryPath = iota // none: package reflect
	smallPath                  // enterSmall
	widePath                   // enterWide
	manyPath                   // enterMany
	largePath                  // enterLarge and the first of its trampolines
	hugePath                   // enterLarge and the second

	numPaths = iota
)

// linkage describes how calls of one type reach the code of a kernel. It contains no addresses, so it is valid in
// any process.
type linkage struct {
	way          entryPath
	ints, floats uintptr          // see target
	pointers     []uintptr        // see target
	lengths      []uintptr        // see target
	stubs        [numStubs][]byte // text of the stubs; nil if not needed
}

// linkage returns how calls reach code that runs with the given frame.
func (s *signature) linkage(frame Frame) (l linkage, err error) {
	switch {
	case frame == Frame256 && s.fits(smallArea-smallBlock, smallPointers):
		l = linkage{way: smallPath, ints: s.ints, floats: s.floats, pointers: s.pointers, lengths: s.lengths}
		if !s.atMost(fewInts, fewFloats) && s.atMost(manyInts, manyFloats) {
			l.way = manyPath
		}
		l.stubs, err = smallStubs(s)
	case s.fits(wideArea-wideBlock, widePointers):
		l.way, l.lengths = widePath, s.lengths
		l.stubs, err = wideStubs(s)
	default:
		if i := s.large(frame); i >= 0 {
			l.way, l.pointers = largePath+entryPath(i), s.pointers
			l.stubs, err = largeStubs(s, &largeFrames[i])
		} else {
			l.lengths = s.lengths
		}
	}
	return l, err
}

// closure returns the closure of func values of type t that call c.
func (c *Code) closure(t reflect.Type) (f closure, err error) {
	l, err := c.linkageFor(t)
	if err != nil {
		return f, err
	}
	return c.link(l)
}

// linkageKey is everything a linkage depends on, for kernels whose parts are the parameters and results of their
// type.
type linkageKey struct {
	t      reflect.Type
	frame  Frame
	unread wordSet
}

// linkages caches linkages. A program has few kernel types; programs that compile many kernels, such as query
// expressions, have many of one type.
var linkages struct {
	sync.Mutex
	made map[linkageKey]*linkage
}

// mostLinkages bounds the cache, for programs that create types at run time.
const mostLinkages = 1 << 10

// linkageFor returns how calls of type t reach c.
func (c *Code) linkageFor(t reflect.Type) (*linkage, error) {
	key, whole := linkageKey{t, c.frame, c.unread}, c.parts == nil || c.whole
	if whole {
		linkages.Lock()
		l := linkages.made[key]
		linkages.Unlock()
		if l != nil {
			return l, nil
		}
	}
	s, err := signatureOf(t, c.parts)
	if err != nil {
		return nil, err
	}
	s.restrict(c.unread)
	l, err := s.linkage(c.frame)
	if err == nil && whole {
		linkages.Lock()
		defer linkages.Unlock()
		if len(linkages.made) >= mostLinkages || linkages.made == nil {
			linkages.made = map[linkageKey]*linkage{}
		}
		linkages.made[key] = &l
	}
	return &l, err
}

// link returns the closure of func values that reach c by l.
func (c *Code) link(l *linkage) (f closure, err error) {
	to := c.plain
	f.to = &to
	to.ints, to.floats, to.pointers, to.lengths = l.ints, l.floats, l.pointers, l.lengths
	switch e := entryPoints(); l.way {
	case smallPath:
		f.run, to.area = e.small, smallArea-smallBlock
	case manyPath:
		f.run, to.area = e.many, smallArea-smallBlock
	case widePath:
		f.run, to.area = e.wide, wideArea-wideBlock
	case largePath, hugePath:
		x := &largeFrames[l.way-largePath]
		f.run, to.area, to.frame = e.large, x.area-x.block, e.larges[l.way-largePath]
	}
	for i, at := range []*uintptr{&to.store, &to.load, &to.fill, &to.drain} {
		if l.stubs[i] == nil {
			continue
		}
		if to.stubs[i], err = loadStub(l.stubs[i]); err != nil {
			return f, err
		}
		*at = to.stubs[i].Entry()
	}
	c.linked = l
	return f, nil
}

// slowAdapter serves signatures too large for enterLarge through package reflect, at about 1 µs and a few
// allocations per call.
func slowAdapter(t reflect.Type, to *closure) reflect.Value {
	return viaBlock(t, to.to.code.parts, to.recv, func(h *Header) {
		h.to = to
		counting, began := atomic.LoadUintptr(&to.run), ticks()
		if s := call(h.pointer()); s != StatusDone {
			fail(h, s)
		}
		switch counting {
		case reflectTimed:
			to.to.count(h, began)
		case reflectTallied:
			atomic.AddUint64(&to.to.counts.tally, 1)
		}
	})
}

// keepAlive keeps a block and the objects it refers to alive.
func keepAlive(block reflect.Value) { goruntime.KeepAlive(block) }
