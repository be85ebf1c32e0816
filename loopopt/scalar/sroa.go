package scalar

import (
	"cmp"
	"slices"

	"hotloop/loopopt/ir"
)

// SROA promotes the elements of local arrays and structs to values: scalar replacement of aggregates.
//
// Before:
//
//	var t [2]float32
//	t[0] = x[i]; if c { t[1] = t[0] }; y[i] = t[0] + t[1]
//
// After:
//
//	t0 := x[i]; t1 := 0; if c { t1 = t0 }; y[i] = t0 + t1
//
// Stores to a local that nothing loads from are removed, whatever their places.
//
// Legal if all accesses are at constant places, overlapping ones have the same type and place, and the address has no
// other use.
// Pays always: memory becomes a register, and other passes need not consider dependences through it.
// Reads nothing; leaves nothing.
// Remarks: none.
func SROA(f *ir.Func) bool {
	if len(f.Locals) == 0 {
		return false
	}
	f.RemoveUnreachable()
	s := &Scalarizer{F: f, At: map[*ir.Value]Place{}, Locals: make([]LocalUse, len(f.Locals))}
	s.Collect()
	changed := false
	for i := range s.Locals {
		l := &s.Locals[i]
		switch {
		case l.Escapes || len(l.Accesses) == 0:
		case !l.Loads:
			for _, v := range l.Accesses {
				v.Block.Remove(v)
			}
			changed = true
		case l.Constant && s.partition(l):
			s.promote(l)
			changed = true
		}
	}
	if changed {
		f.ElimCopies()
		f.RemoveDead()
	}
	return changed
}

type Scalarizer struct {
	F      *ir.Func
	At     map[*ir.Value]Place // pointers into locals
	Locals []LocalUse
}

// Place is the place a pointer into a local points to, or that a memory operation accesses.
type Place struct {
	local int64
	off   int64
	known bool
}

// LocalUse describes the uses of a local.
type LocalUse struct {
	Accesses []*ir.Value // in reverse postorder of blocks
	vars     []*variable // by place
	Loads    bool
	Escapes  bool // its address has uses other than accesses
	Constant bool // all accesses are plain loads and stores at constant places
}

// variable is a place of a local that becomes a value.
type variable struct {
	off  int64
	t    ir.Type
	end  []*ir.Value // by block ID: the value at its end, where the block stores it
	in   []*ir.Value // by block ID: the value at its start, where needed
	phis []*ir.Value
}

// Collect finds all uses of the locals' addresses.
func (s *Scalarizer) Collect() {
	for i := range s.Locals {
		s.Locals[i].Constant = true
	}
	for v := range ir.Values(s.F.ReversePostorder()) {
		if v.Op == ir.OpLocalPtr {
			s.At[v] = Place{local: v.AuxInt, known: true}
			continue
		}
		for k, a := range v.Args {
			if a.Type != ir.TPtr {
				continue
			}
			p, ok := s.At[a]
			if !ok {
				if v.Op == ir.OpPhi {
					s.escapeRoot(a) // defined on a back edge
				}
				continue
			}
			s.use(v, k, p)
		}
	}
}

func (s *Scalarizer) escapeRoot(p *ir.Value) {
	if r := p.Root(); r.Op == ir.OpLocalPtr {
		s.Locals[r.AuxInt].Escapes = true
	}
}

// use records that argument k of v points to p.
func (s *Scalarizer) use(v *ir.Value, k int, p Place) {
	l := &s.Locals[p.local]
	if k != 0 || !v.Op.IsMemory() && v.Op != ir.OpPtrAdd {
		l.Escapes = true
		return
	}
	q := p.plus(v)
	switch {
	case v.Op == ir.OpPtrAdd:
		s.At[v] = q
		return
	case v.Op == ir.OpLoad, v.Op == ir.OpStore:
		l.Constant = l.Constant && q.known
	default:
		l.Constant = false
	}
	l.Loads = l.Loads || v.Op.HasAny(ir.FlagReads)
	l.Accesses = append(l.Accesses, v)
}

