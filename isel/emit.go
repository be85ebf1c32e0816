package isel

import (
	"fmt"
	"time"

	"hotloop/asm"
	"hotloop/asm/amd64"
	"hotloop/isel/mach"
	"hotloop/isel/regalloc"
)

// EmitOptions modify Emit. The zero value is what normal compiles use.
type EmitOptions struct {
	PollCounter bool // polls count down the block's fuel instead of looking at the goroutine's stack guard
	NoSchedule  bool // keep the order of instructions
	Check       bool // prove the allocation right, symbolically
	// Keep, if set, collects what a listing is made from.
	Keep *Listing
	// After, if set, is shown the function after each step: "schedule", "regalloc", "layout".
	After func(step string, f *mach.Func)
}

// EmitStats says what came out, and what it took.
type EmitStats struct {
	Insts                           int // machine instructions on paths that do not yield or trap
	Polls                           int
	Frame                           int // bytes of spill area that the trampoline must provide
	Spills, Reloads, Remats, Copies int // made by the allocator
	Schedule, Alloc, Encode         time.Duration
}

// Emit turns a machine function in SSA form into code: it schedules, allocates, lays out and encodes. f is used up.
func Emit(isa *AMD64, f *mach.Func, opt EmitOptions) (asm.Code, EmitStats, error) {
	var st EmitStats
	after := opt.After
	if after == nil {
		after = func(string, *mach.Func) {}
	}
	t0 := time.Now()
	if !opt.NoSchedule {
		Schedule(isa, f)
		after("schedule", f)
	}
	t1 := time.Now()
	res, err := allocate(isa, f, opt.Check)
	if err != nil {
		return asm.Code{}, st, err
	}
	after("regalloc", f)
	t2 := time.Now()
	var cfg mach.CFG
	layout(f, &cfg)
	after("layout", f)

	e := emitter{isa: isa, f: f, res: res, opt: opt, enc: amd64.GetEncoder(), st: &st}
	defer e.enc.Free()
	code, err := e.run(&cfg)
	st.Spills, st.Reloads, st.Remats, st.Copies = res.Spills, res.Reloads, res.Remats, res.Copies
	st.Schedule, st.Alloc, st.Encode = t1.Sub(t0), t2.Sub(t1), time.Since(t2)
	return code, st, err
}

// allocate runs the allocator. RSI is an ordinary register until something in the frame has to be aligned; if the
// allocator used it by then, it has to do without, and starts again. It is the last one taken, so that this is rare.
func allocate(isa *AMD64, f *mach.Func, check bool) (*regalloc.Result, error) {
	opt := regalloc.Options{Trace: check}
	base := mach.SetOf(mach.Phys(uint8(spillBase)))
	for _, s := range f.Slots {
		if !small(s) {
			opt.Reserve = base
		}
	}
	// The first try is thrown away by its Accept if it turns out wrong.
	opt.Accept = func(r *regalloc.Result) bool { return opt.Reserve != 0 || !r.VecSlots || r.Used&base == 0 }
	res, err := regalloc.Allocate(isa, f, opt)
	if err == regalloc.ErrNotAccepted {
		opt.Reserve = base
		res, err = regalloc.Allocate(isa, f, opt)
	}
	if err == nil && check {
		err = regalloc.Check(isa, f, res, opt)
	}
	return res, err
}

// emitter turns allocated code into bytes.
type emitter struct {
	isa *AMD64
	f   *mach.Func
	res *regalloc.Result
	opt EmitOptions
	enc *amd64.Encoder
	st  *EmitStats
	fr  frame

	block  []asm.Label // by block ID
	consts []asm.Label // by index in f.Consts
	polls  []pollExit
	tails  [3]asm.Label // shared ways out, by status
	pos    int32
}

