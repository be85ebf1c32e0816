package config

import "hotloop/loopopt/ir"

// The knob plant=NAME makes a pass wrong on purpose: behind the pass of the pipeline, or the transformation of the
// driver, one value that it made (or, if it only moved things, any) gets swapped operands, another operation or another
// constant, or a store is dropped. The tests of those who look for miscompiles plant one in every pass, and must find
// it there.
//
// plant=starts makes the mistake of a transformation that takes two carried values with one next value for the same:
// behind the driver, those of a loop all have the start of the first of them.
//
// Only what flows into stores and results is changed, nothing that an address, a branch or a check depends on, so
// that planted code ends and stays inside its memory.

// planting is the state of the knob around one pass.
type planting struct {
	on     bool
	starts bool  // see shareStarts
	from   ir.ID // values from here on are the pass's
}

func (k *Knobs) Planting(f *ir.Func, name string) planting {
	starts := k.Plant == "starts" && name == "driver"
	return planting{starts || k.Plant == name && k.Plant != "", starts, ir.ID(f.NumValues())}
}

// Spoil changes something in f, chosen by the seed.
func (p planting) Spoil(f *ir.Func, seed int64) {
	if !p.on {
		return
	}
	needed := steering(f)
	if p.starts {
		shareStarts(f, needed)
		return
	}
	var old, made []*ir.Value
	for v := range ir.Values(f.Blocks) {
		if needed[v.ID] || !spoilable(v) {
			continue
		}
		if v.ID >= p.from {
			made = append(made, v)
		} else {
			old = append(old, v)
		}
	}
	if len(made) == 0 {
		made = old
	}
	if len(made) > 0 {
		spoilValue(f, made[int(uint64(seed)%uint64(len(made)))])
	}
}

// shareStarts gives the phis of loops that share a next value the start of the first of them.
func shareStarts(f *ir.Func, needed []bool) {
	for _, b := range f.Blocks {
		if b.Loop == nil || len(b.Preds) != 2 {
			continue
		}
		for i, phi := range b.Phis() {
			for _, first := range b.Phis()[:i] {
				for entry := range phi.Args {
					if !needed[phi.ID] && first.Type == phi.Type && first.Args[1-entry] == phi.Args[1-entry] {
						phi.SetArg(entry, first.Args[entry])
					}
				}
			}
		}
	}
}

// PlantIn does the same for a stage behind the optimizer: what that is given is spoiled, so that the optimizer's result
// is right and the machine code is not.
func PlantIn(f *ir.Func, k *Knobs, stage string) {
	if k.Plant == stage {
		k.Planting(f, stage).Spoil(f, k.Seed)
	}
}

// steering marks by ID what addresses, masks, branches, checks and divisors are computed from.
func steering(f *ir.Func) []bool {
	needed := make([]bool, f.NumValues())
	var work []*ir.Value
	need := func(v *ir.Value) {
		if v != nil && !needed[v.ID] {
			needed[v.ID] = true
			work = append(work, v)
		}
	}
	for _, b := range f.Blocks {
		if b.Kind != ir.BlockRet {
			need(b.Control)
		}
		for _, v := range b.Walk() {
			switch {
			case v.Op.Is(ir.FlagReads) || v.Op.Is(ir.FlagWrites):
				for i, a := range v.Args {
					if !(v.Op.Is(ir.FlagWrites) && v.Stores(i)) { // all but what is stored
						need(a)
					}
				}
			case v.Op == ir.OpCheck:
				for _, a := range v.Args {
					need(a)
				}
			case v.Op == ir.OpDivS || v.Op == ir.OpDivU || v.Op == ir.OpRemS || v.Op == ir.OpRemU:
				need(v.Args[1])
			}
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for _, a := range v.Args {
			need(a)
		}
	}
	return needed
}

// otherOp is what an operation is turned into.
var otherOp = [ir.NumOps]ir.Op{
	ir.OpAdd: ir.OpSub, ir.OpMul: ir.OpAdd, ir.OpAnd: ir.OpOr, ir.OpOr: ir.OpXor, ir.OpXor: ir.OpOr,
	ir.OpMin: ir.OpMax, ir.OpMax: ir.OpMin, ir.OpMinS: ir.OpMaxS, ir.OpMaxS: ir.OpMinS, ir.OpMinU: ir.OpMaxU,
	ir.OpMaxU: ir.OpMinU, ir.OpFloor: ir.OpCeil, ir.OpCeil: ir.OpTrunc, ir.OpSExt: ir.OpZExt, ir.OpZExt: ir.OpSExt,
	ir.OpReduceAdd: ir.OpReduceXor, ir.OpNeg: ir.OpNeg,
}

func swaps(op ir.Op) bool {
	return op == ir.OpSub || op == ir.OpDiv || op == ir.OpSelect || op == ir.OpAndNot || op == ir.OpLt ||
		op == ir.OpLtS || op == ir.OpLtU
}

func spoilable(v *ir.Value) bool {
	switch {
	case v.Op == ir.OpStore || v.Op == ir.OpMaskedStore || v.Op == ir.OpScatter || v.Op == ir.OpStoreInterleaved:
		// What a local holds may be read for a branch; without a store it is anything, another thing in each run.
		return v.Args[0].Root().Op != ir.OpLocalPtr
	case v.Uses == 0:
		return false
	case swaps(v.Op):
		n := len(v.Args)
		return v.Args[n-1] != v.Args[n-2]
	case v.Type.Elem.IsFloat() && (v.Op == ir.OpAnd || v.Op == ir.OpOr || v.Op == ir.OpXor || v.Op == ir.OpReduceAdd),
		v.Type.Elem == ir.Ptr, v.Type.Elem == ir.Bool, v.Op == ir.OpNeg:
		return false
	}
	return otherOp[v.Op] != ir.OpInvalid
}

func spoilValue(f *ir.Func, v *ir.Value) {
	switch {
	case v.Op.Is(ir.FlagWrites):
		v.Block.Remove(v)
	case swaps(v.Op):
		n := len(v.Args)
		v.Args[n-1], v.Args[n-2] = v.Args[n-2], v.Args[n-1]
	default:
		for i, a := range v.Args {
			if a.IsConst() && v.Op == ir.OpAdd && v.Type.Elem.IsInt() {
				v.SetArg(i, f.Const(a.Type, uint64(a.AuxInt)+1))
				return
			}
		}
		v.Op = otherOp[v.Op]
	}
}
