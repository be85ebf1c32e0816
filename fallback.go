package hotloop

import (
	"reflect"

	"hotloop/runtime/fallback"
)

// FallbackReason classifies why a kernel has no machine code, or why its calls are slow.
type FallbackReason string

// The reasons in [FallbackEvent] and [Stats].
const (
	FallbackSource    = FallbackReason(fallback.Source)      // an error in the source, the type or an option
	FallbackTooLarge  = FallbackReason(fallback.TooLarge)    // ErrTooLarge
	FallbackNoNative  = FallbackReason(fallback.NoNative)    // the processor is not supported, or memory cannot be made executable
	FallbackCodeLimit = FallbackReason(fallback.CodeLimit)   // ErrCodeLimit
	FallbackInternal  = FallbackReason(fallback.Internal)    // a bug of hotloop
	FallbackRace      = FallbackReason(fallback.Race)        // Accelerate under the race detector
	FallbackReflect   = FallbackReason(fallback.SlowAdapter) // calls of the machine code go through package reflect
)

// CallPath is what a call of a kernel's Func goes through.
type CallPath string

// The call paths.
const (
	CallDirect      = CallPath(fallback.AdapterDirect)      // machine code, called in 2 to 5 ns without allocation
	CallReflect     = CallPath(fallback.AdapterReflect)     // machine code, called by package reflect: 200 to 1300 ns and several allocations
	CallInterpreter = CallPath(fallback.AdapterInterpreter) // the interpreter, called by package reflect
	CallGo          = CallPath(fallback.AdapterNone)        // the caller's Go function
)

// FallbackEvent describes a kernel that has no machine code, or whose calls go through package reflect.
type FallbackEvent struct {
	Kernel   string // the function's name
	File     string // of its source
	Type     reflect.Type
	Reason   FallbackReason
	CallPath CallPath
	Err      error // the kernel's Err; nil for FallbackReflect
}

// String returns the event as one line.
func (e FallbackEvent) String() string { return e.event().String() }

// LogArgs returns the event as alternating keys and values for the methods of a slog.Logger:
//
//	logger.Warn("slow kernel", e.LogArgs()...)
//
// The keys are kernel, file, reason, call_path and, if Err is not nil, error.
func (e FallbackEvent) LogArgs() []any { return e.event().LogArgs() }

func (e FallbackEvent) event() fallback.Event {
	return fallback.Event{Kernel: e.Kernel, File: e.File, Type: e.Type, Reason: fallback.Reason(e.Reason),
		Adapter: fallback.Adapter(e.CallPath), Err: e.Err}
}

// OnFallback registers hook, which is called once for each kernel that has no machine code or whose calls are slow. For
// kernels that exist already, such as those of package variables, it is called before OnFallback returns; for later ones in
// the goroutine that compiles them, before they are returned. For kernels with the option [Background] or [Lazy] it is
// called in a goroutine of its own, when [Kernel.Wait] returns or soon after. It may run in several goroutines at once, may
// use this package, and may wait for any kernel. Where [Compile] returns an error there is no kernel and no event. The last
// 1000 events are remembered. The returned function removes the hook.
func OnFallback(hook func(FallbackEvent)) (stop func()) {
	return fallback.OnFallback(func(e fallback.Event) {
		hook(FallbackEvent{Kernel: e.Kernel, File: e.File, Type: e.Type, Reason: FallbackReason(e.Reason),
			CallPath: CallPath(e.Adapter), Err: public(e.Err)})
	})
}
