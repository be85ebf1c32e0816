package mca

import (
	"errors"
	"fmt"
	"math"

	"hotloop/bench"
	"hotloop/cpu"
	"hotloop/internal/lab/cprint"
	"hotloop/loopopt/ir"
	"hotloop/runtime"
)

// A Side is one compiler's hot loop.
type Side struct {
	Elements         int     `json:"elements"` // iterations of the source's loop in a pass
	Cycles           float64 `json:"cycles"`   // a pass takes
	Uops             float64 `json:"uops"`
	Insts            int     `json:"instructions"`
	CyclesPerElement float64 `json:"cycles_per_element"`
	Straight         bool    `json:"straight"` // else the loop branches, and the way that falls through was taken
	Text             string  `json:"text"`
	Error            string  `json:"error,omitempty"`
}

// A Row is one kernel on one processor.
type Row struct {
	Kernel string  `json:"kernel"`
	CPU    string  `json:"cpu"`
	ISA    string  `json:"isa"`
	Mode   string  `json:"mode"`
	Ours   Side    `json:"ours"`
	Clang  Side    `json:"clang"`
	Ratio  float64 `json:"ratio"` // our cycles per element over clang's: below 1 we are faster; 0 where a side has none
	Tools  string  `json:"tools"` // versions of clang and llvm-mca
	// Excepted rows are not part of means.
	Excepted bool `json:"excepted,omitempty"`
}

// Processors are the default processors of a comparison, by architecture.
var Processors = map[string][]string{
	"arm64": {"neoverse-v2", "neoverse-n1"},
	"amd64": {"znver4", "znver5", "sapphirerapids"},
}

// Check is the error for a processor that the installed tools do not know.
func (t *Tools) Check(f cpu.Features) error {
	_, _, err := t.compile("", "exact", f, f.Tier)
	if err == nil {
		_, _, err = t.cycles("nop\n", f)
	}
	return err
}

// Compare sets both compilers' loops for k side by side, for processor f, which may be cut down to less than what full,
// the processor's own tier, has.
func (t *Tools) Compare(k *bench.Kernel, f cpu.Features, full cpu.Tier, mode string) *Row {
	r := &Row{Kernel: k.Name, CPU: f.March, ISA: f.Tier.String(), Mode: mode, Excepted: k.Excepted,
		Tools: t.Clang.Version + "; llvm-mca of " + t.MCA.Version}
	source, err := t.ours(&r.Ours, k, f, mode)
	if err != nil {
		r.Ours.Error = err.Error()
	}
	if len(source) > 0 {
		err = t.clang(&r.Clang, k, f, full, mode, source)
	} else {
		err = errors.New("what an element is, is not known")
	}
	if err != nil {
		r.Clang.Error = err.Error()
	}
	if r.Ours.Error == "" && r.Clang.Error == "" {
		r.Ratio = r.Ours.CyclesPerElement / r.Clang.CyclesPerElement
	}
	return r
}

// inspected is what is kept of one of our compilations.
type inspected struct {
	code   []byte
	source []int64 // strides of the source's loop
	err    error   // why there are none
	width  int     // VF×UF of the largest plan
	outer  int     // the same of a loop around the innermost one that was vectorized, 0 if there is none
}

// ours compiles k for f.
func ours(k *bench.Kernel, f cpu.Features, mode string) (c inspected, err error) {
	fp, err := runtime.ParseFP(mode)
	if err != nil {
		return c, err
	}
	w := &runtime.Watch{
		For: &f,
		SSA: func(fn *ir.Func) { c.source, c.err = sourceStrides(fn) },
	}
	kern, err := runtime.Inspect(k.Type, k.Text, k.Func, runtime.Options{FP: fp, FPWritten: true, FileName: k.File,
		Fresh: true}, w)
	if err != nil {
		return c, err
	}
	if w.Code == nil {
		return c, fmt.Errorf("no machine code: %w", kern.Err())
	}
	for _, p := range kern.Stats().Plans {
		var vf, uf int
		if _, err := fmt.Sscanf(p, "VF=%d UF=%d", &vf, &uf); err == nil {
			c.width = max(c.width, vf*uf)
		}
	}
	for _, r := range kern.Remarks() {
		if r.Text == "outer loop vectorized" {
			product := 1
			for _, a := range r.Args {
				if n, ok := a.Value.(int); ok {
					product *= n
				}
			}
			c.outer = max(c.outer, product)
		}
	}
	c.code = w.Code.Instructions()
	return c, nil
}

func (t *Tools) ours(s *Side, k *bench.Kernel, f cpu.Features, mode string) (source []int64, err error) {
	c, err := ours(k, f, mode)
	if err != nil {
		return c.source, err
	}
	if c.err != nil {
		return nil, c.err
	}
	text, err := t.disassemble(c.code, f)
	if err != nil {
		return c.source, err
	}
	p, err := parseDisassembly(platforms[f.Tier.Arch()].arch, text)
	if err != nil {
		return c.source, err
	}
	return c.source, t.model(s, p, f, &c)
}

func (t *Tools) clang(s *Side, k *bench.Kernel, f cpu.Features, full cpu.Tier, mode string, source []int64) error {
	file, err := k.Source()
	if err != nil {
		return err
	}
	var c cprint.Printer
	const name = "kernel"
	if _, err := c.Add(file, k.Func, name); err != nil {
		return err
	}
	text, remarks, err := t.compile(c.Text(), mode, f, full)
	if err != nil {
		return err
	}
	p, err := parseAssembly(platforms[f.Tier.Arch()].arch, text, name)
	if err != nil {
		return err
	}
	return t.model(s, p, f, &inspected{source: source, width: clangWidth(remarks)})
}

// model finds the hot loop of a compilation and asks llvm-mca about it.
func (t *Tools) model(s *Side, p *Program, f cpu.Features, c *inspected) error {
	h, err := hotLoop(p, c.source, c.width, c.outer)
	if err != nil {
		return err
	}
	s.Elements, s.Insts, s.Straight, s.Text = h.Elements, h.Insts, h.Straight, h.Text
	if s.Cycles, s.Uops, err = t.cycles(h.Model, f); err != nil {
		return err
	}
	s.CyclesPerElement = s.Cycles / float64(s.Elements)
	return nil
}

// Mean is the geometric mean of the ratios of rows, and the worst of them. Rows without one, and excepted ones, are
// left out; counted is how many remain.
func Mean(rows []*Row) (mean float64, worst *Row, counted int) {
	sum := 0.0
	for _, r := range rows {
		if r.Ratio == 0 || r.Excepted {
			continue
		}
		sum += math.Log(r.Ratio)
		counted++
		if worst == nil || r.Ratio > worst.Ratio {
			worst = r
		}
	}
	if counted == 0 {
		return 0, nil, 0
	}
	return math.Exp(sum / float64(counted)), worst, counted
}
