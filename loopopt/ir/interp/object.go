package interp

import (
	"fmt"
	"unsafe"

	"hotloop/loopopt/ir"
)

// object is a local or a table: memory of the kernel's own.
type object struct {
	name string
	off  int    // of a local: in machine.frame, whose first byte counts as aligned
	size int    // bytes
	data []byte // of a table; nil if it is a local
}

// objectGap is the space around locals: who leaves one a little does not land in the next.
const objectGap = 64

// noData is where tables without contents are.
var noData [1]byte

// placeObjects lays out the locals of a run and remembers the tables.
func (c *compiler) placeObjects() {
	at := objectGap
	for _, l := range c.f.Locals {
		at = (at + l.Align - 1) &^ (l.Align - 1)
		c.objects = append(c.objects, object{name: l.Name, off: at, size: l.Size})
		at += l.Size + objectGap
	}
	if len(c.f.Locals) > 0 {
		c.Program.frame = at + ir.MaxLocalAlign // the machine aligns the whole
	}
	for _, t := range c.f.Tables {
		data := t.Data
		if len(data) == 0 {
			data = noData[:]
		}
		c.objects = append(c.objects, object{name: t.Name, size: len(t.Data), data: data})
	}
}

// makeObjects gives a machine memory for the locals. It lies on the heap, where nothing moves.
func (m *machine) makeObjects(p *Program) {
	if len(p.objects) == 0 {
		return
	}
	if p.frame > 0 {
		buf := make([]byte, p.frame)
		skip := -int(uintptr(unsafe.Pointer(&buf[0]))) & (ir.MaxLocalAlign - 1)
		m.frame = buf[skip:]
	}
	for i := range p.objects {
		o := &p.objects[i]
		what := "local"
		if o.data != nil {
			what = "table"
		}
		m.own = append(m.own, Region{Addr: uintptr(m.addressOf(o)), Size: uintptr(o.size), ReadOnly: o.data != nil,
			Name: fmt.Sprintf("%s %s", what, o.name)})
	}
}

func (m *machine) addressOf(o *object) uint64 {
	if o.data != nil {
		return uint64(uintptr(unsafe.Pointer(&o.data[0])))
	}
	return uint64(uintptr(unsafe.Pointer(&m.frame[o.off])))
}

// fillJunk makes the bytes of locals what they are before they are stored: anything, but the same in every run. Neither
// zeros nor small numbers, so that a program which reads them does not get away with it.
func fillJunk(b []byte) {
	for i := range b {
		b[i] = 0xa5 ^ byte(i*29)
	}
}
