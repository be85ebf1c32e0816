package machine

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	goruntime "runtime"
	"time"

	"hotloop/asm"
	"hotloop/asm/amd64"
	"hotloop/cpu"
	"hotloop/isel"
	"hotloop/runtime"
)

// A program is a loop to be timed: setup runs once, body in every iteration.
type program struct {
	setup, body []amd64.Inst
}

// The registers of every program: the argument block, the remaining iterations, and the start of the buffer.
const (
	block   = amd64.RDI
	counter = amd64.RCX
	buffer  = amd64.RBX
)

// kernel is the type of programs.
type kernel = func(n int, p []uint64)

// bufferBytes is large enough for every address that a program makes.
const bufferBytes = 1 << 14

// bench runs programs.
type bench struct {
	effort effort
	host   cpu.Features
	target *isel.Target
	avx512 bool
	layout runtime.Layout
	frame  runtime.Frame
	buf    []uint64
	cycle  float64                          // ns
	tell   func(done, total int, at string) // what is measured next
}

// errIllegal is the error for a program with an instruction that the processor or the assembler does not support.
var errIllegal = errors.New("illegal instruction")

// load assembles a program whose calls run n iterations.
func (b *bench) load(name string, p program) (kernel, error) {
	e := amd64.NewEncoder()
	loop := e.NewLabel()
	e.Reserve(skipLabel)
	at := func(off uintptr) amd64.Mem { return amd64.Ptr(block, int32(off)) }
	e.Emit(
		amd64.NewMem(amd64.MOV, 8, 1, at(b.layout.Params[0]), counter, amd64.NoReg),
		amd64.NewMem(amd64.MOV, 8, 1, at(b.layout.Params[1]), buffer, amd64.NoReg),
	)
	e.Emit(p.setup...)
	e.Emit(amd64.Align(64, asm.NoLabel), amd64.Bind(loop))
	e.Emit(p.body...)
	e.Emit(amd64.New(amd64.SUBI, 8, counter).WithImm(1), amd64.Jcc(amd64.CCNE, loop),
		amd64.New(amd64.XOR, 4, amd64.RAX, amd64.RAX), amd64.New(amd64.VZEROUPPER, 0), amd64.New(amd64.RET, 0))
	code, err := e.Finish()
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %w", name, errIllegal, err)
	}
	c, err := runtime.Load(name, code.Bytes, b.frame)
	if err != nil {
		return nil, err
	}
	return runtime.Func[kernel](c)
}

// effort bounds the time for one figure, and has the clock.
type effort struct {
	passes, runs int
	now          func() time.Time
}

// usual makes a run take some 20 µs, so that most runs are not interrupted.
var usual = effort{2000, 12, time.Now}

// time returns the nanoseconds of one iteration.
func (b *bench) time(name string, p program) (float64, error) {
	f, err := b.load(name, p)
	if err != nil {
		return 0, err
	}
	passes := b.effort.passes
	f(passes/4, b.buf)                      // powers up the wide units, and faults in the accessed pages
	long, short := math.Inf(1), math.Inf(1) // both include the call and the setup
	for range b.effort.runs {
		began := b.effort.now()
		f(passes, b.buf)
		mid := b.effort.now()
		f(passes/4, b.buf)
		long, short = min(long, float64(mid.Sub(began))), min(short, float64(b.effort.now().Sub(mid)))
	}
	return max(long-short, 0) / float64(passes-passes/4), nil
}

// cycles returns the cycles of one iteration, in units of n.
func (b *bench) cycles(name string, p program, n int) (float64, error) {
	ns, err := b.time(name, p)
	return ns / b.cycle / float64(n), err
}

// clock measures the length of a cycle by a chain of additions.
func (b *bench) clock() error {
	p := program{}
	for range 64 {
		p.body = append(p.body, amd64.New(amd64.ADD, 8, amd64.RAX, amd64.RDX))
	}
	b.cycle = 1
	best := math.Inf(1)
	for range 20 {
		ns, err := b.time("clock", p)
		if err != nil {
			return err
		}
		best = min(best, ns/64)
	}
	if best <= 0 {
		return errors.New("the clock stands still")
	}
	b.cycle = best
	return nil
}

// Clock returns the core's current frequency in GHz.
func Clock() (ghz float64, err error) {
	goruntime.LockOSThread()
	defer goruntime.UnlockOSThread()
	b, err := newBench(usual)
	if err != nil {
		return 0, err
	}
	return 1 / b.cycle, nil
}

// newBench prepares for running programs, on a locked thread.
func newBench(e effort) (*bench, error) {
	if err := runtime.Available(); err != nil {
		return nil, err
	}
	host := cpu.Host()
	if host.Tier < cpu.AVX2 {
		return nil, errors.New("the micro-benchmarks need AVX2")
	}
	b := &bench{effort: e, host: host, target: isel.TargetFor(host), avx512: host.Tier >= cpu.AVX512,
		buf: make([]uint64, bufferBytes/8)}
	for i := range uint64(8) {
		b.buf[indices4/8+i] = 2*i | (2*i+1)<<32
		b.buf[indices8/8+i] = i
	}
	var err error
	if b.layout, err = runtime.LayoutOfFunc(reflect.TypeFor[kernel]()); err != nil {
		return nil, err
	}
	b.frame, _ = runtime.FrameFor(0)
	return b, b.clock()
}

// Measure measures this machine. It takes one or two seconds; other work on the core falsifies the times.
func Measure(tell func(done, total int, at string)) (*Report, error) { return measure(usual, tell) }

func measure(e effort, tell func(done, total int, at string)) (*Report, error) {
	goruntime.LockOSThread()
	defer goruntime.UnlockOSThread()
	b, err := newBench(e)
	if err != nil {
		return nil, err
	}
	b.tell = tell
	r := &Report{Processor: b.host.March, GHz: 1 / b.cycle}
	for _, part := range []func() ([]Row, error){b.behaviour, b.instructions} {
		rows, err := part()
		if err != nil {
			return nil, err
		}
		r.Rows = append(r.Rows, rows...)
	}
	return r, nil
}
