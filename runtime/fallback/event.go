// Package fallback has what concerns kernels that run as Go code: the reasons, the events that report them, and the
// names of Go functions. On systems without machine code it is all of hotloop that a program links, besides the API.
package fallback

import (
	"errors"
	"fmt"
	"reflect"
	goruntime "runtime"
	"slices"
	"sync"
	"sync/atomic"

	"hotloop/runtime/codemem"
)

// Every fallback is reported. A kernel without machine code has the reason in its Stats and a warning in its
// Remarks; so has a function that Accelerate leaves as Go code, and a signature too large for the adapters.
// Process counts all of them. Hooks of OnFallback get each one once, by kernel and reason. The last 1000 events
// are kept, so that a hook set in main also gets those of kernels in package variables. The package does not import
// log/slog, which adds 0.3 MB to programs that do not log.

// Reason classifies why a kernel has no machine code, or why calls to it are indirect.
type Reason string

// Reasons for fallbacks.
const (
	// The source, the type or an option is invalid. It is no fallback if Compile returns an error.
	Source    Reason = "source"
	TooLarge  Reason = "too large"      // code or frame would exceed a limit
	NoNative  Reason = "no native"      // no code generator for this processor, or no executable memory
	CodeLimit Reason = "code limit"     // no space within SetCodeLimit
	Internal  Reason = "internal error" // a bug in hotloop
	Race      Reason = "race"           // Accelerate under the race detector

	// SlowAdapter means that the kernel is machine code, but its calls go through package reflect.
	SlowAdapter Reason = "slow adapter"
)

// reasons lists the reasons that ProcessStats counts as fallbacks, in the order of counts.
var reasons = [...]Reason{Source, TooLarge, NoNative, CodeLimit, Internal, Race}

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

// Errors of kernels without machine code.
var (
	// ErrNoNative means that this process cannot make executable memory, or that there is no code generator for its
	// processor or system. ErrCodeLimit is a kind of ErrNoNative: the kernels in use take all the machine code that
	// SetCodeLimit allows.
	ErrNoNative  = codemem.ErrNoNative
	ErrCodeLimit = codemem.ErrLimit
	// ErrTooLarge means that a kernel is too large for machine code. The frontend has limits of its own, beyond which
	// Compile fails.
	ErrTooLarge = errors.New("kernel too large for machine code")
	// ErrClosed is the Err of a closed kernel.
	ErrClosed = errors.New("hotloop: kernel is closed")
	// ErrBackground is the error of Compile with the options Background and Lazy.
	ErrBackground = errors.New("hotloop: Compile does not support Background and Lazy; use Accelerate")
	// ErrRequired is the error of options that conflict.
	ErrRequired = errors.New("hotloop: RequireNative cannot be combined with Background or Lazy; use Wait, which returns why " +
		"there is no machine code")

	errRace = errors.New("hotloop: Accelerate does not replace functions in programs built with -race")
)

// ReasonFor classifies err, one of the errors above or an error in the source.
func ReasonFor(err error) Reason {
	switch {
	case errors.Is(err, ErrCodeLimit):
		return CodeLimit
	case errors.Is(err, ErrNoNative):
		return NoNative
	case errors.Is(err, ErrTooLarge):
		return TooLarge
	case errors.Is(err, errRace):
		return Race
	}
	return Source
}

// Accelerable returns an error if the function fn stays Go code whatever its source is.
func Accelerable(fn reflect.Value) error {
	if RaceEnabled && fn.Kind() == reflect.Func && !fn.IsNil() {
		return errRace
	}
	_, err := FunctionOf(fn)
	return err
}

// NameOf returns the name of the function fn in reports. fn may be invalid.
func NameOf(fn reflect.Value) string {
	if fn.Kind() != reflect.Func || fn.IsNil() {
		return "?"
	}
	if f, err := FunctionOf(fn); err == nil {
		return f.Name
	}
	return goruntime.FuncForPC(fn.Pointer()).Name()
}

// counts counts the kernels of each of reasons.
var counts [len(reasons)]atomic.Uint64

// Count counts a kernel without machine code.
func Count(r Reason) { counts[slices.Index(reasons[:], r)].Add(1) }

// Counts returns the number of kernels counted so far, and that of each reason that occurred.
func Counts() (total uint64, each map[Reason]uint64) {
	each = map[Reason]uint64{}
	for i, r := range reasons {
		if n := counts[i].Load(); n > 0 {
			each[r] = n
			total += n
		}
	}
	return total, each
}

// Note returns the text of the remark about a kernel without machine code.
func Note(err error) string { return "no machine code: " + err.Error() }

// SlowText returns the text of the remark about calls through package reflect.
func SlowText(t reflect.Type) string {
	return fmt.Sprintf("there is no adapter for %v: each call goes through package reflect, which takes 200 to "+
		"1300 ns and several allocations; use fewer parameters", t)
}

// Event reports that a kernel runs slower than its caller may expect.
type Event struct {
	Kernel  string // the function's name
	File    string // the source file, as named in messages
	Type    reflect.Type
	Reason  Reason
	Adapter Adapter // how calls are executed instead
	Err     error   // the kernel's Err, nil for SlowAdapter
}

// String formats the event as one line.
func (e Event) String() string {
	switch {
	case e.Err == nil:
		return fmt.Sprintf("hotloop: %s: %s", e.Kernel, SlowText(e.Type))
	case e.Adapter == AdapterNone:
		return fmt.Sprintf("hotloop: %s runs as Go code (%s): %v", e.Kernel, e.Reason, e.Err)
	}
	return fmt.Sprintf("hotloop: %s is interpreted (%s): %v", e.Kernel, e.Reason, e.Err)
}

// LogArgs returns the event as alternating keys and values, as the methods of slog.Logger take them.
func (e Event) LogArgs() []any {
	args := []any{"kernel", e.Kernel, "file", e.File, "reason", string(e.Reason), "call_path", string(e.Adapter)}
	if e.Err != nil {
		args = append(args, "error", e.Err.Error())
	}
	return args
}

// keptEvents limits the events that are kept, to avoid duplicates and to inform hooks that are set later.
const keptEvents = 1000

// eventKey identifies an event; events with equal keys are duplicates.
type eventKey struct {
	kernel, file string
	typ          reflect.Type
	reason       Reason
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

// Report passes the event to the hooks, unless it was reported before.
func Report(e Event) {
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
