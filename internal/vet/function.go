// Package vet reports what hotloop does with the functions of Go packages: whether each is accepted, and why not; which
// of its loops are vectorized, how to change the others, and the expected gain. The commands hotloop check and hotloop
// vet, and the analyzer for go vet and gopls, use it.
//
//	function.go  one function: built, compiled for inspection, and judged
//	loops.go     what happened to its loops, by the remarks, and at what cost
//	model.go     the time of a call: the worst-case path through loops, checks and allocations
//	estimate.go  trip counts and branch probabilities
//	gain.go      functions of real modules, timed to check the estimates
//	timer.go     the program that times them
//	fix.go       changes of the source that have been tried
//	calls.go     calls of Accelerate and Compile in a program, with the arguments of their options
//	constants.go the constants of package hotloop, and expressions of them
//	module.go    all packages of a module; the report
//	baseline.go  loops that are no longer vectorized
package vet

import (
	"errors"
	"go/types"
	"reflect"
	"slices"

	"hotloop/cpu"
	"hotloop/frontend"
	"hotloop/internal/explain"
	"hotloop/internal/lab/source"
	_ "hotloop/isel/all" // to compile for processors of other architectures
	"hotloop/loopopt/config"
	"hotloop/runtime"
)

// Function is what is found out of a function. The names of the fields are those of -json.
type Function struct {
	Function   string `json:"function"`
	Position   string `json:"position"`
	Marked     bool   `json:"marked"`   // by //hotloop:kernel
	Accepted   bool   `json:"accepted"` // it is in the subset
	Native     bool   `json:"native"`   // there is machine code for it
	Vectorized bool   `json:"vectorized"`
	ISA        string `json:"isa,omitempty"`
	// Gain is how many times as fast as plain code a call is by the prices of the cost model, with slices of Elements
	// elements; 0 is not known. From is the number of elements from which on it is called a gain; 0 is none.
	Gain     float64 `json:"gain,omitempty"`
	Elements int     `json:"gain_elements,omitempty"`
	From     int     `json:"gain_from,omitempty"`
	// Unsure says why a gain of some loop is not promised.
	Unsure string `json:"unsure,omitempty"`
	// Tiny: the function does so little, whatever the arguments, that a call of a kernel takes longer.
	Tiny     bool      `json:"tiny,omitempty"`
	Loops    []Loop    `json:"loops,omitempty"` // the innermost ones
	Errors   []Message `json:"errors,omitempty"`
	Warnings []Message `json:"warnings,omitempty"`
	Makes    []Message `json:"makes,omitempty"` // what it has Go make

	Fixes  []Fix `json:"fixes,omitempty"`
	Failed bool  `json:"-"` // of a bug of ours

	counted  bool // parameters or data, not lengths, decide how many iterations a vector loop has
	reflects bool // calls of the kernel go through package reflect
}

// Loop is an innermost loop and what happened to it.
type Loop = explain.Loop

// Message is about a place, file:line:col.
type Message struct {
	Position string `json:"position"`
	Message  string `json:"message"`
}

func (m Message) String() string { return m.Position + ": " + m.Message }

// Options say how functions are compiled to be looked at.
type Options struct {
	For   *cpu.Features  // the processor; nil is this one
	World frontend.World // what there is besides the source; TextOnly suits a whole package
	// Bind and Globals are those of frontend.Options.
	Bind, Globals map[string]any
	// How says how the kernel is compiled, as the options FP, MaxISA, Tune and NoVectorize do.
	How runtime.Options
	// Fix: find changes of the source that help, by compiling functions with them.
	Fix bool
	// Progress, if not nil, is called with the number of folders done, their total number, and the next folder.
	Progress func(done, total int, at string)
	// Type, if set, gives the func type of the function that is looked at. An error that is a Stop ends everything.
	Type func(src frontend.Source) (reflect.Type, error)
}

// Stop is an error that is not about the function.
type Stop struct{ error }

// NewStop makes one.
func NewStop(err error) error { return Stop{err} }

// Package looks at the functions of a package that want is true of.
func Package(src frontend.Source, o Options, want func(frontend.Function) bool) (list []Function, err error) {
	defer func() {
		if r := recover(); r != nil { // what is shown for each function catches its own
			err = &runtime.InternalError{Kernel: src[0].Name, Stage: "frontend", Value: r}
		}
	}()
	functions, err := frontend.Functions(src)
	if err != nil {
		return nil, err
	}
	for _, fn := range functions {
		if want != nil && !want(fn) {
			continue
		}
		f, err := Look(src, fn, o)
		if err != nil {
			return nil, err
		}
		for i := range f.Errors {
			f.Errors[i].Message = calledIn(fn, functions, f.Errors[i])
		}
		list = append(list, f)
	}
	return list, nil
}

