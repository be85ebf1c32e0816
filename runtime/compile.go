package runtime

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	goruntime "runtime"
	"sort"
	"strings"
	"time"

	"hotloop/isel"
	"hotloop/loopopt"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// Options say how to compile a kernel.
type Options struct {
	ISA           string // "" is the best there is
	Tune          string // the processor to choose and order code for; "" is this one
	FP            ir.FPFlags
	FPWritten     bool // the user chose FP
	Bind          map[string]any
	RequireNative bool
	NoVectorize   bool
	Knobs         string // as in the environment variable HOTLOOP
	FileName      string
	Fresh         bool // compile even if an equal kernel is at hand, and keep it from others: for measuring
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
	if o.Knobs == "" {
		o.Knobs = os.Getenv("HOTLOOP")
	}
	var k *Kernel
	var err error
	if o.Fresh {
		k, err = compile(t, src, name, o, nil)
	} else {
		k, err = cached(t, src, name, o)
	}
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
	name, err := declared(goruntime.FuncForPC(fn.Pointer()).Name())
	if err != nil {
		return nil, err
	}
	o.RequireNative = true
	k, err := Compile(fn.Type(), src, name, o)
	if err != nil {
		return nil, err
	}
	c := *k
	c.fallback, c.shared = fn, k
	return &c, nil
}

// declared takes the name of a declared function from the one the linker knows it by: a/b.Name, or a/b.Name[...] of an
// instance of a generic function, which the func type tells apart from the others. Closures (Name.func1, glob..func1) and
// methods (T.Name, Name-fm) have no text of their own to look up.
func declared(full string) (string, error) {
	name := full[strings.LastIndexByte(full, '/')+1:]
	_, name, _ = strings.Cut(name, ".")
	name = strings.TrimSuffix(name, "[...]")
	if name == "" || strings.ContainsAny(name, ".[-(") {
		return "", fmt.Errorf("hotloop: Accelerate wants a declared function, got %s", full)
	}
	return name, nil
}

