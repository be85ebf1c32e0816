package ir

import "fmt"

// valid reports whether t is a type that values can have.
func (t Type) valid() bool {
	n := t.Lanes
	if t.Elem >= numElems || n == 0 || n > MaxLanes || n&(n-1) != 0 {
		return false
	}
	return n == 1 || t.Elem != Void && t.Elem != Ptr
}

func isNumber(e Elem) bool { return e.IsInt() || e.IsFloat() }

// types checks arity and types of x against the op table.
func (v *verifier) types(x *Value) {
	bad := func(format string, args ...any) { v.errorf(x.Block, x, format, args...) }
	info := x.Op.Info()
	if info.Arity >= 0 && len(x.Args) != int(info.Arity) {
		bad("%d arguments, want %d", len(x.Args), info.Arity)
		return
	}
	for i, a := range x.Args {
		if a.Type.Elem == Void {
			bad("argument %d is %s, which has no value", i, a)
			return
		}
	}
	if msg := typeError(x); msg != "" {
		bad("%s", msg)
		return
	}
	if x.Groups != 0 && !x.Op.IsMemory() {
		bad("an access group on an operation that accesses no memory")
	}
	if x.FP != 0 && !x.Type.Elem.IsFloat() {
		for _, a := range x.Args {
			if a.Type.Elem.IsFloat() {
				return
			}
		}
		bad("FP permissions on an operation without floats")
	}
}

// typeError describes how the types of x violate the rule of its op, or returns "".
func typeError(x *Value) string {
	t := x.Type
	same := func(ok bool, what string) string {
		if !ok {
			return fmt.Sprintf("type %s, want %s", t, what)
		}
		for i, a := range x.Args {
			if a.Type != t {
				return fmt.Sprintf("argument %d is of type %s, the result of %s", i, a.Type, t)
			}
		}
		return ""
	}
	compare := func(ok func(Elem) bool, what string) string {
		a, b := x.Args[0].Type, x.Args[1].Type
		switch {
		case a != b:
			return fmt.Sprintf("compares %s with %s", a, b)
		case !ok(a.Elem):
			return fmt.Sprintf("compares %s, want %s", a, what)
		case t != a.WithElem(Bool):
			return fmt.Sprintf("type %s, want the mask %s", t, a.WithElem(Bool))
		}
		return ""
	}
	switch x.Op.Info().Rule {
	case RuleSame:
		if x.Op == OpPhi || x.Op == OpCopy {
			return same(t.Elem != Void, "a value")
		}
		return same(isNumber(t.Elem), "a number")
	case RuleInt, RuleShift:
		return same(t.Elem.IsInt(), "an integer")
	case RuleFloat:
		return same(t.Elem.IsFloat(), "a float")
	case RuleF32:
		return same(t.Elem == F32, "f32")
	case RuleF64:
		return same(t.Elem == F64, "f64")
	case RuleBits:
		return same(t.Elem.IsInt() || t.Elem == Bool, "integers or a mask")
	case RuleCmpAny:
		return compare(func(e Elem) bool { return e != Void }, "")
	case RuleCmpInt:
		return compare(Elem.IsInt, "integers")
	case RuleCmpFloat:
		return compare(Elem.IsFloat, "floats")
	case RuleConv:
		return convError(x.Op, t, x.Args[0].Type)
	case RuleReduce:
		return reduceError(x.Op, t, x.Args[0].Type)
	}
	return specialError(x)
}

func convError(op Op, to, from Type) string {
	r, a := to.Elem, from.Elem
	ok := false
	switch op {
	case OpSExt:
		ok = r.IsInt() && a.IsInt() && r.Size() > a.Size()
	case OpZExt:
		ok = r.IsInt() && (a == Bool || a.IsInt() && r.Size() > a.Size())
	case OpTruncI:
		ok = r.IsInt() && a.IsInt() && r.Size() < a.Size()
	case OpSIToF, OpUIToF:
		ok = r.IsFloat() && a.IsInt()
	case OpFToSI:
		ok = (r == I32 || r == I64) && a.IsFloat()
	case OpFExt:
		ok = r == F64 && a == F32
	case OpHalfToF:
		ok = r == F32 && a == I16
	case OpFToHalf:
		ok = r == I16 && a == F32
	case OpFTrunc:
		ok = r == F32 && a == F64
	case OpBitcast:
		// A bitcast may turn an address into an integer, for overlap checks, but not an integer into an
		// address: alias analysis would lose its base.
		ok = r != a && r.Size() == a.Size() && isNumber(r) && (isNumber(a) || a == Ptr)
	}
	if !ok || to.Lanes != from.Lanes {
		return fmt.Sprintf("cannot convert %s to %s", from, to)
	}
	return ""
}

