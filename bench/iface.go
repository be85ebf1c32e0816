package bench

import (
	"fmt"
	"reflect"
	"time"
)

// Request describes one compilation.
type Request struct {
	Type    reflect.Type // of the func wanted
	File    string       // name for positions
	Text    string       // Go source
	Func    string
	ISA     string // "avx2", "avx512", "neon"; "" is the best available
	Mode    string // "exact", "go" or "fast"
	NoVec   bool   // leave loops scalar, as the baseline for vectorization
	Uncache bool   // compile even if an equal kernel is cached
	Knobs   string // debug switches, as in the environment variable HOTLOOP
}

// Phase is one step of a compilation.
type Phase struct {
	Name string
	Time time.Duration
}

// Compiled is the result of a compilation.
type Compiled struct {
	Func       any // of the requested type
	Native     bool
	Vectorized bool          // packed instructions process the loop's data in its hot nest
	Reordered  bool          // a directive permits an order of summation that the mode does not
	Plan       string        // such as "VF=16 UF=4"
	Cycles     float64       // per element, by the compiler's cost model; 0 if it has no estimate for some loop
	Time       time.Duration // CPU time of the thread that compiled
	Values     int           // operations of the SSA before code generation
	CodeBytes  int
	Phases     []Phase
	Close      func() // may be nil
	Stop       func() // makes running and later calls of Func panic; nil if that is impossible
}

// made returns the row fields that describe c.
func (c *Compiled) made() Made {
	m := Made{Vectorized: c.Vectorized, Plan: c.Plan, CompileUS: round3(float64(c.Time) / 1e3), CodeBytes: c.CodeBytes,
		Predicted: round3(c.Cycles), Native: c.Native, Phases: map[string]float64{}}
	for _, p := range c.Phases {
		m.Phases[p.Name] = round3(float64(p.Time) / 1e3)
	}
	return m
}

// Engine is the compiler under test.
type Engine interface {
	// Name returns the name of the engine's columns.
	Name() string
	// ISAs lists the instruction sets that this machine supports, best first.
	ISAs() []string
	// Compile compiles one kernel.
	Compile(Request) (*Compiled, error)
}

// Tuner is an Engine that can select and schedule code for a processor other than the host.
type Tuner interface {
	// Tuned returns an engine that tunes for the named processor, such as znver4; the code still runs on the host.
	Tuned(march string) (Engine, error)
}

// Referee is an Engine that can also interpret a kernel. The result is the reference where the Go compiler's build
// cannot be.
type Referee interface {
	// Reference returns a func of the requested type that interprets the kernel, and a way to stop its calls.
	Reference(Request) (*Compiled, error)
}

// Stripper is an Engine whose kernels poll for preemption.
type Stripper interface {
	// Strips returns how often the kernel polls while call calls it.
	Strips(r Request, call func(fn any)) (float64, error)
}

// Modes are the floating-point modes, strictest first.
var Modes = []string{"exact", "go", "fast"}

// Null is an Engine that compiles nothing and returns the Go compiler's own functions. Measuring with it shows how
// much two equal programs differ: the noise of all measurements.
type Null struct {
	byText map[string]*Kernel
	empty  map[reflect.Type]any
}

// NewNull returns a Null for the given kernels and the empty functions of their types.
func NewNull(kernels []*Kernel) *Null {
	n := &Null{map[string]*Kernel{}, map[reflect.Type]any{}}
	for _, k := range kernels {
		if k.Plain != nil {
			n.byText[k.Text] = k
			n.empty[k.Type] = k.Empty
		}
	}
	return n
}

// gcFuses reports whether the Go compiler computes x*y + z with one rounding on this platform. Its plain build is
// then not exact.
var gcFuses = productPlus(1+0x1p-30, 1-0x1p-30, -1) != 0

//go:noinline
func productPlus(x, y, z float64) float64 { return x*y + z }

// Name implements Engine.
func (*Null) Name() string { return "null" }

// ISAs implements Engine.
func (*Null) ISAs() []string { return []string{"null"} }

// Compile implements Engine.
func (n *Null) Compile(r Request) (*Compiled, error) {
	var fn any
	k := n.byText[r.Text]
	switch {
	case r.Func == "Empty":
		fn = n.empty[r.Type]
	case k != nil && r.Mode == "exact" && gcFuses:
		fn = k.Oracle
	case k != nil:
		fn = k.Plain
	}
	if fn == nil || reflect.TypeOf(fn) != r.Type {
		return nil, fmt.Errorf("%s is not linked in", r.Func)
	}
	return &Compiled{Func: fn, Native: true, Plan: "as the Go compiler made it"}, nil
}

// linked creates the real engine. It is set by the file that links the compiler in.
var linked func() Engine

// Linked returns the compiler linked into this program, or nil.
func Linked() Engine {
	if linked == nil {
		return nil
	}
	return linked()
}
