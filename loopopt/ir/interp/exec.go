package interp

import (
	"fmt"
	"math"

	"hotloop/loopopt/ir"
)

type opcode uint8

const (
	opInvalid opcode = iota

	opMove1
	opMove
	opJump
	opBranch
	opBranchLtS
	opReturn
	opResult
	opTrapEnd
	opCheck
	opCheckLtU
	opPoll
	opCall
	opParam
	opGlobal
	opObject

	// Specialized scalar operations.
	opAdd64
	opSub64
	opMul64
	opAdd32
	opSub32
	opMul32
	opAnd
	opOr
	opXor
	opShl64
	opShrU
	opSExt32
	opTrunc32
	opEq
	opNe
	opLtS64
	opLeS64
	opLtU
	opLeU
	opAddF32
	opSubF32
	opMulF32
	opDivF32
	opAddF64
	opSubF64
	opMulF64
	opDivF64
	opLtF64
	opLtF32
	opSelect1

	opElementwise // evaluated lane by lane with the op table's evaluator
	opDivide      // like opElementwise, after checking the divisors
	opFToSI
	opReduce

	opLoad1
	opLoad2
	opLoad4
	opLoad8
	opLoadBool
	opLoad
	opStore1
	opStore2
	opStore4
	opStore8
	opStore
	opMaskedLoad
	opMaskedStore
	opGather
	opScatter
	opLoadStrided
	opStoreInterleaved
	opPtrAdd

	opSplat
	opIota
	opExtract
	opInsert
	opShuffle
	opConcat
	opSubvec
	opBytes
	opPermute
	opLookup
	opCompress
	opExpand
	opLaneMask
	opAny
	opAll
	opCountTrue
	opFirstTrue
	opMaskBits
	opBitsMask
	opSumAbsDiff
	opDot
)

// fastOp returns the specialized instruction for the scalar operation op, if there is one.
func fastOp(op ir.Op, elem, arg ir.Elem) (opcode, bool) {
	pick := func(i32, i64, f32, f64 opcode) (opcode, bool) {
		c := opInvalid
		switch elem {
		case ir.I32:
			c = i32
		case ir.I64:
			c = i64
		case ir.F32:
			c = f32
		case ir.F64:
			c = f64
		}
		return c, c != opInvalid
	}
	switch op {
	case ir.OpAdd:
		return pick(opAdd32, opAdd64, opAddF32, opAddF64)
	case ir.OpSub:
		return pick(opSub32, opSub64, opSubF32, opSubF64)
	case ir.OpMul:
		return pick(opMul32, opMul64, opMulF32, opMulF64)
	case ir.OpDiv:
		return pick(0, 0, opDivF32, opDivF64)
	case ir.OpAnd:
		return opAnd, true
	case ir.OpOr:
		return opOr, true
	case ir.OpXor:
		return opXor, true
	case ir.OpShl:
		return opShl64, elem == ir.I64
	case ir.OpShrU:
		return opShrU, true
	case ir.OpSExt:
		return opSExt32, elem == ir.I64 && arg == ir.I32
	case ir.OpZExt, ir.OpBitcast:
		return opMove1, true
	case ir.OpTruncI:
		return opTrunc32, elem == ir.I32
	case ir.OpEq:
		return opEq, !arg.IsFloat()
	case ir.OpNe:
		return opNe, !arg.IsFloat()
	case ir.OpLtS:
		return opLtS64, arg == ir.I64
	case ir.OpLeS:
		return opLeS64, arg == ir.I64
	case ir.OpLtU:
		return opLtU, true
	case ir.OpLeU:
		return opLeU, true
	case ir.OpLt:
		if arg == ir.F32 {
			return opLtF32, true
		}
		return opLtF64, true
	case ir.OpSelect:
		return opSelect1, true
	}
	return opInvalid, false
}

