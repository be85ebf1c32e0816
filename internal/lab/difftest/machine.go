package difftest

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"hotloop/frontend"
	"hotloop/internal/lab/frame"
	"hotloop/internal/lab/gen"
	_ "hotloop/internal/lab/knobs" // for Config.Knobs
	"hotloop/internal/verify"
	"hotloop/isel"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/ir/interp"
	"hotloop/loopopt/remark"
	"hotloop/runtime"
)

// Config configures a comparison.
type Config struct {
	Seed    uint64
	ISAs    []string
	Sets    int    // argument sets for each kernel
	Knobs   string // debug knobs for our compilations
	Cache   string // directory of runtime.OpenCache for writing and reading kernels; "" is none
	Without map[string]bool
	Chains  int // maximum depth of followups that kernels request for loops made by transformations

	before func(id int) // for tests: called before each kernel
}

// Mismatch is a kernel with a wrong outcome.
type Mismatch struct {
	Case  *Case
	ISA   string
	FP    string // "", or the mode to give to the compiler
	Frame *frame.Frame
	Got   *frame.Outcome
	Want  *frame.Outcome
	Diff  string // the first difference, or the compile error
	By    string // the reference that produced Want: the Go compiler or interpreter
	Set   int
	Crash bool

	Culprit string // pass, or frontend, or isel; see attribute.go
	Detail  string
}

func (m *Mismatch) String() string {
	s := fmt.Sprintf("kernel %d on %s, set %d: %s", m.Case.ID, m.ISA, m.Set, m.Diff)
	if m.Culprit != "" {
		s += " (" + m.Culprit + ")"
	}
	return s
}

// Machine compares kernels.
type Machine struct {
	Config
	Report *Report
	arena  frame.Arena
	small  frame.Arena
}

// NewMachine returns a machine with an empty report.
func NewMachine(cfg Config) *Machine {
	return &Machine{Config: cfg, Report: NewReport()}
}

// Unknown returns the generator features that the frontend does not support.
func Unknown() map[string]bool {
	without := map[string]bool{}
	for _, f := range gen.Features {
		if f.Probe == "" {
			continue
		}
		k := gen.Kernel{Text: f.Probe}
		if f.Name == "type parameter" {
			k.Inst = "int32"
		}
		c, err := NewCase(0, k)
		if err == nil {
			_, err = frontend.Build(frontend.Text("k.go", f.Probe), KernelName, frontend.Options{Type: c.Type})
		}
		if err != nil {
			without[f.Name] = true
		}
	}
	return without
}

// options returns the compiler options for the kernel's mode.
func (c *Case) options(isa, knobs string) runtime.Options {
	o := runtime.Options{ISA: isa, Knobs: knobs, FPWritten: c.Mode != gen.Forced, Fresh: true, FileName: "k.go"}
	if o.Knobs == "" {
		o.Knobs = "bisect=-1" // overrides the environment variable
	}
	switch c.Mode {
	case gen.Go, gen.Fast:
		o.FP, _ = runtime.ParseFP(string(c.Mode))
	}
	return o
}

// compile compiles the kernel. With Cache it is written to a file and then read back.
func (m *Machine) compile(c *Case, isa string) (*runtime.Kernel, error) {
	o := c.options(isa, m.Knobs)
	if m.Cache == "" {
		return runtime.Compile(c.Type, c.Text, KernelName, o)
	}
	o.Fresh, o.CacheDir = false, m.Cache
	if k, err := runtime.Compile(c.Type, c.Text, KernelName, o); err != nil {
		return k, err
	}
	runtime.ResetCache()
	k, err := runtime.Compile(c.Type, c.Text, KernelName, o)
	if err == nil {
		m.Report.count("kernels by way of files: " + string(k.Stats().Cache))
	}
	return k, err
}

// reference returns the reference for the kernel: the Go compiler, or the interpreter on the frontend's SSA for
// operations that are fused or are our own.
func (c *Case) reference(b *Batch) string {
	if b.Has(c) && !c.NoGC && c.Mode != gen.Go {
		return "gc"
	}
	return "interpreter"
}

