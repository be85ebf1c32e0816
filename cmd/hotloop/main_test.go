package main

import (
	"strings"
	"testing"

	"hotloop/runtime"
)

const good, bad, shapes = "testdata/good.go", "testdata/bad.go", "testdata/shapes.go"

// TestCommands runs the commands and looks for what must be in their output.
func TestCommands(t *testing.T) {
	cases := []struct {
		args           string // separated by |
		code           int
		stdout, stderr []string // parts, in order
	}{
		{"", 2, nil, []string{"usage:", "hotloop check", "hotloop run"}},
		{"help", 2, nil, []string{"usage:"}},
		{"fly", 2, nil, []string{`unknown command "fly"`, "usage:"}},

		{"check|" + good, 0, nil, nil},
		{"check|" + bad, 1, []string{"bad.go:11:3: found", "write"}, nil},
		{"check", 2, nil, []string{"no FILE"}},
		{"check|nowhere.go", 2, nil, []string{"nowhere.go"}},
		{"check|" + good + "|" + bad, 2, nil, []string{"unexpected argument"}},

		{"explain|" + good + "|-func|Saxpy|-isa|avx2", 0, []string{"Saxpy for avx2", "good.go:5:2: remark: loop vectorized (VF=8",
			"candidates", "chosen", "plan VF=8", "WIDEN-LOAD", "bytes of code"}, nil},
		{"explain|-func=Sum|" + good, 0, []string{"good.go:12:2: remark: loop not vectorized", "FPOrder"}, nil},
		{"explain|-func|Sum|-fp|fast|-isa|avx512|" + good, 0, []string{"Sum for avx512", "loop vectorized (VF=8"}, nil},
		{"explain|" + good, 2, nil, []string{"no -func", "Saxpy, Sum"}},
		{"explain|" + good + "|-func|Sun", 1, nil, []string{"found no function Sun; write Sum instead"}},
		{"explain|" + good + "|-func|Sum|-isa|mmx", 2, nil, []string{`no instruction set "mmx"`}},
		{"explain|" + good + "|-func|Sum|-fp|loose", 2, nil, []string{"unknown mode"}},
		{"explain|" + good + "|-func|Sum|-knobs|loud", 1, nil, []string{"unknown knob"}},
		{"explain|" + good + "|-speed|9", 2, nil, []string{"-speed", "usage: hotloop explain"}},
		{"explain|" + bad + "|-func|Go", 1, nil, []string{"bad.go:11:3: found"}},
		{"explain|" + bad + "|-func|Chan", 1, nil, []string{"bad.go:3:"}},

		{"dump|" + good + "|-func|Saxpy|-stage|ssa", 0, []string{"func Saxpy(y []f32", "Check", "Store"}, nil},
		{"dump|" + good + "|-func|Saxpy|-stage|rotate", 0, []string{"func Saxpy("}, nil},
		{"dump|" + good + "|-func|Saxpy|-stage|plan|-isa|avx512", 0, []string{"VF=16", "plan"}, nil},
		{"dump|" + good + "|-func|Sum|-stage|plan", 0, []string{"no loop was priced"}, nil},
		{"dump|" + good + "|-func|Saxpy|-stage|opt", 0, []string{"func Saxpy(", "Poll"}, nil},
		{"dump|" + good + "|-func|Saxpy|-stage|mach", 0, []string{"func Saxpy", ":vec"}, nil},
		{"dump|" + good + "|-func|Saxpy|-stage|regalloc", 0, []string{"func Saxpy"}, nil},
		{"dump|" + good + "|-func|Saxpy|-stage|asm|-isa|neon", 0, []string{"Saxpy (neon)", "good.go:6: y[i] += a * x[i]", "fmul v", ".4s", "ret"}, nil},
		{"explain|" + good + "|-func|Saxpy|-isa|neon", 0, []string{"Saxpy for neon (armv8-a", "loop vectorized (VF=4"}, nil},
		{"explain|" + good + "|-func|Saxpy|-isa|mmx", 2, nil, []string{`no instruction set "mmx"; write neon, avx2 or avx512`}},
		{"dump|" + good + "|-func|Saxpy|-stage|asm|-isa|avx2", 0, []string{"vbroadcastss ymm", "good.go:6: y[i] += a * x[i]", "vzeroupper", "ret"}, nil},
		{"dump|" + good + "|-func|Saxpy|-stage|all", 0, []string{"; ssa", "; rotate", "; plan", "; driver", "; mach", "; asm"}, nil},
		{"dump|" + good + "|-func|Saxpy|-stage|lunch", 2, nil, []string{`no stage "lunch"`, "ssa, simplify"}},
		{"dump|" + good + "|-func|Saxpy", 2, nil, []string{"no -stage"}},

		{"run|" + good + "|-func|Saxpy|[1 2 3]|seq(3, 10)|-2", 0, []string{"y = [-19 -20 -21]\n", "x = [10 11 12]\n"}, nil},
		{"run|" + good + "|-func|Saxpy|-interp|zeros(100)|rand(100)|1", 0, []string{"y = [", "… 36 more]"}, nil},
		{"run|" + good + "|-func|Saxpy|[1 2 3]|[1]|2", 1, []string{"y = [3 2 3]\n", "good.go:6:15: panic: runtime error: index out of range [1] with length 1"}, nil},
		{"run|" + good + "|-func|Sum|[1 2 3.5]", 0, []string{"result 0 = 6.5"}, nil},
		{"run|" + good + "|-func|Sum|--|[1]", 0, []string{"result 0 = 1"}, nil},
		{"run|" + good + "|-func|Sum", 2, nil, []string{"0 arguments, but the kernel has 1"}},
		{"run|" + shapes + "|-func|Count|banana|97", 0, []string{"result 0 = 3\n"}, nil},
		{"run|" + shapes + "|-func|Count|\"a\\x61 b\"|97", 0, []string{"result 0 = 2\n"}, nil},
		{"run|" + shapes + "|-func|Norms|[{3 4} {1, 1}]", 0, []string{"p = [{25 4} {2 1}]\n"}, nil},
		{"run|" + shapes + "|-func|Norms|seq(70)", 0, []string{"p = [{1 1} {13 3}", "… 6 more]"}, nil},
		{"run|" + shapes + "|-func|Norms|-interp|[{3 4}]", 0, []string{"p = [{25 4}]\n"}, nil},
		{"run|" + shapes + "|-func|Rows|[[1 2 3] [4]]|[10 20 30]", 0, []string{"m = [[11 22 33] [14 20 30]]\n", "w = [10 20 30]\n"}, nil},
		{"run|" + shapes + "|-func|Rows|[[1 2 3]]|nil", 1, []string{"m = [[1 2 3]]\n", "w = nil\n", "nil pointer dereference"}, nil},
		{"run|" + shapes + "|-func|Grid|seq|7", 0, []string{"g = [[0 -7] [7 3]]\n"}, nil},
		{"run|" + shapes + "|-func|Sum|-inst|float32|[1 2.5]", 0, []string{"result 0 = 3.5\n", "x = [1 2.5]\n"}, nil},
		{"run|" + shapes + "|-func|Sum|-inst|T=int32|seq(5)", 0, []string{"result 0 = 10\n"}, nil},
		{"run|" + shapes + "|-func|Sum|[1 2]", 2, nil, []string{"Sum has type parameters T; choose the types with -inst T=TYPE"}},
		{"run|" + shapes + "|-func|Sum|-inst|uint8|[1 2]", 2, nil, []string{"-inst uint8: uint8 does not satisfy number"}},
		{"run|" + shapes + "|-func|Norms|-inst|uint8|[]", 2, nil, []string{"Norms has no type parameters"}},
		{"run|" + shapes + "|-func|Norms|[{1 2 3}]", 2, nil, []string{"more fields than the 2"}},
		{"run|" + shapes + "|-func|ByValue|[1]|{1 2}", 1, nil, []string{"shapes.go:47:23: found a parameter of type point; write one parameter per field"}},

		{"explain|" + shapes + "|-func|Sum|-inst|int32|-isa|avx2", 0, []string{"Sum for avx2", "loop vectorized (VF=8"}, nil},
		{"explain|" + shapes + "|-func|Sum", 2, nil, []string{"-inst"}},
		{"dump|" + shapes + "|-func|Sum|-inst|int32|-stage|ssa", 0, []string{"func Sum(x []i32"}, nil},
		{"dump|" + shapes + "|-func|Count|-stage|ssa", 0, []string{"func Count(s string"}, nil},
		{"check|" + shapes, 1, []string{"shapes.go:47:23: found a parameter of type point"}, nil},
		{"check|" + shapes + "|-func|Sum|-inst|float64", 0, nil, nil},
		{"check|" + shapes + "|-func|ByValue", 1, []string{"shapes.go:47:23: found"}, nil},
		{"check|" + shapes + "|-func|Sum", 2, nil, []string{"-inst"}},
		{"check|" + shapes + "|-inst|int", 2, nil, []string{"-inst needs -func"}},

		{"run|" + good + "|-func|Sum|[a]", 2, nil, []string{`element 0: "a" is no float64`}},
	}
	for _, c := range cases {
		var args []string
		if c.args != "" {
			args = strings.Split(c.args, "|")
		}
		var stdout, stderr strings.Builder
		code := run(args, &stdout, &stderr)
		if code != c.code {
			t.Errorf("%s: status %d, want %d\n%s%s", c.args, code, c.code, stdout.String(), stderr.String())
			continue
		}
		inOrder(t, c.args+", stdout", stdout.String(), c.stdout)
		if runtime.Available() != nil {
			continue // run says that it interprets
		}
		inOrder(t, c.args+", stderr", stderr.String(), c.stderr)
		if c.stderr == nil && stderr.Len() > 0 {
			t.Errorf("%s: stderr: %s", c.args, stderr.String())
		}
	}
}

func inOrder(t *testing.T, what, text string, parts []string) {
	t.Helper()
	rest := text
	for _, p := range parts {
		_, after, ok := strings.Cut(rest, p)
		if !ok {
			t.Errorf("%s has no %q where it should:\n%s", what, p, text)
			return
		}
		rest = after
	}
}
