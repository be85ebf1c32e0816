package arm_test

import (
	"reflect"

	"hotloop/asm/arm64"
	"hotloop/isel/emit"
	"hotloop/isel/mach"
	"hotloop/runtime"
)

// armBuild builds arm64 machine code by hand.
type armBuild struct {
	f   *mach.Func
	b   *mach.Block
	blk mach.Reg
	lay runtime.Layout
}

func newArm(name string, signature any) *armBuild {
	x := &armBuild{f: &mach.Func{Name: name}}
	x.lay, _ = runtime.LayoutOfFunc(reflect.TypeOf(signature))
	x.b = x.f.NewBlock("entry")
	x.blk = x.f.NewVReg(mach.GP, 8)
	*x.f.V(x.blk) = mach.VReg{Class: mach.GP, Size: 8, FrameBased: true,
		Remat: &mach.Inst{Pseudo: mach.BlockPtr, N: 1, Size: 8, MemPos: -1}}
	x.b.Params = []mach.Reg{x.blk}
	return x
}

func (x *armBuild) gp() mach.Reg  { return x.f.NewVReg(mach.GP, 8) }
func (x *armBuild) vec() mach.Reg { return x.f.NewVReg(mach.Vec, 16) }

func (x *armBuild) block(name string, params ...mach.Reg) *mach.Block {
	b := x.f.NewBlock(name)
	b.Params = params
	return b
}

func (x *armBuild) add(in mach.Inst) *mach.Inst {
	x.b.Insts = append(x.b.Insts, in)
	return &x.b.Insts[len(x.b.Insts)-1]
}

// op appends an instruction on registers. opI adds an immediate; opM takes memory as its last operand.
func (x *armBuild) op(op arm64.Op, size int, rs ...mach.Reg) *mach.Inst {
	in := mach.Inst{Op: uint16(op), Size: uint8(size), N: uint8(len(rs)), MemPos: -1}
	copy(in.Regs[:], rs)
	return x.add(in)
}

func (x *armBuild) opI(op arm64.Op, size int, imm int64, rs ...mach.Reg) *mach.Inst {
	in := x.op(op, size, rs...)
	in.HasImm, in.Imm = true, imm
	return in
}

func (x *armBuild) opM(op arm64.Op, size int, m mach.Mem, rs ...mach.Reg) *mach.Inst {
	in := x.op(op, size, append(rs, mach.NoReg)...)
	in.MemPos, in.Mem = int8(len(rs)), m
	return in
}

func (x *armBuild) pseudo(p mach.Pseudo) *mach.Inst { return x.add(mach.Inst{Pseudo: p, MemPos: -1}) }

func (x *armBuild) imm(n int64) mach.Reg {
	r := x.gp()
	x.opI(arm64.MOVI, 8, n, r)
	return r
}

// param loads word w of parameter i.
func (x *armBuild) param(i, w int) mach.Reg {
	r := x.gp()
	x.opM(arm64.LDR, 8, mach.Mem{Base: x.blk, Disp: int32(x.lay.Params[i]) + int32(8*w)}, r)
	return r
}

func (x *armBuild) result(i int, r mach.Reg) {
	x.opM(arm64.STR, 8, mach.Mem{Base: x.blk, Disp: int32(x.lay.Results[i])}, r)
}

func (x *armBuild) Jump(to *mach.Block, args ...mach.Reg) {
	x.pseudo(mach.Jump)
	x.b.AddEdge(to, args...)
}

// Branch branches on the flags, branchOn on a register.
func (x *armBuild) Branch(cc arm64.CC, yes *mach.Block, yesArgs []mach.Reg, no *mach.Block, noArgs []mach.Reg) {
	x.pseudo(mach.Branch).CC = uint8(cc)
	x.b.AddEdge(yes, yesArgs...)
	x.b.AddEdge(no, noArgs...)
}

func (x *armBuild) branchOn(op arm64.Op, r mach.Reg, bit int64, yes *mach.Block, yesArgs []mach.Reg, no *mach.Block,
	noArgs []mach.Reg) {
	in := x.pseudo(mach.Branch)
	in.Op, in.Size, in.Imm = uint16(op), 8, bit
	in.SetArgs(r)
	x.b.AddEdge(yes, yesArgs...)
	x.b.AddEdge(no, noArgs...)
}