func (e *emitter) run(cfg *mach.CFG) (asm.Code, error) {
	e.fr.layout(e.f.Slots, e.pollBytes())
	e.st.Frame = int(e.fr.size)
	if e.st.Frame > MaxFrame {
		return asm.Code{}, ErrSpillLimit
	}
	e.block = make([]asm.Label, len(cfg.Pos))
	for i := range e.block {
		e.block[i] = e.enc.NewLabel()
	}
	e.consts = make([]asm.Label, len(e.f.Consts))
	for i, c := range e.f.Consts {
		e.consts[i] = e.enc.Const(c.Bytes, max(1, c.Align))
	}
	align := alignedBlocks(e.f, cfg)
	for i, b := range e.f.Blocks {
		if align[b.ID] {
			e.put(amd64.Align(loopAlign, e.behind(cfg, i)))
		}
		e.put(amd64.Bind(e.block[b.ID]))
		e.opt.Keep.call(e.block[b.ID], b.Name)
		next := (*mach.Block)(nil)
		if i+1 < len(e.f.Blocks) {
			next = e.f.Blocks[i+1]
		}
		for j := 0; j < len(b.Insts); j++ {
			if e.lea(b, j) {
				j++
				continue
			}
			e.inst(b, j, next)
		}
	}
	e.sideExits()
	e.sharedTails()
	code, err := e.enc.Finish()
	if err != nil {
		return code, fmt.Errorf("isel: %s: %w", e.f.Name, err)
	}
	return code, nil
}

// behind is the block behind the part of a loop that starts with block i, or no label if nothing is.
func (e *emitter) behind(cfg *mach.CFG, i int) asm.Label {
	loop := cfg.Loop[e.f.Blocks[i].ID]
	for _, b := range e.f.Blocks[i:] {
		if cfg.Loop[b.ID] != loop {
			return e.block[b.ID]
		}
	}
	return asm.NoLabel
}

// put encodes one instruction. Errors stick to the encoder.
func (e *emitter) put(in amd64.Inst) {
	in.Pos = e.pos
	if e.opt.Keep != nil {
		e.opt.Keep.Insts = append(e.opt.Keep.Insts, in)
	}
	e.enc.Emit(in)
}

func ar(r mach.Reg) amd64.Reg {
	if r == mach.NoReg {
		return amd64.NoReg
	}
	return amd64.Reg(r.Num())
}

// inst translates instruction j of b; next is the block behind b.
func (e *emitter) inst(b *mach.Block, j int, next *mach.Block) {
	in := &b.Insts[j]
	e.pos = in.Pos
	e.st.Insts++
	r0, r1 := ar(in.Regs[0]), ar(in.Regs[1])
	switch in.Pseudo {
	case mach.NotPseudo:
		e.real(b, j)
	case mach.Copy:
		e.move(r0, r1, int(in.Size))
	case mach.Swap:
		e.swap(r0, r1, int(in.Size))
	case mach.Spill:
		e.store(e.fr.mem(in.Mem.Slot, amd64.NoReg, 1, 0), r0, int(in.Size), true)
	case mach.Reload:
		e.load(r0, e.fr.mem(in.Mem.Slot, amd64.NoReg, 1, 0), int(in.Size), true)
	case mach.Zero, mach.Ones:
		e.idiom(in, flagsLive(e.isa, b, j))
	case mach.BlockPtr:
		e.put(amd64.NewMem(amd64.MOV, 8, 1, amd64.Ptr(amd64.RSP, BlockSlot), r0, amd64.NoReg))
	case mach.Poll:
		e.poll(in)
	case mach.Trap:
		e.trap(in)
	case mach.Ret:
		e.put(amd64.New(amd64.XOR, 4, amd64.RAX, amd64.RAX))
		e.put(amd64.New(amd64.VZEROUPPER, 0))
		e.put(amd64.New(amd64.RET, 0))
	case mach.Jump:
		if to := b.Succs[0].To; to != next {
			e.put(amd64.Jump(e.block[to.ID]))
		}
	case mach.Branch:
		yes, no := b.Succs[0].To, b.Succs[1].To
		cc := amd64.CC(in.CC)
		if yes == next {
			yes, no, cc = no, yes, cc.Negate()
		}
		e.put(amd64.Jcc(cc, e.block[yes.ID]))
		if no != next {
			e.put(amd64.Jump(e.block[no.ID]))
		}
	default:
		panic("isel: pseudo instruction without meaning")
	}
}

