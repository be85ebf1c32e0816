package runtime

import (
	"bytes"
	"context"
	"io"
	"reflect"
	"runtime/pprof"
	"slices"
	"sync/atomic"
	"time"
	"unsafe"

	"hotloop/frontend"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
	"hotloop/runtime/fallback"
)

// Kernel is a compiled function without its static type, which the root package adds.
type Kernel struct {
	name      string
	typ       reflect.Type
	fn        reflect.Value // of type typ
	fallback  reflect.Value // of type typ: the caller's own function, if any
	code      *Code         // nil if not native
	closure   closure       // of the code
	entry     *closure      // what fn points to, or pointed to before it was a forwarder
	interp    *interpreted  // shared by copies
	sites     *ir.Func      // name, sites and positions of the compiled function; no code
	layout    Layout
	variables []unsafe.Pointer // variables outside the kernel that its code addresses; kept alive here
	parts     *parts           // nil if they are the parameters and results of typ
	whole     *parts           // the same, but never nil unless the kernel was read from a file
	err       error
	fusable   bool // the Go compiler may fuse sums that the kernel does not, so results may differ from the Go function's
	remarks   []remark.Remark
	steps     []int // see Steps
	stats     Stats
	lines     []CodeLine  // source lines of the code, until written to a file
	shared    *Kernel     // the cached kernel that this one is a copy of; keeps it in the cache
	adapt     *adaptation // set if the kernel is adaptive
	pending   *pending    // set if the kernel is compiled in the background
	text
	options Options
}

// text is the source that a kernel is compiled from.
type text struct {
	src     string          // as given by the caller
	source  frontend.Source // including the other files
	where   string          // file:line:col of the function; "" if the source was not parsed
	assumed []string        // names that the source does not declare; see frontend.Result
}

// Stats describes a compilation. Durations are wall-clock time.
type Stats struct {
	ISA       string        // instruction set of the code; "" if not native
	Total     time.Duration // from source to callable; 0 for a cache hit
	Phases    []Phase       // in order
	Steps     int           // compilation effort, in the units of the limits, including failed attempts
	Values    int           // operations in the final SSA
	Blocks    int           // basic blocks in the final SSA
	Memory    int           // bytes of SSA and optimizer tables; the memory is reused by the next compilation
	CodeBytes int           // machine code and constants
	Frame     int           // spill area in bytes
	Plans     []string      // plans of the vectorized loops, in source order
	// Cycles estimates, for each plan, the cycles per scalar iteration with data in the first-level cache.
	Cycles   []float64
	Cache    CacheState       // result of the option CacheDir; "" without it
	Adapter  fallback.Adapter // how calls reach the code
	Fallback fallback.Reason  // class of Err; "" if there is machine code
	Adapt    *AdaptStats      // snapshot of an adaptive kernel's measurements; nil for others
	// Vectorized reports whether vector instructions process the data of some loop. If there are loops whose trip
	// count depends on the data, it must be one of those.
	Vectorized bool
}

// Phase is the duration of one stage of the compilation.
type Phase struct {
	Name string
	Time time.Duration
}

// Name returns the name of the function.
func (k *Kernel) Name() string { return k.name }

// Func returns the func value that calls the kernel.
func (k *Kernel) Func() reflect.Value { return k.fn }

// Fallback returns a func value of the same type that needs no machine code: the caller's own function, or the
// interpreter.
func (k *Kernel) Fallback() reflect.Value {
	if k = k.now(); !k.fallback.IsValid() {
		return k.fallbackFunc()
	}
	return k.fallback
}

// Err returns the reason why the kernel is not native, or nil if it is.
func (k *Kernel) Err() error { return k.now().err }

// Native reports whether Func runs machine code.
func (k *Kernel) Native() bool { return k.now().code != nil }

// AsWritten returns a func value that interprets the kernel's source without fusing. It is valid only if the
// kernel has machine code and the Go compiler may have fused operations of the Go function, whose results may then
// differ from the kernel's.
func (k *Kernel) AsWritten() reflect.Value {
	if k = k.now(); k.code == nil || !k.fusable {
		return reflect.Value{}
	}
	return k.interpreter(nil, 0) // kernels with other receivers share the fallback's interpreter
}

// Steps returns, for each main vector loop, the iterations per vector iteration and the number of lanes. Trip
// counts around these numbers cover all paths through the code.
func (k *Kernel) Steps() []int { return k.now().steps }

// Remarks returns the optimizer's remarks.
func (k *Kernel) Remarks() []remark.Remark {
	if k = k.now(); k.adapt == nil {
		return k.remarks
	}
	return append(slices.Clip(k.remarks), k.adapt.stats().remarks(k.name)...)
}

// Stats returns statistics of the compilation.
func (k *Kernel) Stats() Stats {
	k = k.now()
	s := k.stats
	if k.adapt != nil {
		s.Adapt = k.adapt.stats()
	}
	return s
}

