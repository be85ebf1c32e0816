//go:build amd64 || arm64

// Package gdbjit tells gdb and lldb of kernels: with
//
//	import _ "hotloop/gdbjit"
//
// a backtrace goes through kernels by name, and break points can be set on them. It defines the two C symbols of
// GDB's JIT interface (GDB manual, "JIT Compilation Interface"), which a process can have only once: hence a package
// of its own, for programs that want it.
package gdbjit

import (
	"sync"
	"unsafe"

	"hotloop/runtime"
)

// descriptor is struct jit_descriptor of the interface, entry struct jit_code_entry.
type descriptor struct {
	version  uint32
	action   uint32
	relevant *entry
	first    *entry
}

type entry struct {
	next, prev *entry
	symfile    *byte
	size       uint64
}

// Actions of a descriptor.
const (
	none       = 0
	register   = 1
	unregister = 2
)

// jit is the list that the debugger reads. Its entries live as long as Go can see them: the descriptor, which is made
// in assembly, does not count for the collector, so roots holds what it points to. Heap objects do not move.
var jit struct {
	sync.Mutex
	roots map[*entry][]byte
}

// listed returns the descriptor, which the debugger finds by its C name.
func listed() *descriptor

// tell calls the function at which the debugger has its break point.
func tell()

func init() {
	jit.roots = map[*entry][]byte{}
	runtime.Observe(loaded)
}

func loaded(l *runtime.Loaded) (freed func()) {
	image := object(l)
	e := &entry{symfile: unsafe.SliceData(image), size: uint64(len(image))}
	jit.Lock()
	defer jit.Unlock()
	jit.roots[e] = image
	d := listed()
	if e.next = d.first; e.next != nil {
		e.next.prev = e
	}
	d.first, d.relevant, d.action = e, e, register
	tell()
	d.relevant, d.action = nil, none
	return func() { gone(e) }
}

func gone(e *entry) {
	jit.Lock()
	defer jit.Unlock()
	d := listed()
	if e.prev != nil {
		e.prev.next = e.next
	} else {
		d.first = e.next
	}
	if e.next != nil {
		e.next.prev = e.prev
	}
	d.relevant, d.action = e, unregister
	tell()
	d.relevant, d.action = nil, none
	delete(jit.roots, e)
}
