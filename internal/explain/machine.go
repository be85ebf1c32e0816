package explain

import (
	"math"
	"slices"

	"hotloop/isel"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/ir/interp"
	"hotloop/loopopt/profile"
	"hotloop/loopopt/tti"
	"hotloop/runtime"
)

// maxSteps bounds the run that counts blocks, in instructions of the interpreter.
const maxSteps = 1 << 26

// counts interprets the optimized function and returns how many times each block was executed, by its ID. It returns nil
// if the interpreter cannot run it on these arguments.
func (c *collector) counts(args func() []any) map[ir.ID]*int64 {
	if args == nil || c.passes.text == "" {
		return nil
	}
	f, err := ir.Parse(c.passes.text)
	if err != nil {
		return nil
	}
	counts := profile.Blocks(f)
	p, err := interp.New(f)
	if err != nil {
		return nil
	}
	if r := p.Call(args(), interp.Options{MaxSteps: maxSteps}); r.Err != nil {
		return nil
	}
	return counts
}

// code returns the machine code with the costs of its instructions. counts has the executions of the blocks of the
// optimized function; nil stands for those that the compiler expects.
func (c *collector) code(s runtime.Stats, counts map[ir.ID]*int64) *Code {
	t := c.watch.Code.Target()
	code := &Code{Bytes: s.CodeBytes, Frame: s.Frame, Width: t.IssueWidth(), Measured: counts != nil}
	for g := range tti.NumUnits {
		code.Units = append(code.Units, t.UnitName(g))
	}
	var slots float64
	var units tti.Units
	// end settles the cost of the block before.
	end := func() {
		if len(code.Blocks) > 0 {
			b := &code.Blocks[len(code.Blocks)-1]
			if b.Cycles = slots / float64(code.Width); b.Cycles > 0 {
				b.By = "issue"
			}
			if g, busy := units.Most(); float64(busy) > b.Cycles {
				b.Cycles, b.By = float64(busy), code.Units[g]
			}
		}
		slots, units = 0, tti.Units{}
	}
	add := func(rows []isel.Row, counts map[ir.ID]*int64) {
		for _, row := range rows {
			if row.Label != "" {
				end()
				code.Blocks = append(code.Blocks, begun(row, counts))
				continue
			}
			if len(code.Blocks) == 0 {
				code.Blocks = append(code.Blocks, Block{Name: "entry"})
			}
			in := Inst{Offset: row.Offset, Text: row.Text, Latency: row.Cost.Delay, Slots: float64(row.Cost.Slots)}
			if place := c.at(row.Pos); place != "" {
				in.File, in.Line, _ = SplitPlace(place)
			}
			if g, busy := row.Cost.Units.Most(); busy > 0 {
				in.Unit, in.Busy = code.Units[g], rounded(float64(busy))
			}
			slots += in.Slots
			units.Add(&row.Cost.Units, 1)
			b := &code.Blocks[len(code.Blocks)-1]
			b.Insts = append(b.Insts, in)
		}
	}
	add(c.watch.Code.Rows(), counts)
	for _, p := range c.watch.Parts { // the interpreter's counts are those of the kernel's own blocks
		add(p.Rows(), nil)
	}
	end()
	for i := range code.Blocks {
		code.Blocks[i].Cycles = rounded(code.Blocks[i].Cycles)
	}
	// A label without instructions names the block after it too.
	code.Blocks = slices.DeleteFunc(code.Blocks, func(b Block) bool { return len(b.Insts) == 0 })
	code.shares()
	return code
}

// rounded returns x with three digits behind the point, which is more than the cost tables have.
func rounded(x float64) float64 { return math.Round(x*1000) / 1000 }

// begun returns the block that begins at a row.
func begun(row isel.Row, counts map[ir.ID]*int64) Block {
	b := Block{Label: row.Label, Name: row.Text, Depth: row.Block.Depth, Count: row.Block.Freq}
	if counts != nil {
		b.Count = 0
		if n := counts[ir.ID(row.Block.From-1)]; n != nil {
			b.Count = float64(*n)
		}
	}
	return b
}

// shares sets the shares of the blocks, and which is hot.
func (c *Code) shares() {
	total, hot := 0.0, -1
	for i := range c.Blocks {
		b := &c.Blocks[i]
		b.Count = rounded(b.Count)
		total += b.Count * b.Cycles
		if b.Count > 0 && (hot < 0 || b.Count*b.Cycles > c.Blocks[hot].Count*c.Blocks[hot].Cycles) {
			hot = i
		}
	}
	if total == 0 {
		return
	}
	for i := range c.Blocks {
		c.Blocks[i].Share = math.Round(1e5*c.Blocks[i].Count*c.Blocks[i].Cycles/total) / 1e5
	}
	c.Blocks[hot].Hot = true
}
