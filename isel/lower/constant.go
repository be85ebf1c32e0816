package lower

import (
	"bytes"
	"encoding/binary"

	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
)

// Constant materializes a constant.
func (l *Lowerer) Constant(v *ir.Value) Rep {
	t := v.Type
	switch {
	case t.IsMask() && t.IsVector():
		l.F.Fatalf("isel: mask constant has no width")
	case !t.IsVector() && !t.Elem.IsFloat():
		p := l.NewParts(1)
		p[0] = l.GpConst(v.Int())
		return Rep{Parts: p, State: RepDone}
	}
	n, bytes := l.T.Layout(t, t.Elem.Size())
	p := l.NewParts(n)
	p[0] = l.splatConst(t.Elem, uint64(v.AuxInt), bytes)
	for i := range p {
		p[i] = p[0]
	}
	return Rep{Parts: p, State: RepDone}
}

// iota returns 0, 1, 2, …; each part is a separate constant.
func (l *Lowerer) iota(v *ir.Value) Rep {
	return l.laneConst(v.Type, func(i int) uint64 { return uint64(i) })
}

// laneConst returns a vector constant, given lane by lane.
func (l *Lowerer) laneConst(t ir.Type, lane func(i int) uint64) Rep {
	es := t.Elem.Size()
	n, bytes := l.T.Layout(t, es)
	p := l.NewParts(n)
	for i := range p {
		b := make([]byte, bytes)
		for j := 0; j < bytes/es; j++ {
			k := i*(bytes/es) + j
			if k >= int(t.Lanes) {
				break
			}
			copy(b[j*es:], SplatBytes(t.Elem, lane(k), es))
		}
		p[i] = l.VecConst(b)
	}
	return Rep{Parts: p, State: RepDone, Esize: uint8(es)}
}

// regConst identifies a constant in a register: its number, the kind of number, and the block that holds it.
type regConst struct {
	num  int64
	home int32 // ID
	size int32 // size of a vector that repeats num; plus otherBytes if num comes from numberOf; or a negative kind
}

// The values of regConst.size for constants that are not vectors.
const (
	integer    = -1
	onesMask   = -2      // num is the number of lanes
	zerosMask  = -3      // the same
	addresses  = -4      // minus the op
	otherBytes = 1 << 16 // marks vectors that do not repeat every eight bytes
)

// madeConsts is a hash table of the constants in registers, with chained buckets.
type madeConsts struct {
	lists [1 << listBits]int32 // 1 + index of the last one added, 0 if there is none
	all   []madeConst
}

type madeConst struct {
	regConst
	reg  mach.Reg
	next int32 // next in the list, encoded like lists
}

const listBits = 6

// list returns the bucket of k, by Fibonacci hashing (Knuth, The Art of Computer Programming, 6.4).
func (k *regConst) list() int {
	const golden = 0x9e3779b97f4a7c15 // 2^64 divided by the golden ratio
	return int((uint64(k.num) ^ uint64(k.home)) * golden >> (64 - listBits))
}

// find returns the register that holds k, or NoReg.
func (m *madeConsts) find(k regConst) mach.Reg {
	for i := m.lists[k.list()]; i != 0; i = m.all[i-1].next {
		if c := &m.all[i-1]; c.regConst == k {
			return c.reg
		}
	}
	return mach.NoReg
}

// add records that r holds k.
func (m *madeConsts) add(k regConst, r mach.Reg) {
	list := &m.lists[k.list()]
	m.all = append(m.all, madeConst{k, r, *list})
	*list = int32(len(m.all))
}

// home returns the block in which to make a constant that is needed in the current block. That is the preheader
// of the outermost enclosing loop, so that the constant is made once, and only on paths that reach the loop.
func (l *Lowerer) home() *mach.Block {
	if l.preheader != nil {
		return l.preheader
	}
	return l.B
}

// named returns the key of a constant that is needed in the current block.
func (l *Lowerer) named(num int64, size int) regConst {
	return regConst{num: num, home: int32(l.home().ID), size: int32(size)}
}

// makeConst makes constant k, which is needed in the current block, with an instruction that has no register
// inputs.
func (l *Lowerer) makeConst(k regConst, r mach.Reg, in mach.Inst) mach.Reg {
	in.Regs[0] = r
	l.first(l.home(), in)
	l.M.V(r).Remat = l.keep(in)
	l.regConsts.add(k, r)
	return r
}

// GpConst returns a general register that holds an integer constant.
func (l *Lowerer) GpConst(n int64) mach.Reg {
	key := l.named(n, integer)
	if r := l.regConsts.find(key); r != mach.NoReg {
		return r
	}
	return l.makeConst(key, l.M.NewVReg(mach.GP, 8), l.T.Arch.IntConst(n))
}

