package bench

import (
	"time"

	"hotloop/internal/lab/child"
	"hotloop/internal/lab/cputime"
	"hotloop/internal/lab/frame"
	"hotloop/internal/lab/upper"
)

// A Runner is one participant of a comparison: a kernel built by one compiler, ready to run on a frame.
type Runner interface {
	Name() string
	// Load sets the input of subsequent runs.
	Load(*frame.Frame) error
	// Run times reps calls on fresh input, after warm calls to warm up caches and clocks.
	Run(warm, reps int) (time.Duration, error)
	// RunEmpty does the same with an empty function. It returns 0 if there is none.
	RunEmpty(warm, reps int) (time.Duration, error)
	// Outcome calls the kernel once.
	Outcome(*frame.Frame) (*frame.Outcome, error)
	// Release frees the resources of Load.
	Release()
}

// Local runs a function of this process.
type Local struct {
	name      string
	plan      string // of the code, for reports
	kernel    *Kernel
	fn, empty any
	placed    *frame.Placed
	run, idle func(reps int) time.Duration
}

// NewLocal returns a runner for fn; empty, a function of the same type, may be nil.
func NewLocal(name string, k *Kernel, fn, empty any) *Local {
	return &Local{name: name, kernel: k, fn: fn, empty: empty}
}

// Name implements Runner.
func (l *Local) Name() string { return l.name }

// Load implements Runner.
func (l *Local) Load(f *frame.Frame) error {
	l.Release()
	p, err := f.PlaceTimed()
	if err != nil {
		return err
	}
	l.placed = p
	args := make([]any, len(p.Args))
	for i, a := range p.Args {
		args[i] = a.Interface()
	}
	l.run = l.bind(l.fn, args)
	if l.empty != nil {
		l.idle = l.bind(l.empty, args)
	}
	return nil
}

// bind returns a function that times repeated calls of fn, alternating between the sets of arguments. If the frame
// requires memory to be restored before each call, that is done for several sets at once while the clock is stopped.
// Next to a call it would overlap with it, and their times could not be separated.
func (l *Local) bind(fn any, args []any) func(reps int) time.Duration {
	sets, together := max(1, l.placed.Frame.Sets), l.placed.Frame.Together()
	var runs []func(reps int)
	for n := len(args) / sets; len(runs) < sets; {
		runs = append(runs, l.kernel.Bind(fn, args[len(runs)*n:(len(runs)+1)*n]))
	}
	next := 0 // a batch continues where the last one ended
	round := func(reps int) {
		for ; reps > 0; reps-- {
			runs[next](1)
			if next++; next == sets {
				next = 0
			}
		}
	}
	if sets == 1 {
		round = runs[0]
	}
	if together == 0 {
		return clocked(round)
	}
	return func(reps int) (d time.Duration) {
		clock := clockTime()
		for reps > 0 {
			n := min(reps, together, sets-next)
			l.placed.Restore(next, n)
			t := cputime.Thread()
			round(n)
			d += max(0, cputime.Thread()-t-clock)
			reps -= n
		}
		return d
	}
}

// clocked returns run with its time measured.
func clocked(run func(reps int)) func(reps int) time.Duration {
	return func(reps int) time.Duration {
		t := cputime.Thread()
		run(reps)
		return cputime.Thread() - t
	}
}

// clockTime returns the cost of reading the clock.
func clockTime() time.Duration {
	least := time.Second
	for range 16 {
		t := cputime.Thread()
		least = min(least, cputime.Thread()-t)
	}
	return least
}

// Run implements Runner.
func (l *Local) Run(warm, reps int) (time.Duration, error) {
	l.placed.ResetKept() // clocked calls fill the others
	return timed(l.run, warm, reps)
}

// RunEmpty implements Runner.
func (l *Local) RunEmpty(warm, reps int) (time.Duration, error) {
	if l.idle == nil {
		return 0, nil
	}
	return timed(l.idle, warm, reps)
}

func timed(run func(int) time.Duration, warm, reps int) (d time.Duration, err error) {
	upper.Clear() // the state left by the runner before
	defer frame.Calls.Add(1)
	defer func() {
		if r := recover(); r != nil {
			err = frame.Panicked(frame.PanicText(r))
		}
	}()
	run(warm)
	return run(reps), nil
}

// Outcome implements Runner.
func (l *Local) Outcome(f *frame.Frame) (*frame.Outcome, error) {
	return FuncReference{l.fn}.Outcome(f)
}

// Release implements Runner.
func (l *Local) Release() {
	if l.placed != nil {
		l.placed.Free()
		l.placed = nil
	}
}

// Remote runs a function in a child process.
type Remote struct {
	name      string
	proc      *child.Process
	fn, empty int
}

// NewRemote returns a runner for function fn of a child; empty is an empty function of the same type.
func NewRemote(name string, p *child.Process, fn, empty int) *Remote {
	return &Remote{name, p, fn, empty}
}

// Name implements Runner.
func (r *Remote) Name() string { return r.name }

// Load implements Runner.
func (r *Remote) Load(f *frame.Frame) error { return r.proc.Load(f) }

// Run implements Runner.
func (r *Remote) Run(warm, reps int) (time.Duration, error) { return r.proc.Run(r.fn, warm, reps) }

// RunEmpty implements Runner.
func (r *Remote) RunEmpty(warm, reps int) (time.Duration, error) {
	return r.proc.Run(r.empty, warm, reps)
}

// Outcome implements Runner.
func (r *Remote) Outcome(f *frame.Frame) (*frame.Outcome, error) {
	if err := r.proc.Load(f); err != nil {
		return nil, err
	}
	return r.proc.Call(r.fn)
}

// Release implements Runner.
func (r *Remote) Release() {}
