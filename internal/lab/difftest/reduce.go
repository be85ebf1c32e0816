package difftest

import (
	"reflect"
	"slices"
	"strings"

	"hotloop/internal/lab/frame"
	"hotloop/internal/lab/gen"
	"hotloop/internal/verify"
	"hotloop/runtime"
)

// Reduction is delta debugging on the kernel's syntax tree (Zeller, Hildebrandt: Simplifying and Isolating
// Failure-Inducing Input, TSE 2002; the hierarchical form of Misherghi, Su: HDD, ICSE 2006). Statements, branches and
// operands are removed one by one as long as the same part of the compiler is at fault.

// reduceBudget bounds the number of candidates; each takes about two milliseconds.
const reduceBudget = 6000

// reducer reduces one mismatch.
type reducer struct {
	m     *Machine
	mm    *Mismatch
	tools *Toolchain
	left  int
}

// Reduce minimizes the mismatch's kernel and its arguments. The culprit stays the same.
func (m *Machine) Reduce(mm *Mismatch, t *Toolchain) {
	if mm.Frame == nil && mm.Culprit == "" {
		return
	}
	r := &reducer{m: m, mm: mm, tools: t, left: reduceBudget}
	if mm.Culprit == CulpritFrontend && mm.Frame != nil {
		if t == nil {
			return
		}
		r.left = 150 // the Go compiler builds a program for each candidate
	}
	if !r.fails(mm.Case, mm.Frame) {
		return // not reproducible in this process
	}
	for again := true; again && r.left > 0; {
		again = r.pass()
		if r.arguments() {
			again = true
		}
	}
	r.finish()
}

// fails reports whether a candidate still mismatches through the same fault.
func (r *reducer) fails(c *Case, f *frame.Frame) bool {
	r.left--
	mm := r.mm
	isa := mm.ISA
	if isa == "" || isa == "interpreter" {
		isa = r.m.ISAs[0]
	}
	if f == nil { // the compilation fails
		k, err := runtime.Inspect(c.Type, c.Text, KernelName, c.options(isa, r.m.Knobs), &runtime.Watch{})
		return err == nil && culpritStage(k.Err()) == mm.Culprit && sameFault(k.Err().Error(), mm.Diff)
	}
	pass, _, _ := strings.Cut(mm.Culprit, ":")
	if mm.Culprit == CulpritFrontend {
		return r.frontendFails(c, f, isa)
	}
	v, err := r.m.passes(c, isa, r.m.Knobs, f)
	if err != nil {
		return false
	}
	if pass != CulpritBackend && pass != CulpritRegalloc {
		return v.culprit == pass
	}
	if v.culprit != "" || mm.Crash {
		return false
	}
	return r.native(c, f, isa) != ""
}

// sameFault compares two messages by their words; numbers of registers and values may differ.
func sameFault(a, b string) bool {
	words := func(s string) string {
		return strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' {
				return -1
			}
			return r
		}, s)
	}
	cut := func(s string) string {
		s = words(s)
		if i := strings.LastIndex(s, ": "); i >= 0 {
			s = s[i:]
		}
		line, _, _ := strings.Cut(s, "\n")
		return line
	}
	return cut(a) == cut(b)
}

// native returns the difference between machine code and interpreter. The interpreter has terminated on this call, so
// the machine code should too.
func (r *reducer) native(c *Case, f *frame.Frame, isa string) string {
	k, err := runtime.Compile(c.Type, c.Text, KernelName, c.options(isa, r.m.Knobs))
	if err != nil || k.Err() != nil {
		return ""
	}
	want, err := r.m.call(k.Fallback(), f, frame.NoEdge)
	if err != nil {
		return ""
	}
	got, err := r.m.call(k.Func(), f, frame.NoEdge)
	if err != nil {
		return ""
	}
	return c.diff(f, got, want)
}

func (r *reducer) frontendFails(c *Case, f *frame.Frame, isa string) bool {
	if v, err := r.m.passes(c, isa, "", f); err != nil || v.culprit != "" { // it must terminate too
		return false
	}
	k, err := runtime.Compile(c.Type, c.Text, KernelName, c.options(isa, ""))
	if err != nil {
		return false
	}
	b, err := r.tools.Build([]*Case{c})
	if err != nil {
		return false
	}
	defer b.Close()
	want, _, err := b.Call(c, f)
	if err != nil {
		return false
	}
	got, err := r.m.call(k.Fallback(), f, frame.NoEdge)
	return err == nil && c.diff(f, got, want) != ""
}

