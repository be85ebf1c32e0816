package difftest

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	goruntime "runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hotloop/cpu"
	"hotloop/internal/lab/child"
	"hotloop/internal/verify"
	"hotloop/isel"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/tti"
	"hotloop/runtime"
)

// TestMain makes this program a worker of its own supervisor when requested.
func TestMain(m *testing.M) {
	switch os.Getenv("DIFFTEST_WORKER") {
	case "":
		os.Exit(m.Run())
	case "crash", "hang":
		w := NewMachine(configFor(os.Getenv("DIFFTEST_WORKER")))
		w.Work(nil, os.Stdin, os.Stdout, func(mm *Mismatch) Found { return Found{ID: mm.Case.ID, What: mm.String()} })
	}
}

var unknown = sync.OnceValue(Unknown)

func configFor(trouble string) Config {
	cfg := Config{Seed: 3, Sets: 6, Without: unknown()}
	for _, t := range runtime.Tiers() {
		cfg.ISAs = append(cfg.ISAs, t.String())
	}
	if trouble != "" {
		cfg.before = func(id int) {
			if id != 7 {
				return
			}
			if trouble == "hang" {
				for {
				}
			}
			println("a planted crash")
			os.Exit(3)
		}
	}
	return cfg
}

func machine(t *testing.T) *Machine {
	t.Helper()
	if err := runtime.Available(); err != nil {
		t.Skip(err)
	}
	return NewMachine(configFor(""))
}

func toolchain(t *testing.T) *Toolchain {
	t.Helper()
	tools, err := NewToolchain(goruntime.GOARCH, false, false)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(tools.Close)
	return tools
}

func upTo(n int) (ids []int) {
	for i := range n {
		ids = append(ids, i)
	}
	return ids
}

// TestKernels compares some kernels with the Go compiler.
func TestKernels(t *testing.T) {
	m, tools := machine(t), toolchain(t)
	count := 200 // .ci/run compares many more
	if testing.Short() {
		count = 80
	}
	at := 0
	err := m.Batch(tools, upTo(count), func(id int) { at = id }, func(mm *Mismatch) {
		f := m.Handle(mm, tools, "", true)
		t.Errorf("%s\nculprit: %s\n%s", f.What, f.Culprit, f.Text)
	})
	if err != nil {
		t.Fatalf("at kernel %d: %v", at, err)
	}
	if n := m.Report.Vectorized; 2*n < m.Report.Loops {
		t.Errorf("%d of %d loops vectorized", n, m.Report.Loops)
	}
	if m.Report.Panics == 0 || m.Report.Counts["calls with overlapping arguments"] == 0 {
		t.Error("no panics, or no overlaps")
	}
}

// TestFellBack checks that a kernel without machine code is a mismatch, unless it exceeds a limit.
func TestFellBack(t *testing.T) {
	m := NewMachine(configFor(""))
	bug := &runtime.InternalError{Kernel: "K", Stage: "loopopt", Value: errors.New("pass slp: nil pointer")}
	for err, culprit := range map[error]string{bug: "slp", errors.New("no rule"): ""} {
		if mm := m.fellBack(&Case{}, "avx2", err); mm == nil || mm.Culprit != culprit {
			t.Errorf("%v: %v", err, mm)
		}
	}
	for _, err := range []error{nil, runtime.ErrTooLarge, fmt.Errorf("K: %w", isel.ErrSpillLimit)} {
		if mm := m.fellBack(&Case{}, "avx2", err); mm != nil {
			t.Errorf("%v: %v", err, mm)
		}
	}
	if n := m.Report.Counts["kernels without native code on avx2"]; n != 2 {
		t.Errorf("%d kernels without native code are counted, want 2", n)
	}
}

