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
	"hotloop/loopopt/tti"
)

// Options modify a compilation. The zero value is what normal compiles use.
type Options struct {
	// PollCounter makes polls decrement the block's fuel instead of reading the goroutine's stack guard.
	PollCounter bool
	// Pad is the number of bytes by which every innermost loop is moved, a multiple of 4. It helps to isolate
	// effects of code placement.
	Pad int
	// Verify checks the machine code in SSA form and verifies the register allocation.
	Verify bool
	// Listing keeps the instructions so that Code.Print can name them.
	Listing bool
	// Go, if set, makes a function of Go's assembler instead of machine code; Words returns the operands of its
	// arguments and results by their offsets.
	Go    *emit.GoFrame
	Words func(off int) string
	// Dump, if set, receives the function at each stage: "ir" is the input, "mach" is the result of selection,
	// followed by the results of schedule, regalloc and layout.
	Dump func(stage, text string)
}

// stepsPerInst is the cost of an instruction from selection to encoding, in units of ir.Func.Spend. It assumes
// that every stage takes linear time.
const stepsPerInst = 256

// ErrSpillLimit is the error of Compile for a function whose frame exceeds the available frame size.
var ErrSpillLimit = emit.ErrSpillLimit

// Phase is a stage of a compilation and its duration.
type Phase struct {
	Name string
	Time time.Duration
}

// Code is a compiled function. It is position independent.
type Code struct {
	Text       []byte // instructions and constants; must be placed at a multiple of 64
	FrameBytes int    // size of the spill area that the trampoline must provide
	stats      emit.Stats
	Phases     []Phase
	phases     [4]Phase // backing array of Phases

	name string
	isa  string
	asm  asm.Code
	list *emit.Listing // set if Options.Listing is

	target *Target
}

// Positions returns the source positions of the code, each with the offset where its code begins, in order of
// offsets. Position 0 means none.
func (c *Code) Positions() iter.Seq2[int, ir.Pos] {
	return func(yield func(int, ir.Pos) bool) {
		for _, l := range c.asm.Lines {
			if !yield(int(l.Offset), ir.Pos(l.Pos)) {
				return
			}
		}
	}
}

// Instructions returns the part of Text that holds instructions. Constants and tables follow it.
func (c *Code) Instructions() []byte { return c.Text[:c.asm.TextSize] }

// Compile compiles a function to machine code. The function must pass ir verification and have a layout. Compile
// does not change it. An error other than ErrSpillLimit or *ir.OverBudget is an internal error, such as an
// operation without a rule or an instruction that cannot be encoded.
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
	c := &Code{name: f.Name, isa: t.Name(), target: t}
	c.Phases = c.phases[:0]
	began := time.Now()
	isa := t.Arch
	m, done := t.Lower(f, o.Words)
	m.Spend(stepsPerInst * m.NumInsts())
	c.Phases = append(c.Phases, Phase{"isel.select", time.Since(began)})
	opt := emit.Options{PollCounter: o.PollCounter, Pad: o.Pad, Check: o.Verify, Go: o.Go}
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
	c.Text, c.asm, c.stats, c.FrameBytes = a.Bytes, a, st, st.Frame
	done()
	c.Phases = append(c.Phases, Phase{"isel.schedule", st.Schedule}, Phase{"isel.regalloc", st.Alloc}, Phase{"isel.encode", st.Encode})
	return c, nil
}

// Ops returns the assembler's op numbers of the instructions, including labels and alignment. It requires
// Options.Listing.
func (c *Code) Ops() []uint16 {
	ops := make([]uint16, len(c.list.Insts))
	for i := range ops {
		ops[i] = c.list.Insts[i].Op
	}
	return ops
}

// Row is a line of the listing as data: the start of a block, or an instruction with its cost.
type Row struct {
	Offset, Size int    // of the code
	Label        string // if something begins here
	Text         string // of the instruction, or the name of what begins here
	Pos          ir.Pos
	Block        mach.Block // that begins here, without its instructions
	Cost         tti.Cost   // of the instruction: Slots, Units and Delay
}

// Rows returns the listing without the constants. It requires Options.Listing.
func (c *Code) Rows() []Row {
	lines := c.list.Rows(&c.asm)
	rows := make([]Row, len(lines))
	for i, l := range lines {
		r := Row{Offset: l.Offset, Size: l.Size, Text: l.Text, Pos: ir.Pos(l.Pos)}
		if l.Label != asm.NoLabel {
			r.Label, r.Text = string(l.Label.AppendText(nil)), c.list.Name(l.Label)
			r.Block, _ = c.list.Block(l.Label)
		} else {
			r.Cost = c.target.Taken(&c.list.Insts[l.Index])
		}
		rows[i] = r
	}
	return rows
}

// Target returns the target that the code is for.
func (c *Code) Target() *Target { return c.target }

// String returns the listing without positions.
func (c *Code) String() string {
	var b strings.Builder
	c.Print(&b, nil)
	return b.String()
}

// Print writes a listing: offsets, bytes and instructions, block names at their labels, and the constants after
// the code. Where the code of another source position starts, it adds a note. note may be nil, and may return "".
// Without Options.Listing, Print writes only bytes.
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