// pass tries every simplification of the current text once, the largest first, and keeps those that still fail.
func (r *reducer) pass() (progress bool) {
	for at := 0; r.left > 0; {
		text, ok := simplify(r.mm.Case.Text, at)
		if !ok {
			return progress
		}
		at++
		if text == "" || text == r.mm.Case.Text {
			continue
		}
		k := gen.Kernel{Seed: r.mm.Case.Seed, Text: text, Mode: r.mm.Case.Mode, Inst: r.mm.Case.Inst,
			Panicky: r.mm.Case.Panicky, NoGC: r.mm.Case.NoGC}
		c, err := NewCase(r.mm.Case.ID, k)
		if err != nil {
			continue
		}
		f := adapt(r.mm.Case, c, r.mm.Frame)
		if f == nil && r.mm.Frame != nil {
			continue
		}
		if r.fails(c, f) {
			r.mm.Case, r.mm.Frame = c, f
			progress = true
			at-- // the same place now holds something else
		}
	}
	return progress
}

// adapt drops the arguments whose parameters were removed; they are identified by name.
func adapt(old, now *Case, f *frame.Frame) *frame.Frame {
	if f == nil {
		return nil
	}
	a, b := paramNames(old), paramNames(now)
	g := &frame.Frame{Regions: f.Regions}
	for i, name := range b {
		k := slices.Index(a, name)
		if k < 0 || now.Type.In(i) != f.Args[k].Type {
			return nil
		}
		g.Args = append(g.Args, f.Args[k])
	}
	return g
}

func paramNames(c *Case) (names []string) {
	sig, err := c.file.Signature(KernelName)
	if err != nil {
		return nil
	}
	for i := range sig.Params().Len() {
		names = append(names, sig.Params().At(i).Name())
	}
	return names
}

// arguments looks for a smaller argument set that fails too.
func (r *reducer) arguments() bool {
	if r.mm.Frame == nil || r.mm.Culprit == CulpritFrontend {
		return false
	}
	if n := r.mm.Case.Type.NumIn(); n < 2 || r.mm.Case.Type.In(n-1).Kind() != reflect.Int ||
		r.mm.Case.Type.In(n-2).Kind() != reflect.Int {
		return r.shorten()
	}
	size := bytesOf(r.mm.Frame)
	progress := false
	for set := range 60 {
		f := r.mm.Case.Args(verify.Shape{Steps: []int{1 + set}, Small: r.mm.Case.Mode.AnyOrder()}, r.m.Seed, 4*set+1)
		if n := bytesOf(f); n < size && r.fails(r.mm.Case, f) {
			r.mm.Frame, size, progress = f, n, true
		}
	}
	return r.shorten() || progress
}

// shorten shortens slices.
func (r *reducer) shorten() (progress bool) {
	for i := range r.mm.Frame.Args {
		for cut := r.mm.Frame.Args[i].Len; cut > 0; cut /= 2 {
			a := r.mm.Frame.Args[i]
			if !a.InRegion() || a.Type.Kind() == reflect.Pointer || a.Len < cut || a.Len == 0 {
				break
			}
			g := &frame.Frame{Regions: r.mm.Frame.Regions, Args: slices.Clone(r.mm.Frame.Args)}
			g.Args[i].Len -= cut
			if r.left > 0 && r.fails(r.mm.Case, g) {
				r.mm.Frame, progress = g, true
			}
		}
	}
	return progress
}

func bytesOf(f *frame.Frame) (n int) {
	for _, r := range f.Regions {
		n += len(r.Data)
	}
	return n
}

// reached returns the frame without unreachable regions.
func reached(f *frame.Frame) *frame.Frame {
	keep := map[int]int{}
	g := &frame.Frame{}
	var visit func(i int) int
	visit = func(i int) int {
		n, ok := keep[i]
		if !ok {
			n = len(g.Regions)
			keep[i] = n
			reg := f.Regions[i]
			g.Regions = append(g.Regions, reg)
			refs := slices.Clone(reg.Refs)
			for k := range refs {
				refs[k].Region = visit(refs[k].Region)
			}
			g.Regions[n].Refs = refs
		}
		return n
	}
	for _, a := range f.Args {
		if a.InRegion() {
			a.Region = visit(a.Region)
		}
		g.Args = append(g.Args, a)
	}
	return g
}

// finish drops unreferenced regions, and records the outcome of the reduced kernel.
func (r *reducer) finish() {
	mm := r.mm
	if mm.Frame == nil {
		return
	}
	mm.Frame = reached(mm.Frame)
	g := mm.Frame
	isa := mm.ISA
	if isa == "interpreter" || isa == "" {
		isa = r.m.ISAs[0]
	}
	k, err := runtime.Compile(mm.Case.Type, mm.Case.Text, KernelName, mm.Case.options(isa, r.m.Knobs))
	if err != nil {
		return
	}
	mm.Got = nil
	if mm.Culprit == CulpritFrontend {
		mm.Got, _ = r.m.call(k.Fallback(), g, frame.NoEdge)
		if b, err := r.tools.Build([]*Case{mm.Case}); err == nil {
			mm.Want, _, _ = b.Call(mm.Case, g)
			b.Close()
		}
	} else {
		mm.Want, _ = r.m.call(k.Fallback(), g, frame.NoEdge)
		mm.By = "interpreter"
	}
	if mm.Got != nil && mm.Want != nil {
		mm.Diff = mm.Case.diff(g, mm.Got, mm.Want)
	}
}
