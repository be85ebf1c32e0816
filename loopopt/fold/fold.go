package fold

import "hotloop/loopopt/ir"

// Fold computes what is known and simplifies what is not.
//
// Before:
//
//	t = x*1 + (2+3); u = float32(math.Sqrt(float64(f))); if a < b { m = a } else { m = b }
//
// After:
//
//	t = x + 5; u = sqrt32(f); m = min(a, b)
//
// Legal for every argument, NaN and -0 included: an identity that needs a permission asks the operation's flags.
// Pays always.
// Reads nothing; leaves nothing.
// Remarks: none.
func Fold(f *ir.Func) bool {
	changed := false
	for n := 0; n < maxFoldRounds; n++ {
		again, passed := false, false // something changed; a check that passes was met
		shared := sharedNarrow(f.Blocks, leastNarrow)
		for _, b := range f.ReversePostorder() {
			for i := 0; i < len(b.Values); i++ {
				v := b.Values[i]
				if v.Op == ir.OpCopy || v.Op == ir.OpPhi || v.Op == ir.OpConst {
					continue
				}
				if f.HasCopies() {
					v.ResolveCopies()
				}
				if v.Op == ir.OpCheck {
					passed = passed || passes(v)
					continue
				}
				if v.Op.Is(ir.FlagCommutative) {
					v.SortArgs()
				}
				before := len(b.Values)
				if w := simplifyValue(f, v, shared, true); w != nil && w != v {
					v.CopyOf(w)
					again = true
				} else if w == v {
					again = true
					i--
				}
				i += len(b.Values) - before // values inserted in front of v, or constants in front of the entry
				if i < -1 {
					i = -1
				}
			}
			if b.Control != nil {
				for b.Control.Op == ir.OpCopy {
					b.SetControl(b.Control.Args[0])
				}
				if b.Kind == ir.BlockIf && b.Control.Op == ir.OpNot {
					b.SetControl(b.Control.Args[0])
					b.SwapSuccs()
					b.Likely = b.Likely.Not()
					again = true
				}
			}
		}
		f.ElimCopies()
		if passed {
			removeChecks(f)
		}
		if !again {
			break
		}
		changed = true
	}
	return changed
}

// maxFoldRounds bounds the rounds: each needs the previous one's results at most one level up.
const maxFoldRounds = 8

// passes says whether a check never fails.
func passes(v *ir.Value) bool { return v.Args[0].IsConst() && v.Args[0].AuxInt != 0 }

// removeChecks drops checks whose condition is true.
func removeChecks(f *ir.Func) {
	for _, b := range f.Blocks {
		for i := 0; i < len(b.Values); i++ {
			if v := b.Values[i]; v.Op == ir.OpCheck && passes(v) {
				b.Remove(v)
				i--
			}
		}
	}
}

// Value simplifies v alone, a value that was just made: what it equals, v itself if it was rewritten in place, or nil.
func Value(f *ir.Func, v *ir.Value) *ir.Value { return simplifyValue(f, v, nil, false) }

// simplifyValue is what v equals, v itself if it was rewritten in place, or nil.
func simplifyValue(f *ir.Func, v *ir.Value, shared narrowUses, free bool) *ir.Value {
	if w := foldConst(f, v); w != nil {
		return w
	}
	if w := applyRules(f, v, free); w != nil {
		return w
	}
	switch v.Op {
	case ir.OpAnd, ir.OpOr:
		if w := foldRange(f, v); w != nil {
			return w
		}
		return foldBitwise(v)
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpXor, ir.OpAndNot, ir.OpNot, ir.OpShl, ir.OpShrS, ir.OpShrU, ir.OpRotL,
		ir.OpByteSwap, ir.OpBitReverse:
		return foldBitwise(v)
	case ir.OpSelect:
		if w := foldSelects(v); w != nil {
			return w
		}
		return foldException(v)
	case ir.OpEq, ir.OpNe, ir.OpLtS, ir.OpLeS, ir.OpLtU, ir.OpLeU:
		if v.Type.IsVector() && v.Args[0].Type.Elem.IsInt() {
			return foldCompare(v, shared)
		}
	case ir.OpTruncI:
		return narrow(f, v, shared)
	case ir.OpLoad:
		return foldTable(f, v)
	case ir.OpLookup:
		return foldLookup(v)
	}
	return nil
}

// foldLookup drops the mask of an index that takes no more away than the lookup does.
func foldLookup(v *ir.Value) *ir.Value {
	index := v.Args[0]
	if index.Op != ir.OpAnd || !index.Args[1].IsConst() || index.Args[1].AuxInt&(v.AuxInt-1) != v.AuxInt-1 {
		return nil
	}
	v.SetArg(0, index.Args[0])
	return v
}

// foldTable reads a constant place of a table.
func foldTable(f *ir.Func, v *ir.Value) *ir.Value {
	base, index := v.Args[0], v.Args[1]
	if base.Op != ir.OpTablePtr || !index.IsConst() || v.Type.IsVector() {
		return nil
	}
	data, size := f.Tables[base.AuxInt].Data, int64(v.Type.Size())
	at := index.Int()*int64(v.Scale) + int64(v.Off)
	if at < 0 || at > int64(len(data))-size {
		return nil // where no check lets anybody come
	}
	x := uint64(0)
	for k := size - 1; k >= 0; k-- {
		x = x<<8 | uint64(data[at+k])
	}
	if v.Type.Elem == ir.Bool && x != 0 {
		x = 1
	}
	return f.Const(v.Type, x)
}

// foldConst evaluates an elementwise operation on constants.
func foldConst(f *ir.Func, v *ir.Value) *ir.Value {
	if len(v.Args) == 0 || !v.Args[0].IsConst() {
		return nil
	}
	info := v.Op.Info()
	if info.Eval == nil || v.Op.IsReduce() {
		return nil
	}
	var x [3]uint64
	for i, a := range v.Args {
		if !a.IsConst() {
			return nil
		}
		x[i] = uint64(a.AuxInt)
	}
	if v.Op.Is(ir.FlagPartial) && x[1] == 0 {
		return nil
	}
	if v.Op == ir.OpFToSI {
		return nil // out of range is the Go implementation's business
	}
	return f.Const(v.Type, info.Eval(v.Type.Elem, v.Args[0].Type.Elem, x[0], x[1], x[2]))
}

// maskDepth is how far the operations that bound a number are looked at.
const maskDepth = 3
