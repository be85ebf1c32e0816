package difftest

import (
	"errors"
	"fmt"
	goruntime "runtime"
	"strings"
	"unsafe"

	"hotloop/internal/lab/frame"
	"hotloop/internal/verify"
	_ "hotloop/isel/all" // to compile for processors of other architectures
	"hotloop/loopopt/ir"
	"hotloop/loopopt/ir/interp"
	"hotloop/loopopt/remark"
	"hotloop/runtime"
)

// Possible culprits besides the passes of the optimizer.
const (
	CulpritFrontend = "frontend" // the SSA it built differs from the Go compiler's code
	CulpritBackend  = "isel"     // all passes preserve the meaning: the fault is in selection, scheduling, allocation or encoding
	CulpritRegalloc = "regalloc" // the checker of the allocation reports an error
)

// maxSteps bounds the interpreter's work on one call.
const maxSteps = 1 << 24

// run interprets a function. A trap is described by what a program can observe, since passes may copy and renumber
// sites. An error is an access outside the arguments, or too many steps.
func (m *Machine) run(c *Case, p *interp.Program, f *frame.Frame) (*frame.Outcome, error) {
	return m.runAs(c, nil, p, f)
}

// runAs is like run, with the semantics of a given Go compiler; nil is the one that built this program.
func (m *Machine) runAs(c *Case, sem *ir.Semantics, p *interp.Program, f *frame.Frame) (
	*frame.Outcome, error) {
	placed, err := f.PlaceIn(&m.small, frame.NoEdge)
	if err != nil {
		return nil, err
	}
	if c.parts != nil {
		return m.runParts(c, sem, p, placed)
	}
	var args []any
	for _, a := range placed.Args {
		args = append(args, a.Interface())
	}
	r := p.Call(args, interp.Options{MaxSteps: maxSteps, Semantics: sem})
	if r.Err != nil {
		return nil, r.Err
	}
	o := placed.Look()
	if r.Trap != nil {
		o.Panic = trapText(r.Trap)
		return o, nil
	}
	var words []uint64
	for _, v := range r.Values {
		if a, ok := v.(interp.Address); ok {
			words = append(words, uint64(a.Addr))
		} else {
			words = append(words, frame.BitsOf(v))
		}
	}
	for i := range c.Type.NumOut() {
		t := c.Type.Out(i)
		var list []uint64
		list, words = placed.Raw(t, words)
		o.Results = append(o.Results, list...)
	}
	goruntime.KeepAlive(r.Made)
	return o, nil
}

// trapText describes a trap by what a program can observe.
func trapText(t *interp.Trap) string {
	return fmt.Sprintf("%s at %d %q (%d, %d)", t.Site.Kind, t.Site.Pos, t.Site.Msg, int64(t.A), int64(t.B))
}

// memory returns all memory that is reachable from the arguments.
func memory(placed *frame.Placed) (list []interp.Region) {
	for _, b := range placed.Memory() {
		list = append(list, interp.Region{Addr: uintptr(unsafe.Pointer(unsafe.SliceData(b[:0]))), Size: uintptr(len(b))})
	}
	return list
}

// runParts is like runAs for a kernel whose arguments contain references: slices of slices, structs behind pointers.
func (m *Machine) runParts(c *Case, sem *ir.Semantics, p *interp.Program, placed *frame.Placed) (*frame.Outcome, error) {
	o := interp.Options{MaxSteps: maxSteps, Semantics: sem, Regions: append(memory(placed), p.Variables()...)}
	var trap *interp.Trap
	var err error
	out := placed.Call(runtime.ByParts(c.Type, c.parts, func(block unsafe.Pointer, made *interp.Made) {
		o.Made = made
		if trap, err = p.RunBlock(block, o); trap != nil || err != nil {
			panic("no results")
		}
	}))
	if err != nil {
		return nil, err
	}
	if trap != nil {
		out.Panic, out.Results = trapText(trap), nil
	}
	return out, nil
}

// outcome is the result of attribution.
type outcome struct {
	culprit string
	detail  string
}

// passes runs the interpreter after every pass, and finds the first pass that changes the outcome of a call. The name
// is empty if none does.
func (m *Machine) passes(c *Case, isa, knobs string, f *frame.Frame) (v outcome, err error) {
	var first *frame.Outcome
	judge := func(pass string, fn *ir.Func) {
		if v.culprit != "" || err != nil {
			return
		}
		p, perr := interp.New(fn)
		if perr != nil {
			v = outcome{pass, perr.Error()}
			return
		}
		o, rerr := m.run(c, p, f)
		switch {
		case first == nil && rerr != nil:
			err = rerr
		case first == nil:
			first = o
		case rerr != nil:
			v = outcome{pass, rerr.Error()}
		default:
			if d := c.diff(f, o, first); d != "" {
				v = outcome{pass, d}
			}
		}
	}
	var whole *ir.Func // which the passes change, or one of its parts
	w := &runtime.Watch{
		SSA: func(fn *ir.Func) { whole = fn; judge("", fn) },
		Pass: func(pass string, _ *ir.Func, changed bool) {
			if changed {
				judge(pass, whole)
			}
		},
	}
	k, cerr := runtime.Inspect(c.Type, c.Text, KernelName, c.options(isa, knobs), w)
	if cerr != nil {
		return v, cerr
	}
	if v.culprit == "" && err == nil && k.Err() != nil && !errors.Is(k.Err(), runtime.ErrInspected) {
		v = outcome{culpritStage(k.Err()), k.Err().Error()}
	}
	return v, err
}

