package runtime

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"reflect"
	goruntime "runtime"
	"slices"
	"strings"
	"time"

	"hotloop/frontend"
	"hotloop/internal/clock"
	"hotloop/isel"
	"hotloop/loopopt"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/profile"
	"hotloop/loopopt/remark"
	"hotloop/runtime/codemem"
	"hotloop/runtime/fallback"
)

// Options specifies how to compile a kernel.
type Options struct {
	ISA           string // "" is the best available
	Tune          string // the processor to select and schedule code for; "" is this one
	FP            ir.FPFlags
	FPWritten     bool // FP was set by the user
	Bind          map[string]any
	World         frontend.World  // what exists besides the text and Files
	Files         []frontend.File // other files of the package
	Entry         string          // where the function begins in the program; see frontend.Options
	Receiver      frontend.Receiver
	Globals       map[string]any // pointers to the package-level variables that the kernel uses in place, by name
	RequireNative bool
	Background    bool // for Accelerate: compile in the background
	Lazy          bool // for Accelerate: compile at the first call
	NoVectorize   bool
	Parallel      bool   // goroutines share all outermost loops that permit it, not only on request
	Workers       int    // goroutines that share a loop, at most; 0 means GOMAXPROCS
	Knobs         string // knobs, in the syntax of the environment variable HOTLOOP
	FileName      string
	CacheDir      string // directory of persisted machine code, from OpenCache; "" is none
	Fresh         bool   // compile even if an equal kernel exists, and do not share the result; for benchmarks
	Sampling
}

// Sampling holds the options about profiles of a kernel's calls.
type Sampling struct {
	Adapt    bool              // profile the kernel's first calls
	Profile  profile.Profile   // profile of loops and branches that guides the optimizer
	Counters *profile.Counters // if not nil, the code counts loop entries and iterations; such a kernel is not shared
}

// ParseFP reads a floating-point mode: exact, go, fast, or fast-math flags separated by spaces.
func ParseFP(mode string) (ir.FPFlags, error) {
	var flags ir.FPFlags
	words := strings.Fields(mode)
	if len(words) == 0 {
		return 0, errors.New("FP: empty mode; use exact, go, fast or fast-math flags")
	}
	for _, w := range words {
		f, ok := ir.ParseFPFlag(w)
		if !ok {
			return 0,
				fmt.Errorf("FP: unknown mode or flag %q; use exact, go, fast, or some of nnan ninf nsz arcp "+
					"contract afn reassoc", w)
		}
		flags |= f
	}
	return flags, nil
}

// InternalError is a bug in hotloop. It names the stage that found it.
type InternalError struct {
	Kernel, Stage string
	Value         any // the panic value or the error
}

func (e *InternalError) Error() string {
	return fmt.Sprintf("hotloop: internal error in %s, compiling %s: %v", e.Stage, e.Kernel, e.Value)
}

