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

// No fallback is silent. A kernel without machine code has the class of the reason in its Stats and a warning in its
// Remarks. So has a function that Accelerate leaves in place, and a signature too large for the adapters. Process
// counts all of them. A hook of OnFallback gets each once, by kernel and reason. The last 1000 events are remembered,
// so that a hook set in main hears of kernels in package variables. Package log/slog costs 1 µs when a program starts,
// and 60 KB.

// FallbackReason is the class of what keeps a kernel from being machine code, or from being called directly.
type FallbackReason string

// The reasons for fallbacks.
const (
	// an error of the source, the type or an option; where Compile returns an error, it is no fallback
	FallbackSource    FallbackReason = "source"
	FallbackTooLarge  FallbackReason = "too large"      // code or frame would exceed a limit
	FallbackNoNative  FallbackReason = "no native"      // no code generator for this processor, or no executable memory
	FallbackCodeLimit FallbackReason = "code limit"     // SetCodeLimit leaves no room
	FallbackInternal  FallbackReason = "internal error" // a bug of hotloop
	FallbackRace      FallbackReason = "race"           // Accelerate under the race detector

	// SlowAdapter: the kernel is machine code, but calls go through package reflect.
	SlowAdapter FallbackReason = "slow adapter"
)

// fallbackReasons are those that ProcessStats counts as fallbacks, in the order of counters.reasons.
var fallbackReasons = [...]FallbackReason{FallbackSource, FallbackTooLarge, FallbackNoNative, FallbackCodeLimit,
	FallbackInternal, FallbackRace}

// Adapter is how the calls of a kernel's Func get to what computes.
type Adapter string

// The adapters.
const (
	AdapterDirect Adapter = "direct" // to machine code by assembly and a stub: 2 to 5 ns a call, no allocation
	// to machine code by package reflect: 200 to 1300 ns a call, several allocations
	AdapterReflect     Adapter = "reflect"
	AdapterInterpreter Adapter = "interpreter" // to the interpreter by package reflect: the same, and no machine code
	AdapterNone        Adapter = "none"        // Func is the caller's own function
)

var errRace = errors.New("hotloop: Accelerate leaves functions as they are under the race detector")

// reasonFor classifies why a kernel has no machine code.
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

// noteFallback puts into the kernel's stats and remarks, and the process's, that it has no machine code.
func (k *Kernel) noteFallback(err error) {
	k.stats.Fallback = reasonFor(err)
	counters.fallbacks.Add(1)
	counters.reasons[slices.Index(fallbackReasons[:], k.stats.Fallback)].Add(1)
	k.warn("fallback", "no machine code: "+err.Error())
}

// Direct reports whether calls reach the machine code without package reflect, if there is machine code.
func (k *Kernel) Direct() bool {
	return k.code != nil && k.closure.run != 0 || k.code == nil && k.whole.fast(k.layout.Size)
}

// noteAdapter puts there how calls reach the machine code.
func (k *Kernel) noteAdapter() {
	if k.stats.Adapter = AdapterDirect; k.Direct() {
		return
	}
	k.stats.Adapter = AdapterReflect
	k.warn("call", slowText(k.typ))
}

func slowText(t reflect.Type) string {
	return fmt.Sprintf("calls go through package reflect, 200 to 1300 ns and several allocations each: there is no "+
		"adapter for %v; with fewer parameters there is one", t)
}

func (k *Kernel) warn(pass, text string) {
	k.remarks = append(slices.Clip(k.remarks), remark.Remark{Kind: remark.Warning, Pass: pass, Func: k.name,
		Text: text})
}

// Event tells that a kernel runs slower than its caller may think.
type Event struct {
	Kernel  string // the function's name
	File    string // of its source, as messages name it
	Type    reflect.Type
	Reason  FallbackReason
	Adapter Adapter // what calls go through instead
	Err     error   // the kernel's Err, nil for SlowAdapter
}

// String is the event in one line.
func (e Event) String() string {
	switch {
	case e.Err == nil:
		return fmt.Sprintf("hotloop: %s: %s", e.Kernel, slowText(e.Type))
	case e.Adapter == AdapterNone:
		return fmt.Sprintf("hotloop: %s stays Go code (%s): %v", e.Kernel, e.Reason, e.Err)
	}
	return fmt.Sprintf("hotloop: %s is interpreted (%s): %v", e.Kernel, e.Reason, e.Err)
}

// LogValue makes a group of the event for package log/slog.
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

// keptEvents bounds the events that are remembered, to report none twice and to tell hooks that come later.
const keptEvents = 1000

// eventKey is what makes two events the same.
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
	list  []Event // the same, the oldest first
	hooks []*func(Event)
}

// OnFallback calls hook for every kernel that has no machine code or a slow adapter: for those that there are already
// before it returns, and for each later one as soon as it is known: in the goroutine that asked for the kernel, before it
// gets it, or if the kernel is compiled in the background, in a goroutine of its own. So hook may run in several at once.
// It may call this package, and wait for kernels that are compiled in the background. No event is reported twice until keptEvents others have come.
// stop ends it.
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

// file is the file that the function is in, or, if the source was not looked at, the one that the caller named.
func (k *Kernel) file() string {
	if k.filename != "" {
		return k.filename
	}
	return k.options.fileName()
}

// report tells the hooks, if there is something to tell of k that has not been told.
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