// VecConst returns a register that holds a vector constant.
func (l *Lowerer) VecConst(b []byte) mach.Reg {
	size := len(b)
	var key regConst
	if size >= 8 && bytes.Equal(b[8:], b[:size-8]) {
		key = l.named(int64(binary.LittleEndian.Uint64(b)), size)
	} else {
		key = l.named(l.numberOf(b), size+otherBytes)
	}
	if r := l.regConsts.find(key); r != mach.NoReg {
		return r
	}
	return l.makeVec(b, key)
}

// makeVec makes vector constant k with the bytes b.
func (l *Lowerer) makeVec(b []byte, k regConst) mach.Reg {
	var in mach.Inst
	switch {
	case isAll(b, 0):
		in = mach.Inst{Pseudo: mach.Zero, N: 1, MemPos: -1, Size: uint8(len(b))}
	case isAll(b, 0xff):
		in = mach.Inst{Pseudo: mach.Ones, N: 1, MemPos: -1, Size: uint8(len(b))}
	default:
		in = l.sel.VecLoad(b)
	}
	return l.makeConst(k, l.M.NewVReg(mach.Vec, len(b)), in)
}

// splatConst returns a register that holds an element in all lanes.
func (l *Lowerer) splatConst(e ir.Elem, bits uint64, size int) mach.Reg {
	for n := 8 * max(1, e.Size()); n < 64; n *= 2 {
		bits = bits&(1<<n-1) | bits<<n
	}
	key := l.named(int64(bits), size)
	if r := l.regConsts.find(key); r != mach.NoReg {
		return r
	}
	return l.makeVec(SplatBytes(ir.I64, bits, size), key)
}

// numberOf returns a unique number for the bytes of a vector.
func (l *Lowerer) numberOf(b []byte) int64 {
	n, ok := l.other[string(b)] // copies no bytes
	if !ok {
		if n = int64(len(l.other)); l.other == nil {
			l.other = map[string]int64{}
		}
		l.other[string(b)] = n
	}
	return n
}

// isAll reports whether all bytes are x.
func isAll(b []byte, x byte) bool {
	return len(b) == 0 || b[0] == x && bytes.Equal(b[1:], b[:len(b)-1])
}

// BytesPeriod returns 4 or 8 if the bytes repeat with that period, and otherwise 0.
func BytesPeriod(b []byte) int {
	for _, p := range [...]int{4, 8} {
		if len(b) <= p || bytes.Equal(b[p:], b[:len(b)-p]) {
			return p
		}
	}
	return 0
}

// PoolMem adds bytes to the constant pool and returns their address.
func (l *Lowerer) PoolMem(b []byte) mach.Mem {
	if i, ok := l.pool[string(b)]; ok {
		return mach.Mem{Const: i}
	}
	l.M.Consts = append(l.M.Consts, mach.Const{Bytes: append([]byte(nil), b...), Align: min(max(1, len(b)), tableAlign)})
	i := int32(len(l.M.Consts))
	l.pool[string(b)] = i
	return mach.Mem{Const: i}
}

// SplatBytes returns size bytes filled with an element.
func SplatBytes(e ir.Elem, bits uint64, size int) []byte {
	var one [8]byte
	binary.LittleEndian.PutUint64(one[:], bits)
	return RepeatBytes(one[:max(1, e.Size())], size)
}

// RepeatBytes returns size bytes filled with repetitions of b.
func RepeatBytes(b []byte, size int) []byte {
	out := make([]byte, size)
	for n := copy(out, b); n < size; {
		n += copy(out[n:], out[:n])
	}
	return out
}

// Vector constants of a loop are made before it and stay in registers while there are enough. Functions of
// package math need more constants than AVX2 has registers. The register allocator would then rematerialize them
// in every iteration, at one instruction each. If there are too many constants, those used once become memory
// operands, which need no instruction.

// loopConsts records where the constants of one outermost loop are.
type loopConsts struct {
	of     *ir.Block // preheader of the loop; nil before the first
	memory []bool    // by value ID
	uses   []int32   // scratch
}

// constSpare is the number of vector registers that constants leave free. They hold the sum of a polynomial, its
// argument and the current power of it, in two or three independent chains.
const constSpare = 10

// inMemory reports whether constant v is to be a memory operand in the loops around the current block.
func (l *Lowerer) inMemory(v *ir.Value) bool {
	pre := l.loops.at[l.ib.ID].pre
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

// placeConsts decides which constants of the loop after pre are memory operands.
func (l *Lowerer) placeConsts(pre *ir.Block) {
	c := &l.consts
	n := l.F.NumValues()
	c.memory, c.uses = zeroed(c.memory, n), zeroed(c.uses, n)
	var found []*ir.Value
	for _, b := range l.order {
		if l.loops.at[b.ID].pre != pre || l.loops.rarely(b, pre) {
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