// Unwrap returns the cause if it is an error.
func (e *InternalError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// Compile compiles the function name of src to a kernel of func type t. An error means that the source, the type
// or an option is invalid. If the kernel cannot be native, its Err says why, unless RequireNative makes that an
// error.
func Compile(t reflect.Type, src, name string, o Options) (*Kernel, error) {
	if o.Knobs == "" {
		o.Knobs = os.Getenv("HOTLOOP")
	}
	k, err := compileOrFind(t, src, name, o)
	if err != nil {
		return nil, err
	}
	if o.RequireNative && k.err != nil {
		return nil, k.err
	}
	k.report()
	if o.Adapt {
		k = k.adapting(clock.Now)
	}
	return k, nil
}

// compileOrFind compiles a kernel or takes it from the cache.
func compileOrFind(t reflect.Type, src, name string, o Options) (*Kernel, error) {
	if o.Fresh {
		return compile(t, src, name, o, nil)
	}
	return cached(t, src, name, o)
}

// Accelerate compiles the declared Go function fn from its source. If there is no native code, the kernel's Func
// is fn, and its Err says why.
func Accelerate(fn reflect.Value, src string, o Options) *Kernel {
	k := accelerate(fn, src, o)
	k.report()
	return k
}

// accelerate is Accelerate without reporting to hooks.
func accelerate(fn reflect.Value, src string, o Options) *Kernel {
	if err := fallback.Accelerable(fn); err != nil {
		return decline(fn, err, o)
	}
	if o.Background || o.Lazy {
		if o.RequireNative {
			return decline(fn, fallback.ErrRequired, o)
		}
		if nativeArch { // on other architectures the outcome is known at once
			return acceleratePending(fn, src, o)
		}
	}
	name := o.declared(fn, src)
	k, err := compileOrFind(fn.Type(), src, name, o)
	if err != nil {
		return decline(fn, err, o)
	}
	if err := ownNames(fn, k); err != nil {
		return decline(fn, err, o)
	}
	c := *k
	c.bring(receiver(fn, o.Receiver))
	c.fallback, c.shared = fn, k
	if c.err != nil {
		c.fn, c.stats.Adapter = fn, fallback.AdapterNone
	}
	if o.Adapt {
		return c.adapting(clock.Now)
	}
	return &c
}

// declared returns the name of the declared function fn, whose source is src, and completes the options with what
// the binary says about it.
func (o *Options) declared(fn reflect.Value, src string) string {
	f, _ := fallback.FunctionOf(fn)
	full, _ := fallback.Denoted(fn)
	o.Receiver, o.Entry = receiverOf(f), entryOf(fn, goruntime.FuncForPC(fn.Pointer()).Name())
	if o.FileName == "" {
		o.FileName = o.nameOf(src, f.File)
	}
	switch {
	case o.World == frontend.TextOnly:
		o.World = frontend.PartOfPackage
	case o.World == frontend.WholePackage && !isMain(packageOf(full)):
		o.World = frontend.WholePlugin
	}
	if o.Knobs == "" {
		o.Knobs = os.Getenv("HOTLOOP")
	}
	return f.Name
}

// Decline returns the kernel of a function that Accelerate leaves as Go code because of err.
func Decline(fn reflect.Value, err error, o Options) *Kernel {
	k := decline(fn, err, o)
	k.report()
	return k
}

// decline is Decline without reporting to hooks.
func decline(fn reflect.Value, err error, o Options) *Kernel {
	k := &Kernel{name: fallback.NameOf(fn), fn: fn, fallback: fn, options: o, err: err}
	if fn.IsValid() {
		k.typ = fn.Type()
	}
	k.stats.Adapter = fallback.AdapterNone
	k.noteFallback(err)
	return k
}

// compile compiles a kernel without the cache. w may be nil.
func compile(t reflect.Type, src, name string, o Options, w *Watch) (k *Kernel, err error) {
	began := time.Now()
	x := new(struct { // one allocation
		Kernel
		interpreted
		phases [9]Phase
	})
	x.Kernel = Kernel{name: name, typ: t, text: text{src: src, source: o.source(src)}, options: o, interp: &x.interpreted}
	x.stats.Phases = x.phases[:0]
	c := &compilation{k: &x.Kernel, w: w, stage: "frontend", last: began}
	defer func() {
		if w == nil {
			counters.compiled.Add(1)
		}
		var r any
		if os.Getenv("HOTLOOP_PANIC") != "1" { // HOTLOOP_PANIC=1 keeps the stack trace
			r = recover()
		}
		if r != nil {
			bug := &InternalError{name, c.stage, r}
			if !c.built {
				k, err = nil, bug
				return
			}
			c.k.fallBack(bug)
			k = c.k
		}
		if k != nil {
			k.stats.Total = time.Since(began)
		}
	}()
	if err := c.run(); err != nil {
		return nil, err
	}
	return c.k, nil
}

// compilation is the state of compiling one kernel.
type compilation struct {
	k      *Kernel
	w      *Watch // may be nil
	knobs  config.Knobs
	stage  string    // the current stage, for InternalError
	last   time.Time // start of the current stage
	built  bool      // SSA exists, and so does a fallback
	unread wordSet   // see wordsUnread
	read   wordSet   // words of the block that the parts read

	// Limits for retrying code whose frame is too large: fewer iterations at once, then scalar loops.
	maxStep int
	scalar  bool
	steps   int // max iterations at once in the last code

	eval   func(*ir.Func) (string, error) // for the knob eval-each
	inPart bool                           // a part of the function is being compiled
	spent  int                            // steps of the function and parts before it

	sink remark.Sink
}

// commonRemarks is the number of remarks that most kernels have.
const commonRemarks = 4

// phase ends the current stage and begins the next.
func (c *compilation) phase(next string) {
	now := time.Now()
	c.k.stats.Phases = append(c.k.stats.Phases, Phase{c.stage, now.Sub(c.last)})
	c.last, c.stage = now, next
}

// run compiles the kernel from source to executable memory. It returns an error only if the source, the type or an
// option is invalid. After any other failure the kernel has its fallback.
func (c *compilation) run() error {
	var asm *isel.Code
	var forks []partCode
	for {
		f, err := c.source()
		if err != nil {
			return err
		}
		f.Spend(c.k.stats.Steps) // steps of failed attempts
		f.SetBudget(maxSteps)
		c.phase("target")
		target, err := c.target(f)
		if err != nil || target == nil {
			return err
		}
		c.phase("loopopt")
		if !c.optimize(f, target) || !c.optimizeParts(f, target) {
			return nil
		}
		c.phase("isel")
		if forks, err = c.generateParts(f, target); err == nil {
			asm, err = c.generate(f, target)
		}
		if errors.Is(err, isel.ErrSpillLimit) && c.smaller() {
			c.phase("frontend")
			continue
		}
		if err != nil {
			c.k.fallBack(err)
			return nil
		}
		break
	}
	c.phase("load")
	if c.w != nil {
		c.k.noteAdapter()
		c.w.Code = asm
		for _, p := range forks {
			c.w.Parts = append(c.w.Parts, p.asm)
		}
		c.k.fallBack(ErrInspected)
		return nil
	}
	if err := c.k.load(asm, forks, c.unread, &c.knobs); err != nil {
		c.k.fallBack(err)
		return nil
	}
	c.phase("")
	if c.k.noteAdapter(); c.k.stats.Adapter == fallback.AdapterReflect {
		counters.slow.Add(1)
	}
	return nil
}

// smaller rejects the plans of code whose frame is too large, and reports whether there is another attempt: a
// quarter of the iterations at once, then scalar loops.
func (c *compilation) smaller() bool {
	k := c.k
	if c.scalar || k.options.NoVectorize {
		return false
	}
	if c.maxStep > 0 {
		c.steps = min(c.steps, c.maxStep) // guarantees progress even if a plan exceeded maxStep
	}
	text := "vector plans need too many registers; loops stay scalar"
	if c.maxStep = c.steps / 4; c.maxStep >= 2 {
		text = fmt.Sprintf("vector plans need too many registers; a vector iteration covers at most %d iterations", c.maxStep)
	} else {
		c.scalar = true
	}
	k.stats.Plans, k.stats.Cycles = nil, nil
	k.remarks = []remark.Remark{{Kind: remark.Warning, Pass: "vectorize", Func: k.name, Reason: remark.SpillLimit,
		Text: text}}
	return true
}

// source parses and checks the source, and builds SSA.
func (c *compilation) source() (*ir.Func, error) {
	k, own := c.k, c.w == nil
	var err error
	if k.typ == nil || k.typ.Kind() != reflect.Func {
		_, _, err := Signature(k.typ)
		return nil, fmt.Errorf("hotloop: %s: %w", k.name, err)
	}
	if c.knobs, err = config.ParseKnobs(k.options.Knobs); err != nil {
		return nil, fmt.Errorf("hotloop: %w", err)
	}
	if c.knobs.KeepFreed {
		codemem.Shared.KeepFreed()
	}
	res, err := k.build(own)
	if err != nil {
		return nil, err
	}
	f := res.Func
	k.assumed = res.Assumed
	c.built = true
	k.where = f.Position(f.Pos)
	report := func(kind remark.Kind, pass string, list []frontend.Warning) {
		for _, w := range list {
			k.remarks = append(k.remarks, remark.Remark{Kind: kind, Pass: pass, Func: k.name, Where: w.Pos.String(), Text: w.Msg})
		}
	}
	report(remark.Warning, "frontend", res.Warnings)
	report(remark.Passed, "frontend", res.Notes)
	report(remark.Analysis, remark.Memory, res.Makes)
	if n := len(res.Fusable); n > 0 {
		k.fusable = true
		others := ""
		if n > 1 {
			others = fmt.Sprintf(" and in %d more places", n-1)
		}
		k.remarks = append(k.remarks, remark.Remark{Kind: remark.Analysis, Pass: "fp", Func: k.name, Pos: res.Fusable[0],
			Where: f.Position(res.Fusable[0]), Text: "the Go compiler may fuse x*y + z here" + others + ", the kernel does " +
				"not: results can differ in the last bits; write float64(x*y) + z for the same result everywhere"})
	}
	if k.options.Counters != nil {
		k.options.Counters.Count(f)
		k.offsets(f)
	}
	profile.Guide(f, k.options.Profile)
	c.w.ssa(f, k.source)
	return f, nil
}

// target returns the target to generate code for. If there is none, it returns nil and the kernel has its
// fallback.
func (c *compilation) target(f *ir.Func) (*isel.Target, error) {
	features, err := c.w.features(c.k.options.ISA, c.k.options.Tune, c.knobs)
	if err != nil {
		return nil, fmt.Errorf("hotloop: %w", err)
	}
	target := isel.TargetFor(features)
	if err = Available(); c.w.foreign() {
		err = nil
	}
	if err == nil {
		err = fits(f)
	}
	if target == nil && err == nil {
		err = fmt.Errorf("%w: no code generator for %s", ErrNoNative, features)
	}
	if err != nil {
		c.k.fallBack(err)
		return nil, nil
	}
	return target, nil
}

// optimize runs the optimizer, and reports whether there is code to generate.
func (c *compilation) optimize(f *ir.Func, target *isel.Target) bool {
	k, sink := c.k, &c.sink
	sink.Remarks = slices.Grow(k.remarks, commonRemarks)
	opt := config.Options{Target: target, Remarks: sink, Knobs: c.knobs, NoVectorize: k.options.NoVectorize || c.scalar,
		MaxStep: c.maxStep}
	switch {
	case c.inPart:
	case k.options.Parallel || c.knobs.ParallelAlways:
		opt.Parallel = config.AllParallel
	default:
		opt.Parallel = config.OnRequest
	}
	if c.knobs.EvalEach && !c.inPart {
		e := newEvaluator(f, c.knobs.Seed)
		c.eval = func(*ir.Func) (string, error) { return e.eval(f) } // with its parts
	}
	opt.Eval = c.eval
	c.w.optimizer(&opt)
	out, err := loopopt.Optimize(f, opt)
	k.stats.Steps = c.spent + f.Spent()
	k.remarks = sink.Remarks
	slices.SortStableFunc(k.remarks, func(x, y remark.Remark) int { return cmp.Compare(x.Pos, y.Pos) })
	if err == nil {
		err = fits(f)
	}
	if err != nil {
		if over := (*ir.OverBudget)(nil); errors.As(err, &over) {
			err = tooLarge(f, "%v", over)
		}
	}
	switch {
	case errors.Is(err, ErrTooLarge):
		k.fallBack(err)
		return false
	case err != nil:
		k.fallBack(&InternalError{k.name, c.stage, err})
		return false
	}
	if !c.inPart {
		k.stats.Values, k.stats.Blocks, k.stats.Vectorized, c.steps = 0, 0, false, 0
	}
	k.stats.Values, k.stats.Blocks = k.stats.Values+f.Size()-len(f.Blocks), k.stats.Blocks+len(f.Blocks)
	n := len(out.Plans)
	k.stats.Plans, k.stats.Cycles = slices.Grow(k.stats.Plans, n), slices.Grow(k.stats.Cycles, n)
	if !c.inPart {
		k.steps = slices.Grow([]int(nil), 2*n)
	}
	for _, p := range out.Plans {
		versions := 0 // of the loop; only one of them runs
		for _, q := range out.Plans {
			if q.Pos == p.Pos {
				versions++
			}
		}
		c.steps = max(c.steps, p.VF()*p.UF())
		k.stats.Plans = append(k.stats.Plans, p.String())
		k.steps = append(k.steps, p.Stages[0].Step(), p.VF())
		cycles := p.Bound.Cycles
		if cycles == 0 {
			cycles = p.Cost // nests have no bound
		}
		k.stats.Cycles = append(k.stats.Cycles, cycles/float64(versions))
	}
	k.stats.Vectorized = k.stats.Vectorized || out.Vectorized
	return true
}

// optimizeParts runs the optimizer on the parts of f, and reports whether there is code to generate.
func (c *compilation) optimizeParts(f *ir.Func, target *isel.Target) bool {
	defer func() { c.inPart, c.spent = false, 0 }()
	c.inPart, c.spent = true, f.Spent()
	for _, p := range f.Parts {
		p.SetBudget(maxSteps)
		if !c.optimize(p, target) {
			return false
		}
		c.spent += p.Spent()
	}
	return true
}

// partCode is the code of a part that is not loaded yet.
type partCode struct {
	asm *isel.Code
	partLayout
}

// generateParts generates the machine code of the parts of f. The code of f stores the parameters that they read.
func (c *compilation) generateParts(f *ir.Func, target *isel.Target) (list []partCode, err error) {
	c.read, c.k.stats.CodeBytes = 0, 0
	for _, p := range f.Parts {
		l := layoutPart(f, p, c.k.layout.Size)
		c.read |= ^wordsUnread(p)
		asm, err := c.assemble(p, target)
		if err != nil {
			return nil, err
		}
		list = append(list, partCode{asm, l})
		c.k.stats.CodeBytes += len(asm.Text)
		p.Release()
	}
	return list, nil
}

// generate generates the machine code of f, or returns an error that says why it cannot. It consumes f.
func (c *compilation) generate(f *ir.Func, target *isel.Target) (*isel.Code, error) {
	k := c.k
	parts := k.stats.CodeBytes
	asm, err := c.assemble(f, target)
	k.stats.Steps = f.Spent()
	if err != nil {
		return nil, err
	}
	k.sites = &ir.Func{Name: f.Name, Sites: f.Sites, Position: f.Position}
	c.unread = wordsUnread(f) &^ c.read
	k.stats.Memory = f.MemoryBytes()
	f.Release()
	k.stats.ISA, k.stats.CodeBytes, k.stats.Frame = target.Name(), parts+len(asm.Text), asm.FrameBytes
	for _, p := range asm.Phases {
		k.stats.Phases = append(k.stats.Phases, Phase{p.Name, p.Time})
	}
	return asm, nil
}

// assemble generates the machine code of f or of a part.
func (c *compilation) assemble(f *ir.Func, target *isel.Target) (*isel.Code, error) {
	k := c.k
	gen := isel.Options{PollCounter: (PollMode() == PollCounter || c.knobs.PollCounter) && !c.w.foreign(),
		Pad: c.knobs.Pad, Verify: c.knobs.VerifyEach}
	c.w.selector(&gen)
	c.knobs.Planting(f, c.stage).Apply(f)
	asm, err := target.Compile(f, gen)
	if err != nil {
		over := (*ir.OverBudget)(nil)
		switch {
		case errors.Is(err, isel.ErrSpillLimit):
			return nil, fmt.Errorf("hotloop: %s: %w", k.name, err)
		case errors.As(err, &over):
			return nil, tooLarge(f, "%v", over)
		}
		return nil, &InternalError{k.name, c.stage, err}
	}
	if len(asm.Text) > maxCode {
		return nil, tooLarge(f, "%s takes %d bytes of machine code; the limit is %d", k.name, len(asm.Text), maxCode)
	}
	return asm, nil
}

// wordsUnread returns the words of the block that f does not read. Few kernels read a capacity.
func wordsUnread(f *ir.Func) wordSet {
	unread := ^wordSet(0)
	read := func(off uintptr) { unread &^= wordAt(off) }
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			switch v.Op {
			case ir.OpArg, ir.OpArgPtr:
				read(uintptr(f.Params[v.AuxInt].Off))
			case ir.OpArgLen:
				read(uintptr(f.Params[v.AuxInt].Off) + wordSize)
			case ir.OpArgCap:
				read(uintptr(f.Params[v.AuxInt].Off) + 2*wordSize)
			}
		}
	}
	return unread
}

