package runtime

import (
	"errors"
	"reflect"
	goruntime "runtime"
	"strings"

	"hotloop/cpu"
	"hotloop/frontend"
	"hotloop/isel"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
)

// Listings are made on demand. A decoded instruction takes 48 bytes, for 6 bytes of code, and most kernels are
// never printed. A kernel keeps its source text, and Disassemble compiles it again, compares the bytes and prints
// them. This requires deterministic compilation, which the comparison verifies.

// ErrInspected is the Err of a kernel compiled by Inspect, whose code was shown but not loaded.
var ErrInspected = errors.New("hotloop: compiled to be looked at")

// Watch receives the intermediate results of a compilation. All fields may be left zero.
type Watch struct {
	// For, if set, is the processor to compile for instead of this one. If the options name an instruction set of
	// another architecture, Inspect sets it to a baseline processor.
	For *cpu.Features
	// SSA receives the function as built by the frontend, Pass as it is after each optimizer pass, Plan the plans
	// that are priced, and Mach the machine code after each stage, as text. The functions passed are modified
	// later.
	SSA  func(f *ir.Func)
	Pass func(name string, f *ir.Func, changed bool)
	Plan func(config.Considered)
	Nest func(config.NestPrice) // prices of nests, before any loop is vectorized
	Step func(config.Step)      // steps of the driver of loop transformations
	Mach func(stage, text string)

	// Code is the result, nil if the compilation failed earlier.
	Code *isel.Code
	// Parts is the code that goroutines run which share loops.
	Parts []*isel.Code

	position func(ir.Pos) string
	source   frontend.Source
}

// Inspect compiles as Compile does but without the cache, passes intermediate results to w, and stores the code
// there instead of loading it. The kernel has remarks and stats. If a stage failed, its Err says why.
func Inspect(t reflect.Type, src, name string, o Options, w *Watch) (*Kernel, error) {
	knobs, _ := config.ParseKnobs(o.Knobs) // compile reports the error
	for _, isa := range []string{o.ISA, knobs.ISA} {
		tier, err := cpu.ParseTier(isa)
		if w.For == nil && err == nil && tier != cpu.Scalar && tier.Arch() != goruntime.GOARCH {
			plain := cpu.Baseline(tier)
			w.For = &plain
		}
	}
	return compile(t, src, name, o, w)
}

// Notes returns a function that describes positions for listings: the first time by line number and text, later by
// number only.
func (w *Watch) Notes(src string) func(ir.Pos) string {
	texts := map[string][]string{} // lines by file; files not in the map use the lines of src
	for _, f := range w.source {
		texts[f.Name] = strings.Split(f.Text, "\n")
	}
	own := strings.Split(src, "\n")
	shown := map[string]bool{}
	last := ""
	return func(p ir.Pos) string {
		if w.position == nil {
			return ""
		}
		where := w.position(p)
		n := lineOf(where)
		if n < 1 {
			return ""
		}
		place := where[:strings.LastIndexByte(where, ':')]
		lines := own
		if l := texts[fileOf(where)]; l != nil {
			lines = l
		}
		if place == last || n > len(lines) {
			return ""
		}
		last = place
		if shown[place] {
			return place
		}
		shown[place] = true
		return place + ": " + strings.TrimSpace(lines[n-1])
	}
}

// fileOf returns the file of a position file:line:col.
func fileOf(where string) string {
	for range 2 {
		where = where[:max(0, strings.LastIndexByte(where, ':'))]
	}
	return where
}

// lineOf returns the line of a position file:line:col, or 0 if there is none.
func lineOf(where string) (line int) {
	parts := strings.Split(where, ":")
	if len(parts) < 3 {
		return 0
	}
	for _, c := range parts[len(parts)-2] {
		if c < '0' || c > '9' {
			return 0
		}
		line = line*10 + int(c-'0')
	}
	return line
}

// The methods below accept a nil Watch.

func (w *Watch) foreign() bool { return w != nil && w.For != nil }

// features returns the processor features to compile for, limited to the tiers in isa and knobs, and tuned for the
// processors in tune and knobs.
func (w *Watch) features(isa, tune string, knobs config.Knobs) (f cpu.Features, err error) {
	if w.foreign() {
		f = *w.For
	} else {
		f = cpu.Host()
	}
	for _, name := range []string{isa, knobs.ISA} {
		if name == "" {
			continue
		}
		if f, err = f.Limit(name); err != nil {
			return f, err
		}
	}
	for _, name := range []string{tune, knobs.Tune} {
		if name == "" {
			continue
		}
		if f, err = f.TunedFor(name); err != nil {
			return f, err
		}
	}
	return f, nil
}

func (w *Watch) ssa(f *ir.Func, source frontend.Source) {
	if w == nil {
		return
	}
	w.position, w.source = f.Position, source
	if w.SSA != nil {
		w.SSA(f)
	}
}

func (w *Watch) optimizer(o *config.Options) {
	if w != nil {
		o.After, o.Plan, o.Nest, o.Step = w.Pass, w.Plan, w.Nest, w.Step
	}
}

func (w *Watch) selector(o *isel.Options) {
	if w != nil {
		o.Listing, o.Dump = true, w.Mach
	}
}