// Kernel compares one kernel on all argument sets. It stops at the first mismatch.
func (m *Machine) Kernel(c *Case, b *Batch) *Mismatch {
	var kernels []*runtime.Kernel
	for _, isa := range m.ISAs {
		k, err := m.compile(c, isa)
		if err != nil {
			m.Report.refused(c, err)
			return &Mismatch{Case: c, ISA: isa, Diff: "frontend: " + err.Error(), Culprit: "frontend"}
		}
		if mm := m.fellBack(c, isa, k.Err()); mm != nil {
			return mm
		}
		kernels = append(kernels, k)
		m.Report.compiled(c, isa, k)
		if m.Chains > 0 {
			m.Report.chained(c, isa, m.Knobs)
		}
	}
	shape := verify.Shape{Small: c.Mode.AnyOrder()}
	for _, k := range kernels {
		shape.Steps = append(shape.Steps, k.Steps()...)
	}
	by := c.reference(b)
	var own, foreign *program
	if by == "gc" && b.foreign != "" {
		var err error
		if own, foreign, err = c.interpreters(b.foreign); err != nil {
			return &Mismatch{Case: c, Diff: err.Error(), Culprit: CulpritFrontend}
		}
	}
	fusable := by == "gc" && b.fused && c.fusable()
	if fusable {
		m.Report.count("kernels with sums that the Go compiler may fuse")
	}
	var ends *interp.Program
	if c.Real { // generated arguments make some real functions endless, or nearly so
		var err error
		if ends, err = c.interpreter(); err != nil {
			return &Mismatch{Case: c, Diff: err.Error(), Culprit: CulpritFrontend}
		}
	}
	for set := range m.Sets {
		f := c.Args(shape, m.Seed, set)
		if ends != nil {
			if _, err := m.runAs(c, nil, ends, f); errors.Is(err, interp.ErrSteps) {
				m.Report.count("sets that take too many steps, skipped")
				continue
			}
		}
		var want *frame.Outcome
		var raised Exceptions
		var err error
		if by == "gc" {
			if want, raised, err = b.Call(c, f); err != nil {
				return &Mismatch{Case: c, Set: set, Frame: f, Diff: err.Error(), Culprit: "gc"}
			}
		} else if want, err = m.call(kernels[0].Fallback(), f, frame.NoEdge); err != nil {
			return &Mismatch{Case: c, Set: set, Frame: f, Diff: err.Error()}
		}
		if by == "gc" && contradicts(want.Panic) {
			m.Report.count("sets for which the Go compiler's code contradicts itself, skipped")
			continue
		}
		if foreign != nil && !m.agree(c, f, own, foreign) {
			m.Report.count("sets whose result is the architecture's, skipped")
			continue
		}
		m.Report.ran(c, f, want)
		if c.Mode.AnyOrder() && (raised.Any() || large(c, f, want)) {
			m.Report.count("sets where order matters, skipped")
			continue
		}
		if b.Has(c) {
			for _, v := range b.variants[c] {
				got, _, err := b.call(c, v.index, f)
				if err != nil {
					return &Mismatch{Case: c, Set: set, Frame: f, ISA: v.isa, Diff: err.Error(), Culprit: culpritAssembly}
				}
				if d := c.diff(f, got, want); d != "" {
					return &Mismatch{Case: c, ISA: v.isa, Frame: f, Got: got, Want: want, Diff: d, By: by, Set: set, Culprit: culpritAssembly}
				}
				m.Report.count("calls of assembly")
			}
		}
		calls := make([]callable, 0, 3)
		for i, k := range kernels {
			calls = append(calls, callable{m.ISAs[i], k.Func()})
		}
		if by == "gc" && set%6 == 2 {
			calls = append(calls, callable{"interpreter", kernels[0].Fallback()})
		}
		for i, fn := range calls {
			got, err := m.call(fn.f, f, []frame.Edge{frame.EndEdge, frame.StartEdge, frame.EndEdge}[(set+i)%3])
			if err != nil {
				return &Mismatch{Case: c, Set: set, Frame: f, ISA: fn.name, Diff: err.Error()}
			}
			if d := c.diff(f, got, want); d != "" {
				if fusable {
					m.Report.count("kernels with other results, where the Go compiler may fuse")
					return nil
				}
				return &Mismatch{Case: c, ISA: fn.name, Frame: f, Got: got, Want: want, Diff: d, By: by, Set: set}
			}
		}
	}
	return nil
}

// fellBack returns the mismatch of a kernel without machine code, because of err. Kernels that exceed a limit, or for
// which no machine code was requested, are no mismatches; the interpreter is then compared.
func (m *Machine) fellBack(c *Case, isa string, err error) *Mismatch {
	if err == nil {
		return nil
	}
	for _, limit := range []error{runtime.ErrTooLarge, runtime.ErrCodeLimit, runtime.ErrNoNative, isel.ErrSpillLimit} {
		if errors.Is(err, limit) {
			m.Report.count("kernels without native code on " + isa)
			return nil
		}
	}
	return &Mismatch{Case: c, ISA: isa, Diff: err.Error(), Culprit: culpritStage(err)}
}

// fusable reports whether the frontend finds sums that a compiler may fuse.
func (c *Case) fusable() bool {
	sem := ir.DefaultSemantics()
	sem.Fuses = true
	o := c.options("", "")
	res, err := frontend.Build(frontend.Text(o.FileName, c.Text), KernelName, frontend.Options{Type: c.Type, FP: o.FP,
		FPWritten: o.FPWritten, Semantics: sem})
	return err == nil && len(res.Fusable) > 0
}

// indexPanic matches Go's message for an index out of range.
var indexPanic = regexp.MustCompile(`index out of range \[(\d+)\] with length (\d+)$`)

// contradicts reports whether a panic message is about an index that is within its length. The Go compiler for arm64
// (Go 1.26.8) generates such code: with s of 8 elements, loops of s[k] = u[i] over one k and n of i stop at [0] with
// length 8, in a plain program too.
func contradicts(panic string) bool {
	m := indexPanic.FindStringSubmatch(panic)
	if m == nil {
		return false
	}
	i, err := strconv.ParseUint(m[1], 10, 64)
	n, err2 := strconv.ParseUint(m[2], 10, 64)
	return err == nil && err2 == nil && i < n
}