// load copies the machine code to executable memory, makes the Go function that enters it, and notifies the
// observers of kernels. On error the kernel has no code, and its caller falls back.
func (k *Kernel) load(asm *isel.Code, forks []partCode, unread wordSet, knobs *config.Knobs) error {
	frame, ok := FrameFor(asm.FrameBytes)
	if !ok {
		return fmt.Errorf("hotloop: %s: %w: the stack frame takes %d bytes", k.name, ErrTooLarge, asm.FrameBytes)
	}
	code, err := k.place(asm.Text, frame, knobs.Place)
	if err != nil {
		return err
	}
	if o := &k.options; o.Globals != nil || o.Counters != nil || k.variables != nil {
		code.keep = []any{o.Globals, o.Counters, k.variables}
	}
	code.unread, code.always = unread, knobs.ParallelAlways
	for _, p := range forks {
		frame, ok := FrameFor(p.asm.FrameBytes)
		if !ok {
			return fmt.Errorf("hotloop: %s: %w: the stack frame takes %d bytes", k.name, ErrTooLarge, p.asm.FrameBytes)
		}
		if err := k.loadPart(code, p.asm.Text, frame, p.partLayout); err != nil {
			return err
		}
	}
	if k.closure, err = code.closure(k.typ); err != nil {
		return err
	}
	k.enter(code)
	observeByKnobs(knobs)
	if observers.any.Load() || knobs.CrashReport {
		lines := sourceLines(k.sites, asm, fileOf(k.where))
		announce(code, k, lines)
		if knobs.CrashReport {
			k.reporting(lines)
		}
	}
	if k.options.CacheDir != "" {
		k.lines = sourceLines(k.sites, asm, fileOf(k.where))
	}
	return nil
}

