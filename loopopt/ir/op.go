package ir

import (
	"hotloop/loopopt/mathlib"
	"hotloop/reuse"
)

// Op is an operation. Its row in opTable describes it completely: the parser, printer, verifier, folder,
// interpreter and cost model use only that row.
type Op uint8

// The operations. opTable documents their meaning.
const (
	OpInvalid Op = iota

	OpConst
	OpArg
	OpArgPtr
	OpArgLen
	OpArgCap
	OpLocalPtr
	OpTablePtr
	OpPhi
	OpCopy

	OpAdd
	OpSub
	OpMul
	OpDiv
	OpDivS
	OpDivU
	OpRemS
	OpRemU
	OpMulHiS
	OpMulHiU
	OpMulRound
	OpAddSatS
	OpAddSatU
	OpSubSatS
	OpSubSatU
	OpAbsDiffS
	OpAbsDiffU
	OpHalfSumS
	OpHalfSumU
	OpAverageS
	OpAverageU
	OpNeg
	OpAbs
	OpSqrt
	OpFloor
	OpCeil
	OpTrunc
	OpRoundEven
	OpFMA
	OpMin
	OpMax
	OpMinS
	OpMaxS
	OpMinU
	OpMaxU
	OpMinNum
	OpMaxNum
	OpCopysign

	OpExp
	OpExp2
	OpLog
	OpLog2
	OpSin
	OpCos
	OpTanh
	OpPow
	OpMod
	OpLog10
	OpLog1p
	OpExpm1
	OpSinh
	OpCosh
	OpTan
	OpAtan
	OpAsin
	OpAcos
	OpCbrt
	OpAtan2
	OpHypot
	OpExpApprox
	OpExp2Approx
	OpLogApprox
	OpLog2Approx
	OpSinApprox
	OpCosApprox
	OpTanhApprox
	OpPowApprox

	OpAnd
	OpOr
	OpXor
	OpNot
	OpAndNot
	OpShl
	OpShrS
	OpShrU
	OpRotL
	OpMultiShift
	OpByteSwap
	OpBitReverse
	OpPopCount
	OpLeadingZeros
	OpTrailingZeros

	OpEq
	OpNe
	OpLt
	OpLe
	OpLtS
	OpLeS
	OpLtU
	OpLeU
	OpSelect

	OpSExt
	OpZExt
	OpTruncI
	OpSIToF
	OpUIToF
	OpFToSI
	OpFExt
	OpHalfToF
	OpFToHalf
	OpFTrunc
	OpBitcast

	OpLoad
	OpStore
	OpMaskedLoad
	OpMaskedStore
	OpGather
	OpScatter
	OpLoadStrided
	OpStoreInterleaved
	OpPtrAdd

	OpSplat
	OpIota
	OpExtract
	OpInsert
	OpShuffle
	OpPermute
	OpLookup
	OpConcat
	OpSubvec
	OpBytes
	OpCompress
	OpExpand
	OpLaneMask
	OpAny
	OpAll
	OpCountTrue
	OpFirstTrue
	OpMaskBits
	OpBitsMask
	OpReduceAdd
	OpReduceMul
	OpReduceAnd
	OpReduceOr
	OpReduceXor
	OpReduceMin
	OpReduceMax
	OpReduceMinS
	OpReduceMaxS
	OpReduceMinU
	OpReduceMaxU
	OpReduceMinNum
	OpReduceMaxNum
	OpSumAbsDiff
	OpDotS
	OpDotU
	OpDotUS

	OpCheck
	OpPoll
	OpCall
	OpRet

	NumOps
)

// TypeRule relates the types of a value and its arguments. The verifier enforces it.
type TypeRule uint8

