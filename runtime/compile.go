package runtime

import (
	"errors"
	"fmt"
	"reflect"
	goruntime "runtime"
	"sort"
	"strings"
	"time"

	"hotloop/cpu"
	"hotloop/frontend"
	"hotloop/isel"
	"hotloop/loopopt"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/ir/interp"
	"hotloop/loopopt/remark"
)

// Options say how to compile a kernel.
type Options struct {
	ISA           string // "" is the best there is
	FP            ir.FPFlags
	FPWritten     bool // the user chose FP
	Bind          map[string]any
	RequireNative bool
	NoVectorize   bool
	Knobs         string // as in the environment variable HOTLOOP
	FileName      string
}

// ParseFP reads a floating-point mode: exact, go, fast, or fast-math flags separated by spaces.
func ParseFP(mode string) (ir.FPFlags, error) {
	var flags ir.FPFlags
	words := strings.Fields(mode)
	if len(words) == 0 {
		return 0, errors.New("FP: empty mode: write exact, go, fast or fast-math flags")
	}
	for _, w := range words {
		f, ok := ir.ParseFPFlag(w)
		if !ok {
			return 0, fmt.Errorf("FP: unknown mode or flag %q: write exact, go, fast, or some of nnan ninf nsz arcp contract afn reassoc", w)
		}
		flags |= f
	}
	return flags, nil
}

// InternalError is a bug of ours. It names the stage that found it.
type InternalError struct {
	Kernel, Stage string
	Value         any // what was panicked with, or the error
}

func (e *InternalError) Error() string {
	return fmt.Sprintf("hotloop: internal error in %s, compiling %s: %v", e.Stage, e.Kernel, e.Value)
}

