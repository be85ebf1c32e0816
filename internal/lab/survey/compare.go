package survey

import (
	"errors"
	"os"
	"reflect"
	goruntime "runtime"
	"slices"

	"hotloop/cpu"
	"hotloop/frontend"
	"hotloop/internal/lab/difftest"
	"hotloop/internal/lab/gen"
	"hotloop/loopopt/ir"
)

// comparison collects accepted functions and compares them with the Go compiler's code. Functions of a module are
// compared in a copy of it. Those of the standard library, which a program cannot copy, are compared alone, in
// batches.
type comparison struct {
	cfg     Config
	r       *Report
	tools   *difftest.Toolchain
	machine *difftest.Machine
	cases   []*difftest.Case
	of      map[*difftest.Case]*Function

	calls, panics int // of the machine, as already counted in the report

	programs []*program
}

// standardModule is the module of the standard library.
const standardModule = "std"

const batchSize = 100

func newComparison(cfg Config, r *Report) (*comparison, error) {
	c := &comparison{cfg: cfg, r: r, of: map[*difftest.Case]*Function{}}
	if cfg.Sets == 0 {
		return c, nil
	}
	var isas []string
	for _, t := range cpu.Host().Tiers() {
		if t != cpu.Scalar {
			isas = append(isas, t.String())
		}
	}
	var err error
	c.tools, err = difftest.NewToolchain(goruntime.GOARCH, false, false)
	c.machine = difftest.NewMachine(difftest.Config{Seed: cfg.Seed, ISAs: isas, Sets: cfg.Sets})
	return c, err
}

func (c *comparison) close() { c.tools.Close() }

// add queues an accepted function for comparison, or records why it is not compared.
func (c *comparison) add(f *Function, is built) error {
	if c.tools == nil {
		return nil
	}
	if m := f.pkg.module; m.path != "" && m.path != standardModule {
		p := c.program(f.pkg)
		p.functions, p.is = append(p.functions, f), append(p.is, is)
		return nil
	}
	k, err := c.prepare(f)
	if err != nil {
		c.not(f, err.Error())
		return nil
	}
	c.cases = append(c.cases, k)
	c.of[k] = f
	if len(c.cases) < batchSize {
		return nil
	}
	return c.flush()
}

func (c *comparison) not(f *Function, why string) {
	c.cfg.Logf("not compared: %s: %s", f, why)
	c.r.Not[whyNot(why)]++
}

// program returns the program of a package's module in its configuration.
func (c *comparison) program(of *pkg) *program {
	for _, p := range c.programs {
		if p.module == of.module && slices.Equal(p.tags, of.tags) {
			return p
		}
	}
	p := &program{cfg: c.cfg, module: of.module, tags: of.tags}
	c.programs = append(c.programs, p)
	return p
}

// inPlace compares the functions of a program.
func (c *comparison) inPlace(p *program) (err error) {
	if p.dir, err = os.MkdirTemp("", "hotloop-survey-"); err != nil {
		return err
	}
	defer os.RemoveAll(p.dir)
	exe, err := p.build(c.not)
	if err != nil || exe == "" {
		return err
	}
	return p.watch(exe, c.became)
}

// became records the result for a function compared in place.
func (c *comparison) became(f *Function, is built, r result) {
	c.r.Calls += r.calls
	c.r.Panics += r.panics
	switch {
	case r.refused != "":
		c.not(f, "in a program: "+r.refused)
	case r.differs != "" && is.unsafe:
		c.cfg.Logf("%s: %s", f, r.differs)
		c.not(f, "it reads by package unsafe what arguments that are made up do not have, or differs")
	case r.differs != "":
		c.cfg.Logf("%s: %s", f, r.differs)
		c.r.Differ = append(c.r.Differ, Trouble{f, r.differs, ""})
	case r.calls == 0:
		c.not(f, "Go's code does not end with what arguments are made up")
	default:
		c.r.Compared++
		if r.returned > 0 {
			c.r.Returned++
		}
		c.cfg.Logf("compared: %s: %d calls, %d returned, %d did not end", f, r.calls, r.returned, r.unfit)
	}
}

// prepare turns a function into a case of its own.
func (c *comparison) prepare(f *Function) (*difftest.Case, error) {
	text, inst, err := f.Alone()
	if err != nil {
		return nil, err
	}
	k := gen.Kernel{Seed: c.cfg.Seed, Text: text, Inst: inst, Mode: gen.Exact, Panicky: true}
	made, err := difftest.NewCase(len(c.of), k)
	if err != nil {
		return nil, err
	}
	made.Real = true
	for i := range made.Type.NumIn() {
		if k := made.Type.In(i).Kind(); k == reflect.Struct || k == reflect.Array {
			return nil, errors.New("a struct or an array passed by value")
		}
	}
	res, err := frontend.Build(frontend.Text("k.go", text), difftest.KernelName, frontend.Options{Type: made.Type})
	if err != nil {
		c.r.Internal = append(c.r.Internal, Trouble{f, "accepted in its package and refused alone: " + err.Error(),
			text})
		return nil, err
	}
	made.NoGC = callsMath(res.Func)
	return made, nil
}

// callsMath reports whether a function has operations whose last bits differ between the Go compiler and hotloop.
func callsMath(f *ir.Func) bool {
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Op.Is(ir.FlagMath) {
				return true
			}
		}
	}
	return false
}

// finish compares the remaining functions.
func (c *comparison) finish() error {
	if err := c.flush(); err != nil {
		return err
	}
	for i, p := range c.programs {
		c.cfg.Progress(i, len(c.programs), "comparing modules")
		if err := c.inPlace(p); err != nil {
			return err
		}
	}
	return nil
}

// flush compares the collected functions.
func (c *comparison) flush() error {
	if len(c.cases) == 0 {
		return nil
	}
	b, err := c.tools.Build(c.cases)
	if err != nil {
		return err
	}
	defer b.Close()
	for _, k := range c.cases {
		f := c.of[k]
		c.cfg.Logf("compare %s", f)
		if mm := c.machine.Kernel(k, b); mm == nil {
			c.r.Compared++
		} else {
			c.cfg.Logf("%s: %s", f, mm)
			c.r.Differ = append(c.r.Differ, Trouble{f, mm.String(), mm.Text()})
		}
	}
	c.r.Calls += c.machine.Report.Calls - c.calls
	c.r.Panics += c.machine.Report.Panics - c.panics
	c.calls, c.panics = c.machine.Report.Calls, c.machine.Report.Panics
	c.cases = c.cases[:0]
	return nil
}
