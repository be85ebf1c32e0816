package runtime

import (
	goruntime "runtime"
	"slices"
	"sync"
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

// numStubs is the number of stubs of a linkage: store, load, fill and drain; see target.
const numStubs = 4

// smallStubs returns the stubs of enterSmall and enterMany. One stores the arguments in the block and enters the
// kernel. The other, if needed, loads the results.
func smallStubs(s *signature) (stubs [numStubs][]byte, err error) {
	const args = smallFrame + argsAt - smallBlock
	w := newStub(0, args)
	w.storeAll(s.in)
	w.fetchAll(s.fetches)
	w.enter()
	if stubs[0], err = w.finish(); err == nil && !s.atMost(fewInts, fewFloats) && !s.atMost(manyInts, manyFloats) {
		stubs[1], err = resultStub(s.out, 0, args)
	}
	return stubs, err
}

// storeAll stores words in the block. Two adjacent words on the stack are stored as one pair.
func (w stubWriter) storeAll(list []move) {
	for len(list) > 0 {
		m := list[0]
		list = list[1:]
		if m.reg == onStack && m.size == wordSize && len(list) > 0 && list[0] == m.next() {
			w.pair(m)
			list = list[1:]
		} else {
			w.store(m)
		}
	}
}

// next returns the move of the word after m, if it is on the stack too.
func (m move) next() move {
	m.slot += wordSize
	m.stack += wordSize
	return m
}

// fetchAll loads the words behind pointers, which are in the block.
func (w stubWriter) fetchAll(list []fetch) {
	for _, f := range list {
		w.fetch(f, f.slot)
	}
}

// resultStub returns a stub that loads results. from and args are as in newStub.
func resultStub(list []move, from, args uintptr) ([]byte, error) {
	w := newStub(from, args)
	for _, m := range list {
		w.load(m)
	}
	w.ret()
	return w.finish()
}

// wideStubs returns the stubs of enterWide. One stores the arguments in the block, and the pointers among them in
// the frame's pointer area too. The other loads the results.
func wideStubs(s *signature) (stubs [numStubs][]byte, err error) {
	const (
		area = wideArea - wideBlock
		args = wideFrame + argsAt - wideBlock
	)
	w := newStub(0, args)
	first := area + uintptr(1+len(s.pointers))*wordSize // after the closure, which enterWide stores
	w.clear(first, area+widePointers*wordSize)
	w.storeAll(s.in)
	at := w.storePointers(s.pointersIn(s.in), area)
	for _, f := range s.fetches {
		w.fetch(f, f.slot)
		if slices.Contains(s.pointers, f.slot) {
			at += wordSize
			w.fetch(f, at)
		}
	}
	w.ret()
	if stubs[0], err = w.finish(); err == nil {
		stubs[1], err = resultStub(s.out, 0, args)
	}
	return stubs, err
}

// storePointers stores pointers after the first word of the pointer area, and returns the offset of the last.
func (w stubWriter) storePointers(list []move, area uintptr) (last uintptr) {
	for _, m := range list {
		area += wordSize
		m.slot = area
		w.store(m)
	}
	return area
}

// largeStubs returns the stubs of enterLarge and of its trampoline with the given frame. The first saves the
// arguments in registers in the block of enterLarge, and the pointers among all arguments in its pointer area. The
// second loads the results that are in registers from that block. The others copy between that block and the stack
// arguments on the one side and the trampoline's block on the other.
func largeStubs(s *signature, f *largeFrameLayout) (stubs [numStubs][]byte, err error) {
	const (
		area = savedArea - wideBlock
		args = wideFrame + argsAt - wideBlock
	)
	save := newStub(0, args)
	save.clear(area+wordSize, area+savedPointers*wordSize)
	fill := newStub(f.frame+argsAt+wideBlock-f.block, args)
	var copies []move
	for _, m := range s.in {
		slot := m.slot
		if m.reg != onStack {
			m.slot = m.saved()
			save.store(m)
			m = move{reg: onStack, stack: m.slot - args, size: wordSize}
		}
		m.slot = slot
		copies = append(copies, m)
	}
	save.storePointers(s.pointersIn(s.in), area)
	save.ret()
	if stubs[0], err = save.finish(); err != nil {
		return stubs, err
	}
	var loads, drains []move
	for _, m := range s.out {
		slot := m.slot
		if m.reg != onStack {
			m.slot = m.saved()
			loads = append(loads, m)
			m = move{reg: onStack, stack: m.slot - args, size: wordSize}
		}
		m.slot = slot
		drains = append(drains, m)
	}
	if stubs[1], err = resultStub(loads, 0, args); err != nil {
		return stubs, err
	}
	fill.storeAll(copies)
	fill.fetchAll(s.fetches)
	fill.ret()
	if stubs[2], err = fill.finish(); err == nil {
		stubs[3], err = resultStub(drains, f.frame+argsAt+wideBlock-f.block, args)
	}
	return stubs, err
}

// saved returns the offset of the register's word in the block of enterLarge.
func (m move) saved() uintptr {
	if m.float {
		return HeaderSize + uintptr(intRegisters+m.reg)*wordSize
	}
	return HeaderSize + uintptr(m.reg)*wordSize
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
