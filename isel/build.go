package isel

import (
	"encoding/binary"

	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// opnd is a source operand: a register, or memory, perhaps one element broadcast.
type opnd struct {
	r     mach.Reg
	mem   mach.Mem
	isMem bool
	bcst  bool
}

func reg(r mach.Reg) opnd    { return opnd{r: r} }
func memory(m mach.Mem) opnd { return opnd{mem: m, isMem: true} }
func (o opnd) valid() bool   { return o.isMem || o.r != mach.NoReg }

// spec is an instruction to build less its operands.
type spec struct {
	op    uint16
	size  int
	imm   int64
	mask  mach.Reg // NoReg if none
	zero  bool
	merge mach.Reg // what lanes masked off keep, if not zero
	cc    condCode
}

// build appends an instruction and returns its result register, new. args are its operands less a destination that is
// only written; the first one is tied to a destination that is read too.
func (l *lowerer) build(s spec, args ...opnd) mach.Reg {
	d := l.desc(s.op)
	in := mach.Inst{Op: s.op, Size: uint8(s.size), N: d.N, MemPos: -1, CC: uint8(s.cc),
		HasImm: d.Flags&mach.Immediate != 0, Imm: s.imm, Mask: s.mask, Zero: s.zero, Pos: int32(l.pos)}
	var dst mach.Reg
	k := 0
	if d.N > 0 && d.Roles[0].Access&mach.Def != 0 {
		o := &d.Roles[0]
		dst = l.newReg(o, s.size)
		in.Regs[0] = dst
		if o.Access == mach.UseDef {
			in.Tied = args[0].r
			args = args[1:]
		} else if s.merge != mach.NoReg {
			in.Tied = s.merge
		}
		k = 1
	}
	l.operands(&in, k, args)
	l.b.Insts = append(l.b.Insts, in)
	return dst
}

// effect appends an instruction without a result register: flags, stores.
func (l *lowerer) effect(s spec, args ...opnd) {
	d := l.desc(s.op)
	in := mach.Inst{Op: s.op, Size: uint8(s.size), N: d.N, MemPos: -1, CC: uint8(s.cc),
		HasImm: d.Flags&mach.Immediate != 0, Imm: s.imm, Mask: s.mask, Pos: int32(l.pos)}
	l.operands(&in, 0, args)
	l.b.Insts = append(l.b.Insts, in)
}

func (l *lowerer) operands(in *mach.Inst, k int, args []opnd) {
	for _, a := range args {
		if a.isMem {
			if in.MemPos >= 0 {
				l.f.Fatalf("isel: two memory operands for %s", l.t.arch.OpName(in.Op))
			}
			in.MemPos, in.Mem, in.Bcst = int8(k), a.mem, a.bcst
		} else {
			if a.r == mach.NoReg {
				l.f.Fatalf("isel: operand %d of %s is missing", k, l.t.arch.OpName(in.Op))
			}
			in.Regs[k] = a.r
		}
		k++
	}
}

// newReg makes the register for an instruction's destination.
func (l *lowerer) newReg(o *mach.Role, size int) mach.Reg {
	switch o.Class {
	case mach.Vec:
		return l.m.NewVReg(mach.Vec, max(16, o.RegW.Bytes(uint8(size))))
	case mach.Mask:
		return l.m.NewVReg(mach.Mask, 8)
	}
	return l.m.NewVReg(mach.GP, 8)
}

// desc describes an op of the architecture.
func (l *lowerer) desc(op uint16) *mach.Desc {
	if d := l.descs[op].Load(); d != nil {
		return d
	}
	return l.t.arch.Desc(op)
}

// constKey names a constant in a register: its bytes (of a vector) or number, and the block that holds it.
type regConst struct {
	home  *mach.Block
	bytes string
	num   int64
	size  int
}

// home is the block in which to make a constant that is needed here: in front of the outermost loop around, so that
// it is made once and entries that do not reach the loop do not pay for it.
func (l *lowerer) home() *mach.Block {
	if l.preheader != nil {
		return l.preheader
	}
	return l.b
}

// pre puts an instruction at the start of a block, where it can be because it depends on nothing.
func (l *lowerer) pre(b *mach.Block, in mach.Inst) {
	l.first(b, in)
	l.m.V(in.Regs[0]).Remat = l.keep(in)
}

// gpConst is an integer constant in a general register.
func (l *lowerer) gpConst(n int64) mach.Reg {
	key := regConst{home: l.home(), num: n, size: -1}
	if r, ok := l.regConsts[key]; ok {
		return r
	}
	r := l.m.NewVReg(mach.GP, 8)
	in := l.t.arch.intConst(n)
	in.Regs[0] = r
	l.pre(key.home, in)
	l.regConsts[key] = r
	return r
}

// vecConst is a vector constant in a register.
func (l *lowerer) vecConst(b []byte) mach.Reg {
	home, size := l.home(), len(b)
	if r, ok := l.regConsts[regConst{home: home, bytes: string(b), size: size}]; ok { // copies no bytes
		return r
	}
	var in mach.Inst
	switch {
	case isAll(b, 0):
		in = mach.Inst{Pseudo: mach.Zero, N: 1, MemPos: -1, Size: uint8(size)}
	case isAll(b, 0xff):
		in = mach.Inst{Pseudo: mach.Ones, N: 1, MemPos: -1, Size: uint8(size)}
	default:
		in = l.sel.vecLoad(b)
	}
	r := l.m.NewVReg(mach.Vec, size)
	in.Regs[0] = r
	l.pre(home, in)
	l.regConsts[regConst{home: home, bytes: string(b), size: size}] = r
	return r
}

func isAll(b []byte, x byte) bool {
	for _, y := range b {
		if y != x {
			return false
		}
	}
	return true
}

// bytesPeriod is 4 or 8 if the bytes repeat so, else 0.
func bytesPeriod(b []byte) int {
	for _, p := range [...]int{4, 8} {
		ok := true
		for i := p; i < len(b) && ok; i++ {
			ok = b[i] == b[i-p]
		}
		if ok {
			return p
		}
	}
	return 0
}

// poolMem puts bytes into the constant pool and gives their address.
func (l *lowerer) poolMem(b []byte) mach.Mem {
	if i, ok := l.pool[string(b)]; ok {
		return mach.Mem{Const: i}
	}
	l.m.Consts = append(l.m.Consts, mach.Const{Bytes: append([]byte(nil), b...), Align: max(1, len(b))})
	i := int32(len(l.m.Consts))
	l.pool[string(b)] = i
	return mach.Mem{Const: i}
}

// splatBytes fills size bytes with an element.
func splatBytes(e ir.Elem, bits uint64, size int) []byte {
	var one [8]byte
	binary.LittleEndian.PutUint64(one[:], bits)
	return repeatBytes(one[:max(1, e.Size())], size)
}

func repeatBytes(b []byte, size int) []byte {
	out := make([]byte, size)
	for i := 0; i < size; i += len(b) {
		copy(out[i:], b)
	}
	return out
}
