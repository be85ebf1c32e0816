package lower

import (
	"encoding/binary"

	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// Opnd is a source operand: a register, or memory, perhaps one element broadcast.
type Opnd struct {
	R     mach.Reg
	mem   mach.Mem
	isMem bool
	bcst  bool
}

// Reg is a register as an operand.
func Reg(r mach.Reg) Opnd { return Opnd{R: r} }

// Memory is a place in memory as an operand.
func Memory(m mach.Mem) Opnd { return Opnd{mem: m, isMem: true} }

// Spec is an instruction to build less its operands.
type Spec struct {
	Op    uint16
	Size  int
	Imm   int64
	Mask  mach.Reg // NoReg if none
	Zero  bool
	Merge mach.Reg // what lanes masked off keep, if not zero
	Cc    CondCode
}

// Build appends an instruction and returns its result register, new. args are its operands less a destination that is
// only written; the first one is tied to a destination that is read too.
func (l *Lowerer) Build(s Spec, args ...Opnd) mach.Reg {
	d := l.Desc(s.Op)
	in := mach.Inst{Op: s.Op, Size: uint8(s.Size), N: d.N, MemPos: -1, CC: uint8(s.Cc),
		HasImm: d.Flags&mach.Immediate != 0, Imm: s.Imm,
		Decorations: mach.Decorations{Mask: s.Mask, Zero: s.Zero}, Pos: int32(l.Pos)}
	var dst mach.Reg
	k := 0
	if d.N > 0 && d.Roles[0].Access&mach.Def != 0 {
		o := &d.Roles[0]
		dst = l.NewReg(o, s.Size)
		in.Regs[0] = dst
		if o.Access == mach.UseDef {
			in.Tied = args[0].R
			args = args[1:]
		} else if s.Merge != mach.NoReg {
			in.Tied = s.Merge
		}
		k = 1
	}
	l.operands(&in, k, args)
	l.B.Insts = append(l.B.Insts, in)
	return dst
}

// Effect appends an instruction without a result register: flags, stores.
func (l *Lowerer) Effect(s Spec, args ...Opnd) {
	d := l.Desc(s.Op)
	in := mach.Inst{Op: s.Op, Size: uint8(s.Size), N: d.N, MemPos: -1, CC: uint8(s.Cc),
		HasImm: d.Flags&mach.Immediate != 0, Imm: s.Imm,
		Decorations: mach.Decorations{Mask: s.Mask}, Pos: int32(l.Pos)}
	l.operands(&in, 0, args)
	l.B.Insts = append(l.B.Insts, in)
}

// operands fills in args from operand k of the instruction on. Of those, one at most is memory.
func (l *Lowerer) operands(in *mach.Inst, k int, args []Opnd) {
	for _, a := range args {
		if a.isMem {
			if in.MemPos >= 0 {
				l.F.Fatalf("isel: two memory operands for %s", l.T.Arch.OpName(in.Op))
			}
			in.MemPos, in.Mem, in.Bcst = int8(k), a.mem, a.bcst
		} else {
			if a.R == mach.NoReg {
				l.F.Fatalf("isel: operand %d of %s is missing", k, l.T.Arch.OpName(in.Op))
			}
			in.Regs[k] = a.R
		}
		k++
	}
}

// NewReg makes the register for an instruction's destination.
func (l *Lowerer) NewReg(o *mach.Role, size int) mach.Reg {
	switch o.Class {
	case mach.Vec:
		return l.M.NewVReg(mach.Vec, max(16, o.RegW.Bytes(uint8(size))))
	case mach.Mask:
		return l.M.NewVReg(mach.Mask, 8)
	}
	return l.M.NewVReg(mach.GP, 8)
}

// Desc describes an op of the architecture.
func (l *Lowerer) Desc(op uint16) *mach.Desc {
	if d := l.descs[op].Load(); d != nil {
		return d
	}
	return l.T.Arch.Desc(op)
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
func (l *Lowerer) home() *mach.Block {
	if l.preheader != nil {
		return l.preheader
	}
	return l.B
}

// pre puts an instruction at the start of a block, where it can be because it depends on nothing.
func (l *Lowerer) pre(b *mach.Block, in mach.Inst) {
	l.first(b, in)
	l.M.V(in.Regs[0]).Remat = l.keep(in)
}

// GpConst is an integer constant in a general register.
func (l *Lowerer) GpConst(n int64) mach.Reg {
	key := regConst{home: l.home(), num: n, size: -1}
	if r, ok := l.regConsts[key]; ok {
		return r
	}
	r := l.M.NewVReg(mach.GP, 8)
	in := l.T.Arch.IntConst(n)
	in.Regs[0] = r
	l.pre(key.home, in)
	l.regConsts[key] = r
	return r
}

// VecConst is a vector constant in a register.
func (l *Lowerer) VecConst(b []byte) mach.Reg {
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
		in = l.sel.VecLoad(b)
	}
	r := l.M.NewVReg(mach.Vec, size)
	in.Regs[0] = r
	l.pre(home, in)
	l.regConsts[regConst{home: home, bytes: string(b), size: size}] = r
	return r
}

// isAll says whether all bytes are x.
func isAll(b []byte, x byte) bool {
	for _, y := range b {
		if y != x {
			return false
		}
	}
	return true
}

// BytesPeriod is 4 or 8 if the bytes repeat so, else 0.
func BytesPeriod(b []byte) int {
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

// PoolMem puts bytes into the constant pool and gives their address.
func (l *Lowerer) PoolMem(b []byte) mach.Mem {
	if i, ok := l.pool[string(b)]; ok {
		return mach.Mem{Const: i}
	}
	l.M.Consts = append(l.M.Consts, mach.Const{Bytes: append([]byte(nil), b...), Align: min(max(1, len(b)), tableAlign)})
	i := int32(len(l.M.Consts))
	l.pool[string(b)] = i
	return mach.Mem{Const: i}
}

// SplatBytes fills size bytes with an element.
func SplatBytes(e ir.Elem, bits uint64, size int) []byte {
	var one [8]byte
	binary.LittleEndian.PutUint64(one[:], bits)
	return RepeatBytes(one[:max(1, e.Size())], size)
}

// RepeatBytes is b over and over, size bytes in all.
func RepeatBytes(b []byte, size int) []byte {
	out := make([]byte, size)
	for i := 0; i < size; i += len(b) {
		copy(out[i:], b)
	}
	return out
}

// Vector constants of a loop are made in front of it and stay in registers, where there are enough. Functions of
// package math bring more constants than AVX2 has registers; the allocator would make them anew in every iteration, an
// instruction each. So of too many those used once become memory operands, which cost no instruction.

// loopConsts says where the constants of one outermost loop are.
type loopConsts struct {
	of     *ir.Block // in front of the loop; nil before the first
	memory []bool    // by value ID
	uses   []int32   // scratch
}

// constSpare is the number of vector registers that constants leave free: the sum of a polynomial, its argument and the
// power of it in two or three independent chains.
const constSpare = 10

// inMemory says whether constant v is to be a memory operand in the loops around the current block.
func (l *Lowerer) inMemory(v *ir.Value) bool {
	pre := l.loops.preheader(l.ib)
	if l.depth == 0 {
		return true
	}
	if pre == nil || int(v.ID) >= l.F.NumValues() {
		return false
	}
	c := &l.consts
	if c.of != pre {
		c.of = pre
		l.placeConsts(pre)
	}
	return c.memory[v.ID]
}

// placeConsts decides for the loop behind pre.
func (l *Lowerer) placeConsts(pre *ir.Block) {
	c := &l.consts
	n := l.F.NumValues()
	c.memory, c.uses = zeroed(c.memory, n), zeroed(c.uses, n)
	var found []*ir.Value
	for _, b := range l.order {
		if l.loops.preheader(b) != pre || l.loops.rare[b.ID] {
			continue
		}
		for _, v := range b.Values {
			for _, a := range v.Args {
				if a.Op != ir.OpConst || a.AuxInt == 0 || a.Type.IsMask() || !a.Type.IsVector() &&
					!a.Type.Elem.IsFloat() {
					continue
				}
				if c.uses[a.ID]++; c.uses[a.ID] == 1 {
					found = append(found, a)
				}
			}
		}
	}
	free := l.T.NumRegs(tti.Vec) - constSpare
	for _, v := range found {
		if c.uses[v.ID] > 1 {
			free--
		}
	}
	for _, v := range found {
		if c.uses[v.ID] > 1 {
			continue
		}
		free--
		c.memory[v.ID] = free < 0
	}
}
