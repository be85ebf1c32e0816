package isel

import (
	"fmt"
	"time"

	"hotloop/asm"
	"hotloop/isel/mach"
	"hotloop/isel/regalloc"
)

// EmitOptions modify Emit. The zero value is what normal compiles use.
type EmitOptions struct {
	PollCounter bool // polls count down the block's fuel instead of looking at the goroutine's stack guard
	NoSchedule  bool // keep the order of instructions
	Pad         int  // bytes of instructions that do nothing in front of every innermost loop, a multiple of 4
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
func Emit(a Backend, f *mach.Func, opt EmitOptions) (asm.Code, EmitStats, error) {
	var st EmitStats
	after := opt.After
	if after == nil {
		after = func(string, *mach.Func) {}
	}
	t0 := time.Now()
	var live *regalloc.LiveSets
	if !opt.NoSchedule {
		s := schedulers.Get()
		defer schedulers.Put(s) // behind the allocation, which uses what is live
		live = s.run(a, f)
		after("schedule", f)
	}
	t1 := time.Now()
	res, err := allocate(a, f, live, opt.Check)
	if err != nil {
		return asm.Code{}, st, err
	}
	after("regalloc", f)
	t2 := time.Now()
	l := layouters.Get()
	defer layouters.Put(l)
	l.run(f)
	after("layout", f)

	enc := a.coder()
	defer enc.free()
	e := enc.base()
	*e = emitter{arch: a, code: enc, f: f, res: res, opt: opt}
	code, err := e.run(&l.cfg)
	st = e.st
	st.Spills, st.Reloads, st.Remats, st.Copies = res.Spills, res.Reloads, res.Remats, res.Copies
	st.Schedule, st.Alloc, st.Encode = t1.Sub(t0), t2.Sub(t1), time.Since(t2)
	return code, st, err
}

// allocate runs the allocator. The base of aligned slots (RSI on amd64) is an ordinary register until something in the
// frame has to be aligned; if the allocator used it by then, it has to do without, and starts again. It is the last one
// taken, so that this is rare.
func allocate(a Backend, f *mach.Func, live *regalloc.LiveSets, check bool) (*regalloc.Result, error) {
	opt := regalloc.Options{Trace: check, Live: live}
	base := mach.SetOf(a.slotBase())
	for _, s := range f.Slots {
		if !small(s) {
			opt.Reserve = base
		}
	}
	// The first try is thrown away by its Accept if it turns out wrong.
	opt.Accept = func(r *regalloc.Result) bool { return opt.Reserve != 0 || !r.VecSlots || r.Used&base == 0 }
	res, err := regalloc.Allocate(a, f, opt)
	if err == regalloc.ErrNotAccepted {
		opt.Reserve, opt.Live = base, nil
		res, err = regalloc.Allocate(a, f, opt)
	}
	if err == nil && check {
		err = regalloc.Check(a, f, res, opt)
	}
	return res, err
}

// emitter turns allocated code into bytes, by means of a coder.
type emitter struct {
	arch Backend
	code coder
	f    *mach.Func
	res  *regalloc.Result
	opt  EmitOptions
	st   EmitStats
	fr   frame

	labels []asm.Label // by block ID
	consts []asm.Label // by index in f.Consts
	polls  []pollExit
	tails  [3]asm.Label // shared ways out, by status
	pos    int32
	remade mach.Block // scratch of remake
}

func (e *emitter) base() *emitter { return e }

func (e *emitter) run(cfg *mach.CFG) (asm.Code, error) {
	e.fr.layout(e.f.Slots, e.pollBytes())
	e.st.Frame = int(e.fr.size)
	if e.st.Frame > MaxFrame {
		return asm.Code{}, ErrSpillLimit
	}
	e.labels = make([]asm.Label, len(cfg.Pos))
	for i := range e.labels {
		e.labels[i] = e.code.newLabel()
	}
	e.consts = make([]asm.Label, len(e.f.Consts))
	for i, c := range e.f.Consts {
		e.consts[i] = e.code.constant(c.Bytes, max(1, c.Align))
	}
	align := alignedBlocks(e.f, cfg)
	e.code.lead(e.opt.Pad)
	for i, b := range e.f.Blocks {
		if align[b.ID] {
			e.code.align(loopAlign, e.behind(cfg, i))
		}
		e.code.bind(e.labels[b.ID])
		e.opt.Keep.call(e.labels[b.ID], b.Name)
		next := (*mach.Block)(nil)
		if i+1 < len(e.f.Blocks) {
			next = e.f.Blocks[i+1]
		}
		e.code.insts(b, next)
	}
	e.sideExits()
	e.sharedTails()
	code, err := e.code.finish()
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
			return e.labels[b.ID]
		}
	}
	return asm.NoLabel
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
