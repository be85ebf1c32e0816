package bench

import (
	"context"
	"fmt"
	"reflect"
	goruntime "runtime"
	"slices"
	"strings"
	"unsafe"

	"hotloop/cpu"
	"hotloop/internal/lab/cputime"
	"hotloop/loopopt/remark"
	"hotloop/runtime"
)

// engine implements Engine with hotloop.
type engine struct{ tune string }

var (
	_ Referee = engine{}
	_ Tuner   = engine{}
)

func init() { linked = func() Engine { return engine{} } }

func (engine) Name() string { return "hotloop" }

// Tuned implements Tuner.
func (e engine) Tuned(march string) (Engine, error) {
	if _, err := cpu.Host().TunedFor(march); err != nil {
		return nil, err
	}
	e.tune = march
	return e, nil
}

// ISAs lists the tiers that this machine supports, best first.
func (engine) ISAs() (names []string) {
	for _, t := range slices.Backward(runtime.Tiers()) {
		names = append(names, t.String())
	}
	return names
}

// compile is the common part of compilations. With Uncache it starts from the text: it uses neither the kernel nor
// the parsed and checked source of an earlier request. The rules and costs of the instruction set, which are read
// once per process, are kept.
func (e engine) compile(r Request) (*runtime.Kernel, error) {
	fp, err := runtime.ParseFP(r.Mode)
	if err != nil {
		return nil, err
	}
	return runtime.Compile(r.Type, r.Text, r.Func, runtime.Options{
		ISA: r.ISA, FP: fp, FPWritten: true, NoVectorize: r.NoVec, FileName: r.File, Fresh: r.Uncache, Knobs: r.Knobs,
		Tune: e.tune,
	})
}

// Compile implements Engine. A kernel that would be interpreted is an error. The time excludes garbage collection on
// other threads and waiting for a core, but includes collection work on this thread.
func (e engine) Compile(r Request) (*Compiled, error) {
	goruntime.LockOSThread()
	defer goruntime.UnlockOSThread()
	began := cputime.Thread()
	k, err := e.compile(r)
	took := cputime.Thread() - began
	if err != nil {
		return nil, err
	}
	if err := k.Err(); err != nil {
		return nil, fmt.Errorf("%s is not native: %w", r.Func, err)
	}
	s := k.Stats()
	c := &Compiled{Native: k.Native(), Vectorized: s.Vectorized,
		Plan: strings.Join(s.Plans, planSeparator), Time: took, Values: s.Values, CodeBytes: s.CodeBytes}
	c.Func, c.Stop = stoppable(k)
	if !slices.ContainsFunc(k.Remarks(), stayedScalar) {
		for _, cycles := range s.Cycles {
			c.Cycles += cycles
		}
	}
	c.Reordered = slices.ContainsFunc(k.Remarks(), func(r remark.Remark) bool { return r.Text == remark.Reordered })
	for _, p := range s.Phases {
		c.Phases = append(c.Phases, Phase{p.Name, p.Time})
	}
	return c, nil
}

// stayedScalar reports whether r is about a loop that was not vectorized; the plans of other loops do not describe
// it.
func stayedScalar(r remark.Remark) bool { return r.Kind == remark.Missed && r.Pass == "vectorize" }

// Strips implements Stripper by counting the yields of code that polls by count.
func (e engine) Strips(r Request, call func(fn any)) (float64, error) {
	r.Knobs = "poll-counter"
	k, err := e.compile(r)
	if err != nil {
		return 0, err
	}
	before := runtime.Yields()
	call(k.Func().Interface())
	return float64(runtime.Yields()-before) * runtime.PollsPerYield, nil
}

// Reference implements Referee: it interprets the SSA as the frontend built it.
func (e engine) Reference(r Request) (*Compiled, error) {
	r.ISA = cpu.Scalar.String() // then there is no machine code
	k, err := e.compile(r)
	if err != nil {
		return nil, err
	}
	c := &Compiled{}
	c.Func, c.Stop = stoppable(k)
	return c, nil
}

// stoppable returns the kernel's function, and a function that stops its calls.
func stoppable(k *runtime.Kernel) (fn any, stop func()) {
	ctx, stop := context.WithCancel(context.Background())
	k.Do(ctx, func(f unsafe.Pointer) { fn = reflect.NewAt(k.Func().Type(), f).Elem().Interface() })
	return fn, stop
}
