package runtime

import (
	"bytes"
	"context"
	"errors"
	"io"
	"reflect"
	"runtime/pprof"
	"slices"
	"time"
	"unsafe"

	"hotloop/frontend"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// Kernel is a compiled function, its type erased: the root package puts the type back.
type Kernel struct {
	name      string
	typ       reflect.Type
	fn        reflect.Value // of typ
	fallback  reflect.Value // of typ: the caller's own function, if there is one
	code      *Code         // nil if not native
	closure   closure       // of the code
	interp    *interpreted  // shared by copies
	sites     *ir.Func      // name, sites and positions of the function compiled; no code
	layout    Layout
	variables []unsafe.Pointer // outside of the kernel, whose addresses its code has: it keeps them alive
	parts     *parts           // nil if parameters and results are those of typ
	whole     *parts           // those if parts is nil; unless the kernel was read from a file
	err       error
	fusable   bool // the Go compiler may fuse sums that the kernel does not: its bits are not always those of the Go function
	remarks   []remark.Remark
	steps     []int // see Steps
	stats     Stats
	lines     []CodeLine  // where code comes from, until it is written to a file
	shared    *Kernel     // the cached kernel that this one is a variant of: held to keep it in the cache
	adapt     *adaptation // if the kernel adapts
	pending   *pending    // if it is compiled in the background
	text
	options Options
}

// text is what a kernel was compiled from.
type text struct {
	src      string          // as given
	source   frontend.Source // with the other files
	filename string          // of the file that the function is in
	assumed  []string        // names that the source leaves open: see frontend.Result
}

// Stats are figures of a compilation. Durations are wall clock.
type Stats struct {
	ISA       string        // what the code is for; "" if not native
	Total     time.Duration // source to callable; 0 for a cache hit
	Phases    []Phase       // in order
	Steps     int           // what was done, as the limits count it: of all tries, the last of which made the code
	Values    int           // operations of the SSA that code was made of
	Blocks    int           // and their basic blocks
	Memory    int           // bytes of SSA and of the optimizer's tables, in memory that the next compilation uses again
	CodeBytes int           // machine code and constants
	Frame     int           // bytes of spill area
	Plans     []string      // of the loops that were vectorized, in the order of the source
	// per scalar iteration of each of them, as the cost model has it for data in the first-level cache
	Cycles   []float64
	Cache    CacheState     // what the option CacheDir came to; "" without it
	Adapter  Adapter        // how calls reach the code, and what they cost
	Fallback FallbackReason // why there is no machine code, "" if there is: the class of Err
	Adapt    *AdaptStats    // of a kernel that adapts, as it is now; nil if it does not
	// Vectorized: packed instructions work on the data of some loop; if there are loops that run as often as the data
	// say, then of one of those.
	Vectorized bool
}

// Phase is the time a part of the compilation took.
type Phase struct {
	Name string
	Time time.Duration
}

// ErrClosed is the Err of a kernel that was closed.
var ErrClosed = errors.New("hotloop: kernel is closed")

// Name returns the name of the function.
func (k *Kernel) Name() string { return k.name }

// Func is the func value that calls the kernel.
func (k *Kernel) Func() reflect.Value { return k.fn }

// Fallback is a func value of the same type that needs no machine code: the caller's own function, or the interpreter.
func (k *Kernel) Fallback() reflect.Value {
	if k = k.now(); !k.fallback.IsValid() {
		return k.fallbackFunc()
	}
	return k.fallback
}

// Err says why the kernel is not native, nil if it is.
func (k *Kernel) Err() error { return k.now().err }

// Native says whether Func runs machine code.
func (k *Kernel) Native() bool { return k.now().code != nil }

// AsWritten is a func value that interprets the kernel's source as it is written, if the kernel has machine code and
// the Go compiler may have fused operations of the Go function, so that its results need not be the kernel's. Otherwise
// it is not valid.
func (k *Kernel) AsWritten() reflect.Value {
	if k = k.now(); k.code == nil || !k.fusable {
		return reflect.Value{}
	}
	return k.interpreter(nil, 0) // the fallback's is shared by kernels of other receivers
}

// Steps are the numbers of iterations that the main vector loops do at a time, and the lanes of their vectors: lengths
// around them go all ways through the code.
func (k *Kernel) Steps() []int { return k.now().steps }

// Remarks are the optimizer's remarks.
func (k *Kernel) Remarks() []remark.Remark {
	if k = k.now(); k.adapt == nil {
		return k.remarks
	}
	return append(slices.Clip(k.remarks), k.adapt.stats().remarks(k.name)...)
}

// Stats are the figures of the compilation.
func (k *Kernel) Stats() Stats {
	k = k.now()
	s := k.stats
	if k.adapt != nil {
		s.Adapt = k.adapt.stats()
	}
	return s
}

// Labels name the kernel in CPU profiles, where all kernels are one function.
func (k *Kernel) Labels() pprof.LabelSet { return pprof.Labels("kernel", k.name) }

// Do calls use with a function whose calls end early when ctx is done: with a pointer to a func value of the kernel's
// type.
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
		call.closure, call.fn = closure{run: k.closure.run, to: k.closure.to, ctl: ctl, recv: k.closure.recv}, &call.closure
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

// slowFunc is Do's func value for kernels whose calls go through package reflect, or through nothing of ours.
func (k *Kernel) slowFunc(ctl *Control) unsafe.Pointer {
	f := reflect.New(k.typ)
	switch {
	case k.code != nil:
		f.Elem().Set(slowAdapter(k.typ, &closure{to: k.closure.to, ctl: ctl, recv: k.closure.recv}))
	case k.fallback.IsValid():
		f.Elem().Set(k.fallback) // which nothing cancels
	default:
		f.Elem().Set(k.interpreter(ctl, 0))
	}
	return f.UnsafePointer()
}

// cancelled unwinds a cancelled call up to the Do that it belongs to.
type cancelled struct{ ctl *Control }

func (c cancelled) Error() string { return "hotloop: call cancelled" }

// Disassemble writes the machine code with the source lines it comes from. Kernels keep no listing: the text is
// compiled once more, and as compiling is deterministic the listing is that of the code in use.
func (k *Kernel) Disassemble(w io.Writer) error {
	if k = k.now(); k.code == nil {
		return k.err
	}
	var watch Watch
	if _, err := Inspect(k.typ, k.src, k.name, k.options, &watch); err != nil {
		return err
	}
	if !bytes.Equal(watch.Code.Text, k.code.Text()) {
		return &InternalError{k.name, "listing", "compiling again gave other code"}
	}
	return watch.Code.Print(w, watch.Notes(k.src))
}

// Text is the machine code, for disassembly; nil if the kernel is not native.
func (k *Kernel) Text() []byte {
	if k = k.now(); k.code == nil {
		return nil
	}
	return k.code.Text()
}

// source is the text that a kernel is compiled from with the other files of its package. The text may be one of them:
// then it goes by that file's name, and without a text the files are all there is.
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

// nameOf returns the name of the text of Accelerate: that of the file with that text, if the files are at hand, and otherwise
// that of the file that the function is in, so far as the program tells.
func (o *Options) nameOf(text, file string) string {
	if text == "" || slices.ContainsFunc(o.Files, func(f frontend.File) bool { return f.Text == text && f.Import == "" }) {
		return ""
	}
	return file
}

// fileName is the name of the text in messages.
func (o *Options) fileName() string {
	if o.FileName != "" {
		return o.FileName
	}
	return "kernel.go"
}
