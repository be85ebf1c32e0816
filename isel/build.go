package isel

import (
	"encoding/binary"

	"hotloop/asm/amd64"
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
	op    amd64.Op
	size  int
	imm   int64
	mask  mach.Reg // EVEX mask, NoReg if none
	zero  bool
	merge mach.Reg // what lanes masked off keep, if not zero
	cc    amd64.CC
}

// build appends an instruction and returns its result register, new. args are its operands less a destination that is
// only written; the first one is tied to a destination that is read too.
func (l *lowerer) build(s spec, args ...opnd) mach.Reg {
	info := amd64.Info(s.op)
	in := mach.Inst{Op: uint16(s.op), Size: uint8(s.size), N: info.N, MemPos: -1, CC: uint8(s.cc),
		HasImm: info.Imm != amd64.ImmNone, Imm: s.imm, Mask: s.mask, Zero: s.zero, Pos: int32(l.pos)}
	var dst mach.Reg
	k := 0
	if info.N > 0 && info.Operands[0].Access&amd64.Write != 0 {
		o := &info.Operands[0]
		dst = l.newReg(o, s.size)
		in.Regs[0] = dst
		if o.Access == amd64.ReadWrite {
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
	info := amd64.Info(s.op)
	in := mach.Inst{Op: uint16(s.op), Size: uint8(s.size), N: info.N, MemPos: -1, CC: uint8(s.cc),
		HasImm: info.Imm != amd64.ImmNone, Imm: s.imm, Mask: s.mask, Pos: int32(l.pos)}
	l.operands(&in, 0, args)
	l.b.Insts = append(l.b.Insts, in)
}

func (l *lowerer) operands(in *mach.Inst, k int, args []opnd) {
	for _, a := range args {
		if a.isMem {
			if in.MemPos >= 0 {
				l.f.Fatalf("isel: two memory operands for %s", amd64.Op(in.Op))
			}
			in.MemPos, in.Mem, in.Bcst = int8(k), a.mem, a.bcst
		} else {
			if a.r == mach.NoReg {
				l.f.Fatalf("isel: operand %d of %s is missing", k, amd64.Op(in.Op))
			}
			in.Regs[k] = a.r
		}
		k++
	}
}

// newReg makes the register for an instruction's destination.
func (l *lowerer) newReg(o *amd64.Operand, size int) mach.Reg {
	bytes := o.RegW.Bytes(uint8(size))
	switch o.Class {
	case amd64.Vec:
		return l.m.NewVReg(mach.Vec, max(16, bytes))
	case amd64.Mask:
		return l.m.NewVReg(mach.Mask, 8)
	}
	return l.m.NewVReg(mach.GP, 8)
}

// ins and insI append an instruction on registers, insM one whose last operand is memory.
func (l *lowerer) ins(op amd64.Op, size int, args ...mach.Reg) mach.Reg {
	return l.insI(op, size, 0, args...)
}

func (l *lowerer) insI(op amd64.Op, size int, imm int64, args ...mach.Reg) mach.Reg {
	var ops [4]opnd
	for i, a := range args {
		ops[i].r = a
	}
	return l.build(spec{op: op, size: size, imm: imm}, ops[:len(args)]...)
}

func (l *lowerer) insM(op amd64.Op, size int, m mach.Mem, args ...mach.Reg) mach.Reg {
	var ops [4]opnd
	for i, a := range args {
		ops[i].r = a
	}
	ops[len(args)] = memory(m)
	return l.build(spec{op: op, size: size}, ops[:len(args)+1]...)
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
	in := mach.Inst{Op: uint16(amd64.MOVI), Size: 8, N: 1, MemPos: -1, HasImm: true, Imm: n}
	if uint64(n) <= 0xffffffff {
		in.Size = 4
	}
	in.Regs[0] = r
	l.pre(key.home, in)
	l.regConsts[key] = r
	return r
}

// vecConst is a vector constant in a register. Constants that repeat after 4 or 8 bytes take as much of the pool and
// are broadcast by the load.
func (l *lowerer) vecConst(b []byte) mach.Reg {
	key := regConst{home: l.home(), bytes: string(b), size: len(b)}
	if r, ok := l.regConsts[key]; ok {
		return r
	}
	size := len(b)
	in := mach.Inst{N: 2, MemPos: 1, Size: uint8(size)}
	period := bytesPeriod(b)
	switch {
	case isAll(b, 0):
		in = mach.Inst{Pseudo: mach.Zero, N: 1, MemPos: -1, Size: uint8(size)}
	case isAll(b, 0xff):
		in = mach.Inst{Pseudo: mach.Ones, N: 1, MemPos: -1, Size: uint8(size)}
	case period == 4:
		in.Op, in.Mem = uint16(amd64.VBROADCASTSS), l.poolMem(b[:4])
	case period == 8 && size == 16:
		in.Op, in.Mem = uint16(amd64.VMOVDDUPL), l.poolMem(b[:8])
	case period == 8:
		in.Op, in.Mem = uint16(amd64.VBROADCASTSD), l.poolMem(b[:8])
	default:
		in.Op, in.Mem = uint16(amd64.VMOVUPS), l.poolMem(b)
	}
	r := l.m.NewVReg(mach.Vec, size)
	in.Regs[0] = r
	l.pre(key.home, in)
	l.regConsts[key] = r
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
