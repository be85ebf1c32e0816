package bench

import (
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
	Plan       string        // such as "VF=16 UF=4"
	Cycles     float64       // per element, as the compiler's cost model has it; 0 if it says nothing of some loop
	Time       time.Duration // CPU time of the thread that compiled
	CodeBytes  int
	Phases     []Phase
	Close      func() // may be nil
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

// Referee is an Engine that can also run a kernel without compiling it. Its word counts where gc's cannot be had.
type Referee interface {
	// Reference returns a func of the requested type that interprets the kernel.
	Reference(Request) (any, error)
}

// Stripper is an Engine whose kernels ask from time to time whether somebody waits for them.
type Stripper interface {
	// Strips returns how often the kernel asks while call calls it.
	Strips(r Request, call func(fn any)) (float64, error)
}

// Modes are the floating-point modes, strictest first.
var Modes = []string{"exact", "go", "fast"}