func reduceError(op Op, to, from Type) string {
	e := from.Elem
	ok := false
	switch op {
	case OpReduceAdd, OpReduceMul:
		ok = isNumber(e)
	case OpReduceAnd, OpReduceOr, OpReduceXor:
		ok = e.IsInt() || e == Bool
	case OpReduceMinS, OpReduceMaxS, OpReduceMinU, OpReduceMaxU:
		ok = e.IsInt()
	case OpReduceMin, OpReduceMax, OpReduceMinNum, OpReduceMaxNum:
		ok = e.IsFloat()
	}
	if !ok || !from.IsVector() || to != from.Scalar() {
		return fmt.Sprintf("cannot reduce %s to %s", from, to)
	}
	return ""
}

// lookupError checks a Lookup. The numbers of tables and of entries are powers of two.
func lookupError(x *Value) string {
	tables, entries, t := len(x.Args)-1, x.AuxInt, x.Type
	if tables < 1 || tables&(tables-1) != 0 || entries < int64(tables) || entries&(entries-1) != 0 {
		return fmt.Sprintf("%d tables of %d entries", tables, entries)
	}
	if !t.IsVector() || t.IsMask() || x.Args[0].Type != t.WithElem(IntElem(t.Elem.Size())) {
		return fmt.Sprintf("type is %s, and that of the index %s", t, x.Args[0].Type)
	}
	for _, a := range x.Args[1:] {
		if a.Type != x.Args[1].Type || a.Type.Elem != t.Elem || entries/int64(tables) > int64(a.Type.Lanes) {
			return fmt.Sprintf("type is %s, and that of a table for %d entries %s", t, entries/int64(tables), a.Type)
		}
	}
	return ""
}

// specialError checks the operations whose type rules are their own.
func specialError(x *Value) string {
	t := x.Type
	arg := func(i int) Type { return x.Args[i].Type }
	// want states a rule that must hold.
	want := func(ok bool, rule string) string {
		if ok {
			return ""
		}
		s := ""
		for i := range x.Args {
			s += " " + arg(i).String()
		}
		return fmt.Sprintf("types are %s <-%s, want %s", t, s, rule)
	}
	switch x.Op {
	case OpConst:
		return want(t.Elem != Void && t.Elem != Ptr, "a number or a bool")
	case OpArg:
		return want(!t.IsVector() && t.Elem != Void && t.Elem != Ptr, "a scalar")
	case OpArgPtr, OpLocalPtr, OpTablePtr:
		return want(t == TPtr, "ptr")
	case OpArgLen, OpArgCap:
		return want(t == TI64, "i64")
	case OpSelect:
		m := arg(0)
		return want(m.IsMask() && (m.Lanes == 1 || m.Lanes == t.Lanes) && arg(1) == t && arg(2) == t && t.Elem != Void,
			"T <- mask of T's lanes or bool, T, T")

	case OpLoad, OpMaskedLoad, OpGather, OpLoadStrided, OpStore, OpMaskedStore, OpScatter, OpStoreInterleaved:
		return memoryTypeError(x, want)
	case OpPtrAdd:
		return want(t == TPtr && arg(0) == TPtr && arg(1) == TI64, "ptr <- ptr i64")

	case OpSplat:
		return want(t.IsVector() && arg(0) == t.Scalar(), "vector <- its scalar")
	case OpIota:
		return want(t.IsVector() && t.Elem.IsInt(), "a vector of integers")
	case OpExtract:
		return want(arg(0).IsVector() && t == arg(0).Scalar(), "scalar <- its vector")
	case OpInsert:
		return want(t.IsVector() && arg(0) == t && arg(1) == t.Scalar(), "V <- V and its scalar")
	case OpShuffle:
		return want(t.IsVector() && arg(0).IsVector() && arg(0) == arg(1) && t.Elem == arg(0).Elem,
			"vector <- two vectors of one type and the result's element")
	case OpConcat:
		return want(arg(0).IsVector() && arg(0) == arg(1) && t.Elem == arg(0).Elem &&
			int(t.Lanes) == 2*int(arg(0).Lanes),
			"vector <- two vectors of half its lanes")
	case OpSubvec:
		return want(t.IsVector() && t.Elem == arg(0).Elem && t.Lanes < arg(0).Lanes, "vector <- a longer one")

	case OpBytes:
		wide, b := arg(0), t
		if wide.Elem == I8 {
			wide, b = b, wide
		}
		return want(wide.IsVector() && b.IsVector() && wide.Elem.IsInt() && wide.Elem != I8 && b.Elem == I8 &&
			int(b.Lanes) == int(wide.Lanes)*wide.Elem.Size(),
			"i8xKN <- N integers of K bytes, or the other way round")

	case OpPermute:
		return want(t.IsVector() && !t.IsMask() && arg(0) == t && arg(1) == t &&
			arg(2) == t.WithElem(IntElem(t.Elem.Size())),
			"two vectors, and integers of the size of their elements")
	case OpLookup:
		return lookupError(x)
	case OpCompress, OpExpand:
		return want(t.IsVector() && !t.IsMask() && arg(0) == t && arg(1) == Mask(int(t.Lanes)),
			"a vector and a mask of as many lanes")
	case OpLaneMask:
		return want(t.IsMask() && t.IsVector() && arg(0) == TI64 && arg(1) == TI64, "mask <- i64 i64")
	case OpAny, OpAll:
		return want(t == TBool && arg(0).IsMask() && arg(0).IsVector(), "bool <- mask")
	case OpCountTrue, OpFirstTrue, OpMaskBits:
		return want(t == TI64 && arg(0).IsMask() && arg(0).IsVector(), "i64 <- mask")
	case OpBitsMask:
		return want(t.IsMask() && t.IsVector() && arg(0) == TI64, "mask <- i64")
	case OpSumAbsDiff:
		return want(t.Elem == I64 && arg(0) == t && arg(1) == arg(2) && arg(1).Elem == I8 &&
			int(arg(1).Lanes) == 8*int(t.Lanes),
			"i64xN <- i64xN, i8x8N, i8x8N")
	case OpDotS, OpDotU, OpDotUS:
		e := arg(1).Elem
		return want(t.Elem == I32 && arg(0) == t && arg(1) == arg(2) && (e == I8 || e == I16) &&
			int(arg(1).Lanes) == 4/e.Size()*int(t.Lanes),
			"i32xN <- i32xN and two of i8x4N or i16x2N")

	case OpCheck:
		ok := t == TVoid && len(x.Args) >= 1 && len(x.Args) <= 3 && arg(0) == TBool
		for i := 1; i < len(x.Args); i++ {
			ok = ok && arg(i) == TI64
		}
		return want(ok, "void <- bool and up to two i64")
	case OpPoll:
		return want(t == TVoid, "void")
	case OpCall:
		return want((t == TI64 || t == TPtr) && arg(0) == TI64 && arg(1) == TI64, "i64 or ptr <- two i64")
	case OpRet:
		rs := x.Block.Func.Results
		ok := t == TVoid && len(x.Args) == len(rs)
		for i := 0; ok && i < len(rs); i++ {
			ok = arg(i) == rs[i].ResultType()
		}
		return want(ok, "void <- the function's results")
	}
	return "op without a type rule"
}