// plus returns p moved by the index, scale and offset of v.
func (p Place) plus(v *ir.Value) Place {
	if !v.Args[1].IsConst() || v.Args[1].Type != ir.TI64 {
		p.known = false
		return p
	}
	p.off += v.Args[1].Int()*int64(v.Scale) + int64(v.Off)
	return p
}

// placeOf returns the constant place that v accesses.
func (s *Scalarizer) placeOf(v *ir.Value) Place { return s.At[v.Args[0]].plus(v) }

// partition divides the local into variables, and reports whether its accesses permit that.
func (s *Scalarizer) partition(l *LocalUse) bool {
	for _, v := range l.Accesses {
		off, t := s.placeOf(v).off, v.AccessType()
		i, found := l.find(off)
		switch {
		case !found:
			l.vars = slices.Insert(l.vars, i, &variable{off: off, t: t})
		case l.vars[i].t != t:
			return false
		}
	}
	for i := 1; i < len(l.vars); i++ {
		if p := l.vars[i-1]; p.off+int64(p.t.Size()) > l.vars[i].off {
			return false
		}
	}
	return true
}

// find returns the index of the variable at off, or where to insert it.
func (l *LocalUse) find(off int64) (int, bool) {
	return slices.BinarySearchFunc(l.vars, off, func(x *variable, off int64) int { return cmp.Compare(x.off, off) })
}

// promote replaces loads by the stored values, and removes the stores.
func (s *Scalarizer) promote(l *LocalUse) {
	n := s.F.NumBlocks()
	for _, x := range l.vars {
		x.end, x.in = make([]*ir.Value, n), make([]*ir.Value, n)
	}
	for _, v := range l.Accesses {
		i, _ := l.find(s.placeOf(v).off)
		x, b := l.vars[i], v.Block
		if v.Op == ir.OpStore {
			x.end[b.ID] = v.StoredValue()
			continue
		}
		w := x.end[b.ID]
		if w == nil {
			w = s.atStart(x, b)
		}
		v.CopyOf(w)
	}
	for _, v := range l.Accesses {
		if v.Op == ir.OpStore {
			v.Block.Remove(v)
		}
	}
	for _, x := range l.vars {
		for i := 0; i < len(x.phis); i++ { // filling one may make others
			for _, p := range x.phis[i].Block.Preds {
				x.phis[i].AddArg(s.atEnd(x, p))
			}
		}
		for again := true; again; {
			again = false
			for _, phi := range x.phis {
				if phi.Op != ir.OpPhi {
					continue
				}
				phi.ResolveCopies()
				if v := samePhi(phi); v != nil {
					phi.CopyOf(v)
					again = true
				}
			}
		}
	}
}

// atEnd returns the value of x at the end of b.
func (s *Scalarizer) atEnd(x *variable, b *ir.Block) *ir.Value {
	if v := x.end[b.ID]; v != nil {
		return v
	}
	return s.atStart(x, b)
}

// atStart returns the value of x at the start of b: the predecessor's, or a phi if there are several. The arguments of
// phis are added when all stores are known. A place that was never stored to is undefined; its value is zero.
func (s *Scalarizer) atStart(x *variable, b *ir.Block) *ir.Value {
	var passed []*ir.Block
	var v *ir.Value
	for v == nil {
		switch {
		case x.in[b.ID] != nil:
			v = x.in[b.ID]
		case len(b.Preds) == 0:
			v = s.F.Const(x.t, 0)
		case len(b.Preds) == 1:
			passed = append(passed, b)
			b = b.Preds[0]
			v = x.end[b.ID]
		default:
			v = b.NewPhi(x.t, 0)
			x.in[b.ID] = v
			x.phis = append(x.phis, v)
		}
	}
	for _, p := range passed {
		x.in[p.ID] = v
	}
	return v
}
