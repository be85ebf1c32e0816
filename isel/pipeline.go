package isel

import (
	"fmt"
	"iter"
	"time"

	"hotloop/asm"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// Options modify a compilation. The zero value is what normal compiles use.
type Options struct {
	// PollCounter makes polls count down the block's fuel instead of looking at the goroutine's stack guard.
	PollCounter bool
	// Pad is the number of bytes that every innermost loop is moved by, a multiple of 4, to tell what is due to its place.
	Pad int
	// Verify checks the machine code in SSA form and proves the register allocation.
	Verify bool
	// Listing keeps the instructions, so that Code.Print can name them.
	Listing bool
	// Dump, if set, is given the function at each stage: ir as it comes in, mach as selected, then after schedule,
	// regalloc and layout.
	Dump func(stage, text string)
}

// stepsPerInst is what an instruction costs from selection to its bytes, in units of ir.Func.Spend, if nothing takes more
// than linear time.
const stepsPerInst = 256

// Phase is a stage of a compilation and what it took.
type Phase struct {
	Name string
	Time time.Duration
}

// Code is a compiled function, independent of where it is placed.
type Code struct {
	Text       []byte // instructions and constants, to be placed on a multiple of 64
	FrameBytes int    // spill area that the trampoline must provide
	Stats      EmitStats
	Phases     []Phase

	name string
	isa  string
	asm  asm.Code
	list *Listing // with Options.Listing
}

// Positions are the source positions that the code comes from, by the offsets where they begin, in order; 0 is none.
func (c *Code) Positions() iter.Seq2[int, ir.Pos] {
	return func(yield func(int, ir.Pos) bool) {
		for _, l := range c.asm.Lines {
			if !yield(int(l.Offset), ir.Pos(l.Pos)) {
				return
			}
		}
	}
}

// Instructions are the bytes of Text that are instructions: constants and tables stand behind them.
func (c *Code) Instructions() []byte { return c.Text[:c.asm.TextSize] }

// Compile turns a function into machine code. The function must verify and have a layout; it is not changed. An error
// that is neither ErrSpillLimit nor an *ir.OverBudget is a bug of ours: an operation without a rule, an instruction that
// cannot be encoded.
func (t *Target) Compile(f *ir.Func, o Options) (code *Code, err error) {
	defer func() {
		if e := recover(); e != nil {
			switch e := e.(type) {
			case *ir.Bug:
				code, err = nil, e
			case *ir.OverBudget:
				code, err = nil, e
			default:
				panic(e)
			}
		}
	}()
	if err := checkFrame(f); err != nil {
		return nil, err
	}
	c := &Code{name: f.Name, isa: t.Name()}
	began := time.Now()
	isa := t.arch
	l := newLowerer(t, f)
	l.m.Spend = f.Spend
	l.run()
	m := l.m
	m.Spend(stepsPerInst * m.NumInsts())
	c.Phases = append(c.Phases, Phase{"select", time.Since(began)})
	opt := EmitOptions{PollCounter: o.PollCounter, Pad: o.Pad, Check: o.Verify}
	if o.Listing {
		c.list = new(Listing)
		opt.Keep = c.list
	}
	if o.Dump != nil {
		o.Dump("ir", f.String())
		o.Dump("mach", mach.Format(isa, m))
		opt.After = func(step string, m *mach.Func) { o.Dump(step, mach.Format(isa, m)) }
	}
	if o.Verify {
		if err := mach.Verify(isa, m); err != nil {
			return nil, fmt.Errorf("isel: %w\n%s", err, mach.Format(isa, m))
		}
		if err := checkDerived(isa, m); err != nil {
			return nil, fmt.Errorf("%w\n%s", err, mach.Format(isa, m))
		}
	}
	a, st, err := Emit(isa, m, opt)
	if err != nil {
		return nil, err
	}
	c.Text, c.asm, c.Stats, c.FrameBytes = a.Bytes, a, st, st.Frame
	l.release()
	c.Phases = append(c.Phases, Phase{"schedule", st.Schedule}, Phase{"regalloc", st.Alloc}, Phase{"encode", st.Encode})
	return c, nil
}
