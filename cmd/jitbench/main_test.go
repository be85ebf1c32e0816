package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hotloop/bench"
)

// jit runs the command with an engine that returns the Go compiler's own functions.
func jit(t *testing.T, engine bench.Engine, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(args, &out, &errs, engine)
	return code, out.String(), errs.String()
}

func null() bench.Engine { return bench.NewNull(bench.Core()) }

// TestJSON checks the names that plots and history rely on.
func TestJSON(t *testing.T) {
	code, out, errs := jit(t, null(), "-quick", "-run", "^(dot|relu)$", "-n", "64,1000", "-peers", "go", "-mode",
		"exact,fast", "-json")
	if code != 0 || errs != "" {
		t.Fatalf("exit %d: %s", code, errs)
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != 9 || !strings.HasPrefix(lines[0], `{"setting":{"date":"`) {
		t.Fatalf("%d lines, want the setting, and 2 kernels × 2 lengths × 2 modes:\n%s", len(lines), out)
	}
	for _, l := range lines[1:] {
		var m map[string]any
		if err := json.Unmarshal([]byte(l), &m); err != nil {
			t.Fatal(err)
		}
		for _, key := range []string{"kernel", "suite", "isa", "mode", "n", "vectorized", "pays", "plan", "compile_us",
			"code_bytes", "ns", "ratio", "net_ratio", "quartiles", "work"} {
			if _, ok := m[key]; !ok {
				t.Errorf("no %q in %s", key, l)
			}
		}
		for key, name := range map[string]string{"ns": "null", "ratio": "go"} {
			if _, ok := m[key].(map[string]any)[name]; !ok {
				t.Errorf("no %q of %q in %s", key, name, l)
			}
		}
	}
}

// TestTune checks the errors for unknown names and for engines without costs.
func TestTune(t *testing.T) {
	if code, _, errs := jit(t, bench.Linked(), "-tune", "z80"); code != 2 || !strings.Contains(errs, `no processor "z80"`) {
		t.Errorf("exit %d: %s", code, errs)
	}
	if code, _, errs := jit(t, null(), "-tune", "znver3"); code != 2 || !strings.Contains(errs, "-tune is not supported for null") {
		t.Errorf("exit %d: %s", code, errs)
	}
	if code, out, errs := jit(t, bench.Linked(), "-tune", "generic", "-quick", "-run", "^dot$", "-n", "64", "-peers", "go"); code != 0 ||
		!strings.Contains(out, "dot") {
		t.Errorf("exit %d: %s", code, errs)
	}
}

// TestTable checks that there is a line per kernel, and the means at the end.
func TestTable(t *testing.T) {
	code, out, errs := jit(t, null(), "-quick", "-run", "sum", "-n", "512", "-peers", "go")
	if code != 0 {
		t.Fatalf("exit %d: %s", code, errs)
	}
	for _, want := range []string{`(?m)^ +kernel +ns +elem/ns +GB/s +GFLOP/s +go +net +scalar +% limit +vector +pays +compile µs +plan$`, `(?m)^ +sum_f64 +[\d.]+ `,
		`(?m)^ +sum_i32 .* - `, `(?m)^geometric means, null, mode fast, n = 512: go [\d.]+ \(net [\d.-]+, worst [\d.]+ sum_\w+\)$`} {
		if !regexp.MustCompile(want).MatchString(out) {
			t.Errorf("no match of %s in\n%s", want, out)
		}
	}
}

// TestBenchFormat checks that lines have the format of benchstat.
func TestBenchFormat(t *testing.T) {
	code, out, _ := jit(t, null(), "-quick", "-run", "^dot$", "-n", "512", "-peers", "go", "-bench")
	line := regexp.MustCompile(`(?m)^Benchmarkdot/isa=null/mode=fast/n=512/by=(null|go) 1 [\d.e+]+ ns/op [\d.e+]+ MB/s$`)
	if got := len(line.FindAllString(out, -1)); code != 0 || got < 2*bench.QuickPlan.Repeats {
		t.Errorf("exit %d, %d lines:\n%s", code, got, out)
	}
}

// wrong is an engine whose kernels do nothing.
type wrong struct{ bench.Engine }

func (w wrong) Compile(r bench.Request) (*bench.Compiled, error) {
	return &bench.Compiled{Func: func(dst, src []float32) {}}, nil
}

// TestMismatch checks for exit status 1 and the place of the first difference.
func TestMismatch(t *testing.T) {
	code, out, errs := jit(t, wrong{null()}, "-quick", "-run", "^relu$", "-peers", "go")
	if code != 1 || !strings.Contains(out, "FAIL relu (null, fast): differs from the Go compiler: n=1, whole data") || !strings.Contains(errs, "1 kernels failed") {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
}

// TestUsage checks for exit status 2 and a helpful message.
func TestUsage(t *testing.T) {
	src := filepath.Join(t.TempDir(), "k.go")
	if err := os.WriteFile(src, []byte("package p\n\nfunc F(m map[int]int) {}\n\nfunc G[T int | float32](x []T) {}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	cases := []struct {
		args []string
		want string
	}{
		{[]string{"-mode", "sloppy"}, `-mode: "sloppy" is not available; use some of exact,go,fast`},
		{[]string{"-isa", "neon"}, `-isa: "neon" is not available; use some of null`},
		{[]string{"-n", "many"}, `-n: "many" is not a length`},
		{[]string{"-suite", "toys"}, `unknown suite "toys"`},
		{[]string{"-run", "xyzzy"}, `no kernel of suite core matches "xyzzy"`},
		{[]string{"-src", src, "-run", "xyzzy"}, src + " has no function to measure"},
		{[]string{"-src", filepath.Dir(src), "-func", "H"}, filepath.Dir(src) + " has no function to measure"},
		{[]string{"-src", src, "-run", "("}, "-run: error parsing regexp"},
		{[]string{"-func", "F"}, "-func needs -src"},
		{[]string{"-src", src, "-func", "F"}, "arguments of type map[int]int cannot be made up"},
		{[]string{"-src", src, "-func", "G"}, "G has type parameters T; choose the types with -inst T=TYPE"},
		{[]string{"-src", src, "-func", "G", "-inst", "T=int8"}, "-inst T=int8: int8 does not satisfy int | float32"},
		{[]string{"-src", src, "-func", "F", "-inst", "int8"}, "F has no type parameters"},
		{[]string{"-inst", "int8"}, "-inst needs -src and -func"},
		{[]string{"-cpu", "znver4"}, "-cpu selects models for -mca"},
		{[]string{"-mca", "-cpu", "z80"}, `no processor "z80" is described here; there are apple-m1, haswell, `},
		{[]string{"-mca", "-cpu", "znver3", "-isa", "avx512"}, "none of the processors znver3 supports any of the instruction sets avx512"},
		{[]string{"-mca", "-isa", "mmx"}, `unknown instruction set "mmx"`},
		{[]string{"-gc", "-run", "^cop$"}, `no loop matches "^cop$"; use a regular expression for some of saxpy, dot, `},
		{[]string{"saxpy"}, `unexpected argument "saxpy"`},
	}
	for _, c := range cases {
		if code, _, errs := jit(t, null(), c.args...); code != 2 || !strings.Contains(errs, c.want) {
			t.Errorf("%v: exit %d, %q, want %q", c.args, code, errs, c.want)
		}
	}
	if code, _, errs := jit(t, nil); code != 2 || !strings.Contains(errs, "no compiler is linked") {
		t.Errorf("without an engine: exit %d, %q", code, errs)
	}
}

// TestHelp checks that the help has every flag once, below a group, and where it goes; and the version.
func TestHelp(t *testing.T) {
	var names []string
	for _, g := range help.Groups {
		names = append(names, g.Flags...)
	}
	var o options
	fs := o.flags()
	fs.VisitAll(func(f *flag.Flag) {
		i := slices.Index(names, f.Name)
		if i < 0 {
			t.Errorf("-%s is in no group", f.Name)
			return
		}
		names = slices.Delete(names, i, i+1)
	})
	if len(names) > 0 {
		t.Errorf("groups have %v, which are no flags or twice", names)
	}
	for _, arg := range []string{"-h", "help", "--help"} {
		code, out, errs := jit(t, nil, arg)
		for _, want := range []string{"usage: jitbench [-suite NAME]", "\nResults:\n", "\n  -html file\n", "Exit status: 0; 1 if"} {
			if code != 0 || errs != "" || !strings.Contains(out, want) {
				t.Errorf("%s: exit %d: %s\nno %q in\n%s", arg, code, errs, want, out)
			}
		}
	}
	for _, arg := range []string{"-version", "version"} {
		if code, out, errs := jit(t, nil, arg); code != 0 || errs != "" || !strings.HasPrefix(out, "jitbench version ") {
			t.Errorf("%s: exit %d: %s%s", arg, code, out, errs)
		}
	}
	if code, out, errs := jit(t, nil, "-fast"); code != 2 || out != "" || !strings.Contains(errs, "usage: jitbench") {
		t.Errorf("exit %d: %s%s", code, out, errs)
	}
}
