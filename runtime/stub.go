package runtime

import (
	"encoding/binary"
	goruntime "runtime"
	"slices"
	"sync"
	"unsafe"
	"weak"
)

// A stub is a function in machine code that moves the words of a signature between registers and a block. It is called
// with the block in a register that is free in Go's calling convention, and changes only what it says: stubWriter has
// the instructions of an architecture.

// targetEntry is where a target has the kernel's address, and closureTarget where a closure has its target.
const (
	targetEntry   = 0
	closureTarget = 8
)

var (
	_ [targetEntry]struct{}   = [unsafe.Offsetof(target{}.entry)]struct{}{}
	_ [closureTarget]struct{} = [unsafe.Offsetof(closure{}.to)]struct{}{}
)

// smallText is the stub that stores the arguments in the block of enterSmall and goes on to the kernel.
func smallText(s *signature) ([]byte, error) {
	w := newStub(smallFrame + argsAt - smallBlock)
	for _, m := range s.in {
		w.store(m)
	}
	for _, f := range s.fetches {
		w.fetch(f, f.slot)
	}
	w.enter()
	return w.finish()
}

// wideText is the stub that stores the arguments in the block of enterWide, and in its frame's area the pointers among them.
func wideText(s *signature) ([]byte, error) {
	const area = wideArea - wideBlock
	w := newStub(wideFrame + argsAt - wideBlock)
	first := area + uintptr(1+len(s.pointers))*wordSize // behind the closure, which enterWide stores
	w.clear(first, area+widePointers*wordSize)
	at := uintptr(area)
	for _, m := range s.in {
		w.store(m)
		if slices.Contains(s.pointers, m.slot) {
			at += wordSize
			m.slot = at
			w.store(m)
		}
	}
	for _, f := range s.fetches {
		w.fetch(f, f.slot)
		if slices.Contains(s.pointers, f.slot) {
			at += wordSize
			w.fetch(f, at)
		}
	}
	w.ret()
	return w.finish()
}

// resultText is the stub that loads the results from the block of enterWide.
func resultText(s *signature) ([]byte, error) {
	w := newStub(wideFrame + argsAt - wideBlock)
	for _, m := range s.out {
		w.load(m)
	}
	w.ret()
	return w.finish()
}

// A stubKind says what a stub does.
type stubKind struct {
	name byte
	text func(*signature) ([]byte, error)
}

var (
	smallStub  = stubKind{'s', smallText}
	wideStub   = stubKind{'w', wideText}
	resultStub = stubKind{'r', resultText}
)

// stubs are those in use, by their text, and by what they were made for: to write a stub takes longer than all else that
// is done to link a kernel.
var stubs = struct {
	sync.Mutex
	loaded, made map[string]weak.Pointer[Code]
}{loaded: map[string]weak.Pointer[Code]{}, made: map[string]weak.Pointer[Code]{}}

// shape is all that the text of the stub depends on.
func (s *signature) shape(b []byte, kind stubKind) []byte {
	moves := s.in
	if kind.name == resultStub.name {
		moves = s.out
	}
	b = binary.AppendUvarint(append(b, kind.name), uint64(len(moves)))
	for i := range moves {
		m := &moves[i]
		float := uint64(0)
		if m.float {
			float = 1
		}
		for _, n := range [...]uint64{uint64(m.slot), float, uint64(int64(m.reg)), uint64(m.stack), uint64(m.size)} {
			b = binary.AppendUvarint(b, n)
		}
	}
	for _, f := range s.fetches {
		for _, n := range [...]uintptr{f.pointer, f.slot, f.off, f.size} {
			b = binary.AppendUvarint(b, uint64(n))
		}
	}
	b = append(b, kind.name)
	for _, p := range s.pointers {
		b = binary.AppendUvarint(b, uint64(p))
	}
	return b
}

// stubOf is the stub of that kind for a signature.
func stubOf(kind stubKind, s *signature) (*Code, error) {
	var onStack [256]byte
	shape := s.shape(onStack[:0], kind)
	stubs.Lock()
	c := stubs.made[string(shape)].Value()
	stubs.Unlock()
	if c != nil {
		return c, nil
	}
	text, err := kind.text(s)
	if err != nil {
		return nil, err
	}
	if c, err = loadStub(text); err == nil {
		remember(stubs.made, string(shape), c)
	}
	return c, err
}

// loadStub returns the stub with this text, which all that need it share.
func loadStub(text []byte) (*Code, error) {
	key := string(text)
	stubs.Lock()
	c := stubs.loaded[key].Value()
	stubs.Unlock()
	if c != nil {
		return c, nil
	}
	c, err := Load("stub", text, Frame256)
	if err != nil {
		return nil, err
	}
	return remember(stubs.loaded, key, c), nil
}

// remember enters a stub in one of the maps, unless there is one already, and answers with that which is there.
func remember(m map[string]weak.Pointer[Code], key string, c *Code) *Code {
	stubs.Lock()
	defer stubs.Unlock()
	if first := m[key].Value(); first != nil {
		return first
	}
	m[key] = weak.Make(c)
	goruntime.AddCleanup(c, func(key string) { forgetStub(m, key) }, key)
	return c
}

// forgetStub is called when a stub's memory is about to be freed.
func forgetStub(m map[string]weak.Pointer[Code], key string) {
	stubs.Lock()
	defer stubs.Unlock()
	if m[key].Value() == nil {
		delete(m, key)
	}
}
