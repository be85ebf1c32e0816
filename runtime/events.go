package runtime

import (
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"sync"

	"hotloop/isel"
	"hotloop/loopopt/remark"
)

// Every fallback is reported. A kernel without machine code has the reason in its Stats and a warning in its
// Remarks; so has a function that Accelerate leaves as Go code, and a signature too large for the adapters.
// Process counts all of them. Hooks of OnFallback get each one once, by kernel and reason. The last 1000 events
// are kept, so that a hook set in main also gets those of kernels in package variables. Package log/slog adds 1 µs
// at program start and 60 KB.

// FallbackReason classifies why a kernel has no machine code, or why calls to it are indirect.
type FallbackReason string

// Reasons for fallbacks.
const (
	// The source, the type or an option is invalid. It is no fallback if Compile returns an error.
	FallbackSource    FallbackReason = "source"
	FallbackTooLarge  FallbackReason = "too large"      // code or frame would exceed a limit
	FallbackNoNative  FallbackReason = "no native"      // no code generator for this processor, or no executable memory
	FallbackCodeLimit FallbackReason = "code limit"     // no space within SetCodeLimit
	FallbackInternal  FallbackReason = "internal error" // a bug in hotloop
	FallbackRace      FallbackReason = "race"           // Accelerate under the race detector

	// SlowAdapter means that the kernel is machine code, but its calls go through package reflect.
	SlowAdapter FallbackReason = "slow adapter"
)

// fallbackReasons lists the reasons that ProcessStats counts as fallbacks, in the order of counters.reasons.
var fallbackReasons = [...]FallbackReason{FallbackSource, FallbackTooLarge, FallbackNoNative, FallbackCodeLimit,
	FallbackInternal, FallbackRace}

// Adapter describes how calls of a kernel's Func reach the code that computes the result.
type Adapter string

// Adapters.
const (
	AdapterDirect Adapter = "direct" // to machine code through assembly and stubs: 2 to 4 ns per call, more for very many words; no allocation
	// to machine code through package reflect: 200 to 1300 ns and several allocations per call
	AdapterReflect     Adapter = "reflect"
	AdapterInterpreter Adapter = "interpreter" // to the interpreter through package reflect, at the same cost per call
	AdapterNone        Adapter = "none"        // Func is the caller's own function
)

var errRace = errors.New("hotloop: Accelerate does not replace functions in programs built with -race")

// reasonFor classifies err, the reason why a kernel has no machine code.
func reasonFor(err error) FallbackReason {
	bug := (*InternalError)(nil)
	switch {
	case errors.As(err, &bug):
		return FallbackInternal
	case errors.Is(err, ErrCodeLimit):
		return FallbackCodeLimit
	case errors.Is(err, ErrNoNative):
		return FallbackNoNative
	case errors.Is(err, ErrTooLarge), errors.Is(err, isel.ErrSpillLimit):
		return FallbackTooLarge
	case errors.Is(err, errRace):
		return FallbackRace
	}
	return FallbackSource
}

// noteFallback records in the kernel's stats and remarks, and in the process's counters, that it has no machine
// code.
func (k *Kernel) noteFallback(err error) {
	k.stats.Fallback = reasonFor(err)
	counters.fallbacks.Add(1)
	counters.reasons[slices.Index(fallbackReasons[:], k.stats.Fallback)].Add(1)
	k.warn("fallback", "no machine code: "+err.Error())
}

// Direct reports whether calls reach the machine code (or would reach it, if there is none) without package
// reflect.
func (k *Kernel) Direct() bool {
	return k.code != nil && k.closure.run != 0 || k.code == nil && k.whole.fast(k.layout.Size)
}

// noteAdapter records in stats and remarks how calls reach the machine code.
func (k *Kernel) noteAdapter() {
	if k.stats.Adapter = AdapterDirect; k.Direct() {
		return
	}
	k.stats.Adapter = AdapterReflect
	k.warn("call", slowText(k.typ))
}

func slowText(t reflect.Type) string {
	return fmt.Sprintf("there is no adapter for %v: each call goes through package reflect, which takes 200 to "+
		"1300 ns and several allocations; use fewer parameters", t)
}