// Unwrap gives the cause, if it is an error.
func (e *InternalError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// Compile compiles function name of src to a kernel of func type t. An error is the caller's: of the source, the type,
// or an option. What keeps a kernel from being native is the kernel's Err, unless RequireNative makes it an error.
func Compile(t reflect.Type, src, name string, o Options) (*Kernel, error) {
	k, err := cached(t, src, name, o)
	if err != nil {
		return nil, err
	}
	if o.RequireNative && k.err != nil {
		return nil, k.err
	}
	return k, nil
}

// Accelerate compiles the declared Go function fn from its source. The error says why there is no native code.
func Accelerate(fn reflect.Value, src string, o Options) (*Kernel, error) {
	if fn.Kind() != reflect.Func || fn.IsNil() {
		return nil, fmt.Errorf("hotloop: Accelerate wants a function, got %s", fn.Kind())
	}
	if RaceEnabled {
		return nil, errors.New("hotloop: Accelerate leaves functions as they are under the race detector")
	}
	name := goruntime.FuncForPC(fn.Pointer()).Name()
	name = name[strings.LastIndexByte(name, '.')+1:]
	o.RequireNative = true
	k, err := Compile(fn.Type(), src, name, o)
	if err != nil {
		return nil, err
	}
	c := *k
	c.fallback = fn
	return &c, nil
}

// compile does the work, uncached.
func compile(t reflect.Type, src, name string, o Options) (k *Kernel, err error) {
	k = &Kernel{name: name, typ: t}
	stage := "frontend"
	began := time.Now()
	last := began
	phase := func(next string) {
		now := time.Now()
		k.stats.Phases = append(k.stats.Phases, Phase{stage, now.Sub(last)})
		last, stage = now, next
	}
	defer func() {
		if r := recover(); r != nil {
			bug := &InternalError{name, stage, r}
			if k.prog == nil {
				k, err = nil, bug
				return
			}
			k.fallBack(bug)
		}
	}()

	if k.layout, err = LayoutOfFunc(t); err != nil {
		return nil, fmt.Errorf("hotloop: %s: %w", name, err)
	}
	knobs, err := loopopt.ParseKnobs(o.Knobs)
	if err != nil {
		return nil, fmt.Errorf("hotloop: %w", err)
	}
	file := o.FileName
	if file == "" {
		file = "kernel.go"
	}
	res, err := frontend.Build(frontend.Text(file, src), name, frontend.Options{
		Type: t, FP: o.FP, FPWritten: o.FPWritten, Bind: o.Bind,
	})
	if err != nil {
		return nil, err
	}
	f := res.Func
	k.place(f)
	k.fun = f
	for _, w := range res.Warnings {
		k.remarks = append(k.remarks, remark.Remark{Kind: remark.Warning, Pass: "frontend", Func: name, Where: w.Pos.String(), Text: w.Msg})
	}
	phase("interpreter")

	// The interpreter keeps the SSA as it is now: the oracle of later stages and the fallback.
	if k.prog, err = interp.New(f); err != nil {
		return nil, &InternalError{name, stage, err}
	}
	k.fallback = k.interpreter(nil)
	features, err := features(o.ISA, knobs)
	if err != nil {
		return nil, fmt.Errorf("hotloop: %w", err)
	}
	target := isel.TargetFor(features)
	if err := Available(); target == nil || err != nil {
		if err == nil {
			err = fmt.Errorf("%w: no code generator for %s", ErrNoNative, features)
		}
		k.fallBack(err)
		return k, nil
	}
	phase("loopopt")

	sink := &remark.Sink{}
	out, err := loopopt.Optimize(f, loopopt.Options{Target: target, Remarks: sink, Knobs: knobs, NoVectorize: o.NoVectorize})
	k.remarks = append(k.remarks, sink.Remarks...)
	if err != nil {
		k.fallBack(&InternalError{name, stage, err})
		return k, nil
	}
	for _, p := range out.Plans {
		k.stats.Plans = append(k.stats.Plans, p.String())
	}
	k.stats.Vectorized = len(out.Plans) > 0
	phase("isel")

	asm, err := target.Compile(f, isel.Options{PollCounter: PollMode() == PollCounter})
	if err != nil {
		k.fallBack(&InternalError{name, stage, err})
		return k, nil
	}
	k.asm = asm
	for _, p := range asm.Phases {
		k.stats.Phases = append(k.stats.Phases, Phase{"isel." + p.Name, p.Time})
	}
	phase("load")

	frame, ok := FrameFor(asm.FrameBytes)
	if !ok {
		k.fallBack(fmt.Errorf("hotloop: %s needs %d bytes of frame", name, asm.FrameBytes))
		return k, nil
	}
	code, err := Load(name, asm.Text, frame)
	if err != nil {
		k.fallBack(err)
		return k, nil
	}
	code.OnTrap = func(site, a, b uint64) { panic(panicValue(k.fun, k.fun.Sites[site], a, b)) }
	code.OnCancel = func(c *Control) { panic(cancelled{c}) }
	if k.fn, err = Adapt(t, code, nil); err != nil {
		k.fallBack(err)
		return k, nil
	}
	k.code = code
	k.stats.ISA, k.stats.CodeBytes, k.stats.Frame = target.Name(), len(asm.Text), frame.Bytes()
	phase("")
	k.stats.Total = time.Since(began)
	sort.SliceStable(k.remarks, func(i, j int) bool { return k.remarks[i].Pos < k.remarks[j].Pos })
	return k, nil
}

// fallBack makes the kernel run on the interpreter, for the reason given.
func (k *Kernel) fallBack(err error) {
	k.err, k.code = err, nil
	k.fn = k.fallback
}

// place gives the kernel's parameters the offsets that the adapters use.
func (k *Kernel) place(f *ir.Func) {
	for i := range f.Params {
		f.Params[i].Off = int(k.layout.Params[i])
	}
	for i := range f.Results {
		f.Results[i].Off = int(k.layout.Results[i])
	}
}

// features are those to compile for, cut down to the tiers that option and knob name.
func features(isa string, knobs loopopt.Knobs) (cpu.Features, error) {
	f := cpu.Detect()
	for _, name := range []string{isa, knobs.ISA} {
		if name == "" {
			continue
		}
		var err error
		if f, err = f.Limit(name); err != nil {
			return f, err
		}
	}
	return f, nil
}