// loadPart copies the machine code of a part of code to executable memory.
func (k *Kernel) loadPart(code *Code, text []byte, frame Frame, l partLayout) error {
	c, err := load(codemem.Shared, k.name+".parallel", text, frame, 0)
	if err == nil {
		code.forks = append(code.forks, &shared{c, l})
	}
	return err
}

// place copies machine code to executable memory, at the given offset from a multiple of 64 bytes.
func (k *Kernel) place(text []byte, frame Frame, at int) (*Code, error) {
	code, err := load(codemem.Shared, k.name, text, frame, at)
	if err != nil {
		return nil, err
	}
	code.OnTrap = func(site, a, b uint64) { panic(panicValue(k.sites, k.sites.Sites[site], a, b)) }
	code.OnCancel = cancel
	code.parts, code.whole, code.sites = cmp.Or(k.whole, k.parts), k.parts == nil, k.sites.Sites
	code.workers = k.options.Workers
	return code, nil
}

func cancel(c *Control) { panic(cancelled{c}) }

// enter directs the kernel's calls to the code, through its closure.
func (k *Kernel) enter(code *Code) {
	k.fn, k.entry = k.closure.value(k.typ)
	k.code = code
	k.stats.Frame = code.frame.Bytes()
}

// fallBack makes the kernel run in the interpreter, because of err.
func (k *Kernel) fallBack(err error) {
	k.err, k.code = err, nil
	if !errors.Is(err, ErrInspected) {
		k.stats.ISA, k.stats.CodeBytes, k.stats.Frame, k.stats.Adapter = "", 0, 0, fallback.AdapterInterpreter
		k.noteFallback(err)
	}
	k.fn = k.Fallback()
}

// offsets sets the offsets of the function's parameters and results to those that the adapters use.
func (k *Kernel) offsets(f *ir.Func) {
	for i := range f.Params {
		if i < len(k.layout.Params) {
			f.Params[i].Off = int(k.layout.Params[i])
		} else { // a variable passed by address: outside the block
			f.Params[i].Off = int(k.layout.Size) + wordSize*(i-len(k.layout.Params))
		}
	}
	for i := range f.Results {
		f.Results[i].Off = int(k.layout.Results[i])
	}
}
