package survey

import (
	"errors"
	"reflect"
	goruntime "runtime"

	"hotloop/bench/difftest"
	"hotloop/cpu"
	"hotloop/frontend"
	"hotloop/frontend/gen"
	"hotloop/loopopt/ir"
)

// comparison collects accepted functions, and compares them with gc batch by batch.
type comparison struct {
	cfg     Config
	r       *Report
	tools   *difftest.Toolchain
	machine *difftest.Machine
	cases   []*difftest.Case
	of      map[*difftest.Case]*Function
}

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
	c.tools, err = difftest.NewToolchain(goruntime.GOARCH)
	c.machine = difftest.NewMachine(difftest.Config{Seed: cfg.Seed, ISAs: isas, Sets: cfg.Sets})
	return c, err
}

func (c *comparison) close() { c.tools.Close() }

// add has an accepted function compared, or notes why it is not.
func (c *comparison) add(f *Function) error {
	if c.tools == nil {
		return nil
	}
	k, err := c.prepare(f)
	if err != nil {
		c.cfg.Tell("not compared: %s: %v", f, err)
		c.r.Not[err.Error()]++
		return nil
	}
	c.cases = append(c.cases, k)
	c.of[k] = f
	if len(c.cases) < batchSize {
		return nil
	}
	return c.flush()
}

// prepare makes a function a case of its own.
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

// callsMath says whether a function has operations whose last bits gc and hotloop do not share.
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

// flush compares what has been collected.
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
		c.cfg.Tell("compare %s", f)
		if mm := c.machine.Kernel(k, b); mm == nil {
			c.r.Compared++
		} else {
			c.cfg.Tell("%s: %s", f, mm)
			c.r.Differ = append(c.r.Differ, Trouble{f, mm.String(), mm.Text()})
		}
	}
	c.r.Calls, c.r.Panics = c.machine.Report.Calls, c.machine.Report.Panics
	c.cases = c.cases[:0]
	return nil
}