// The type rules.
const (
	RuleSpecial  TypeRule = iota // defined in the verifier, op by op
	RuleSame                     // result and all arguments have the same type
	RuleInt                      // as RuleSame, integers only
	RuleFloat                    // as RuleSame, floats only
	RuleF32                      // as RuleSame, f32 only
	RuleF64                      // as RuleSame, f64 only
	RuleBits                     // as RuleSame, integers or masks
	RuleCmpAny                   // two arguments of the same type; the result is the mask with as many lanes
	RuleCmpInt                   // as RuleCmpAny, integers (or pointers for Eq, Ne) only
	RuleCmpFloat                 // as RuleCmpAny, floats only
	RuleShift                    // as RuleInt; the count has the type of the shifted value
	RuleConv                     // one argument with as many lanes and another element
	RuleReduce                   // one vector argument; the result is its scalar
)

// OpFlags are properties of an operation.
type OpFlags uint16

// The properties.
const (
	FlagCommutative OpFlags = 1 << iota
	FlagReads               // reads memory
	FlagWrites              // writes memory
	// must not be removed, duplicated, or reordered with other effects: checks, polls, stores
	FlagEffect
	FlagPartial     // not total: must execute only where the program would (division without a proven divisor)
	FlagElementwise // result lane i depends only on lane i of the arguments, and a scalar form exists
	FlagAux         // Aux or AuxInt is part of the value's identity
	FlagMath        // a function of package mathlib, which the pass expandmath expands (see MathBody)
	FlagReduce      // reduces lanes to a scalar as a halving tree: lane i with lane i+n/2, until one is left
)

// OpInfo is a row of the op table.
type OpInfo struct {
	name  string // as printed
	Arity int8   // number of arguments, -1 if it varies
	Rule  TypeRule
	Flags OpFlags
	doc   string // one-line definition
	// Eval computes one lane from the arguments' lanes, given the element kinds of the result and of the first
	// argument. Lanes are passed as bits: integers zero-extended, floats as their bit pattern, bools as 0 or 1.
	// Eval is nil for operations that are not elementwise.
	Eval evaluator
}

const ew = FlagElementwise