// lea makes one instruction of a copy and a sum or shift that works on it, which the two-address form asks for:
// mov a, b; add a, 8 is lea a, [b+8]. The flags of the sum must not be wanted.
func (e *emitter) lea(b *mach.Block, j int) bool {
	if j+1 >= len(b.Insts) {
		return false
	}
	in, nx := &b.Insts[j], &b.Insts[j+1]
	if in.Pseudo != mach.Copy || nx.Pseudo != mach.NotPseudo || nx.Regs[0] != in.Regs[0] || in.Regs[0] == in.Regs[1] ||
		ar(in.Regs[0]).Class() != amd64.GP || nx.MemPos >= 0 || nx.Size < 4 {
		return false
	}
	m := amd64.Mem{Base: ar(in.Regs[1]), Index: amd64.NoReg, Scale: 1}
	switch amd64.Op(nx.Op) {
	case amd64.ADDI:
		m.Disp = int32(nx.Imm)
	case amd64.ADD:
		if nx.Regs[1] == in.Regs[0] {
			return false
		}
		m.Index = ar(nx.Regs[1])
	case amd64.SHLI:
		if nx.Imm < 1 || nx.Imm > 3 {
			return false
		}
		m = amd64.Mem{Base: amd64.NoReg, Index: m.Base, Scale: 1 << nx.Imm}
	default:
		return false
	}
	if int64(int32(nx.Imm)) != nx.Imm || flagsLive(e.isa, b, j+1) {
		return false
	}
	e.pos = nx.Pos
	e.st.Insts++
	e.put(amd64.NewMem(amd64.LEA, int(nx.Size), 1, m, ar(in.Regs[0]), amd64.NoReg))
	return true
}

// real translates a machine instruction, or a shorter one with the same effect.
func (e *emitter) real(b *mach.Block, j int) {
	in := &b.Insts[j]
	op := amd64.Op(in.Op)
	switch {
	case op == amd64.MOVI && in.Imm == 0 && in.MemPos < 0 && in.Size >= 4 && !flagsLive(e.isa, b, j):
		e.put(amd64.New(amd64.XOR, 4, ar(in.Regs[0]), ar(in.Regs[0])))
		return
	case op == amd64.CMPI && in.Imm == 0 && in.MemPos < 0:
		e.put(amd64.New(amd64.TEST, int(in.Size), ar(in.Regs[0]), ar(in.Regs[0])))
		return
	case op == amd64.MOV && in.MemPos < 0 && in.Size == 8 && in.Regs[0] == in.Regs[1]:
		e.st.Insts--
		return
	}
	x := amd64.Inst{Op: op, Size: in.Size, N: in.N, MemPos: in.MemPos, Mask: ar(in.Mask), Zero: in.Zero, Bcst: in.Bcst,
		Round: amd64.RoundMode(in.Round), CC: amd64.CC(in.CC), Imm: in.Imm, Pos: in.Pos}
	for i := range x.Reg {
		x.Reg[i] = ar(in.Regs[i])
	}
	x.Mem.Base, x.Mem.Index = amd64.NoReg, amd64.NoReg
	if in.MemPos >= 0 {
		x.Reg[in.MemPos] = amd64.NoReg
		x.Mem = e.mem(&in.Mem)
	}
	e.put(x)
}

func (e *emitter) mem(m *mach.Mem) amd64.Mem {
	switch {
	case m.Const > 0:
		return amd64.PtrLabel(e.consts[m.Const-1], m.Disp)
	case m.Slot > 0:
		return e.fr.mem(m.Slot, ar(m.Index), m.Scale, m.Disp)
	}
	return amd64.Mem{Base: ar(m.Base), Index: ar(m.Index), Scale: max(1, m.Scale), Disp: m.Disp}
}

