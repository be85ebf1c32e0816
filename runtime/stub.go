package runtime

import (
	goruntime "runtime"
	"slices"
	"sync"
	"unsafe"
	"weak"
)

// A stub is a machine-code function that moves the words of a signature between registers and a block. It is
// called with the block in a register that Go's calling convention leaves free. It modifies only what it loads,
// and a scratch register. stubWriter emits the instructions of an architecture.

// targetEntry is the offset of the kernel's address in a target, and closureTarget the offset of the target in a
// closure.
const (
	targetEntry   = 0
	closureTarget = 8
)

var (
	_ [targetEntry]struct{}   = [unsafe.Offsetof(target{}.entry)]struct{}{}
	_ [closureTarget]struct{} = [unsafe.Offsetof(closure{}.to)]struct{}{}
)

// smallStubs returns the stubs of enterSmall. One stores the arguments in the block and enters the kernel. The
// other, if needed, loads the results.
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

// resultStub returns the stub that loads the results. args is the distance from the block to the stack arguments.
func resultStub(s *signature, args uintptr) ([]byte, error) {
	w := newStub(args)
	for _, m := range s.out {
		w.load(m)
	}
	w.ret()
	return w.finish()
}

// wideStubs returns the stubs of enterWide. One stores the arguments in the block, and the pointers among them in
// the frame's pointer area too. The other loads the results.
func wideStubs(s *signature) (stubs [2][]byte, err error) {
	const (
		area = wideArea - wideBlock
		args = wideFrame + argsAt - wideBlock
	)
	w := newStub(args)
	first := area + uintptr(1+len(s.pointers))*wordSize // after the closure, which enterWide stores
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

// stubs holds the stubs in use, by text.
var stubs = struct {
	sync.Mutex
	loaded map[string]weak.Pointer[Code]
}{loaded: map[string]weak.Pointer[Code]{}}

// loadStub returns the stub with the given text. Equal stubs are shared.
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