// Attribute determines which part of the compiler causes a mismatch.
func (m *Machine) Attribute(mm *Mismatch) {
	if mm.Culprit != "" || mm.Frame == nil {
		return
	}
	c := mm.Case
	isa := mm.ISA
	if isa == "" || isa == "interpreter" {
		isa = m.ISAs[0]
	}
	if mm.Want != nil {
		k, err := runtime.Compile(c.Type, c.Text, KernelName, c.options(isa, m.Knobs))
		if err != nil {
			mm.Culprit, mm.Detail = CulpritFrontend, err.Error()
			return
		}
		if o, err := m.call(k.Fallback(), mm.Frame, frame.NoEdge); err == nil {
			if d := c.diff(mm.Frame, o, mm.Want); d != "" {
				mm.Culprit, mm.Detail = CulpritFrontend, d
				return
			}
		}
	}
	v, err := m.passes(c, isa, m.Knobs, mm.Frame)
	switch {
	case err != nil:
		mm.Culprit, mm.Detail = CulpritFrontend, err.Error()
	case v.culprit == "driver":
		mm.Culprit, mm.Detail = m.bisect(c, isa, mm.Frame, v)
	case v.culprit != "":
		mm.Culprit, mm.Detail = v.culprit, v.detail
	default:
		mm.Culprit = CulpritBackend
		knobs := strings.Trim(m.Knobs+",verify-each", ",")
		k, err := runtime.Inspect(c.Type, c.Text, KernelName, c.options(isa, knobs), &runtime.Watch{})
		if err == nil && !errors.Is(k.Err(), runtime.ErrInspected) {
			mm.Detail = k.Err().Error()
			if strings.Contains(mm.Detail, "regalloc") {
				mm.Culprit = CulpritRegalloc
			}
		}
	}
}

// bisect finds the first transformation of the driver that causes the mismatch, and names it by the remark that
// appears only with it.
func (m *Machine) bisect(c *Case, isa string, f *frame.Frame, whole outcome) (culprit, detail string) {
	var before []remark.Remark
	for n := range 200 {
		knobs := strings.Trim(fmt.Sprintf("%s,bisect=%d", m.Knobs, n), ",")
		k, err := runtime.Inspect(c.Type, c.Text, KernelName, c.options(isa, knobs), &runtime.Watch{})
		if err != nil {
			break
		}
		var passed []remark.Remark
		for _, r := range k.Remarks() {
			if r.Kind == remark.Passed {
				passed = append(passed, r)
			}
		}
		v, err := m.passes(c, isa, knobs, f)
		if err == nil && v.culprit == "driver" {
			if n == 0 {
				return "driver", v.detail
			}
			r := added(before, passed)
			if r == nil {
				return "driver", fmt.Sprintf("transformation %d: %s", n, v.detail)
			}
			return "driver: " + r.Pass, fmt.Sprintf("transformation %d, %s: %s", n, r, v.detail)
		}
		before = passed
	}
	return "driver", whole.detail
}

// added returns a remark that occurs more often in the second list than in the first.
func added(a, b []remark.Remark) *remark.Remark {
	have := map[string]int{}
	for _, r := range a {
		have[r.Pass+r.Where+r.Text]++
	}
	for i, r := range b {
		key := r.Pass + r.Where + r.Text
		if have[key]--; have[key] < 0 {
			return &b[i]
		}
	}
	return nil
}

// Passes generates a random kernel, number 0 of a run. For the first instruction set it compares, in the interpreter,
// the result of every pass with what the frontend built. The error names the pass and contains the kernel. Knobs may
// shuffle the passes.
func Passes(cfg Config) error {
	m, isa := NewMachine(cfg), cfg.ISAs[0]
	c, err := m.Generate(0)
	if err != nil {
		return nil // the text is not valid Go
	}
	k, err := runtime.Inspect(c.Type, c.Text, KernelName, c.options(isa, cfg.Knobs), &runtime.Watch{})
	if err != nil {
		return fmt.Errorf("%w\n%s", err, c.Text)
	}
	shape := verify.Shape{Small: c.Mode.AnyOrder(), Steps: k.Steps()}
	for set := range cfg.Sets {
		f := c.Args(shape, cfg.Seed, set)
		v, err := m.passes(c, isa, cfg.Knobs, f)
		if errors.Is(err, interp.ErrSteps) {
			continue
		}
		if err != nil {
			return fmt.Errorf("%w\n%s", err, c.Text)
		}
		if v.culprit != "" {
			return fmt.Errorf("%s, knobs %s, argument set %d: pass %s: %s\n%s", isa, cfg.Knobs, set, v.culprit, v.detail,
				c.Text)
		}
	}
	return nil
}
