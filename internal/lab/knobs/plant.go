package knobs

import (
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
)

// The knob plant=NAME makes a pass wrong on purpose. After the pass of the pipeline, or the transformation of the
// driver, one value that it created (or any value, if it only moved values) gets swapped operands, another
// operation or another constant, or a store is dropped. Tests of the miscompilation detectors plant a mistake in
// every pass and check that it is found there.
//
// plant=starts makes the mistake of a transformation that treats two loop-carried values with the same next value
// as equal: after the driver, all such values of a loop get the initial value of the first one.
//
// Only values that flow into stores and results are changed, not values that an address, a branch or a check
// depends on. So planted code terminates and stays within its memory.

// planted implements config.Laboratory.Plant.
func planted(f *ir.Func, k *config.Knobs, pass string) config.Edit {
	switch k.Plant {
	case "starts":
		if pass == "driver" {
			return shareStarts
		}
	case pass:
		from := ir.ID(f.NumValues())
		return func(f *ir.Func) { spoil(f, from, k.Seed) }
	}
	return nil
}

// spoil makes a mistake in f, selected by the seed. The pass created the values from the ID from on.
func spoil(f *ir.Func, from ir.ID, seed int64) {
	needed := steering(f)
	var old, made []*ir.Value
	for v := range ir.Values(f.Blocks) {
		if needed[v.ID] || !spoilable(v) {
			continue
		}
		if v.ID >= from {
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

// shareStarts gives the phis of loops that have the same next value the initial value of the first of them.
func shareStarts(f *ir.Func) {
	needed := steering(f)
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

// steering marks, by ID, the values that addresses, masks, branches, checks and divisors depend on.
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
					if !(v.Op.Is(ir.FlagWrites) && v.Stores(i)) { // all operands except stored values
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

// otherOp maps an operation to the one that replaces it.
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
		// A branch may depend on the content of a local. Without the store, that content is undefined and may
		// vary between runs.
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