func (k *Kernel) warn(pass, text string) {
	k.remarks = append(slices.Clip(k.remarks), remark.Remark{Kind: remark.Warning, Pass: pass, Func: k.name,
		Text: text})
}

// Event reports that a kernel runs slower than its caller may expect.
type Event struct {
	Kernel  string // the function's name
	File    string // the source file, as named in messages
	Type    reflect.Type
	Reason  FallbackReason
	Adapter Adapter // how calls are executed instead
	Err     error   // the kernel's Err, nil for SlowAdapter
}

// String formats the event as one line.
func (e Event) String() string {
	switch {
	case e.Err == nil:
		return fmt.Sprintf("hotloop: %s: %s", e.Kernel, slowText(e.Type))
	case e.Adapter == AdapterNone:
		return fmt.Sprintf("hotloop: %s runs as Go code (%s): %v", e.Kernel, e.Reason, e.Err)
	}
	return fmt.Sprintf("hotloop: %s is interpreted (%s): %v", e.Kernel, e.Reason, e.Err)
}

// LogValue returns the event as a group for package log/slog.
func (e Event) LogValue() slog.Value {
	attrs := []slog.Attr{
		slog.String("kernel", e.Kernel), slog.String("file", e.File),
		slog.String("reason", string(e.Reason)), slog.String("adapter", string(e.Adapter)),
	}
	if e.Err != nil {
		attrs = append(attrs, slog.String("error", e.Err.Error()))
	}
	return slog.GroupValue(attrs...)
}

// keptEvents limits the events that are kept, to avoid duplicates and to inform hooks that are set later.
const keptEvents = 1000

// eventKey identifies an event; events with equal keys are duplicates.
type eventKey struct {
	kernel, file string
	typ          reflect.Type
	reason       FallbackReason
	err          string
}

func (e *Event) key() eventKey {
	key := eventKey{e.Kernel, e.File, e.Type, e.Reason, ""}
	if e.Err != nil {
		key.err = e.Err.Error()
	}
	return key
}

var events struct {
	sync.Mutex
	seen  map[eventKey]bool
	list  []Event // the same events, oldest first
	hooks []*func(Event)
}

// OnFallback calls hook for every kernel that has no machine code or a slow adapter. Existing events are passed to
// hook before OnFallback returns. Each later event is passed to it as soon as it occurs: in the goroutine that
// requested the kernel, before that gets the kernel, or for background compilation in a separate goroutine. So
// hook may run concurrently. It may call this package and wait for background compilation. An event is not
// repeated until keptEvents others have occurred. stop removes the hook.
func OnFallback(hook func(Event)) (stop func()) {
	h := &hook
	events.Lock()
	past := slices.Clone(events.list)
	events.hooks = append(slices.Clip(events.hooks), h)
	events.Unlock()
	for _, e := range past {
		hook(e)
	}
	return func() {
		events.Lock()
		defer events.Unlock()
		events.hooks = slices.DeleteFunc(slices.Clone(events.hooks), func(x *func(Event)) bool { return x == h })
	}
}

// file returns the file that contains the function or, if the source was not parsed, the one named by the caller.
func (k *Kernel) file() string {
	if k.filename != "" {
		return k.filename
	}
	return k.options.fileName()
}

// report passes the kernel's event to the hooks, unless there is none or it was reported before.
func (k *Kernel) report() {
	e := Event{Kernel: k.name, File: k.file(), Type: k.typ, Reason: k.stats.Fallback, Adapter: k.stats.Adapter,
		Err: k.err}
	if e.Err == nil {
		if e.Adapter != AdapterReflect {
			return
		}
		e.Reason = SlowAdapter
	}
	key := e.key()
	events.Lock()
	if events.seen[key] {
		events.Unlock()
		return
	}
	if events.seen == nil {
		events.seen = map[eventKey]bool{}
	}
	events.seen[key] = true
	events.list = append(events.list, e)
	if len(events.list) > keptEvents {
		delete(events.seen, events.list[0].key())
		events.list = slices.Delete(events.list, 0, 1)
	}
	hooks := events.hooks
	events.Unlock()
	for _, h := range hooks {
		(*h)(e)
	}
}
