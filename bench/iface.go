package bench

import (
	"fmt"
	"reflect"
	"time"
)

// Request is one compilation.
type Request struct {
	Type    reflect.Type // of the func wanted
	File    string       // name for positions
	Text    string       // Go source
	Func    string
	ISA     string // "avx2", "avx512", "neon"; "" is the best there is
	Mode    string // "exact", "go" or "fast"
	NoVec   bool   // leave loops scalar: what vectorizing is compared with
	Uncache bool   // compile anew even if an equal kernel is at hand
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
	Vectorized bool          // packed instructions work on the loop's data in its hot nest
	Reordered  bool          // a directive has sums added up in an order that the mode does not permit
	Plan       string        // such as "VF=16 UF=4"
	Cycles     float64       // per element, as the compiler's cost model has it; 0 if it says nothing of some loop
	Time       time.Duration // CPU time of the thread that compiled
	Values     int           // operations of the SSA that code was made of
	CodeBytes  int
	Phases     []Phase
	Close      func() // may be nil
	Stop       func() // ends the calls of Func that run, by a panic, and all that follow; nil if nothing can
}

// made is what a row says of it.
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
	// Name is what the engine's columns are called.
	Name() string
	// ISAs lists the instruction sets this machine runs, best first.
	ISAs() []string
	// Compile compiles one kernel.
	Compile(Request) (*Compiled, error)
}

// Tuner is an Engine that can choose and order code for another processor than this one.
type Tuner interface {
	// Tuned is the engine that does so for a processor by name, such as znver4; the code still runs here.
	Tuned(march string) (Engine, error)
}

// Referee is an Engine that can also run a kernel without compiling it. Its word counts where gc's cannot be had.
type Referee interface {
	// Reference returns a func of the requested type that interprets the kernel, and what ends its calls.
	Reference(Request) (*Compiled, error)
}

// Stripper is an Engine whose kernels ask from time to time whether somebody waits for them.
type Stripper interface {
	// Strips returns how often the kernel asks while call calls it.
	Strips(r Request, call func(fn any)) (float64, error)
}

// Modes are the floating-point modes, strictest first.
var Modes = []string{"exact", "go", "fast"}

// Null is an Engine that compiles nothing and hands out gc's own functions. Measuring with it shows how far apart two
// equal programs seem to be: the noise of everything else that is measured.
type Null struct {
	byText map[string]*Kernel
	empty  map[reflect.Type]any
}

// NewNull knows the given kernels and the empty functions of their types.
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

// gcFuses reports whether gc computes x*y + z with one rounding here. Then its plain build is not exact.
var gcFuses = productPlus(1+0x1p-30, 1-0x1p-30, -1) != 0

//go:noinline
func productPlus(x, y, z float64) float64 { return x*y + z }

// Name implements Engine.
func (*Null) Name() string { return "null" }

// ISAs implements Engine.
func (*Null) ISAs() []string { return []string{"gc"} }

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
	return &Compiled{Func: fn, Native: true, Plan: "as gc made it"}, nil
}

// linked makes the real engine. It is set by the file that links the compiler in.
var linked func() Engine

// Linked returns the compiler this program was built with, or nil.
func Linked() Engine {
	if linked == nil {
		return nil
	}
	return linked()
}