var opTable = [NumOps]OpInfo{
	OpConst:  {"Const", 0, RuleSpecial, FlagAux, "AuxInt holds the bits of every lane", nil},
	OpArg:    {"Arg", 0, RuleSpecial, FlagAux, "scalar parameter number AuxInt", nil},
	OpArgPtr: {"ArgPtr", 0, RuleSpecial, FlagAux, "address of the first element of slice parameter AuxInt", nil},
	OpArgLen: {"ArgLen", 0, RuleSpecial, FlagAux, "len of slice parameter AuxInt: 0 <= len*elemsize < 1<<47", nil},
	OpArgCap: {"ArgCap", 0, RuleSpecial, FlagAux, "cap of slice parameter AuxInt: len <= cap", nil},
	OpLocalPtr: {"LocalPtr", 0, RuleSpecial, FlagAux,
		"address of the first byte of local array AuxInt (Func.Locals), in the kernel's frame", nil},
	OpTablePtr: {"TablePtr", 0, RuleSpecial, FlagAux,
		"address of the first byte of read-only table AuxInt (Func.Tables)", nil},
	OpPhi:  {"Phi", -1, RuleSame, 0, "the argument of the predecessor that control came from", nil},
	OpCopy: {"Copy", 1, RuleSame, 0, "its argument; only inside a pass, ElimCopies removes it", nil},

	OpAdd: {"Add", 2, RuleSame, ew | FlagCommutative, "a + b, integers wrap", evalAdd},
	OpSub: {"Sub", 2, RuleSame, ew, "a - b, integers wrap", evalSub},
	OpMul: {"Mul", 2, RuleSame, ew | FlagCommutative, "a * b, integers wrap", evalMul},
	OpDiv: {"Div", 2, RuleFloat, ew, "a / b of floats", evalDiv},
	OpDivS: {"DivS", 2, RuleInt, ew | FlagPartial, "a / b signed, towards zero; MinInt / -1 = MinInt; b != 0",
		evalDivS},
	OpDivU: {"DivU", 2, RuleInt, ew | FlagPartial, "a / b unsigned; b != 0", evalDivU},
	OpRemS: {"RemS", 2, RuleInt, ew | FlagPartial, "a % b signed, sign of a; MinInt % -1 = 0; b != 0", evalRemS},
	OpRemU: {"RemU", 2, RuleInt, ew | FlagPartial, "a % b unsigned; b != 0", evalRemU},
	OpMulHiS: {"MulHiS", 2, RuleInt, ew | FlagCommutative, "high half of the signed double-width product",
		evalMulHiS},
	OpMulHiU: {"MulHiU", 2, RuleInt, ew | FlagCommutative, "high half of the unsigned double-width product",
		evalMulHiU},
	OpMulRound: {"MulRound", 2, RuleInt, ew | FlagCommutative,
		"signed product of two fixed-point numbers of w-1 binary places, rounded up from the half; wraps (VPMULHRSW)",
		evalMulRound},
	OpAddSatS: {"AddSatS", 2, RuleInt, ew | FlagCommutative, "signed a + b, clamped to the type", evalAddSatS},
	OpAddSatU: {"AddSatU", 2, RuleInt, ew | FlagCommutative, "unsigned a + b, clamped to the type", evalAddSatU},
	OpSubSatS: {"SubSatS", 2, RuleInt, ew, "signed a - b, clamped to the type", evalSubSatS},
	OpSubSatU: {"SubSatU", 2, RuleInt, ew, "unsigned a - b, 0 if b is greater", evalSubSatU},
	OpAbsDiffS: {"AbsDiffS", 2, RuleInt, ew | FlagCommutative, "distance of two signed numbers, as an unsigned one",
		evalAbsDiffS},
	OpAbsDiffU: {"AbsDiffU", 2, RuleInt, ew | FlagCommutative, "distance of two unsigned numbers", evalAbsDiffU},
	OpHalfSumS: {"HalfSumS", 2, RuleInt, ew | FlagCommutative, "signed (a + b) >> 1 of the exact sum", evalHalfSumS},
	OpHalfSumU: {"HalfSumU", 2, RuleInt, ew | FlagCommutative, "unsigned (a + b) >> 1 of the exact sum", evalHalfSumU},
	OpAverageS: {"AverageS", 2, RuleInt, ew | FlagCommutative, "signed (a + b + 1) >> 1 of the exact sum", evalAverageS},
	OpAverageU: {"AverageU", 2, RuleInt, ew | FlagCommutative, "unsigned (a + b + 1) >> 1 of the exact sum",
		evalAverageU},
	OpNeg: {"Neg", 1, RuleSame, ew, "-a: integers wrap, floats flip the sign bit", evalNeg},
	OpAbs: {"Abs", 1, RuleSame, ew, "integers: a < 0 ? -a : a (signed, wraps); floats clear the sign bit",
		evalAbs},
	OpSqrt:      {"Sqrt", 1, RuleFloat, ew, "square root, correctly rounded", evalSqrt},
	OpFloor:     {"Floor", 1, RuleFloat, ew, "math.Floor", evalFloor},
	OpCeil:      {"Ceil", 1, RuleFloat, ew, "math.Ceil", evalCeil},
	OpTrunc:     {"Trunc", 1, RuleFloat, ew, "math.Trunc", evalTrunc},
	OpRoundEven: {"RoundEven", 1, RuleFloat, ew, "math.RoundToEven", evalRoundEven},
	OpFMA:       {"FMA", 3, RuleFloat, ew, "a*b + c, rounded once", evalFMA},
	OpMin:       {"Min", 2, RuleFloat, ew | FlagCommutative, "Go's min of floats: NaN if either is, -0 < +0", evalMin},
	OpMax:       {"Max", 2, RuleFloat, ew | FlagCommutative, "Go's max of floats: NaN if either is, +0 > -0", evalMax},
	OpMinS:      {"MinS", 2, RuleInt, ew | FlagCommutative, "signed minimum", evalMinS},
	OpMaxS:      {"MaxS", 2, RuleInt, ew | FlagCommutative, "signed maximum", evalMaxS},
	OpMinU:      {"MinU", 2, RuleInt, ew | FlagCommutative, "unsigned minimum", evalMinU},
	OpMaxU:      {"MaxU", 2, RuleInt, ew | FlagCommutative, "unsigned maximum", evalMaxU},
	OpMinNum:    {"MinNum", 2, RuleFloat, ew, "a < b ? a : b, as x86 MINPS and if a < b do", evalMinNum},
	OpMaxNum:    {"MaxNum", 2, RuleFloat, ew, "b < a ? a : b, as x86 MAXPS and if a > b do", evalMaxNum},
	OpCopysign:  {"Copysign", 2, RuleFloat, ew, "magnitude of a, sign of b", evalCopysign},

	OpExp: {"Exp", 1, RuleFloat, ew | FlagMath, "mathlib.Exp, in f32 ExpF32",
		math1(mathlib.Exp, mathlib.ExpF32)},
	OpExp2: {"Exp2", 1, RuleFloat, ew | FlagMath, "mathlib.Exp2, in f32 Exp2F32",
		math1(mathlib.Exp2, mathlib.Exp2F32)},
	OpLog: {"Log", 1, RuleFloat, ew | FlagMath, "mathlib.Log, in f32 LogF32",
		math1(mathlib.Log, mathlib.LogF32)},
	OpLog2: {"Log2", 1, RuleFloat, ew | FlagMath, "mathlib.Log2, in f32 Log2F32",
		math1(mathlib.Log2, mathlib.Log2F32)},
	OpSin: {"Sin", 1, RuleFloat, ew | FlagMath, "mathlib.Sin, in f32 SinF32",
		math1(mathlib.Sin, mathlib.SinF32)},
	OpCos: {"Cos", 1, RuleFloat, ew | FlagMath, "mathlib.Cos, in f32 CosF32",
		math1(mathlib.Cos, mathlib.CosF32)},
	OpTanh: {"Tanh", 1, RuleFloat, ew | FlagMath, "mathlib.Tanh, in f32 TanhF32",
		math1(mathlib.Tanh, mathlib.TanhF32)},
	OpPow: {"Pow", 2, RuleFloat, ew | FlagMath, "mathlib.Pow, in f32 PowF32",
		math2(mathlib.Pow, mathlib.PowF32)},
	OpMod: {"Mod", 2, RuleFloat, ew | FlagMath, "mathlib.Mod, in f32 ModF32",
		math2(mathlib.Mod, mathlib.ModF32)},
	OpLog10:      {"Log10", 1, RuleF64, ew | FlagMath, "mathlib.Log10", math1(mathlib.Log10, nil)},
	OpLog1p:      {"Log1p", 1, RuleF64, ew | FlagMath, "mathlib.Log1p", math1(mathlib.Log1p, nil)},
	OpExpm1:      {"Expm1", 1, RuleF64, ew | FlagMath, "mathlib.Expm1", math1(mathlib.Expm1, nil)},
	OpSinh:       {"Sinh", 1, RuleF64, ew | FlagMath, "mathlib.Sinh", math1(mathlib.Sinh, nil)},
	OpCosh:       {"Cosh", 1, RuleF64, ew | FlagMath, "mathlib.Cosh", math1(mathlib.Cosh, nil)},
	OpTan:        {"Tan", 1, RuleF64, ew | FlagMath, "mathlib.Tan", math1(mathlib.Tan, nil)},
	OpAtan:       {"Atan", 1, RuleF64, ew | FlagMath, "mathlib.Atan", math1(mathlib.Atan, nil)},
	OpAsin:       {"Asin", 1, RuleF64, ew | FlagMath, "mathlib.Asin", math1(mathlib.Asin, nil)},
	OpAcos:       {"Acos", 1, RuleF64, ew | FlagMath, "mathlib.Acos", math1(mathlib.Acos, nil)},
	OpCbrt:       {"Cbrt", 1, RuleF64, ew | FlagMath, "mathlib.Cbrt", math1(mathlib.Cbrt, nil)},
	OpAtan2:      {"Atan2", 2, RuleF64, ew | FlagMath, "mathlib.Atan2", math2(mathlib.Atan2, nil)},
	OpHypot:      {"Hypot", 2, RuleF64, ew | FlagMath, "mathlib.Hypot", math2(mathlib.Hypot, nil)},
	OpExpApprox:  {"ExpApprox", 1, RuleF32, ew | FlagMath, "mathlib.ExpF32Approx", math1(nil, mathlib.ExpF32Approx)},
	OpExp2Approx: {"Exp2Approx", 1, RuleF32, ew | FlagMath, "mathlib.Exp2F32Approx", math1(nil, mathlib.Exp2F32Approx)},
	OpLogApprox:  {"LogApprox", 1, RuleF32, ew | FlagMath, "mathlib.LogF32Approx", math1(nil, mathlib.LogF32Approx)},
	OpLog2Approx: {"Log2Approx", 1, RuleF32, ew | FlagMath, "mathlib.Log2F32Approx", math1(nil, mathlib.Log2F32Approx)},
	OpSinApprox:  {"SinApprox", 1, RuleF32, ew | FlagMath, "mathlib.SinF32Approx", math1(nil, mathlib.SinF32Approx)},
	OpCosApprox:  {"CosApprox", 1, RuleF32, ew | FlagMath, "mathlib.CosF32Approx", math1(nil, mathlib.CosF32Approx)},
	OpTanhApprox: {"TanhApprox", 1, RuleF32, ew | FlagMath, "mathlib.TanhF32Approx", math1(nil, mathlib.TanhF32Approx)},
	OpPowApprox:  {"PowApprox", 2, RuleF32, ew | FlagMath, "mathlib.PowF32Approx", math2(nil, mathlib.PowF32Approx)},

	OpAnd:    {"And", 2, RuleBits, ew | FlagCommutative, "bitwise, or of masks", evalAnd},
	OpOr:     {"Or", 2, RuleBits, ew | FlagCommutative, "bitwise, or of masks", evalOr},
	OpXor:    {"Xor", 2, RuleBits, ew | FlagCommutative, "bitwise, or of masks", evalXor},
	OpNot:    {"Not", 1, RuleBits, ew, "bitwise complement", evalNot},
	OpAndNot: {"AndNot", 2, RuleBits, ew, "a &^ b", evalAndNot},
	OpShl:    {"Shl", 2, RuleShift, ew, "a << b, b unsigned; 0 from the width on", evalShl},
	OpShrS:   {"ShrS", 2, RuleShift, ew, "a >> b signed, b unsigned; the sign from the width on", evalShrS},
	OpShrU:   {"ShrU", 2, RuleShift, ew, "a >> b unsigned; 0 from the width on", evalShrU},
	OpRotL:   {"RotL", 2, RuleShift, ew, "rotate left by b mod width", evalRotL},
	OpMultiShift: {"MultiShift", 2, RuleInt, ew,
		"byte j is the 8 bits of a from the bit on that byte j of b tells, mod width, around the end", evalMultiShift},
	OpByteSwap:      {"ByteSwap", 1, RuleInt, ew, "the bytes in reverse order", evalByteSwap},
	OpBitReverse:    {"BitReverse", 1, RuleInt, ew, "the bits in reverse order", evalBitReverse},
	OpPopCount:      {"PopCount", 1, RuleInt, ew, "number of ones", evalPopCount},
	OpLeadingZeros:  {"LeadingZeros", 1, RuleInt, ew, "leading zero bits; the width for 0", evalLeadingZeros},
	OpTrailingZeros: {"TrailingZeros", 1, RuleInt, ew, "trailing zero bits; the width for 0", evalTrailingZeros},

	OpEq:  {"Eq", 2, RuleCmpAny, ew | FlagCommutative, "a == b; of floats ordered: false if either is NaN", evalEq},
	OpNe:  {"Ne", 2, RuleCmpAny, ew | FlagCommutative, "a != b; of floats unordered: true if either is NaN", evalNe},
	OpLt:  {"Lt", 2, RuleCmpFloat, ew, "a < b of floats, ordered", evalLt},
	OpLe:  {"Le", 2, RuleCmpFloat, ew, "a <= b of floats, ordered", evalLe},
	OpLtS: {"LtS", 2, RuleCmpInt, ew, "a < b signed", evalLtS},
	OpLeS: {"LeS", 2, RuleCmpInt, ew, "a <= b signed", evalLeS},
	OpLtU: {"LtU", 2, RuleCmpInt, ew, "a < b unsigned", evalLtU},
	OpLeU: {"LeU", 2, RuleCmpInt, ew, "a <= b unsigned", evalLeU},
	OpSelect: {"Select", 3, RuleSpecial, ew,
		"mask lane ? b : c; the mask has as many lanes as b, or one (a bool) for all lanes",
		evalSelect},

	OpSExt:   {"SExt", 1, RuleConv, ew, "integer to a wider integer, signed", evalSExt},
	OpZExt:   {"ZExt", 1, RuleConv, ew, "integer or bool to a wider integer, unsigned", evalZExt},
	OpTruncI: {"TruncI", 1, RuleConv, ew, "integer to a narrower integer: the low bits", evalTruncI},
	OpSIToF:  {"SIToF", 1, RuleConv, ew, "signed integer to float, rounded", evalSIToF},
	OpUIToF:  {"UIToF", 1, RuleConv, ew, "unsigned integer to float, rounded", evalUIToF},
	OpFToSI: {"FToSI", 1, RuleConv, ew, "float to i32 or i64 towards zero; out of range as Semantics says",
		evalFToSI},
	OpFExt:    {"FExt", 1, RuleConv, ew, "f32 to f64", evalFExt},
	OpHalfToF: {"HalfToF", 1, RuleConv, ew, "bits of a 16-bit float (IEEE 754 binary16) to f32; quiets NaNs", evalHalfToF},
	OpFToHalf: {"FToHalf", 1, RuleConv, ew, "f32 to the bits of a 16-bit float, rounded to nearest even; quiets NaNs", evalFToHalf},
	OpFTrunc:  {"FTrunc", 1, RuleConv, ew, "f64 to f32, rounded", evalFTrunc},
	OpBitcast: {"Bitcast", 1, RuleConv, ew, "the same bits as another element of the same size", evalBitcast},

	OpLoad: {"Load", 2, RuleSpecial, FlagReads,
		"base index: the element there; of a vector type: as many consecutive elements as lanes", nil},
	OpStore: {"Store", 3, RuleSpecial, FlagWrites | FlagEffect, "base index value", nil},
	OpMaskedLoad: {"MaskedLoad", 3, RuleSpecial, FlagReads, "base index mask: lanes masked off are 0 and not touched",
		nil},
	OpMaskedStore: {"MaskedStore", 4, RuleSpecial, FlagWrites | FlagEffect,
		"base index value mask: lanes masked off are not touched", nil},
	OpGather: {"Gather", 3, RuleSpecial, FlagReads,
		"base indices mask: lane i from base + indices[i]*Scale + Off; masked off 0", nil},
	OpScatter: {"Scatter", 4, RuleSpecial, FlagWrites | FlagEffect, "base indices value mask: in lane order", nil},
	OpLoadStrided: {"LoadStrided", 2, RuleSpecial, FlagReads | FlagAux,
		"base index: lane i is element i*factor + member (AuxInt, see Member) from there on; lanes*factor elements " +
			"may be touched", nil},
	OpStoreInterleaved: {"StoreInterleaved", -1, RuleSpecial, FlagWrites | FlagEffect,
		"base index and the members of structures: lane i of value k to element i*factor + k, factor being the " +
			"number of values", nil},
	OpPtrAdd: {"PtrAdd", 2, RuleSpecial, FlagAux, "base + index*Scale + Off as an address", nil},

	OpSplat:   {"Splat", 1, RuleSpecial, 0, "a scalar in every lane", nil},
	OpIota:    {"Iota", 0, RuleSpecial, 0, "0, 1, 2, … (integers)", nil},
	OpExtract: {"Extract", 1, RuleSpecial, FlagAux, "lane AuxInt", nil},
	OpInsert:  {"Insert", 2, RuleSpecial, FlagAux, "vector a with lane AuxInt replaced by scalar b", nil},
	OpShuffle: {"Shuffle", 2, RuleSpecial, FlagAux, "lane i is lane Aux.(Lanes)[i] of a followed by b", nil},
	OpPermute: {"Permute", 3, RuleSpecial, 0, "vectors a and b, and integers of their size: lane i is lane c[i], " +
		"modulo twice the number of lanes, of a followed by b", nil},
	OpLookup: {"Lookup", -1, RuleSpecial, FlagAux, "integers and vectors of elements of their size, tables of AuxInt " +
		"entries together: lane i is entry c[i], modulo AuxInt; a table of more lanes than entries repeats them", nil},
	OpConcat: {"Concat", 2, RuleSpecial, 0, "lanes of a followed by those of b", nil},
	OpSubvec: {"Subvec", 1, RuleSpecial, FlagAux,
		"as many lanes as the result has, from lane AuxInt on (a multiple of the result's lanes)", nil},
	OpBytes: {"Bytes", 1, RuleSpecial, 0,
		"the bytes of the lanes of a vector of wider integers, the lowest of each lane first, or such lanes of bytes", nil},

	OpCompress: {"Compress", 2, RuleSpecial, 0,
		"vector and mask: the lanes where the mask is true, in their order, from lane 0 on; 0 behind them", nil},
	OpExpand: {"Expand", 2, RuleSpecial, 0,
		"vector and mask: in the lane of the k-th true of the mask lane k of the vector; 0 where it is false", nil},

	OpLaneMask:  {"LaneMask", 2, RuleSpecial, 0, "lane i is (a + i < b) for i64 a, b: signed, no wrap-around", nil},
	OpAny:       {"Any", 1, RuleSpecial, 0, "bool: some lane is true", nil},
	OpAll:       {"All", 1, RuleSpecial, 0, "bool: all lanes are true", nil},
	OpCountTrue: {"CountTrue", 1, RuleSpecial, 0, "i64: number of true lanes", nil},
	OpFirstTrue: {"FirstTrue", 1, RuleSpecial, 0, "i64: the first true lane; the number of lanes if none", nil},
	OpMaskBits:  {"MaskBits", 1, RuleSpecial, 0, "i64: bit i is lane i; 0 beyond the lanes", nil},
	OpBitsMask:  {"BitsMask", 1, RuleSpecial, 0, "lane i is bit i of an i64", nil},

	OpReduceAdd:    {"ReduceAdd", 1, RuleReduce, FlagReduce, "sum of all lanes", evalAdd},
	OpReduceMul:    {"ReduceMul", 1, RuleReduce, FlagReduce, "product of all lanes", evalMul},
	OpReduceAnd:    {"ReduceAnd", 1, RuleReduce, FlagReduce, "and of all lanes", evalAnd},
	OpReduceOr:     {"ReduceOr", 1, RuleReduce, FlagReduce, "or of all lanes", evalOr},
	OpReduceXor:    {"ReduceXor", 1, RuleReduce, FlagReduce, "exclusive or of all lanes", evalXor},
	OpReduceMin:    {"ReduceMin", 1, RuleReduce, FlagReduce, "Min of all lanes", evalMin},
	OpReduceMax:    {"ReduceMax", 1, RuleReduce, FlagReduce, "Max of all lanes", evalMax},
	OpReduceMinS:   {"ReduceMinS", 1, RuleReduce, FlagReduce, "MinS of all lanes", evalMinS},
	OpReduceMaxS:   {"ReduceMaxS", 1, RuleReduce, FlagReduce, "MaxS of all lanes", evalMaxS},
	OpReduceMinU:   {"ReduceMinU", 1, RuleReduce, FlagReduce, "MinU of all lanes", evalMinU},
	OpReduceMaxU:   {"ReduceMaxU", 1, RuleReduce, FlagReduce, "MaxU of all lanes", evalMaxU},
	OpReduceMinNum: {"ReduceMinNum", 1, RuleReduce, FlagReduce, "MinNum of all lanes", evalMinNum},
	OpReduceMaxNum: {"ReduceMaxNum", 1, RuleReduce, FlagReduce, "MaxNum of all lanes", evalMaxNum},
	OpSumAbsDiff: {"SumAbsDiff", 3, RuleSpecial, 0,
		"acc i64xN, a and b i8x8N: lane i of acc plus the sum over j < 8 of |a[8i+j] - b[8i+j]|, unsigned bytes " +
			"(VPSADBW)", nil},
	OpDotS: {"DotS", 3, RuleSpecial, 0,
		"acc i32xN, a and b i8x4N or i16x2N: lane i of acc plus the sum of the products of the four or two lanes " +
			"that make up its 32 bits, signed (SDOT, VPDPWSSD)", nil},
	OpDotU:  {"DotU", 3, RuleSpecial, 0, "the same, unsigned (UDOT)", nil},
	OpDotUS: {"DotUS", 3, RuleSpecial, 0, "the same, a unsigned and b signed (USDOT, VPDPBUSD)", nil},

	OpCheck: {"Check", -1, RuleSpecial, FlagEffect | FlagAux,
		"condition and up to two operands: if the condition is false, panic as Site Aux says with the operands", nil},
	OpPoll: {"Poll", 0, RuleSpecial, FlagEffect, "may yield to the Go runtime", nil}, // AuxInt: see mach.Poll
	OpCall: {"Call", 2, RuleSpecial, FlagEffect | FlagAux,
		"yields to the Go runtime, and is what it answers to request Aux (a Site) with two words", nil},
	OpRet: {"Ret", -1, RuleSpecial, FlagEffect, "the results; the control of a return block", nil},
}

