package scalar

import "hotloop/loopopt/ir"

// inliner copies the bodies of functions into f. Each function has arguments and one result.
type inliner struct {
	f     *ir.Func
	lanes int // for each lane of the body
	pos   ir.Pos
	args  []*ir.Value

	values []*ir.Value // by ID in the body
	blocks []*ir.Block // by ID in the body
}

// straight appends a body of one block to b, widened to x.lanes, and returns the result.
func (x *inliner) straight(b *ir.Block, body *ir.Func) *ir.Value {
	x.values = make([]*ir.Value, body.NumValues())
	for _, v := range body.Entry().Values {
		if v.Op == ir.OpRet {
			return x.values[v.Args[0].ID]
		}
		w, fresh := x.make(b, body, v)
		x.values[v.ID] = w
		if !fresh {
			continue
		}
		for _, a := range v.Args {
			w.AddArg(x.values[a.ID])
		}
		if w.Op == ir.OpGather {
			w.AddArg(x.f.ConstBool(ir.Mask(x.lanes), true))
		}
	}
	x.f.Fatalf("expandmath: %s does not return", body.Name)
	return nil
}

// make copies v to the end of b, without its arguments, and sets fresh. If f already has such a value, it returns that.
func (x *inliner) make(b *ir.Block, body *ir.Func, v *ir.Value) (w *ir.Value, fresh bool) {
	t := v.Type
	if t.Elem != ir.Ptr && t.Elem != ir.Void {
		t = t.WithLanes(x.lanes)
	}
	switch v.Op {
	case ir.OpConst:
		return x.f.Const(t, uint64(v.AuxInt)), false
	case ir.OpArg:
		return x.args[v.AuxInt], false
	case ir.OpTablePtr:
		return x.f.Arg(ir.OpTablePtr, x.f.NewTable(*body.Tables[v.AuxInt])), false
	case ir.OpLocalPtr:
		x.f.Fatalf("expandmath: %s has a local array", body.Name)
	}
	op := v.Op
	if op == ir.OpLoad && x.lanes > 1 {
		op = ir.OpGather // from a table
	}
	w = b.New(op, t, x.pos)
	w.FP, w.AuxInt, w.Aux, w.Scale, w.Off = v.FP, v.AuxInt, v.Aux, v.Scale, v.Off
	return w, true
}

// call appends a copy of a body of any shape to b, one lane for each lane of the body. It returns the result and the
// block where control continues.
func (x *inliner) call(b *ir.Block, body *ir.Func) (*ir.Value, *ir.Block) {
	x.values = make([]*ir.Value, body.NumValues())
	x.blocks = make([]*ir.Block, body.NumBlocks())
	fresh := make([]bool, body.NumValues())
	end := x.f.NewBlock("math.done")
	for i, from := range body.Blocks {
		to := b
		if i > 0 {
			to = x.f.NewBlock("math.slow")
		}
		x.blocks[from.ID] = to
		if from.Loop != nil {
			to.Loop = &ir.LoopMD{Attrs: from.Loop.Attrs}
		}
		for _, v := range from.Walk() {
			if v.Op == ir.OpRet {
				continue
			}
			w, isNew := x.make(to, body, v)
			x.values[v.ID] = w
			if isNew {
				fresh[v.ID] = true
			}
		}
	}
	var results []*ir.Value
	for _, from := range body.Blocks {
		to := x.blocks[from.ID]
		to.Likely = from.Likely
		for _, v := range from.Walk() {
			if !fresh[v.ID] {
				continue
			}
			for _, a := range v.Args {
				x.values[v.ID].AddArg(x.values[a.ID])
			}
		}
		switch from.Kind {
		case ir.BlockRet:
			results = append(results, x.values[from.Control.Args[0].ID])
			to.SetJump(end)
		case ir.BlockIf:
			to.Kind = ir.BlockIf
			to.SetControl(x.values[from.Control.ID])
		}
		for _, s := range from.Succs {
			to.AddSucc(x.blocks[s.ID])
		}
		for _, p := range from.Preds {
			to.AddPred(x.blocks[p.ID])
		}
	}
	// b's own predecessors stay: a body's entry has none.
	if len(results) == 1 {
		return results[0], end
	}
	phi := end.NewPhi(results[0].Type, x.pos)
	phi.AddArgs(results...)
	return phi, end
}
