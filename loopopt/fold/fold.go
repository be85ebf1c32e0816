package fold

import (
	"math/bits"

	"hotloop/loopopt/ir"
)

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
				if w := simplifyValue(f, v, shared); w != nil && w != v {
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
func Value(f *ir.Func, v *ir.Value) *ir.Value { return simplifyValue(f, v, nil) }

// simplifyValue is what v equals, v itself if it was rewritten in place, or nil.
func simplifyValue(f *ir.Func, v *ir.Value, shared narrowUses) *ir.Value {
	if w := foldConst(f, v); w != nil {
		return w
	}
	switch v.Op {
	case ir.OpAdd, ir.OpSub, ir.OpMul:
		if w := foldArith(f, v); w != nil {
			return w
		}
		return foldBitwise(v)
	case ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpAndNot, ir.OpNot:
		if w := foldLogic(f, v); w != nil {
			return w
		}
		return foldBitwise(v)
	case ir.OpShl, ir.OpShrS, ir.OpShrU:
		if v.Args[1].IsConstInt(0) {
			return v.Args[0]
		}
		if v.Op != ir.OpShl {
			if w := foldAverage(v); w != nil {
				return w
			}
		}
		return foldBitwise(v)
	case ir.OpRotL:
		return foldBitwise(v)
	case ir.OpByteSwap, ir.OpBitReverse:
		if a := v.Args[0]; v.Type.Elem.Size() == 1 && v.Op == ir.OpByteSwap {
			return a
		} else if a.Op == v.Op {
			return a.Args[0]
		}
		return foldBitwise(v)
	case ir.OpNeg:
		if a := v.Args[0]; a.Op == ir.OpNeg {
			return a.Args[0]
		}
		return foldExact(f, v)
	case ir.OpFloor, ir.OpCeil, ir.OpTrunc, ir.OpRoundEven, ir.OpMinNum, ir.OpMaxNum:
		return foldExact(f, v)
	case ir.OpMin, ir.OpMax:
		if w := foldExact(f, v); w != nil {
			return w
		}
		return foldBoundedSum(f, v)
	case ir.OpDiv:
		return foldReciprocal(f, v)
	case ir.OpAbs:
		if w := foldMagnitude(v); w != nil {
			return w
		}
		if w := foldExact(f, v); w != nil {
			return w
		}
		return foldDistance(v)
	case ir.OpSelect:
		return foldSelect(f, v)
	case ir.OpLt, ir.OpLe:
		return foldNarrowCompare(f, v)
	case ir.OpEq, ir.OpLeS, ir.OpLeU:
		if v.Args[0] == v.Args[1] && v.Args[0].Type.Elem.IsInt() {
			return f.ConstBool(v.Type, true)
		}
		return foldCompare(f, v, shared)
	case ir.OpNe, ir.OpLtS, ir.OpLtU:
		if v.Args[0] == v.Args[1] && v.Args[0].Type.Elem.IsInt() {
			return f.ConstBool(v.Type, false)
		}
		return foldCompare(f, v, shared)
	case ir.OpSExt, ir.OpZExt, ir.OpTruncI, ir.OpBitcast, ir.OpFTrunc, ir.OpSIToF, ir.OpUIToF, ir.OpFToSI:
		return foldConv(f, v, shared)
	case ir.OpMinS, ir.OpMaxS, ir.OpMinU, ir.OpMaxU:
		if v.Args[0] == v.Args[1] {
			return v.Args[0]
		}
		if v.Op == ir.OpMaxS && negation(v.Args[0], v.Args[1]) {
			return v.Rewrite(ir.OpAbs, unnegated(v.Args[0], v.Args[1]))
		}
		return foldMinimum(v)
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

func foldArith(f *ir.Func, v *ir.Value) *ir.Value {
	a, b := v.Args[0], v.Args[1]
	if v.Type.Elem.IsFloat() {
		one := b.IsConst() && f.ConstFloat(v.Type, 1).AuxInt == b.AuxInt
		if v.Op == ir.OpMul && one {
			return a
		}
		if v.Op == ir.OpAdd && b.IsConst() && f.ConstFloat(v.Type, 0).AuxInt == b.AuxInt &&
			(v.FP&ir.NSZ != 0 || neverNegativeZero(a, 0)) {
			return a
		}
		return nil
	}
	switch v.Op {
	case ir.OpAdd:
		if b.IsConstInt(0) {
			return a
		}
		// Not if the inner sum stays for others: the value under it would then live longer.
		if b.IsConst() && a.Op == ir.OpAdd && a.Args[1].IsConst() && (a.Uses == 1 || a.Block == v.Block) {
			return v.Rewrite(ir.OpAdd, a.Args[0], f.ConstInt(v.Type, b.Int()+a.Args[1].Int()))
		}
		return foldRotation(f, v)
	case ir.OpSub:
		if w := foldDifference(f, v); w != nil {
			return w
		}
		switch {
		case a == b:
			return f.ConstInt(v.Type, 0)
		case b.IsConst():
			return v.Rewrite(ir.OpAdd, a, f.ConstInt(v.Type, -b.Int()))
		case a.IsConstInt(0):
			return v.Rewrite(ir.OpNeg, b)
		}
	case ir.OpMul:
		if !b.IsConst() {
			return nil
		}
		switch c := b.Int(); {
		case c == 0:
			return b
		case c == 1:
			return a
		case c == -1:
			return v.Rewrite(ir.OpNeg, a)
		case c > 0 && c&(c-1) == 0:
			return v.Rewrite(ir.OpShl, a, f.ConstInt(v.Type, int64(bits.TrailingZeros64(uint64(c)))))
		}
	}
	return nil
}

func foldLogic(f *ir.Func, v *ir.Value) *ir.Value {
	a := v.Args[0]
	if v.Op == ir.OpNot {
		if a.Op == ir.OpNot {
			return a.Args[0]
		}
		// Integer comparisons have an opposite; those of floats have none, because of NaN.
		if a.Op.IsCompare() && a.Args[0].Type.Elem.IsInt() {
			x, y := a.Args[0], a.Args[1]
			switch a.Op {
			case ir.OpLtS:
				return v.Rewrite(ir.OpLeS, y, x)
			case ir.OpLeS:
				return v.Rewrite(ir.OpLtS, y, x)
			case ir.OpLtU:
				return v.Rewrite(ir.OpLeU, y, x)
			case ir.OpLeU:
				return v.Rewrite(ir.OpLtU, y, x)
			}
		}
		if a.Op == ir.OpEq {
			return v.Rewrite(ir.OpNe, a.Args[0], a.Args[1])
		}
		if a.Op == ir.OpNe {
			return v.Rewrite(ir.OpEq, a.Args[0], a.Args[1])
		}
		return nil
	}
	b := v.Args[1]
	zero := b.IsConst() && b.AuxInt == 0
	ones := b.IsConst() && uint64(b.AuxInt) == ir.Truncate(v.Type.Elem, ^uint64(0))
	switch v.Op {
	case ir.OpAnd:
		switch {
		case a == b || ones:
			return a
		case zero:
			return b
		case b.Op == ir.OpNot:
			return v.Rewrite(ir.OpAndNot, a, b.Args[0])
		}
		return foldRange(f, v)
	case ir.OpOr:
		switch {
		case a == b || zero:
			return a
		case ones:
			return b
		}
		if w := foldRotation(f, v); w != nil {
			return w
		}
		return foldRange(f, v)
	case ir.OpXor:
		switch {
		case a == b:
			return f.ConstInt(v.Type, 0)
		case zero:
			return a
		case ones:
			return v.Rewrite(ir.OpNot, a)
		}
		return foldRotation(f, v)
	case ir.OpAndNot:
		switch {
		case zero:
			return a
		case ones || a == b:
			return f.ConstInt(v.Type, 0)
		case b.IsConst(): // masks are known by OpAnd alone
			return v.Rewrite(ir.OpAnd, a, f.ConstInt(v.Type, ^b.AuxInt))
		}
	}
	return nil
}

// foldSelect also finds minima, maxima and absolute values. Of floats the operand order says what happens to NaN and to
// zeros of different sign: MinNum(a, b) is a < b ? a : b by definition.
func foldSelect(f *ir.Func, v *ir.Value) *ir.Value {
	c, a, b := v.Args[0], v.Args[1], v.Args[2]
	switch {
	case a == b:
		return a
	case c.IsConst() && c.AuxInt != 0:
		return a
	case c.IsConst():
		return b
	case c.Op == ir.OpNot:
		odds := v.Guess().Not()
		v = v.Rewrite(ir.OpSelect, c.Args[0], b, a)
		v.SetGuess(odds)
		return v
	}
	if v.Type.Elem == ir.Bool && v.Type == c.Type {
		switch {
		case a == c, a.IsConst() && a.AuxInt != 0: // c || b
			return v.Rewrite(ir.OpOr, c, b)
		case b == c, b.IsConst() && b.AuxInt == 0: // c && a
			return v.Rewrite(ir.OpAnd, c, a)
		}
	}
	if w := foldSelects(v); w != nil {
		return w
	}
	if w := foldExactSelect(f, v); w != nil {
		return w
	}
	if w := foldException(v); w != nil {
		return w
	}
	if w := foldMagnitude(v); w != nil {
		return w
	}
	if w := foldDistance(v); w != nil {
		return w
	}
	if w := foldAlternatives(v); w != nil {
		return w
	}
	if len(c.Args) != 2 {
		return nil
	}
	x, y := c.Args[0], c.Args[1]
	if x.Type != v.Type {
		return nil
	}
	var lesser, greater ir.Op
	switch c.Op {
	case ir.OpLt:
		lesser, greater = ir.OpMinNum, ir.OpMaxNum
	case ir.OpLtS, ir.OpLeS:
		lesser, greater = ir.OpMinS, ir.OpMaxS
	case ir.OpLtU, ir.OpLeU:
		lesser, greater = ir.OpMinU, ir.OpMaxU
	default:
		return nil
	}
	switch {
	case a == x && b == y:
		w := v.Rewrite(lesser, x, y)
		w.FP = c.FP
		return w
	case a == y && b == x: // x < y ? y : x
		w := v.Rewrite(greater, y, x)
		w.FP = c.FP
		return w
	}
	switch { // clamping: hi < x ? hi : max(lo, x), with lo <= hi, and the other way round
	case a == x && a.IsConst() && clamped(b, greater, lesser, y, a):
		w := v.Rewrite(lesser, a, b)
		w.FP = c.FP
		return w
	case a == y && a.IsConst() && clamped(b, lesser, greater, x, a):
		w := v.Rewrite(greater, a, b)
		w.FP = c.FP
		return w
	}
	// |x|, of integers, and of floats whose zeros may lose their sign: x < 0 ? -x : x
	if c.Op == ir.OpLtS || c.Op == ir.OpLeS || x.Type.Elem.IsFloat() && c.FP&ir.NSZ != 0 {
		switch {
		case y.IsConst() && y.AuxInt == 0 && b == x && (negation(a, x) || a.Op == ir.OpNeg && a.Args[0] == x):
			return v.Rewrite(ir.OpAbs, x)
		case x.IsConst() && x.AuxInt == 0 && a == y && (negation(b, y) || b.Op == ir.OpNeg && b.Args[0] == y):
			return v.Rewrite(ir.OpAbs, y)
		}
	}
	return nil
}

// clamped says whether b is the minimum or maximum op of x and a constant that a bound on the other side, the constant
// limit, does not cross: other, the opposite of op, gives b's constant in either order. That rules out zeros of
// different signs and NaNs; if x is a NaN both forms give b.
func clamped(b *ir.Value, op, other ir.Op, x, limit *ir.Value) bool {
	if b.Op != op || b.Args[0] != x && b.Args[1] != x {
		return false
	}
	k := b.Args[0]
	if k == x {
		k = b.Args[1]
	}
	if !k.IsConst() {
		return false
	}
	e, eval := x.Type.Elem, other.Info().Eval
	n, m := uint64(k.AuxInt), uint64(limit.AuxInt)
	return eval(e, e, n, m, 0) == n && eval(e, e, m, n, 0) == n
}

// maskDepth is how far the operations that bound a number are looked at.
const maskDepth = 3

func foldConv(f *ir.Func, v *ir.Value, shared narrowUses) *ir.Value {
	a := v.Args[0]
	switch v.Op {
	case ir.OpTruncI:
		switch {
		case (a.Op == ir.OpSExt || a.Op == ir.OpZExt) && a.Args[0].Type == v.Type:
			return a.Args[0]
		case (a.Op == ir.OpSExt || a.Op == ir.OpZExt) && a.Args[0].Type.Elem.Bits() < v.Type.Elem.Bits():
			return v.Rewrite(a.Op, a.Args[0])
		case a.Op == ir.OpTruncI || (a.Op == ir.OpSExt || a.Op == ir.OpZExt) &&
			a.Args[0].Type.Elem.Bits() > v.Type.Elem.Bits():
			return v.Rewrite(ir.OpTruncI, a.Args[0])
		}
		if w := foldFixed(f, v); w != nil {
			return w
		}
		return narrow(f, v, shared)
	case ir.OpSExt:
		if a.Op == ir.OpSExt || a.Op == ir.OpZExt {
			return v.Rewrite(a.Op, a.Args[0])
		}
		return foldExtTrunc(f, v)
	case ir.OpZExt:
		if a.Op == ir.OpZExt {
			return v.Rewrite(ir.OpZExt, a.Args[0])
		}
		if w := foldExtendedSum(f, v); w != nil {
			return w
		}
		return foldExtTrunc(f, v)
	case ir.OpSIToF, ir.OpUIToF:
		return foldExtTrunc(f, v)
	case ir.OpBitcast:
		if a.Op == ir.OpBitcast && a.Args[0].Type == v.Type {
			return a.Args[0]
		}
	case ir.OpFTrunc:
		return foldNarrow(f, v)
	case ir.OpFToSI: // the number is the same
		if a.Op == ir.OpFExt {
			return v.Rewrite(ir.OpFToSI, a.Args[0])
		}
	}
	return nil
}

// foldExtTrunc extends what was cut off a wider vector within the lanes that it lies in: conversions between lanes of
// different sizes are shuffles, masks and shifts are not. (Scalars are extended for nothing, so they stay.)
func foldExtTrunc(f *ir.Func, v *ir.Value) *ir.Value {
	a := v.Args[0]
	if a.Op != ir.OpTruncI || !v.Type.IsVector() {
		return nil
	}
	x := a.Args[0]
	t, n := x.Type, int64(x.Type.Elem.Bits())-int64(a.Type.Elem.Bits())
	toFloat := v.Op == ir.OpSIToF || v.Op == ir.OpUIToF
	if toFloat && (t.Elem != ir.I32 || v.Type.Elem != ir.F32) || !toFloat && t.Elem.Bits() > v.Type.Elem.Bits() {
		return nil
	}
	fresh := func(op ir.Op, x *ir.Value, c int64) *ir.Value {
		return v.Block.InsertBefore(v, op, t, v.Pos, x, f.ConstInt(t, c))
	}
	top := x.Op == ir.OpShrU && x.Args[1].IsConstInt(n) // of the highest bits: the shift alone extends
	switch signed := v.Op == ir.OpSExt || v.Op == ir.OpSIToF; {
	case signed && top:
		x = fresh(ir.OpShrS, x.Args[0], n)
	case signed:
		x = fresh(ir.OpShrS, fresh(ir.OpShl, x, n), n)
	case !top:
		x = fresh(ir.OpAnd, x, 1<<a.Type.Elem.Bits()-1)
	}
	switch {
	case toFloat:
		return v.Rewrite(ir.OpSIToF, x)
	case t == v.Type:
		return x
	}
	return v.Rewrite(v.Op, x)
}

func foldConstOp(f *ir.Func, op ir.Op, t ir.Type, x *ir.Value) *ir.Value {
	return f.Const(t, op.Info().Eval(t.Elem, x.Type.Elem, uint64(x.AuxInt), 0, 0))
}
