package interp

import (
	"fmt"
	"unsafe"

	"hotloop/loopopt/ir"
)

// at converts an address to a pointer just before the access. Registers hold plain words, which the garbage
// collector does not follow. The argument block keeps the arrays alive, and they are on the heap, where objects
// do not move.
func at(a uint64) unsafe.Pointer {
	u := uintptr(a)
	return *(*unsafe.Pointer)(unsafe.Pointer(&u))
}

func load1(a uint64) uint64 { return uint64(*(*uint8)(at(a))) }
func load2(a uint64) uint64 { return uint64(*(*uint16)(at(a))) }
func load4(a uint64) uint64 { return uint64(*(*uint32)(at(a))) }
func load8(a uint64) uint64 { return *(*uint64)(at(a)) }

func store1(a, x uint64) { *(*uint8)(at(a)) = uint8(x) }
func store2(a, x uint64) { *(*uint16)(at(a)) = uint16(x) }
func store4(a, x uint64) { *(*uint32)(at(a)) = uint32(x) }
func store8(a, x uint64) { *(*uint64)(at(a)) = x }

// load reads a lane of kind e.
func load(e ir.Elem, a uint64) uint64 {
	switch e.Size() {
	case 1:
		if e == ir.Bool {
			return truth(load1(a) != 0)
		}
		return load1(a)
	case 2:
		return load2(a)
	case 4:
		return load4(a)
	}
	return load8(a)
}

// store writes a lane of kind e.
func store(e ir.Elem, a, x uint64) {
	switch e.Size() {
	case 1:
		store1(a, x)
	case 2:
		store2(a, x)
	case 4:
		store4(a, x)
	default:
		store8(a, x)
	}
}

// memory executes loads and stores that are not plain scalars.
func (m *machine) memory(p *Program, in *inst) error {
	r := m.regs
	n := int32(in.lanes)
	size := uint64(in.elem.Size())
	write := in.code == opStore || in.code == opMaskedStore || in.code == opScatter
	masked := in.code != opLoad && in.code != opStore && in.code != opLoadBool
	indexed := in.code == opGather || in.code == opScatter
	first := uint64(0)
	if !indexed {
		first = in.at(r)
	}
	if m.watched && !masked && m.outside(in, first, size*uint64(n), write) {
		return m.stray(p, in, first, size*uint64(n))
	}
	for i := range n {
		a := first + uint64(i)*size
		if masked {
			if r[in.d+i] == 0 {
				if !write {
					r[in.dst+i] = 0
				}
				continue
			}
			if indexed {
				a = r[in.a] + uint64(ir.SignExtend(in.arg, r[in.b+i]))*in.scale + in.off
			}
			if m.watched && m.outside(in, a, size, write) {
				return m.stray(p, in, a, size)
			}
		}
		if write {
			store(in.elem, a, r[in.c+i])
			if p.storesHeaders {
				m.noteStore(in, a, r[in.c+i])
			}
		} else {
			r[in.dst+i] = load(in.elem, a)
		}
	}
	return nil
}

// structures executes accesses to members of structures. The whole structures must be accessible, since
// generated code may touch them.
func (m *machine) structures(p *Program, in *inst) error {
	r := m.regs
	size := uint64(in.elem.Size())
	factor, member := uint64(len(in.members)), uint64(0)
	write := in.code == opStoreInterleaved
	if !write {
		f, k := ir.MemberOf(in.n)
		factor, member = uint64(f), uint64(k)
	}
	first := in.at(r)
	if all := size * factor * uint64(in.lanes); m.watched && m.outside(in, first, all, write) {
		return m.stray(p, in, first, all)
	}
	if !write {
		for i := range int32(in.lanes) {
			r[in.dst+i] = load(in.elem, first+(uint64(i)*factor+member)*size)
		}
		return nil
	}
	for k, from := range in.members {
		for i := range int32(in.lanes) {
			store(in.elem, first+(uint64(i)*factor+uint64(k))*size, r[from+i])
		}
	}
	return nil
}

// outside reports whether an access leaves the regions.
func (m *machine) outside(in *inst, addr, size uint64, write bool) bool {
	if m.OnAccess != nil {
		m.OnAccess(in.v, uintptr(addr), int(size), write)
	}
	if m.Regions == nil {
		return false
	}
	within := func(g *Region) bool {
		from, n := uint64(g.Addr), uint64(g.Size)
		if g.Pages && !write && n > 0 && !m.NoPages {
			end := (from + n + ir.PageSize - 1) &^ (ir.PageSize - 1)
			from &^= ir.PageSize - 1
			n = end - from
		}
		off := addr - from // wraps to a large number below the region
		return off < n && size <= n-off && !(write && g.ReadOnly)
	}
	if m.last < len(m.Regions) && within(&m.Regions[m.last]) {
		return false
	}
	for i := range m.Regions {
		if within(&m.Regions[i]) {
			m.last = i
			return false
		}
	}
	for i := range m.own {
		if within(&m.own[i]) {
			return false
		}
	}
	for i := range m.made {
		if within(&m.made[i]) {
			return false
		}
	}
	return true
}

// stray returns an error for an access outside the regions; it locates the access relative to the nearest
// region.
func (m *machine) stray(p *Program, in *inst, addr, size uint64) error {
	what := "reads"
	if in.v.Op.Is(ir.FlagWrites) {
		what = "writes"
	}
	near := ""
	best := ^uint64(0)
	for _, g := range append(m.own[:len(m.own):len(m.own)], m.Regions...) {
		from, to := uint64(g.Addr), uint64(g.Addr)+uint64(g.Size)
		d := uint64(0)
		switch {
		case addr < from:
			d = from - addr
		case addr >= to:
			d = addr - to
		}
		if d < best {
			best = d
			near = fmt.Sprintf("at byte %d of %s, which has %d", int64(addr-from), g.Name, g.Size)
			if d == 0 && g.ReadOnly {
				near += " and is read-only"
			}
		}
	}
	return fmt.Errorf("interp: %s: %s %s %d bytes outside the arguments, %s", p.name, in.v.LongString(), what, size,
		near)
}

// param reads a parameter, or a part of one, from the argument block.
func (m *machine) param(in *inst) {
	a := unsafe.Add(m.block, in.n)
	var x uint64
	switch in.elem.Size() {
	case 1:
		x = uint64(*(*uint8)(a))
		if in.elem == ir.Bool {
			x = truth(x != 0)
		}
	case 2:
		x = uint64(*(*uint16)(a))
	case 4:
		x = uint64(*(*uint32)(a))
	default:
		x = *(*uint64)(a)
	}
	m.regs[in.dst] = x
}

// result writes a result to the argument block with its exact width, since adjacent bytes may be other results.
func (m *machine) result(in *inst) {
	a := unsafe.Add(m.block, in.n)
	x := m.regs[in.a]
	switch in.elem.Size() {
	case 1:
		*(*uint8)(a) = uint8(x)
	case 2:
		*(*uint16)(a) = uint16(x)
	case 4:
		*(*uint32)(a) = uint32(x)
	default:
		*(*uint64)(a) = x
	}
}
