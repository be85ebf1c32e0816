package suites

import (
	"bytes"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"hotloop/bench"
	"hotloop/internal/e2e"
	"hotloop/loopopt/ir"
	"hotloop/runtime"
)

// budgetFile says, of some kernels, how much there is to compile: work that the time of a compilation follows, and that
// counts the same on all machines.
const budgetFile = "testdata/budget.txt"

// budgetKernels are of all suites: one loop, reductions, conditions, searches, nests, bits, tables, many blocks.
var budgetKernels = []string{"core/saxpy", "core/dot", "core/popcount", "core/stencil5", "core/lookup",
	"search/find_u8_none", "math/softmax", "nests/gemm", "image/blend", "dsp/fir", "columns/filter", "ml/layer_norm",
	"tsvc/s000", "tsvc/s275", "tsvc/s3112"}

// budget is what one compilation takes.
type budget struct{ values, blocks, passes, allocs, memory int }

// allocSlack is how many percent more allocations than noted are none of ours: maps and the packages that parse and
// check types differ between releases of Go, and what one compilation leaves the next one varies a little.
const allocSlack = 4

// TestBudget compares the values and blocks that a compilation makes, the passes that run, the allocations and the
// memory that is worked in with what is noted, and fails if one has become more. What has become less, -update notes.
func TestBudget(t *testing.T) {
	t.Setenv("HOTLOOP", "") // verification allocates
	text, err := os.ReadFile(budgetFile)
	if err != nil && !*e2e.Update {
		t.Fatal(err)
	}
	want := map[string]budget{}
	for line := range strings.Lines(string(text)) {
		var name string
		var b budget
		if n, _ := fmt.Sscan(line, &name, &b.values, &b.blocks, &b.passes, &b.allocs, &b.memory); n == 6 {
			want[name] = b
		}
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "# kernel values blocks passes allocations memory\n")
	for _, name := range budgetKernels {
		k := budgetKernel(name)
		if k == nil {
			t.Errorf("%s: no such kernel", name)
			continue
		}
		have := budgetOf(t, k)
		most, ok := want[name]
		if have.allocs == 0 {
			have.allocs, have.memory = most.allocs, most.memory // not to be counted here
		}
		fmt.Fprintln(&out, name, have.values, have.blocks, have.passes, have.allocs, have.memory)
		if *e2e.Update {
			continue
		}
		if !ok {
			t.Errorf("%s: not in %s; run the test with -update", name, budgetFile)
			continue
		}
		for _, c := range []struct {
			what       string
			have, most int
		}{{"values", have.values, most.values}, {"blocks", have.blocks, most.blocks}, {"passes", have.passes, most.passes},
			{"allocations", have.allocs, most.allocs + (most.allocs*allocSlack+99)/100},
			{"bytes of memory", have.memory, most.memory}} {
			if c.have > c.most {
				t.Errorf("%s: %d %s, at most %d are budgeted; what takes more? If it is worth it, run the test with -update",
					name, c.have, c.what, c.most)
			}
		}
	}
	if *e2e.Update {
		if err := os.WriteFile(budgetFile, out.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// budgetKernel finds a kernel by suite and name, nil if there is none.
func budgetKernel(name string) *bench.Kernel {
	suite, of, _ := strings.Cut(name, "/")
	list := bench.Suite(suite)
	if suite == "tsvc" {
		list = bench.TSVC()
	}
	for _, k := range list {
		if k.Name == of {
			return k
		}
	}
	return nil
}

// budgetOf counts what it takes to compile k, uncached, for AVX2 and one processor, whichever this one is. There are no
// allocations where that code cannot be loaded: what Inspect shows lies in memory of its own.
func budgetOf(t *testing.T, k *bench.Kernel) budget {
	var b budget
	opt := runtime.Options{FP: ir.FPGo, FPWritten: true, Fresh: true, ISA: "avx2", Tune: "znver4"}
	w := &runtime.Watch{Pass: func(_ string, f *ir.Func, _ bool) {
		b.values, b.blocks, b.passes = f.NumValues(), f.NumBlocks(), b.passes+1
	}}
	if _, err := runtime.Inspect(k.Type, k.Text, k.Func, opt, w); err != nil {
		t.Fatalf("%s: %v", k.Name, err)
	}
	if w.Code == nil {
		t.Fatalf("%s: no code", k.Name)
	}
	if !plainBuild() {
		return b
	}
	compile := func() bool {
		c, err := runtime.Compile(k.Type, k.Text, k.Func, opt)
		return err == nil && c.Native()
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // it empties pools
	for range 3 {
		if !compile() { // which has the tables of compilations grow as large as these need
			return b
		}
	}
	b.allocs = int(testing.AllocsPerRun(10, func() { compile() }))
	if c, err := runtime.Compile(k.Type, k.Text, k.Func, opt); err == nil {
		b.memory = c.Stats().Memory
	}
	return b
}

// plainBuild reports whether this program allocates as others do: detectors and flags of the compiler make a
// difference.
func plainBuild() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && !slices.ContainsFunc(info.Settings, func(s debug.BuildSetting) bool {
		switch s.Key {
		case "-race", "-asan", "-msan", "-cover":
			return s.Value == "true"
		case "-gcflags":
			return s.Value != ""
		}
		return false
	})
}
