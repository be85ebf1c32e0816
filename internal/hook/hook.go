// Package hook gives tests and commands of this module access to what the public interface does not export. The
// packages that implement the hooks set them when they are initialized.
package hook

// Knobs returns a hotloop.Option that sets debug knobs, in the words of the HOTLOOP environment variable:
// "print-after=licm,verify-each". Package hotloop sets it.
var Knobs func(list string) any

// ISA returns a hotloop.Option that limits the instruction set to the named one, or, by "scalar", to none. Package hotloop
// sets it.
var ISA func(name string) any

// Live returns the kernels of the process as package live sees them, and Ticks the time of the clock that their calls are
// timed with. Package hotloop sets them where there is a compiler.
var (
	Live  func() []any
	Ticks func() uint64
)

// Totals is what the counted calls of a kernel have added up, as runtime.Counted.
type Totals struct {
	Calls, Ticks, Elements uint64
	Sized                  bool
	Tally                  uint64
}

// Kernel returns the *runtime.Kernel of a *hotloop.Kernel. Package hotloop sets it.
var Kernel func(k any) any