// armSaxpy adds a*z to y, whose length is a multiple of 4, with a poll in every iteration: func(y, z []float32, a
// float32).
func armSaxpy() *armBuild {
	x := newArm("saxpy", (func(y, z []float32, a float32))(nil))
	y, z, n := x.param(0, 0), x.param(1, 0), x.param(0, 1)
	a := x.vec()
	addr := x.gp()
	x.opI(arm64.ADDI, 8, int64(x.lay.Params[2]), addr, x.blk)
	x.opM(arm64.VLD1RS, 16, mach.Mem{Base: addr}, a)
	i0, i, i2 := x.imm(0), x.gp(), x.gp()
	head, loop, exit := x.block("head"), x.block("loop", i), x.block("exit")
	x.branchOn(arm64.CBZ, n, 0, exit, nil, head, nil)
	x.b = head
	x.Jump(loop, i0)
	x.b = loop
	v, w, s := x.vec(), x.vec(), x.vec()
	x.opM(arm64.VLDR, 16, mach.Mem{Base: y, Index: i, Scale: 4}, v) // no such address: computed by a separate instruction
	x.opM(arm64.VLDR, 16, mach.Mem{Base: z, Index: i, Scale: 4}, w)
	x.op(arm64.VFMLAS, 16, s, w, a).Tied = v
	x.opM(arm64.VSTR, 16, mach.Mem{Base: y, Index: i, Scale: 4}, s)
	x.opI(arm64.ADDI, 8, 4, i2, i)
	x.pseudo(mach.Poll)
	x.op(arm64.CMP, 8, i2, n)
	x.Branch(arm64.LO, loop, []mach.Reg{i2}, exit, nil)
	x.b = exit
	x.pseudo(mach.Ret)
	return x
}

// armPressure repeatedly sums 40 loaded vectors and 40 numbers, all live at the same time: func(p []int64, rounds
// int) int64. The vectors are p[2k], p[2k+1]; the numbers are p[k].
func armPressure() *armBuild {
	x := newArm("pressure", (func(p []int64, rounds int) int64)(nil))
	p, rounds := x.param(0, 0), x.param(1, 0)
	const n = 40
	var vs, gs [n]mach.Reg
	for k := range vs {
		vs[k], gs[k] = x.vec(), x.gp()
		x.opM(arm64.VLDR, 16, mach.Mem{Base: p, Disp: int32(16 * k)}, vs[k])
		x.opM(arm64.LDR, 8, mach.Mem{Base: p, Disp: int32(8 * k)}, gs[k])
	}
	sum0, left, left2, sum := x.imm(0), x.gp(), x.gp(), x.gp()
	loop, exit := x.block("loop", left, sum), x.block("exit")
	x.Jump(loop, rounds, sum0)
	x.b = loop
	acc := x.vec()
	x.add(mach.Inst{Pseudo: mach.Zero, N: 1, Size: 16, Regs: [mach.MaxOperands]mach.Reg{acc}, MemPos: -1})
	at := sum
	for k := range vs {
		v, g := x.vec(), x.gp()
		x.op(arm64.VADDD, 16, v, acc, vs[k])
		x.op(arm64.ADD, 8, g, at, gs[k])
		acc, at = v, g
	}
	f, t, s := x.vec(), x.gp(), x.gp()
	x.op(arm64.ADDPD, 0, f, acc)
	x.op(arm64.FMOVRD, 0, t, f)
	x.op(arm64.ADD, 8, s, at, t)
	x.opI(arm64.SUBI, 8, 1, left2, left)
	x.pseudo(mach.Poll)
	x.branchOn(arm64.CBNZ, left2, 0, loop, []mach.Reg{left2, s}, exit, nil)
	x.b = exit
	x.result(0, s)
	x.pseudo(mach.Ret)
	return x
}

