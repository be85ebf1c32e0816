package runtime

import (
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

// smallStubs are those of enterSmall: one stores the arguments in its block and goes on to the kernel, the other, if it is
// needed, loads the results.
func smallStubs(s *signature) (stubs [2][]byte, err error) {
	const args = smallFrame + argsAt - smallBlock
	w := newStub(args)
	for _, m := range s.in {
		w.store(m)
	}
	for _, f := range s.fetches {
		w.fetch(f, f.slot)
	}
	w.enter()
	if stubs[0], err = w.finish(); err == nil && !s.few() {
		stubs[1], err = resultStub(s, args)
	}
	return stubs, err
}

// resultStub loads the results from a block so far in front of the arguments on the stack.
func resultStub(s *signature, args uintptr) ([]byte, error) {
	w := newStub(args)
	for _, m := range s.out {
		w.load(m)
	}
	w.ret()
	return w.finish()
}

// wideStubs are those of enterWide: one stores the arguments in its block, and in its frame's area the pointers among
// them, the other loads the results.
func wideStubs(s *signature) (stubs [2][]byte, err error) {
	const (
		area = wideArea - wideBlock
		args = wideFrame + argsAt - wideBlock
	)
	w := newStub(args)
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
	if stubs[0], err = w.finish(); err == nil {
		stubs[1], err = resultStub(s, args)
	}
	return stubs, err
}

// stubs are those in use, by their text.
var stubs = struct {
	sync.Mutex
	loaded map[string]weak.Pointer[Code]
}{loaded: map[string]weak.Pointer[Code]{}}

// loadStub returns the stub with this text, which all that need it share.
func loadStub(text []byte) (*Code, error) {
	stubs.Lock()
	c := stubs.loaded[string(text)].Value()
	stubs.Unlock()
	if c != nil {
		return c, nil
	}
	c, err := Load("stub", text, Frame256)
	if err != nil {
		return nil, err
	}
	key := string(text)
	stubs.Lock()
	defer stubs.Unlock()
	if first := stubs.loaded[key].Value(); first != nil {
		return first, nil
	}
	stubs.loaded[key] = weak.Make(c)
	goruntime.AddCleanup(c, forgetStub, key)
	return c, nil
}

// forgetStub is called when a stub's memory is about to be freed.
func forgetStub(key string) {
	stubs.Lock()
	defer stubs.Unlock()
	if stubs.loaded[key].Value() == nil {
		delete(stubs.loaded, key)
	}
}
