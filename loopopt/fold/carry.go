package fold

import "hotloop/loopopt/ir"

// foldCarry says what makes a carry go on: a sum s+c wraps around for a bit c if s has all bits and c is 1, a difference
// s-c if s is 0. So a chain of carries, each of which waited for a sum and a comparison, waits for two bits to be
// combined:
//
//	s + c < s     →  c && s == -1
//	s < c         →  c && s == 0
func foldCarry(f *ir.Func, v *ir.Value) *ir.Value {
	s, c := v.Args[0], v.Args[1]
	if v.Op != ir.OpLtU || s.Type.IsVector() {
		return nil
	}
	test, of := int64(0), s
	if s.Op == ir.OpAdd && (s.Args[0] == c || s.Args[1] == c) {
		test, of = -1, c
		if c = s.Args[0]; c == of {
			c = s.Args[1]
		}
	}
	if c.Op != ir.OpZExt || c.Args[0].Type != ir.TBool || of.IsConst() {
		return nil
	}
	at := v.Block.InsertBefore(v, ir.OpEq, ir.TBool, v.Pos, of, f.ConstInt(of.Type, test))
	return v.Rewrite(ir.OpAnd, c.Args[0], at)
}