// Info returns o's row of the op table.
func (o Op) Info() *OpInfo { return &opTable[o] }

// Is reports whether o has all the given flags.
func (o Op) Is(f OpFlags) bool { return opTable[o].Flags&f == f }

// HasAny reports whether o has any of the given flags.
func (o Op) HasAny(f OpFlags) bool { return opTable[o].Flags&f != 0 }

// IsMemory reports whether o accesses memory.
func (o Op) IsMemory() bool { return o.HasAny(FlagReads | FlagWrites) }

// Yields reports whether o may yield to Go in the middle of the kernel. Values computed from addresses in the
// frame must not be live across it.
func (o Op) Yields() bool { return o == OpPoll || o == OpCall }

// IsCompare reports whether o compares two values and results in a mask.
func (o Op) IsCompare() bool { return o >= OpEq && o <= OpLeU }

// IsReduce reports whether o reduces the lanes of a vector.
func (o Op) IsReduce() bool { return o.Is(FlagReduce) }

func (o Op) String() string {
	if o < NumOps && opTable[o].name != "" {
		return opTable[o].name
	}
	return "Invalid"
}

// OpByName returns the operation with that name.
func OpByName(name string) (Op, bool) {
	o, ok := opsByName.Get(func() map[string]Op {
		m := make(map[string]Op, NumOps)
		for o := OpInvalid + 1; o < NumOps; o++ {
			m[opTable[o].name] = o
		}
		return m
	})[name]
	return o, ok
}

var opsByName reuse.Once[map[string]Op]
