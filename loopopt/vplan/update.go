package vplan

import (
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// Update is a change of an element that every iteration picks: a load, an operation with something else, a store to the same
// place. It belongs to the store.
type Update struct {
	Load, Op *ir.Value
	With     *ir.Value // what the operation combines with the element
	At       int       // which argument of Op is the element
	// Copies is the number of copies that the table has, Apart the bytes from one to the next: a lane may change its element in
	// any of them, all of which are combined later. 0 if there is but the table.
	Copies int
	Apart  int32
}

// copyOf is where the copy of the table lies that a lane works on, in bytes from the first: lanes take turns, so that those with
// the same element need not wait for each other's store.
func (u *Update) copyOf(lane int) int32 {
	if u.Copies < 2 {
		return 0
	}
	return int32(lane%u.Copies) * u.Apart
}

// updateLanes does part p of the updates that belong to scatter r, lane by lane: each sees what those before it have stored. So
// there are no conflicts to be looked for, which costs more than it brings: with VPCONFLICTD, a gather and a scatter counting
// 16 bytes takes 29 cycles on Zen 5 (by the tables 33 on Golden Cove), scalar code 13, or 64 where all bytes are the same.
func (x *exec) updateLanes(r *Recipe, p int, u *Update) *ir.Value {
	var w *ir.Value
	if !r.Args[0].IsUniform() {
		w = x.vec(r.Args[0], p)
	}
	index := x.indices(r.Args[1], p)
	var st *ir.Value
	for lane := range x.st.VF {
		i := x.cur.New(ir.OpExtract, index.Type.Scalar(), index.Pos, index)
		i.AuxInt = int64(lane)
		if i.Type != ir.TI64 {
			i = x.cur.New(ir.OpSExt, ir.TI64, index.Pos, i)
		}
		old := x.cur.New(ir.OpLoad, u.Load.Type, u.Load.Pos, r.Access.Base, i)
		old.Scale, old.Off = u.Load.Scale, u.Load.Off+u.copyOf(lane)
		with := w
		if w == nil {
			with = x.scalarOf(r.Args[0])
		} else {
			with = x.cur.New(ir.OpExtract, u.Op.Type, u.Op.Pos, w)
			with.AuxInt = int64(lane)
		}
		args := [2]*ir.Value{old, with}
		if u.At == 1 {
			args = [2]*ir.Value{with, old}
		}
		v := x.cur.New(u.Op.Op, u.Op.Type, u.Op.Pos, args[0], args[1])
		v.FP, v.AuxInt = u.Op.FP, u.Op.AuxInt
		st = x.cur.New(ir.OpStore, ir.TVoid, r.V.Pos, r.Access.Base, i, v)
		st.Scale, st.Off = r.V.Scale, r.V.Off+u.copyOf(lane)
	}
	return st
}

// updates prices scatter r of an update.
func (c *coster) updates(r *Recipe, u *Update) {
	t := u.Op.Type
	one := c.t.MemoryCost(tti.Access{Type: t}).Plus(c.t.MemoryCost(tti.Access{Type: t, Store: true})).Plus(c.t.Cost(u.Op.Op, t, t))
	one = one.Plus(c.t.Cost(ir.OpExtract, ir.TI64, ir.Vec(ir.I32, c.vf)))
	if !r.Args[0].IsUniform() {
		one = one.Plus(c.t.Cost(ir.OpExtract, t, ir.Vec(t.Elem, c.vf)))
	}
	all := one.Times(c.vf)
	c.add(r, all)
	c.lanes += float64(all.Uops)
}
