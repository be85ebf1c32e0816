package interp

import (
	"fmt"
	"unsafe"

	"hotloop/loopopt/ir"
)

// object is a local or a table: memory that belongs to the kernel.
type object struct {
	name string
	off  int    // of a local: offset in machine.frame, whose first byte is aligned
	size int    // bytes
	data []byte // of a table; nil if it is a local
}

// objectGap is the space around locals, so that a slightly stray access does not hit the next local.
const objectGap = 64

// noData is the address of empty tables.
var noData [1]byte

// placeObjects lays out the locals of a run and collects the tables.
func (c *compiler) placeObjects() {
	at := objectGap
	for _, l := range c.f.Locals {
		at = (at + l.Align - 1) &^ (l.Align - 1)
		c.objects = append(c.objects, object{name: l.Name, off: at, size: l.Size})
		at += l.Size + objectGap
	}
	if len(c.f.Locals) > 0 {
		c.Program.frame = at + ir.MaxLocalAlign // the machine aligns the whole frame
	}
	for _, t := range c.f.Tables {
		data := t.Data
		if len(data) == 0 {
			data = noData[:]
		}
		c.objects = append(c.objects, object{name: t.Name, size: len(t.Data), data: data})
	}
}

// makeObjects allocates memory for the locals on the heap, where objects do not move.
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

// fillJunk fills locals with arbitrary bytes that are the same in every run. They are neither zeros nor small
// numbers, so that reading a byte before it is stored is likely to be noticed.
func fillJunk(b []byte) {
	for i := range b {
		b[i] = 0xa5 ^ byte(i*29)
	}
}
