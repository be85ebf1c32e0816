package emit

import (
	"fmt"
	"time"

	"hotloop/asm"
	"hotloop/isel/mach"
	"hotloop/isel/regalloc"
	"hotloop/isel/sched"
)

// Options modify Emit. The zero value is the normal configuration.
type Options struct {
	PollCounter bool // polls decrement the argument block's fuel counter instead of testing the goroutine's stack guard
	NoSchedule  bool // keep the order of instructions
	Pad         int  // bytes of no-op padding before every innermost loop, a multiple of 4
	Check       bool // verify the allocation symbolically
	// Keep, if set, receives the data for a listing.
	Keep *Listing
	// Go, if set, makes a function of Go's assembler.
	Go *GoFrame
	// After, if set, is called with the function after each step: "schedule", "regalloc", "layout".
	After func(step string, f *mach.Func)
}

// Stats describes the generated code and the time it took to generate.
type Stats struct {
	Insts                           int // machine instructions on paths that neither yield nor trap
	polls                           int
	Frame                           int // size in bytes of the spill area that the trampoline must provide
	Spills, Reloads, Remats, Copies int // inserted by the allocator
	Schedule, Alloc, Encode         time.Duration
}

// Emit turns a machine function in SSA form into code: it schedules, allocates, lays out and encodes. It consumes
// f.
func Emit(a Backend, f *mach.Func, opt Options) (asm.Code, Stats, error) {
	var st Stats
	after := opt.After
	if after == nil {
		after = func(string, *mach.Func) {}
	}
	if opt.Go != nil {
		opt.Keep = new(Listing)
		opt.Go.Into.Derived = derivedArguments(a, f)
	}
	t0 := time.Now()
	var live *regalloc.LiveSets
	if !opt.NoSchedule {
		s := sched.New()
		defer s.Free() // after the allocation, which uses the liveness
		live = s.Run(a, f)
		after("schedule", f)
		if opt.Check {
			if err := mach.Verify(a, f); err != nil {
				return asm.Code{}, st, fmt.Errorf("isel: scheduled: %w\n%s", err, mach.Format(a, f))
			}
		}
	}
	t1 := time.Now()
	res, err := allocate(a, f, live, &opt)
	if err != nil {
		return asm.Code{}, st, err
	}
	after("regalloc", f)
	t2 := time.Now()
	l := layouters.Get()
	defer layouters.Put(l)
	l.run(f)
	after("layout", f)

	enc := a.Coder()
	defer enc.Free()
	e := enc.base()
	*e = Emitter{Arch: a, code: enc, F: f, res: res, Opt: opt, Labels: e.Labels[:0], Consts: e.Consts[:0],
		polls: e.polls[:0]}
	code, err := e.run(l)
	st = e.St
	st.Spills, st.Reloads, st.Remats, st.Copies = res.Spills, res.Reloads, res.Remats, res.Copies
	st.Schedule, st.Alloc, st.Encode = t1.Sub(t0), t2.Sub(t1), time.Since(t2)
	return code, st, err
}

// allocate runs the register allocator. The base register of aligned slots (RSI on amd64) is an ordinary register
// unless the frame has aligned slots. If the allocation uses it and then needs such a slot, allocation is
// repeated without it. The allocator uses that register last, so this is rare.
func allocate(a Backend, f *mach.Func, live *regalloc.LiveSets, o *Options) (*regalloc.Result, error) {
	opt := regalloc.Options{Trace: o.Check, Live: live}
	if o.Go != nil {
		opt.Reserve = a.AssemblerRegs()
	}
	base := mach.SetOf(a.SlotBase())
	opt.SlotBase = base
	for _, s := range f.Slots {
		if !small(s) {
			opt.Reserve, opt.SlotBase = opt.Reserve|base, 0
		}
	}
	res, err := regalloc.Allocate(a, f, opt)
	if err == regalloc.ErrNotAccepted {
		opt.Reserve, opt.SlotBase, opt.Live = opt.Reserve|base, 0, nil
		res, err = regalloc.Allocate(a, f, opt)
	}
	if err == nil && o.Check {
		err = regalloc.Check(a, f, res, opt)
	}
	return res, err
}

// Emitter encodes allocated code through a Coder.
type Emitter struct {
	Arch Backend
	code Coder
	F    *mach.Func
	res  *regalloc.Result
	Opt  Options
	St   Stats
	Fr   frame

	Labels []asm.Label // by block ID
	Consts []asm.Label // by index in f.Consts
	polls  []pollExit
	tails  [3]asm.Label // shared exits, by status
	Pos    int32
	remade mach.Block // scratch space of remake
}

func (e *Emitter) base() *Emitter { return e }

// Release clears everything but the memory of the tables.
func (e *Emitter) Release() {
	clear(e.polls)
	*e = Emitter{Labels: e.Labels, Consts: e.Consts, polls: e.polls}
}

func (e *Emitter) run(l *layouter) (asm.Code, error) {
	cfg := &l.cfg
	e.Fr.layout(e.F.Slots, e.pollBytes(), e.counts())
	e.St.Frame = int(e.Fr.size)
	if e.St.Frame > MaxFrame {
		return asm.Code{}, ErrSpillLimit
	}
	for range cfg.Pos {
		e.Labels = append(e.Labels, e.code.NewLabel())
	}
	for _, c := range e.F.Consts {
		if c.Name != "" || e.Opt.Go != nil {
			e.Consts = append(e.Consts, e.code.NewLabel())
		} else {
			e.Consts = append(e.Consts, e.code.Constant(c.Bytes, max(1, c.Align)))
		}
	}
	align := l.alignedBlocks(e.F)
	e.code.Lead(e.Opt.Pad)
	for i, b := range e.F.Blocks {
		if align[b.ID] {
			e.code.Align(loopAlign, e.labelAfter(cfg, i))
		}
		e.code.Bind(e.Labels[b.ID])
		e.Opt.Keep.begin(e.Labels[b.ID], b)
		next := (*mach.Block)(nil)
		if i+1 < len(e.F.Blocks) {
			next = e.F.Blocks[i+1]
		}
		e.code.Insts(b, next)
	}
	e.sideExits()
	e.sharedTails()
	if e.Opt.Go != nil {
		e.code.Assembly(e.Opt.Go.Into)
		e.Opt.Go.finish(e)
		return asm.Code{}, nil
	}
	code, err := e.code.Finish()
	if err != nil {
		return code, fmt.Errorf("isel: %s: %w", e.F.Name, err)
	}
	return code, nil
}

// labelAfter returns the label of the block after the part of a loop that starts with block i, or no label if there
// is no such block.
func (e *Emitter) labelAfter(cfg *mach.CFG, i int) asm.Label {
	loop := cfg.Loop[e.F.Blocks[i].ID]
	for _, b := range e.F.Blocks[i:] {
		if cfg.Loop[b.ID] != loop {
			return e.Labels[b.ID]
		}
	}
	return asm.NoLabel
}

// FlagsLive reports whether an instruction after instruction j of b reads the flags in effect there. Flags are
// dead at the end of a block: only a branch reads them, and they are set in the branch's own block.
func FlagsLive(isa mach.ISA, b *mach.Block, j int) bool {
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