// TestContradicts checks that only impossible panics are attributed to the Go compiler.
func TestContradicts(t *testing.T) {
	for text, want := range map[string]bool{
		"runtime error: index out of range [0] with length 8": true, "runtime error: index out of range [8] with length 8": false,
		"runtime error: index out of range [-1]": false, "runtime error: slice bounds out of range [:9] with length 8": false, "": false,
	} {
		if got := contradicts(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestPlanted plants a miscompile in every pass that changes several of the first kernels, and in every such
// transformation of the driver. Comparing machine code must find each, and attribution must name the pass.
func TestPlanted(t *testing.T) {
	m := machine(t)
	changed := map[string][]*Case{}
	for id := range 250 {
		c, err := m.Generate(id)
		if err != nil {
			continue
		}
		changed["isel"] = append(changed["isel"], c)
		note := func(pass string) {
			if l := changed[pass]; len(l) == 0 || l[len(l)-1] != c {
				changed[pass] = append(l, c)
			}
		}
		w := &runtime.Watch{Pass: func(pass string, f *ir.Func, did bool) {
			if did {
				note(pass)
			}
		}}
		k, err := runtime.Inspect(c.Type, c.Text, KernelName, c.options(m.ISAs[0], ""), w)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range k.Remarks() {
			if isPass(r, r.Pass, "") && (r.Pass == "vectorize" || r.Pass == "unroll") {
				note("driver: " + r.Pass)
			}
		}
	}
	// A planted fault may have no effect, and the number of kernels that a pass changes depends on the architecture.
	// For a pass that seldom changes anything there may be no kernel in which a fault is visible.
	const several = 8
	maps.DeleteFunc(changed, func(pass string, cases []*Case) bool {
		if len(cases) < several {
			t.Logf("%s changes %d kernels: too few to plant in", pass, len(cases))
		}
		return len(cases) < several
	})
	if len(changed) < 15 {
		t.Errorf("only %d passes changed several kernels", len(changed))
	}
	for pass, cases := range changed {
		t.Run(strings.ReplaceAll(pass, ": ", "/"), func(t *testing.T) {
			// A planted fault depends on the seed, and may have no effect: a value that is multiplied by 0, for
			// example.
			m := NewMachine(m.Config)
			for try := range 40 {
				c := cases[try%len(cases)]
				m.Knobs = fmt.Sprintf("plant=%s,seed=%d", strings.TrimPrefix(pass, "driver: "), try)
				mm := m.Kernel(c, nil)
				if mm == nil {
					continue
				}
				m.Attribute(mm)
				// The fault planted in the driver as a whole depends on the code it finds. With fewer transformations
				// it may have no effect; the first transformation with an effect is then named.
				if mm.Culprit != pass && !(pass == "driver" && strings.HasPrefix(mm.Culprit, "driver: ")) {
					t.Errorf("kernel %d: culprit is %s (%s: %s), want %s\n%s", c.ID, mm.Culprit, mm.Detail, mm.Diff, pass, c.Text)
				}
				return
			}
			t.Errorf("not found in %d kernels", len(cases))
		})
	}
}

// TestPlantedStarts plants another kind of fault: carried values that share a next value get one start. It must be
// found in kernels with such values, and attributed to the driver.
func TestPlantedStarts(t *testing.T) {
	m := machine(t)
	m.Knobs = "plant=starts"
	tried := 0
	for id := 0; tried < 40; id++ {
		c, err := m.Generate(id)
		if err != nil || !slices.Contains(c.Features, "shared next value") {
			continue
		}
		tried++
		mm := m.Kernel(c, nil)
		if mm == nil {
			continue
		}
		if m.Attribute(mm); mm.Culprit != "driver" && !strings.HasPrefix(mm.Culprit, "driver: ") {
			t.Errorf("kernel %d: culprit is %s (%s: %s)\n%s", c.ID, mm.Culprit, mm.Detail, mm.Diff, c.Text)
		}
		return
	}
	t.Errorf("not found in %d kernels", tried)
}

// TestReduce reduces a planted miscompile, saves it, and replays it with and without the fault.
func TestReduce(t *testing.T) {
	m := machine(t)
	m.Knobs = "plant=vectorize,seed=2"
	m.Without = maps.Clone(m.Without)
	if m.Without == nil {
		m.Without = map[string]bool{}
	}
	m.Without["matrix"] = true // its nests depend on each other, so that more than one loop remains
	// The fault is planted in one of the values. If removing lines moves it to another value, where it has no effect,
	// the lines stay. So one of a few kernels must become small, and the others smaller.
	left := 6
	for id := 0; id < 60 && left > 0; id++ {
		c, err := m.Generate(id)
		if err != nil {
			continue
		}
		mm := m.Kernel(c, nil)
		if mm == nil || strings.Count(c.Text, "\n") < 25 {
			continue
		}
		dir := t.TempDir()
		f := m.Handle(mm, nil, dir, true)
		if !strings.HasPrefix(f.Culprit, "driver: vectorize") {
			t.Errorf("culprit: %s", f.Culprit)
		}
		left--
		if n, of := strings.Count(f.Text, "\n"), strings.Count(c.Text, "\n"); n >= of {
			t.Errorf("%d lines are left of %d\n%s", n, of, f.Text)
		} else if n > 16 {
			t.Logf("kernel %d: %d lines are left of %d", id, n, of)
			continue
		}
		text, err := os.ReadFile(f.File)
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Dir(f.File) != dir {
			t.Errorf("saved as %s", f.File)
		}
		if out, err := Replay("f", string(text), ""); err != nil || !strings.Contains(out, "as wanted") {
			t.Errorf("without the fault: %s%v", out, err)
		}
		if _, err := Replay("f", string(text), m.Knobs); err == nil || !strings.Contains(err.Error(), "pass driver") {
			t.Errorf("with the fault: %v", err)
		}
		return
	}
	t.Error("no long kernel mismatched and became small")
}

// TestSupervisor loses one worker to a crash and one to an endless kernel. A worker that only waits gets more time.
func TestSupervisor(t *testing.T) {
	machine(t)
	for _, trouble := range []string{"crash", "hang"} {
		var lost []int
		s := &Supervisor{
			Workers: 2,
			Hang:    time.Hour,
			// Only a hanging kernel may be classified as such, however slow the machine is.
			hangs: func(id int) time.Duration {
				if trouble == "hang" && id == 7 {
					return time.Second
				}
				return time.Hour
			},
			Start: func() *exec.Cmd {
				exe, err := os.Executable()
				if err != nil {
					t.Fatal(err)
				}
				cmd := child.Command(exe)
				cmd.Env = append(os.Environ(), "DIFFTEST_WORKER="+trouble)
				return cmd
			},
			Crashed: func(id int, output string) Found {
				if trouble == "crash" && !strings.Contains(output, "a planted crash") {
					t.Errorf("output %q", output)
				}
				lost = append(lost, id)
				return Found{ID: id, What: output}
			},
			Found: func(Found) {},
		}
		rep, err := s.Run(0, 12)
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(lost) != "[7]" {
			t.Errorf("%s: lost %v, want [7]", trouble, lost)
		}
		if rep.Kernels != 11 {
			t.Errorf("%s: %d kernels in the report, want 11", trouble, rep.Kernels)
		}
	}
}

// TestDull checks that a run reports insufficient coverage.
func TestDull(t *testing.T) {
	r := NewReport()
	if err := r.CheckCoverage(nil, nil, 0); err != nil {
		t.Errorf("a short run may miss things: %v", err)
	}
	r.Kernels = enough
	isas := configFor("").ISAs
	err := r.CheckCoverage(map[string]bool{"string": true}, isas, 0)
	if err == nil || !strings.Contains(err.Error(), "gathered") || !strings.Contains(err.Error(), "switch") ||
		strings.Contains(err.Error(), ", string,") {
		t.Errorf("got %v", err)
	}
	// An effect is required only if some instruction set of the run supports it.
	neon, avx512 := isel.TargetFor(cpu.Baseline(cpu.NEON)), isel.TargetFor(cpu.Baseline(cpu.AVX512))
	if err := r.checkCoverage(nil, []tti.Info{neon}); err == nil || strings.Contains(err.Error(), "masked tail") ||
		!strings.Contains(err.Error(), "backwards") {
		t.Errorf("on NEON alone: %v", err)
	}
	if err := r.checkCoverage(nil, []tti.Info{neon, avx512}); err == nil || !strings.Contains(err.Error(), "masked tail") {
		t.Errorf("on both: %v", err)
	}
	for e := range needs {
		if !slices.Contains(effects, e) {
			t.Errorf("%q is no effect", e)
		}
	}
}

// TestArgs checks that equal seeds give equal sets, and that all bytes are accounted for.
func TestArgs(t *testing.T) {
	m := NewMachine(Config{Seed: 1, Without: unknown()})
	lengths, overlaps := map[int]bool{}, 0
	for id := range 40 {
		c, err := m.Generate(id)
		if err != nil {
			continue
		}
		for set := range 12 {
			s := verify.Shape{Steps: []int{32, 8}}
			f := c.Args(s, 1, set)
			if g := c.Args(s, 1, set); fmt.Sprint(f.Regions) != fmt.Sprint(g.Regions) {
				t.Fatalf("kernel %d, set %d: two sets", id, set)
			}
			seen := map[int]bool{}
			for i, a := range f.Args {
				if !a.InRegion() {
					continue
				}
				lengths[a.Len] = true
				if seen[a.Region] {
					overlaps++
				}
				seen[a.Region] = true
				if end := a.Offset + a.Len*int(a.Elem().Size()); end > len(f.Regions[a.Region].Data) ||
					a.Offset%a.Elem().Align() != 0 {
					t.Fatalf("kernel %d, set %d: argument %d from %d to %d of %d bytes", id, set, i, a.Offset, end,
						len(f.Regions[a.Region].Data))
				}
			}
		}
	}
	for _, n := range []int{0, 1, 31, 32, 33, 63, 64, 65} {
		if !lengths[n] {
			t.Errorf("no argument of %d elements", n)
		}
	}
	if overlaps == 0 {
		t.Error("no overlapping arguments")
	}
}

// TestSemantics checks the semantics of the Go compiler for this architecture.
func TestSemantics(t *testing.T) {
	if s, ok := semantics[goruntime.GOARCH]; ok && s != ir.DefaultSemantics() {
		t.Errorf("%+v, but the Go compiler does %+v", s, ir.DefaultSemantics())
	}
}