func memoryTypeError(x *Value, want func(bool, string) string) string {
	stores := x.Op.Is(FlagWrites)
	if stores && x.Type != TVoid {
		return want(false, "void from a store")
	}
	if x.Op == OpStoreInterleaved && (len(x.Args) < 4 || len(x.Args) > 2+maxFactor) {
		return want(false, "two members or more")
	}
	data := x.AccessType()
	ok := x.Args[0].Type == TPtr && data.Elem != Void && (data.Elem != Ptr || !data.IsVector() && x.Header())
	idx := x.Args[1].Type
	if x.Op == OpGather || x.Op == OpScatter {
		ok = ok && data.IsVector() && (idx.Elem == I32 || idx.Elem == I64) && idx.Lanes == data.Lanes
	} else {
		ok = ok && idx == TI64
	}
	if x.Op == OpLoadStrided || x.Op == OpStoreInterleaved {
		ok = ok && data.IsVector()
		for i := 2; i < len(x.Args); i++ {
			ok = ok && x.Args[i].Type == data
		}
	}
	if m := x.MaskArg(); m != nil {
		ok = ok && m.Type == data.WithElem(Bool)
	}
	return want(ok, "base ptr, index i64 (of gathers a vector of i32 or i64), [value,] [mask of the value's lanes]")
}

// siteOperands is the number of operands that a site's message needs.
var siteOperands = [NumSiteKinds]int{SiteIndex: 2, SiteSliceLen: 2, SiteSliceCap: 2, SiteSliceB: 2,
	SiteSlice3Len: 2, SiteSlice3Cap: 2, SiteSlice3B: 2, SiteSlice3C: 2, SiteSliceArray: 2, SiteMakeLen: 1, SiteMakeCap: 1}