// Look builds and compiles a function. An error is a Stop.
func Look(src frontend.Source, fn frontend.Function, o Options) (f Function, err error) {
	f = Function{Function: fn.Name, Position: fn.Pos.String(), Marked: fn.Marked}
	defer func() {
		if r := recover(); r != nil {
			f.refuse(&runtime.InternalError{Kernel: fn.Name, Stage: "frontend", Value: r})
		}
	}()
	if fn.Err != nil {
		f.refuse(fn.Err)
		return f, nil
	}
	opts := frontend.Options{AnyInstance: true, World: o.World, Bind: o.Bind, Globals: o.Globals}
	if o.Type != nil {
		if opts.Type, err = o.Type(src); err != nil {
			if stop := (Stop{}); errors.As(err, &stop) {
				return f, stop.error
			}
			f.refuse(err)
			return f, nil
		}
	}
	res, err := frontend.Build(src, fn.Name, opts)
	if err != nil {
		f.refuse(err)
		return f, nil
	}
	f.Accepted = true
	outside, err := frontend.Outside(src, fn.Name)
	if err != nil {
		f.refuse(err)
		return f, nil
	}
	for _, w := range append(slices.Clone(res.Warnings), outside...) {
		f.Warnings = append(f.Warnings, Message{w.Pos.String(), w.Msg})
	}
	f.compile(src, res, o)
	if o.Fix {
		f.fixes(src, fn, o)
	}
	return f, nil
}

// calledIn says of a message that is about another function which one that is: it is called.
func calledIn(fn frontend.Function, functions []frontend.Function, m Message) string {
	file, line, col := explain.SplitPlace(m.Position)
	for _, f := range functions {
		if f.Pos.Filename == file && f.Name != fn.Name && explain.ComparePlaces(f.Pos.String(), m.Position) <= 0 &&
			(line < f.End.Line || line == f.End.Line && col <= f.End.Column) {
			return "in " + f.Name + ", which it calls: " + m.Message
		}
	}
	return m.Message
}

func (f *Function) refuse(err error) {
	f.Accepted = false
	if list, ok := err.(frontend.ErrorList); ok {
		for _, e := range list {
			f.Errors = append(f.Errors, Message{e.Pos.String(), e.Msg})
		}
		return
	}
	f.Failed = errors.As(err, new(*runtime.InternalError))
	f.Errors = append(f.Errors, Message{f.Position, err.Error()})
}

// compile finds out what happens to the function's loops.
func (f *Function) compile(src frontend.Source, res *frontend.Result, o Options) {
	t, err := unbound(res.Signature, o.Bind)
	if err != nil {
		f.refuse(err)
		return
	}
	w := &runtime.Watch{For: o.For}
	seen := &loops{origins: res.Params, src: src}
	w.SSA = seen.find
	w.Plan = func(p config.Considered) { seen.priced(p) }
	how := o.How
	how.Files, how.Bind, how.Globals = src, o.Bind, o.Globals
	k, err := runtime.Inspect(t, "", f.Function, how, w)
	if err != nil {
		f.refuse(err)
		return
	}
	if err := k.Err(); !errors.Is(err, runtime.ErrInspected) {
		f.Failed = errors.As(err, new(*runtime.InternalError))
		f.Warnings = append(f.Warnings, Message{f.Position, "no machine code: " + err.Error()})
		return
	}
	stats := k.Stats()
	f.reflects = !k.Direct()
	f.Native, f.Vectorized, f.ISA = true, stats.Vectorized, stats.ISA
	seen.outcomes(k.Remarks(), f)
}

// unbound is the func type of sig without the parameters that are bound.
func unbound(sig *types.Signature, bind map[string]any) (reflect.Type, error) {
	t, err := source.SignatureType(sig)
	if err != nil || len(bind) == 0 {
		return t, err
	}
	first := t.NumIn() - sig.Params().Len() // behind a receiver
	var in, out []reflect.Type
	for i := range t.NumIn() {
		if i >= first {
			if _, ok := bind[sig.Params().At(i-first).Name()]; ok {
				continue
			}
		}
		in = append(in, t.In(i))
	}
	for i := range t.NumOut() {
		out = append(out, t.Out(i))
	}
	return reflect.FuncOf(in, out, false), nil
}
