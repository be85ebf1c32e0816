package hotloop

import "hotloop/runtime"

// Event tells that a kernel runs slower than its caller may think: without machine code, or with calls that go through
// package reflect. It is a slog.LogValuer.
type Event = runtime.Event

// FallbackReason is the class of what keeps a kernel from being machine code, or from being called directly.
type FallbackReason = runtime.FallbackReason

// The reasons of events, and of Stats.Fallback.
const (
	FallbackSource    = runtime.FallbackSource    // an error of the source, the type or an option
	FallbackTooLarge  = runtime.FallbackTooLarge  // ErrTooLarge
	FallbackNoNative  = runtime.FallbackNoNative  // no code generator for this processor, or no executable memory
	FallbackCodeLimit = runtime.FallbackCodeLimit // ErrCodeLimit
	FallbackInternal  = runtime.FallbackInternal  // a bug of hotloop
	FallbackRace      = runtime.FallbackRace      // Accelerate under the race detector
	SlowAdapter       = runtime.SlowAdapter       // machine code whose calls go through package reflect
)

// Adapter is how the calls of a kernel's Func get to what computes: Stats.Adapter.
type Adapter = runtime.Adapter

// The adapters.
const (
	AdapterDirect = runtime.AdapterDirect // to machine code: 2 to 5 ns a call, no allocation
	// to machine code by package reflect: 200 to 1300 ns a call, several allocations
	AdapterReflect     = runtime.AdapterReflect
	AdapterInterpreter = runtime.AdapterInterpreter // to the interpreter
	AdapterNone        = runtime.AdapterNone        // Func is the caller's own function
)

// OnFallback calls hook once for every kernel that has no machine code or whose calls are slow, with the reason: at
// once for those that there are already, such as those of package variables, later in the goroutine that asks for the
// kernel, before it gets it, or for a kernel with the option Background in a goroutine of its own, when Kernel.Wait
// returns or soon after. So hook may run in several goroutines at once. It may use this package, and wait for any kernel.
// Where Compile
// returns an error there is no kernel, hence no event. Of the events of the past, the last 1000 are known. Each call
// adds a hook; stop takes it away.
func OnFallback(hook func(Event)) (stop func()) { return runtime.OnFallback(hook) }
