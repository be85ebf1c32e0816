package isel

import (
	"fmt"
	"io"
	"iter"
	"strings"
	"time"

	"hotloop/asm"
	"hotloop/isel/emit"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
)

// Options modify a compilation. The zero value is what normal compiles use.
type Options struct {
	// PollCounter makes polls count down the block's fuel instead of looking at the goroutine's stack guard.
	PollCounter bool
	// Pad is the number of bytes that every innermost loop is moved by, a multiple of 4, to tell what is due to its
	// place.
	Pad int
	// Verify checks the machine code in SSA form and proves the register allocation.
	Verify bool
	// Listing keeps the instructions, so that Code.Print can name them.
	Listing bool
	// Dump, if set, is given the function at each stage: ir as it comes in, mach as selected, then after schedule,
	// regalloc and layout.
	Dump func(stage, text string)
}

// stepsPerInst is what an instruction costs from selection to its bytes, in units of ir.Func.Spend, if nothing takes
// more than linear time.
const stepsPerInst = 256

// ErrSpillLimit is what Compile fails with if a function needs a larger frame than there is.
var ErrSpillLimit = emit.ErrSpillLimit

// Phase is a stage of a compilation and what it took.
type Phase struct {
	Name string
	Time time.Duration
}

// Code is a compiled function, independent of where it is placed.
type Code struct {
	Text       []byte // instructions and constants, to be placed on a multiple of 64
	FrameBytes int    // spill area that the trampoline must provide
	Stats      emit.Stats
	Phases     []Phase
	phases     [4]Phase // room for them

	name string
	isa  string
	asm  asm.Code
	list *emit.Listing // with Options.Listing
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
// that is neither ErrSpillLimit nor an *ir.OverBudget is a bug of ours: an operation without a rule, an instruction
// that cannot be encoded.
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
	if err := lower.CheckFrame(f); err != nil {
		return nil, err
	}
	c := &Code{name: f.Name, isa: t.Name()}
	c.Phases = c.phases[:0]
	began := time.Now()
	isa := t.Arch
	m, done := t.Lower(f)
	m.Spend(stepsPerInst * m.NumInsts())
	c.Phases = append(c.Phases, Phase{"isel.select", time.Since(began)})
	opt := emit.Options{PollCounter: o.PollCounter, Pad: o.Pad, Check: o.Verify}
	if o.Listing {
		c.list = new(emit.Listing)
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
		if err := emit.CheckDerived(isa, m); err != nil {
			return nil, fmt.Errorf("%w\n%s", err, mach.Format(isa, m))
		}
	}
	a, st, err := emit.Emit(isa, m, opt)
	if err != nil {
		return nil, err
	}
	c.Text, c.asm, c.Stats, c.FrameBytes = a.Bytes, a, st, st.Frame
	done()
	c.Phases = append(c.Phases, Phase{"isel.schedule", st.Schedule}, Phase{"isel.regalloc", st.Alloc}, Phase{"isel.encode", st.Encode})
	return c, nil
}

// Ops are the instructions by their numbers in the assembler, labels and alignment among them. It takes
// Options.Listing.
func (c *Code) Ops() []uint16 { return c.list.Ops }

// String is the listing without positions.
func (c *Code) String() string {
	var b strings.Builder
	c.Print(&b, nil)
	return b.String()
}

// Print writes a listing: offset, bytes and instruction, the blocks' names at their labels, the constants behind the
// code, and a note where the code of another source position starts. note may be nil, and may say nothing. It takes
// Options.Listing; without it there are only bytes.
func (c *Code) Print(w io.Writer, note func(ir.Pos) string) error {
	if _, err := fmt.Fprintf(w, "%s (%s): %d bytes of code, %d in all, frame %d\n", c.name, c.isa, c.asm.TextSize,
		len(c.Text), c.FrameBytes); err != nil {
		return err
	}
	if c.list == nil {
		for at := 0; at < c.asm.TextSize; at += 16 {
			if _, err := fmt.Fprintf(w, "%6x  % x\n", at, c.Text[at:min(at+16, c.asm.TextSize)]); err != nil {
				return err
			}
		}
		return nil
	}
	comment := func(pos int32) string {
		if note == nil || pos == 0 {
			return ""
		}
		return note(ir.Pos(pos))
	}
	_, err := io.WriteString(w, c.list.Text(&c.asm, comment, c.list.Name))
	return err
}