func f32(b uint64) float32            { return math.Float32frombits(uint32(b)) }
func f64(b uint64) float64            { return math.Float64frombits(b) }
func of32(x float32) uint64           { return uint64(math.Float32bits(x)) }
func of64(x float64) uint64           { return math.Float64bits(x) }
func (in *inst) at(r []uint64) uint64 { return r[in.a] + r[in.b]*in.scale + in.off }

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// run executes the program from its start. All operations are in a single switch so that pc, the registers and
// the code stay in locals; a call per instruction would save and restore them.
func (m *machine) run(p *Program) (*Trap, error) {
	r, code := m.regs, p.code
	pc := int32(0)
	for {
		in := &code[pc]
		pc++
		switch in.code {
		case opMove1:
			r[in.dst] = r[in.a]
		case opMove:
			copy(r[in.dst:in.dst+int32(in.lanes)], r[in.a:])
		case opJump:
			pc = in.yes
			if m.fuel -= int64(in.cost); m.fuel < 0 {
				if err := m.rest(); err != nil {
					return nil, err
				}
			}
		case opBranch, opBranchLtS:
			yes := r[in.a] != 0
			if in.code == opBranchLtS {
				yes = int64(r[in.a]) < int64(r[in.b])
			}
			if pc = in.no; yes {
				pc = in.yes
			}
			if m.fuel -= int64(in.cost); m.fuel < 0 {
				if err := m.rest(); err != nil {
					return nil, err
				}
			}
		case opReturn:
			return nil, nil
		case opResult:
			m.result(in)
		case opTrapEnd:
			return nil, fmt.Errorf("interp: %s: control reaches the end of trap block b%d", p.name, in.n)
		case opCheck:
			if r[in.a] == 0 {
				return m.trap(in), nil
			}
		case opCheckLtU:
			if r[in.a] >= r[in.d] {
				return m.trap(in), nil
			}
		case opPoll:
			if err := m.poll(); err != nil {
				return nil, err
			}
		case opCall:
			r[in.dst] = m.call(p, in.site, r[in.a], r[in.b])
		case opParam:
			m.param(in)
		case opGlobal:
			r[in.dst] = uint64(in.n)
		case opObject:
			r[in.dst] = m.addressOf(&p.objects[in.n])

		case opAdd64:
			r[in.dst] = r[in.a] + r[in.b]
		case opSub64:
			r[in.dst] = r[in.a] - r[in.b]
		case opMul64:
			r[in.dst] = r[in.a] * r[in.b]
		case opAdd32:
			r[in.dst] = uint64(uint32(r[in.a] + r[in.b]))
		case opSub32:
			r[in.dst] = uint64(uint32(r[in.a] - r[in.b]))
		case opMul32:
			r[in.dst] = uint64(uint32(r[in.a] * r[in.b]))
		case opAnd:
			r[in.dst] = r[in.a] & r[in.b]
		case opOr:
			r[in.dst] = r[in.a] | r[in.b]
		case opXor:
			r[in.dst] = r[in.a] ^ r[in.b]
		case opShl64:
			r[in.dst] = r[in.a] << r[in.b]
		case opShrU:
			r[in.dst] = r[in.a] >> r[in.b]
		case opSExt32:
			r[in.dst] = uint64(int64(int32(r[in.a])))
		case opTrunc32:
			r[in.dst] = uint64(uint32(r[in.a]))
		case opEq:
			r[in.dst] = truth(r[in.a] == r[in.b])
		case opNe:
			r[in.dst] = truth(r[in.a] != r[in.b])
		case opLtS64:
			r[in.dst] = truth(int64(r[in.a]) < int64(r[in.b]))
		case opLeS64:
			r[in.dst] = truth(int64(r[in.a]) <= int64(r[in.b]))
		case opLtU:
			r[in.dst] = truth(r[in.a] < r[in.b])
		case opLeU:
			r[in.dst] = truth(r[in.a] <= r[in.b])
		case opAddF32:
			r[in.dst] = of32(f32(r[in.a]) + f32(r[in.b]))
		case opSubF32:
			r[in.dst] = of32(f32(r[in.a]) - f32(r[in.b]))
		case opMulF32:
			r[in.dst] = of32(f32(r[in.a]) * f32(r[in.b]))
		case opDivF32:
			r[in.dst] = of32(f32(r[in.a]) / f32(r[in.b]))
		case opAddF64:
			r[in.dst] = of64(f64(r[in.a]) + f64(r[in.b]))
		case opSubF64:
			r[in.dst] = of64(f64(r[in.a]) - f64(r[in.b]))
		case opMulF64:
			r[in.dst] = of64(f64(r[in.a]) * f64(r[in.b]))
		case opDivF64:
			r[in.dst] = of64(f64(r[in.a]) / f64(r[in.b]))
		case opLtF32:
			r[in.dst] = truth(f32(r[in.a]) < f32(r[in.b]))
		case opLtF64:
			r[in.dst] = truth(f64(r[in.a]) < f64(r[in.b]))
		case opSelect1:
			if r[in.a] != 0 {
				r[in.dst] = r[in.b]
			} else {
				r[in.dst] = r[in.c]
			}

		case opLoad1:
			a := in.at(r)
			if m.watched && m.outside(in, a, 1, false) {
				return nil, m.stray(p, in, a, 1)
			}
			r[in.dst] = load1(a)
		case opLoad2:
			a := in.at(r)
			if m.watched && m.outside(in, a, 2, false) {
				return nil, m.stray(p, in, a, 2)
			}
			r[in.dst] = load2(a)
		case opLoad4:
			a := in.at(r)
			if m.watched && m.outside(in, a, 4, false) {
				return nil, m.stray(p, in, a, 4)
			}
			r[in.dst] = load4(a)
		case opLoad8:
			a := in.at(r)
			if m.watched && m.outside(in, a, 8, false) {
				return nil, m.stray(p, in, a, 8)
			}
			r[in.dst] = load8(a)
			if m.Rows != nil && in.v.Header() {
				r[in.dst] = m.header(a, uint64(in.v.HeaderWord()))
			}
		case opStore1:
			a := in.at(r)
			if m.watched && m.outside(in, a, 1, true) {
				return nil, m.stray(p, in, a, 1)
			}
			store1(a, r[in.c])
		case opStore2:
			a := in.at(r)
			if m.watched && m.outside(in, a, 2, true) {
				return nil, m.stray(p, in, a, 2)
			}
			store2(a, r[in.c])
		case opStore4:
			a := in.at(r)
			if m.watched && m.outside(in, a, 4, true) {
				return nil, m.stray(p, in, a, 4)
			}
			store4(a, r[in.c])
		case opStore8:
			a := in.at(r)
			if m.watched && m.outside(in, a, 8, true) {
				return nil, m.stray(p, in, a, 8)
			}
			store8(a, r[in.c])
			if m.Rows != nil && p.storesHeaders {
				m.noteStore(in, a, r[in.c])
			}
		case opPtrAdd:
			r[in.dst] = in.at(r)
		case opElementwise:
			if in.lanes == 1 {
				r[in.dst] = in.eval(in.elem, in.arg, r[in.a], r[in.b], r[in.c])
			} else {
				m.elementwise(in)
			}
		default:
			if err := m.slow(p, in); err != nil {
				return nil, err
			}
		}
	}
}

func (m *machine) trap(in *inst) *Trap {
	t := &Trap{Site: in.site}
	if in.n > 0 {
		t.A = m.regs[in.b]
	}
	if in.n > 1 {
		t.B = m.regs[in.c]
	}
	return t
}
