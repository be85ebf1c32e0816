package fold

import "hotloop/loopopt/ir"

// BitPhis makes phis of bits that are extended, or 0 and 1, phis of bits: what the loop carries is then no longer than
// what it computes.
//
// Before:
//
//	c = φ(0, zext b)
//
// After:
//
//	d = φ(false, b); c = zext d
//
// Legal always. Pays where something is computed from the bit: see foldCarry.
func BitPhis(f *ir.Func) bool {
	var of, bits []*ir.Value
	for _, b := range f.Blocks {
		phis := append(make([]*ir.Value, 0, 16), b.Phis()...) // on the stack
		for _, phi := range phis {
			if bit := bitPhi(f, phi); bit != nil { // the phis stay together
				ext := f.NewValue(b, ir.OpZExt, phi.Type, phi.Pos, bit)
				b.InsertAt(len(b.Phis()), ext)
				bits = append(bits, ext)
				of = append(of, phi)
			}
		}
	}
	for i, phi := range of {
		phi.CopyOf(bits[i])
	}
	if len(of) > 0 {
		f.ElimCopies()
	}
	return len(of) > 0
}

// bitPhi is a phi of the bits that phi has extended, or nil.
func bitPhi(f *ir.Func, phi *ir.Value) *ir.Value {
	if !phi.Type.Elem.IsInt() || phi.Type.IsVector() {
		return nil
	}
	extended := false
	for _, a := range phi.Args {
		switch {
		case a == phi || a.IsConstInt(0) || a.IsConstInt(1):
		case a.Op == ir.OpZExt && a.Args[0].Type == ir.TBool:
			extended = true
		default:
			return nil
		}
	}
	if !extended {
		return nil
	}
	bit := phi.Block.NewPhi(ir.TBool, phi.Pos)
	for _, a := range phi.Args {
		switch {
		case a == phi:
			bit.AddArg(bit)
		case a.IsConst():
			bit.AddArg(f.ConstBool(ir.TBool, a.Int() != 0))
		default:
			bit.AddArg(a.Args[0])
		}
	}
	return bit
}
