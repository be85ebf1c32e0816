//go:build linux && (amd64 || arm64)

// Package gdbjit registers kernels with gdb and lldb. With
//
//	import _ "hotloop/gdbjit"
//
// backtraces show kernels by name, and breakpoints can be set on them. The package defines the two C symbols of
// GDB's JIT interface (GDB manual, "JIT Compilation Interface"). A process can define them only once, so they are
// in a package that programs import only if they want it.
package gdbjit

import (
	"sync"
	"unsafe"

	"hotloop/runtime"
)

// descriptor is struct jit_descriptor of the interface, and entry is struct jit_code_entry.
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

// jit is the list that the debugger reads. The collector does not scan the descriptor, which is defined in
// assembly, so roots keeps the entries and images alive. Heap objects do not move.
var jit struct {
	sync.Mutex
	roots map[*entry][]byte
}

// listed returns the descriptor, which the debugger finds by its C name.
func listed() *descriptor

// tell calls the function on which the debugger has a breakpoint.
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