// attributes checks what is not an argument: constants, numbers, sites and addresses.
func (v *verifier) attributes(x *Value) {
	bad := func(format string, args ...any) { v.errorf(x.Block, x, format, args...) }
	switch aux := x.Aux.(type) {
	case nil:
		if x.Op == OpCheck || x.Op == OpCall || x.Op == OpShuffle {
			bad("has no Aux")
			return
		}
	case *Site:
		switch {
		case x.Op != OpCheck && x.Op != OpCall:
			bad("a Site on a %s", x.Op)
		case aux == nil || aux.Index < 0 || aux.Index >= len(v.f.Sites) || v.f.Sites[aux.Index] != aux:
			bad("its Site is not one of the function's")
		case aux.Kind < NumSiteKinds && aux.Kind.IsRequest() != (x.Op == OpCall):
			bad("a Site of kind %s on a %s", aux.Kind, x.Op)
		case x.Op == OpCheck && aux.Kind < NumSiteKinds && len(x.Args)-1 != siteOperands[aux.Kind]:
			bad("%d operands, %s takes %d", len(x.Args)-1, aux.Kind, siteOperands[aux.Kind])
		}
	case Lanes:
		switch {
		case x.Op != OpShuffle:
			bad("Lanes on a %s", x.Op)
		case len(aux) != int(x.Type.Lanes):
			bad("%d lanes listed, the type has %d", len(aux), x.Type.Lanes)
		default:
			for _, l := range aux {
				// An int8 can index every lane of two vectors of 64.
				if l < 0 || len(x.Args) > 0 && int(l) >= 2*int(x.Args[0].Type.Lanes) {
					bad("lane %d is out of range", l)
				}
			}
		}
	default:
		bad("Aux is a %T", aux)
	}

	n := x.AuxInt
	lane := func(t Type, width int) {
		if n < 0 || n+int64(width) > int64(t.Lanes) || n%int64(width) != 0 {
			bad("lane %d of %s is out of range", n, t)
		}
	}
	switch x.Op {
	case OpConst:
		if Truncate(x.Type.Elem, uint64(n)) != uint64(n) {
			bad("the constant %#x is not canonical", uint64(n))
		}
	case OpArg, OpArgPtr, OpArgLen, OpArgCap:
		v.argNumber(x)
	case OpLocalPtr:
		if n < 0 || n >= int64(len(v.f.Locals)) {
			bad("there are %d locals", len(v.f.Locals))
		}
	case OpTablePtr:
		if n < 0 || n >= int64(len(v.f.Tables)) {
			bad("there are %d tables", len(v.f.Tables))
		}
	case OpExtract, OpInsert:
		if len(x.Args) > 0 {
			lane(x.Args[0].Type, 1)
		}
	case OpSubvec:
		if len(x.Args) > 0 {
			lane(x.Args[0].Type, int(x.Type.Lanes))
		}
	case OpLoad:
		if n < -3 || n > 3 || n != 0 && (x.Type.IsVector() || x.Type.Size() != 8) {
			bad("AuxInt %d of a load", n)
		}
	case OpStore:
		if n != 0 && n != DataStore {
			bad("AuxInt %d of a store", n)
		}
	case OpLoadStrided:
		if factor, member := x.Member(); factor < 2 || factor > maxFactor || member >= factor {
			bad("member %d of %d", member, factor)
		}
	}
	if (x.Op.IsMemory() || x.Op == OpPtrAdd) && x.Scale < 0 {
		bad("negative scale")
	}
	if x.Op.Is(FlagWrites) && len(x.Args) > 0 {
		v.writable(x)
	}
	switch x.Op {
	case OpLoad, OpStore, OpMaskedLoad, OpMaskedStore, OpLoadStrided, OpStoreInterleaved:
		if x.Op.Is(FlagWrites) && len(x.Args) < 3 {
			return
		}
		if t := x.AccessType(); t.IsVector() && int(x.Scale)%t.Elem.Size() != 0 {
			bad("scale %d of a vector of %d-byte elements", x.Scale, t.Elem.Size())
		}
	}
}

// writable checks that a store does not go to read-only memory.
func (v *verifier) writable(x *Value) {
	p := x.Args[0]
	for p.Op == OpPtrAdd && len(p.Args) > 0 && v.isValue(p.Args[0]) {
		p = p.Args[0]
	}
	switch n := p.AuxInt; {
	case p.Op == OpTablePtr:
		v.errorf(x.Block, x, "stores to table %d, which is read-only", n)
	case p.Op == OpArgPtr && n >= 0 && n < int64(len(v.f.Params)) && v.f.Params[n].Kind == ParamString:
		v.errorf(x.Block, x, "stores to string parameter %s, which is read-only", v.f.Params[n])
	}
}

// argNumber checks that a parameter exists and has the requested part.
func (v *verifier) argNumber(x *Value) {
	n := x.AuxInt
	if n < 0 || n >= int64(len(v.f.Params)) {
		v.errorf(x.Block, x, "there are %d parameters", len(v.f.Params))
		return
	}
	p := &v.f.Params[n]
	ok := false
	switch x.Op {
	case OpArg:
		ok = p.Kind == ParamScalar && x.Type == Scalar(p.Elem)
	case OpArgPtr:
		ok = p.Kind != ParamScalar
	case OpArgLen:
		ok = p.Kind == ParamSlice || p.Kind == ParamString
	case OpArgCap:
		ok = p.Kind == ParamSlice
	}
	if !ok {
		v.errorf(x.Block, x, "does not fit parameter %s", p)
	}
}