// Labels returns labels that identify the kernel in CPU profiles, which show all kernels as one function.
func (k *Kernel) Labels() pprof.LabelSet { return pprof.Labels("kernel", k.name) }

// Do calls use with a pointer to a func value of the kernel's type. Calls of that func end early when ctx is done.
func (k *Kernel) Do(ctx context.Context, use func(f unsafe.Pointer)) (err error) {
	if k.options.Lazy {
		k.begin()
	}
	if !k.settle(ctx.Done()) {
		return ctx.Err()
	}
	k = k.now()
	call := &struct {
		ctl Control
		closure
		fn *closure
	}{ctl: Control{done: ctx.Done()}}
	ctl := &call.ctl
	if ctl.Cancelled() {
		return ctx.Err()
	}
	f := unsafe.Pointer(&call.fn)
	if k.code != nil && k.closure.run != 0 {
		call.closure, call.fn = k.controlled(ctl), &call.closure
	} else {
		f = k.slowFunc(ctl)
	}
	defer func() {
		if r := recover(); r != nil {
			if c, ok := r.(cancelled); !ok || c.ctl != ctl {
				panic(r)
			}
			counters.cancelled.Add(1)
			err = ctx.Err()
		}
	}()
	if use(f); ctl.Cancelled() {
		return ctx.Err()
	}
	return nil
}

// slowFunc returns Do's func value for kernels whose calls go through package reflect, and for kernels that run as
// Go code.
func (k *Kernel) slowFunc(ctl *Control) unsafe.Pointer {
	f := reflect.New(k.typ)
	switch {
	case k.code != nil:
		c := k.controlled(ctl)
		f.Elem().Set(slowAdapter(k.typ, &c))
	case k.fallback.IsValid():
		f.Elem().Set(k.fallback) // cannot be cancelled
	default:
		f.Elem().Set(k.interpreter(ctl, 0))
	}
	return f.UnsafePointer()
}

// controlled returns the closure of a func value whose calls have ctl.
func (k *Kernel) controlled(ctl *Control) closure {
	return closure{run: atomic.LoadUintptr(&k.entry.run), to: k.closure.to, ctl: ctl, recv: k.closure.recv}
}

// cancelled is the panic value that unwinds a cancelled call up to its Do.
type cancelled struct{ ctl *Control }

func (c cancelled) Error() string { return "hotloop: call cancelled" }

// Disassemble writes the machine code with its source lines. Kernels keep no listing: Disassemble compiles the
// source again. Since compilation is deterministic, the listing is that of the code in use.
func (k *Kernel) Disassemble(w io.Writer) error {
	var watch Watch
	if _, _, err := k.Inspect(&watch); err != nil {
		return err
	}
	err := watch.Code.Print(w, watch.Notes(k.now().src))
	for _, p := range watch.Parts {
		if err == nil {
			err = p.Print(w, watch.Notes(k.now().src))
		}
	}
	return err
}

// Inspect compiles the kernel's source again, as the function Inspect does, and returns the files that it is compiled
// from. It fails if the kernel is not native, or if the code is not the code in use.
func (k *Kernel) Inspect(w *Watch) (*Kernel, frontend.Source, error) {
	if k = k.now(); k.code == nil {
		return nil, nil, k.err
	}
	again, err := Inspect(k.typ, k.src, k.name, k.options, w)
	if err != nil {
		return nil, nil, err
	}
	if w.Code == nil || !bytes.Equal(w.Code.Text, k.code.Text()) {
		return nil, nil, &InternalError{k.name, "listing", "the second compilation produced different code"}
	}
	return again, w.source, nil
}

// Text returns the machine code, for disassembly, or nil if the kernel is not native.
func (k *Kernel) Text() []byte {
	if k = k.now(); k.code == nil {
		return nil
	}
	return k.code.Text()
}

// source returns the files that a kernel is compiled from: text and the other files of its package. If text equals
// one of the files, it takes that file's name. If text is empty, source returns only the files.
func (o *Options) source(text string) frontend.Source {
	name := o.FileName
	same := func(f frontend.File) bool { return f.Kind == frontend.GoFile && f.Text == text && f.Import == "" }
	if i := slices.IndexFunc(o.Files, same); i >= 0 && name == "" {
		name = o.Files[i].Name
	}
	if name == "" {
		name = o.fileName()
	}
	if text == "" && len(o.Files) > 0 {
		return o.Files
	}
	return append(frontend.Text(name, text), slices.DeleteFunc(slices.Clone(o.Files), same)...)
}

// nameOf returns the file name for Accelerate's text: "" if text is one of the given files, whose name then
// applies, and otherwise file, which the binary names as the function's file.
func (o *Options) nameOf(text, file string) string {
	if text == "" && len(o.Files) > 0 || slices.ContainsFunc(o.Files, func(f frontend.File) bool { return f.Text == text && f.Import == "" }) {
		return ""
	}
	return file
}

// fileName returns the name of the text in messages.
func (o *Options) fileName() string {
	if o.FileName != "" {
		return o.FileName
	}
	return "kernel.go"
}