// culpritAssembly is the Culprit of a mismatch of what hotloop gen writes.
const culpritAssembly = "gen"

type callable struct {
	name string
	f    reflect.Value
}

func culpritStage(err error) string {
	if e, ok := err.(*runtime.InternalError); ok {
		if pass, ok := strings.CutPrefix(fmt.Sprint(e.Value), "pass "); ok {
			name, _, _ := strings.Cut(pass, ":")
			name, _, _ = strings.Cut(name, " ")
			return name
		}
		return e.Stage
	}
	return ""
}

// call places the frame and calls f.
func (m *Machine) call(f reflect.Value, fr *frame.Frame, e frame.Edge) (*frame.Outcome, error) {
	p, err := fr.PlaceIn(&m.arena, e)
	if err != nil {
		return nil, err
	}
	return p.Call(f), nil
}

// diff compares two outcomes. Where operations may be reordered, signs of zeros are ignored.
func (c *Case) diff(f *frame.Frame, got, want *frame.Outcome) string {
	results := c.words()
	if c.Mode.AnyOrder() {
		got, want = unsigned(c, f, got), unsigned(c, f, want)
		absorb(c, f, got, want)
	}
	return frame.Diff(f, results, got, want, 0)
}

// floats calls fn with the bytes of every float of an outcome.
func floats(c *Case, f *frame.Frame, o *frame.Outcome, fn func(t reflect.Type, b []byte)) {
	for i, r := range f.Regions {
		size := int(r.Elem.Size())
		for at := 0; at+size <= len(o.Regions[i]); at += size {
			eachFloat(r.Elem, o.Regions[i][at:at+size], fn)
		}
	}
	words := c.words()
	for i := range o.Results {
		if i >= len(words) || words[i].Kind() != reflect.Float32 && words[i].Kind() != reflect.Float64 {
			continue
		}
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], o.Results[i])
		fn(words[i], b[:words[i].Size()])
		o.Results[i] = binary.LittleEndian.Uint64(b[:])
	}
}

func eachFloat(t reflect.Type, b []byte, fn func(t reflect.Type, b []byte)) {
	switch t.Kind() {
	case reflect.Float32, reflect.Float64:
		fn(t, b)
	case reflect.Struct:
		for i := range t.NumField() {
			fd := t.Field(i)
			eachFloat(fd.Type, b[fd.Offset:fd.Offset+fd.Type.Size()], fn)
		}
	case reflect.Array:
		size := int(t.Elem().Size())
		for i := range t.Len() {
			eachFloat(t.Elem(), b[i*size:(i+1)*size], fn)
		}
	}
}

// unsigned returns an outcome with -0 replaced by 0.
func unsigned(c *Case, f *frame.Frame, o *frame.Outcome) *frame.Outcome {
	u := &frame.Outcome{Results: slices.Clone(o.Results), Panic: o.Panic}
	for _, r := range o.Regions {
		u.Regions = append(u.Regions, slices.Clone(r))
	}
	floats(c, f, u, func(t reflect.Type, b []byte) {
		if b[len(b)-1] == 0x80 && strings.Trim(string(b[:len(b)-1]), "\x00") == "" {
			b[len(b)-1] = 0
		}
	})
	return u
}

// absorb accepts NaN in place of 0. In a product with a zero factor, an order that reaches the zero early does not
// overflow, while a partial product of the other factors may, and infinity times zero is NaN.
func absorb(c *Case, f *frame.Frame, got, want *frame.Outcome) {
	var zero []bool
	floats(c, f, want, func(_ reflect.Type, b []byte) {
		zero = append(zero, strings.Trim(string(b), "\x00") == "")
	})
	i := 0
	floats(c, f, got, func(t reflect.Type, b []byte) {
		if i < len(zero) && zero[i] && number(t, b) != number(t, b) {
			clear(b)
		}
		i++
	})
}

// number returns the value of a float of type t.
func number(t reflect.Type, b []byte) float64 {
	if t.Kind() == reflect.Float32 {
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
	}
	return math.Float64frombits(binary.LittleEndian.Uint64(b))
}

// large reports whether sums of an outcome's numbers may be inexact in another order. Half of the 24 bits of a
// float32 are reserved for intermediate sums.
func large(c *Case, f *frame.Frame, o *frame.Outcome) (is bool) {
	const limit = 1 << 16
	floats(c, f, o, func(t reflect.Type, b []byte) {
		x := number(t, b)
		// The filling around arguments is a tiny number; every other number is whole.
		if x != x || math.Abs(x) > limit {
			is = true
		}
	})
	return is
}

// isPass reports whether a remark says that a pass was applied.
func isPass(r remark.Remark, pass, text string) bool {
	return r.Kind == remark.Passed && r.Pass == pass && strings.HasPrefix(r.Text, text)
}
