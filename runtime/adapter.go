package runtime

import (
	"reflect"
	goruntime "runtime"
	"slices"
	"sync"
	"unsafe"
)

// An adapter turns a typed Go call into a call of machine code: it stores the arguments in an argument block on the
// stack, and loads the results from there. Go's calling convention leaves nothing of the types but words and floats in
// registers, and on the stack what has no register. So there are no adapters in Go: the func value of a kernel leads to
// one of two assembly functions, enterSmall and enterWide, and to a closure, from which they take all else. What depends
// on the signature are the registers to store and the slots to store them in. That is done by stubs, a store for each
// word, which are machine code too and shared by all kernels that need the same.
//
// The pointers that are stored so are not where the collector sees them. That is no harm as long as the goroutine does
// not stop. When it is about to, they are copied to where it does. The stack may move then, but what pointers of
// arguments point to does not: the arguments of a func value escape, because the compiler cannot see the callee, hence
// the memory of slices is on the heap while a kernel holds addresses across a yield.

// Func returns a func value of type F that calls c. F must be what the code
// was laid out for by LayoutOfFunc.
func Func[F any](c *Code) (F, error) { return Bind[F](c, nil) }

// Bind is Func with a Control: its calls end when ctl is cancelled.
func Bind[F any](c *Code, ctl *Control) (f F, err error) {
	v, err := Adapt(reflect.TypeFor[F](), c, ctl)
	if err == nil {
		f = v.Interface().(F)
	}
	return f, err
}

// Adapt returns a func value of type t that calls c with ctl, which may be
// nil. It is an error if no kernel can have that type.
func Adapt(t reflect.Type, c *Code, ctl *Control) (reflect.Value, error) {
	f, err := c.closure(t)
	if err != nil {
		return reflect.Value{}, err
	}
	f.ctl = ctl
	return f.value(t), nil
}

// value returns c as a func value of the type that it was made for.
func (c closure) value(t reflect.Type) reflect.Value {
	if c.run == 0 {
		slow := c
		return slowAdapter(t, &slow)
	}
	x := &struct { // a func variable and what it points to, in one piece of memory
		f *closure
		c closure
	}{c: c}
	x.f = &x.c
	return reflect.NewAt(t, unsafe.Pointer(&x.f)).Elem()
}

// IsFast tells whether calls of type t take nanoseconds and do not allocate. Others go through package reflect: they
// have more words or pointers than the frame of enterWide holds.
func IsFast(t reflect.Type) bool {
	ps, err := (*parts)(nil).of(t)
	return err == nil && ps.fast(ps.layout().Size)
}

// signature is what adapters must know of a func type.
type signature struct {
	layout   Layout
	in, out  []move
	fetches  []fetch
	pointers []uintptr // slots of the parameters that hold some
	ints     uintptr   // where the results that are not floats are in the block
	floats   uintptr   // and those that are
}

// signatureOf is what adapters must know of type t, with parameters and results in parts if ps is not nil. It is an error
// if no kernel can have that type.
func signatureOf(t reflect.Type, ps *parts) (s signature, err error) {
	if ps, err = ps.of(t); err != nil {
		return s, err
	}
	s.layout = ps.layout()
	s.pointers = ps.pointers(s.layout.Params)
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

// wordSet are words of a block, by their place in it. Larger blocks than it has bits are left to package reflect.
type wordSet uint64

var _ [wideArea - wideBlock]struct{} = [wordSize * 64]struct{}{}

func wordAt(off uintptr) wordSet { return 1 << (off / wordSize) }

// has says whether a word is in the set. What no set holds is not.
func (s wordSet) has(off uintptr) bool { return s&wordAt(off) != 0 }

// restrict leaves out the parameters' words that the code does not read, and that do not lead to such as it reads.
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
}

// fits tells whether a frame with room for a block and pointers, of which the closure is one, does.
func (s *signature) fits(block uintptr, pointers int) bool {
	return s.layout.Size <= block && len(s.pointers) < pointers
}

// few tells whether enterSmall loads the results by itself: the first three registers of either kind.
func (s *signature) few() bool {
	return !slices.ContainsFunc(s.out, func(m move) bool { return m.reg == onStack || m.reg > 2 })
}

// entryWay is the assembly function that calls go through.
type entryWay uint8

const (
	slowWay  entryWay = iota // none: package reflect
	smallWay                 // enterSmall
	wideWay                  // enterWide
)

// linkage is what leads calls of one type to the code of a kernel, without the addresses that they have in a process.
type linkage struct {
	way          entryWay
	ints, floats uintptr   // see target
	pointers     []uintptr // the same
	stubs        [2][]byte // the text of the stubs that store and load; nil if there is none
}

// linkage says how calls get to code that runs with such a frame.
func (s *signature) linkage(frame Frame) (l linkage, err error) {
	switch {
	case frame == Frame256 && s.fits(smallArea-smallBlock, smallPointers):
		l = linkage{way: smallWay, ints: s.ints, floats: s.floats, pointers: s.pointers}
		l.stubs, err = smallStubs(s)
	case s.fits(wideArea-wideBlock, widePointers):
		l.way = wideWay
		l.stubs, err = wideStubs(s)
	}
	return l, err
}

// closure makes what func values of type t point to.
func (c *Code) closure(t reflect.Type) (f closure, err error) {
	l, err := c.linkageFor(t)
	if err != nil {
		return f, err
	}
	return c.link(l)
}

// linkageKey is all that a linkage depends on, of kernels whose parts are the parameters and results of their type.
type linkageKey struct {
	t      reflect.Type
	frame  Frame
	unread wordSet
}

// linkages are those that kernels have. Programs have few types of kernels, and those that compile many, expressions of
// queries say, have many of one type.
var linkages struct {
	sync.Mutex
	made map[linkageKey]*linkage
}

// mostLinkages bounds what is kept, for programs that make types.
const mostLinkages = 1 << 10

// linkageFor is how calls of type t get to c.
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

// link makes what func values point to whose calls get to c in this way.
func (c *Code) link(l *linkage) (f closure, err error) {
	to := c.plain
	f.to = &to
	switch l.way {
	case smallWay:
		f.run, to.ints, to.floats, to.pointers = entryPoints().small, l.ints, l.floats, l.pointers
	case wideWay:
		f.run = entryPoints().wide
	}
	for i, at := range []*uintptr{&to.store, &to.load} {
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

// slowAdapter serves signatures too large for enterWide by package reflect, in a microsecond and with a few allocations.
func slowAdapter(t reflect.Type, to *closure) reflect.Value {
	return viaBlock(t, to.to.code.parts, to.recv, func(h *Header) {
		h.to = to
		if s := call(h.pointer()); s != StatusDone {
			fail(h, s)
		}
	})
}

// keepAlive keeps a block alive, and what it refers to.
func keepAlive(block reflect.Value) { goruntime.KeepAlive(block) }