// armPairs computes the differences of the pairs in z, four at a time: func(y, z []float32). Register lists are
// in fixed registers.
func armPairs() *armBuild {
	x := newArm("pairs", (func(y, z []float32))(nil))
	y, z, n := x.param(0, 0), x.param(1, 0), x.param(0, 1)
	yi, zi, left, left2, y2, z2 := x.gp(), x.gp(), x.gp(), x.gp(), x.gp(), x.gp()
	loop, exit := x.block("loop", yi, zi, left), x.block("exit")
	x.Jump(loop, y, z, n)
	x.b = loop
	a, b, c := x.vec(), x.vec(), x.vec()
	x.opM(arm64.VLD2S, 16, mach.Mem{Base: zi}, a, b)
	x.op(arm64.VFSUBS, 16, c, a, b)
	x.opM(arm64.VSTR, 16, mach.Mem{Base: yi}, c)
	x.opI(arm64.ADDI, 8, 16, y2, yi)
	x.opI(arm64.ADDI, 8, 32, z2, zi)
	x.opI(arm64.SUBI, 8, 4, left2, left)
	x.branchOn(arm64.TBZ, left2, 63, x.again(loop, left2, y2, z2), nil, exit, nil)
	x.b = exit
	x.pseudo(mach.Ret)
	return x
}

// again returns a block that goes back to loop if iterations are left.
func (x *armBuild) again(loop *mach.Block, left, y, z mach.Reg) *mach.Block {
	here := x.b
	b, done := x.block("again"), x.block("done")
	x.b = b
	x.branchOn(arm64.CBNZ, left, 0, loop, []mach.Reg{y, z, left}, done, nil)
	x.b = done
	x.pseudo(mach.Ret)
	x.b = here
	return b
}

// armArray fills a local array of 4104 words with their index and sums it backwards, checking the index: func(n
// int) int64. An instruction cannot encode the offset of its slot from the stack pointer.
func armArray() *armBuild {
	x := newArm("array", (func(n int) int64)(nil))
	n := x.param(0, 0)
	const words = 4104
	slot := x.f.NewSlot(8*words, 64)
	low := x.f.NewSlot(8, 8)
	x.opM(arm64.STR, 8, mach.Mem{Slot: low}, n)
	i, i2, j, j2, sum, sum2, got := x.gp(), x.gp(), x.gp(), x.gp(), x.gp(), x.gp(), x.gp()
	fill, back, step, trap, exit := x.block("fill", i), x.block("back", j,
		sum), x.block("step"), x.block("trap"), x.block("exit")
	i0, s0 := x.imm(0), x.imm(0)
	x.Jump(fill, i0)
	x.b = fill
	x.opM(arm64.STR, 8, mach.Mem{Slot: slot, Index: i, Scale: 8}, i)
	x.opI(arm64.ADDI, 8, 1, i2, i)
	x.pseudo(mach.Poll)
	x.opI(arm64.CMPI, 8, words-8, i2) // some margin, so that the displacement below matters
	x.Branch(arm64.LO, fill, []mach.Reg{i2}, back, []mach.Reg{n, s0})
	x.b = back
	x.opI(arm64.CMPI, 8, words-8, j)
	x.Branch(arm64.HI, trap, nil, step, nil)
	x.b = trap
	trap.Cold = true
	limit := x.imm(words - 8)
	in := x.pseudo(mach.Trap)
	in.Imm = 7
	in.SetArgs(j, limit)
	x.b = step
	x.opM(arm64.LDR, 8, mach.Mem{Slot: slot, Index: j, Scale: 8, Disp: -8}, got)
	x.op(arm64.ADD, 8, sum2, sum, got)
	x.opI(arm64.SUBI, 8, 1, j2, j)
	x.branchOn(arm64.CBNZ, j2, 0, back, []mach.Reg{j2, sum2}, exit, nil)
	x.b = exit
	kept, all := x.gp(), x.gp()
	x.opM(arm64.LDR, 8, mach.Mem{Slot: low}, kept)
	x.op(arm64.ADD, 8, all, sum2, kept)
	x.result(0, all)
	x.pseudo(mach.Ret)
	return x
}

var armPrograms = map[string]func() *armBuild{"saxpy": armSaxpy, "pressure": armPressure, "pairs": armPairs,
	"array": armArray}

var armOptions = map[string]emit.Options{
	"plain":       {Check: true},
	"unscheduled": {Check: true, NoSchedule: true},
	"counter":     {Check: true, PollCounter: true},
}