// compile does the work, uncached. w may be nil.
func compile(t reflect.Type, src, name string, o Options, w *Watch) (k *Kernel, err error) {
	k = &Kernel{name: name, typ: t, src: src, options: o, interp: new(interpreted)}
	k.stats.Phases = make([]Phase, 0, 9)
	stage, built := "frontend", false
	began := time.Now()
	last := began
	phase := func(next string) {
		now := time.Now()
		k.stats.Phases = append(k.stats.Phases, Phase{stage, now.Sub(last)})
		last, stage = now, next
	}
	defer func() {
		if k != nil {
			k.stats.Total = time.Since(began)
		}
		if w == nil {
			counters.compiled.Add(1)
		}
		if r := recover(); r != nil {
			bug := &InternalError{name, stage, r}
			if !built {
				k, err = nil, bug
				return
			}
			k.fallBack(bug)
		}
	}()

	if k.layout, err = LayoutOfFunc(t); err != nil {
		if t != nil && t.Kind() == reflect.Func { // the frontend knows where it stands, and what to write instead
			if _, _, e := k.build(w == nil); e != nil {
				return nil, e
			}
		}
		return nil, fmt.Errorf("hotloop: %s: %w", name, err)
	}
	knobs, err := loopopt.ParseKnobs(o.Knobs)
	if err != nil {
		return nil, fmt.Errorf("hotloop: %w", err)
	}
	if knobs.KeepFreed {
		keepFreed()
	}
	f, warnings, err := k.build(w == nil)
	if err != nil {
		return nil, err
	}
	built = true
	for _, warn := range warnings {
		k.remarks = append(k.remarks, remark.Remark{Kind: remark.Warning, Pass: "frontend", Func: name, Where: warn.Pos.String(), Text: warn.Msg})
	}
	w.ssa(f)
	phase("target")

	features, err := w.features(o.ISA, o.Tune, knobs)
	if err != nil {
		return nil, fmt.Errorf("hotloop: %w", err)
	}
	target := isel.TargetFor(features)
	if err = Available(); w.foreign() {
		err = nil
	}
	if err == nil {
		err = fits(f)
	}
	if target == nil && err == nil {
		err = fmt.Errorf("%w: no code generator for %s", ErrNoNative, features)
	}
	if err != nil {
		k.fallBack(err)
		return k, nil
	}
	phase("loopopt")

	sink := &remark.Sink{}
	opt := loopopt.Options{Target: target, Remarks: sink, Knobs: knobs, NoVectorize: o.NoVectorize}
	if knobs.EvalEach {
		opt.Eval = newEvaluator(f, knobs.Seed).eval
	}
	w.optimizer(&opt)
	out, err := loopopt.Optimize(f, opt)
	k.remarks = append(k.remarks, sink.Remarks...)
	sort.SliceStable(k.remarks, func(i, j int) bool { return k.remarks[i].Pos < k.remarks[j].Pos })
	if err == nil {
		err = fits(f)
	}
	if over := (*ir.OverBudget)(nil); errors.As(err, &over) {
		err = tooLarge(f, "%v", over)
	}
	if errors.Is(err, ErrTooLarge) {
		k.fallBack(err)
		return k, nil
	}
	if err != nil {
		k.fallBack(&InternalError{name, stage, err})
		return k, nil
	}
	for _, p := range out.Plans {
		k.stats.Plans = append(k.stats.Plans, p.String())
		k.stats.Cycles = append(k.stats.Cycles, p.Cost)
	}
	k.stats.Vectorized = out.Vectorized
	phase("isel")

	gen := isel.Options{PollCounter: (PollMode() == PollCounter || knobs.PollCounter) && !w.foreign(), Pad: knobs.Pad, Verify: knobs.VerifyEach}
	w.selector(&gen)
	loopopt.PlantIn(f, &knobs, stage)
	asm, err := target.Compile(f, gen)
	switch {
	case errors.Is(err, isel.ErrSpillLimit):
		k.fallBack(fmt.Errorf("hotloop: %s: %w", name, err))
		return k, nil
	case err != nil:
		k.fallBack(&InternalError{name, stage, err})
		return k, nil
	case len(asm.Text) > maxCode:
		k.fallBack(tooLarge(f, "%s takes %d bytes of machine code, %d are the limit", name, len(asm.Text), maxCode))
		return k, nil
	}
	k.sites = &ir.Func{Name: f.Name, Sites: f.Sites, Position: f.Position}
	f.Release()
	k.stats.ISA, k.stats.CodeBytes, k.stats.Frame = target.Name(), len(asm.Text), asm.FrameBytes
	for _, p := range asm.Phases {
		k.stats.Phases = append(k.stats.Phases, Phase{"isel." + p.Name, p.Time})
	}
	phase("load")

	if w != nil {
		w.Code = asm
		k.fallBack(ErrInspected)
		return k, nil
	}
	if err = k.load(asm, &knobs); err != nil {
		k.fallBack(err)
		return k, nil
	}
	phase("")
	return k, nil
}

// load puts the machine code into executable memory, makes the Go function
// that enters it and tells those who observe kernels about it. An error
// leaves the kernel without code: its caller falls back.
func (k *Kernel) load(asm *isel.Code, knobs *loopopt.Knobs) error {
	frame, ok := FrameFor(asm.FrameBytes)
	if !ok {
		return fmt.Errorf("hotloop: %s needs %d bytes of frame", k.name, asm.FrameBytes)
	}
	code, err := load(codeHeap, k.name, asm.Text, frame, knobs.Place)
	if err != nil {
		return err
	}
	code.OnTrap = func(site, a, b uint64) { panic(panicValue(k.sites, k.sites.Sites[site], a, b)) }
	code.OnCancel = func(c *Control) { panic(cancelled{c}) }
	code.Checked = true // explicit checks, see frontend: nothing relies on a trap
	if k.fn, err = Adapt(k.typ, code, nil); err != nil {
		return err
	}
	k.code = code
	k.stats.Frame = frame.Bytes()
	observeByKnobs(knobs)
	if observers.any.Load() || knobs.CrashReport {
		lines := sourceLines(k.sites, asm)
		announce(code, k, lines)
		if knobs.CrashReport {
			k.reporting(lines)
		}
	}
	return nil
}

// fallBack makes the kernel run on the interpreter, for the reason given.
func (k *Kernel) fallBack(err error) {
	k.err, k.code = err, nil
	if !errors.Is(err, ErrInspected) {
		counters.fallbacks.Add(1)
		if bug := (*InternalError)(nil); errors.As(err, &bug) {
			counters.internal.Add(1)
		}
	}
	if !errors.Is(err, ErrInspected) {
		k.stats.ISA, k.stats.CodeBytes, k.stats.Frame = "", 0, 0
	}
	k.fn = k.Fallback()
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