// flagsLive says whether somebody behind instruction j of b reads the flags as they are there. They are dead at the end
// of a block: only a branch reads them, and it has them set in its own block.
func flagsLive(isa mach.ISA, b *mach.Block, j int) bool {
	for k := j + 1; k < len(b.Insts); k++ {
		switch d := mach.DescOf(isa, &b.Insts[k]); {
		case d.Flags&mach.ReadsFlags != 0:
			return true
		case d.Flags&mach.WritesFlags != 0:
			return false
		}
	}
	return false
}

// move copies a register; size counts for vectors.
func (e *emitter) move(dst, src amd64.Reg, size int) {
	if dst == src {
		e.st.Insts--
		return
	}
	switch dst.Class() {
	case amd64.GP:
		e.put(amd64.New(amd64.MOV, 8, dst, src))
	case amd64.Vec:
		e.put(amd64.New(amd64.VMOVAPS, size, dst, src))
	case amd64.Mask:
		e.put(amd64.New(amd64.KMOVQ, 0, dst, src))
	}
}

// swap exchanges two registers, by three exclusive ors where there is no scratch register; on the edges where swaps
// stand no flags are live.
func (e *emitter) swap(a, b amd64.Reg, size int) {
	switch a.Class() {
	case amd64.GP:
		e.put(amd64.New(amd64.XOR, 8, a, b))
		e.put(amd64.New(amd64.XOR, 8, b, a))
		e.put(amd64.New(amd64.XOR, 8, a, b))
	case amd64.Vec:
		op := amd64.VXORPS
		if size == 64 || a >= amd64.V16 || b >= amd64.V16 {
			op = amd64.VPXORD
		}
		e.put(amd64.New(op, size, a, a, b))
		e.put(amd64.New(op, size, b, a, b))
		e.put(amd64.New(op, size, a, a, b))
	case amd64.Mask:
		e.move(maskScratch, a, 8)
		e.move(a, b, 8)
		e.move(b, maskScratch, 8)
	}
	e.st.Insts += 2
}

// store and load move a whole register to and from the frame.
func (e *emitter) store(m amd64.Mem, r amd64.Reg, size int, aligned bool) {
	op, n := frameMove(r, size, aligned)
	e.put(amd64.NewMem(op, n, 0, m, amd64.NoReg, r))
}

func (e *emitter) load(r amd64.Reg, m amd64.Mem, size int, aligned bool) {
	op, n := frameMove(r, size, aligned)
	e.put(amd64.NewMem(op, n, 1, m, r, amd64.NoReg))
}

func frameMove(r amd64.Reg, size int, aligned bool) (amd64.Op, int) {
	switch r.Class() {
	case amd64.Vec:
		if aligned {
			return amd64.VMOVAPS, size
		}
		return amd64.VMOVUPS, size
	case amd64.Mask:
		return amd64.KMOVQ, 0
	}
	return amd64.MOV, 8
}

// idiom makes zeros or ones.
func (e *emitter) idiom(in *mach.Inst, flags bool) {
	r := ar(in.Regs[0])
	ones := in.Pseudo == mach.Ones
	low := r < amd64.V16
	switch r.Class() {
	case amd64.GP:
		switch {
		case ones:
			e.put(amd64.New(amd64.MOVI, 8, r).WithImm(-1))
		case flags:
			e.put(amd64.New(amd64.MOVI, 4, r))
		default:
			e.put(amd64.New(amd64.XOR, 4, r, r))
		}
	case amd64.Vec:
		switch {
		case ones && low && in.Size <= 32:
			e.put(amd64.New(amd64.VPCMPEQD, int(in.Size), r, r, r))
		case ones:
			e.put(amd64.New(amd64.VPTERNLOGD, int(in.Size), r, r, r).WithImm(0xff))
		case low: // writing xmm clears the rest
			e.put(amd64.New(amd64.VXORPS, 16, r, r, r))
		default:
			e.put(amd64.New(amd64.VPXORD, 16, r, r, r))
		}
	case amd64.Mask:
		op := map[uint8]amd64.Op{1: amd64.KXNORB, 2: amd64.KXNORW, 4: amd64.KXNORD, 8: amd64.KXNORQ}[in.Size]
		if !ones {
			op = amd64.KXORQ
		}
		e.put(amd64.New(op, 0, r, r, r))
	}
}
