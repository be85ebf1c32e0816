package main

import (
	"encoding/json"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"hotloop/frontend"
	"hotloop/internal/vet"
	"hotloop/runtime"
)

const good, bad, shapes = "testdata/good.go", "testdata/bad.go", "testdata/shapes.go"

// TestCommands runs the commands and checks their output.
func TestCommands(t *testing.T) {
	cases := []struct {
		args           string // separated by |
		code           int
		stdout, stderr []string // parts, in order
	}{
		{"", 2, nil, []string{"usage: hotloop COMMAND", "  check ", "  run ", "'hotloop help COMMAND'"}},
		{"help", 0, []string{"usage: hotloop COMMAND", "  check ", "  run ", "Exit status: 0;"}, nil},
		{"-h", 0, []string{"usage: hotloop COMMAND"}, nil},
		{"fly", 2, nil, []string{`unknown command "fly"`, "'hotloop help'"}},
		{"help|fly", 2, nil, []string{`unknown command "fly"`}},
		{"help|run|dump", 2, nil, []string{"too many arguments"}},
		{"version", 0, []string{"hotloop version ", " go1."}, nil},
		{"-version", 0, []string{"hotloop version "}, nil},
		{"version|-json", 0, []string{`"program": "hotloop"`, `"go": "go1.`, `"platform": "`}, nil},
		{"version|now", 2, nil, []string{`unexpected argument "now"`}},

		{"check|" + good, 0, []string{"good.go:4:6: Saxpy: accepted, native (", "1 of 1 innermost loop vectorized",
			"good.go:11:6: Sum: accepted", "0 of 1",
			"good.go:12:2: loop stays scalar: write hotloop.FP(hotloop.FPFast) or //loop:fp reassoc to allow sums in another order; floating-point operations must not be reordered",
			"2 functions: 2 accepted, 1 of them vectorized; 0 refused\n"}, nil},
		{"check|" + bad, 0, []string{"bad.go:3:6: Chan: refused", "bad.go:3:22: a channel type", "bad.go:11:3: a go statement",
			"write", "3 functions: 0 accepted", "3 refused"}, nil},
		{"check|" + bad + "|-func|Go", 1, []string{"bad.go:11:3: ", "1 function: 0 accepted", "1 refused; 1 failed"},
			nil},
		{"check", 2, nil, []string{"FILE is missing"}},
		{"check|nowhere.go", 2, nil, []string{"nowhere.go"}},
		{"check|" + good + "|" + bad, 0, []string{"Saxpy: accepted", "Chan: refused", "5 functions: 2 accepted"}, nil},
		{"check|" + good + "|testdata/../" + good + "|./" + good, 0, []string{"2 functions: 2 accepted"}, nil},
		{"check|testdata/pkg", 0, []string{
			"a.go:12:6: Curve: accepted", "1 of 1",
			"a.go:14:10: warning: max is what testdata/pkg/b.go:3:6 declares; alone, this file means Go's own",
			"a.go:19:6: Look: refused",
			"a.go:21:11: package-level variable lut, which may be changed at testdata/pkg/b.go:10:23",
			"a.go:26:6: Digits: refused", "a.go:26:15: math/big.Int",
			"a.go:29:6: Total: refused", "a.go:30:20: a call of slices.Sorted is not supported; write a loop",
			"b.go:3:6: max: accepted, native (", "no loops", "b.go:10:6: set: refused",
			"b.go:15:17: (*table).Scale: accepted, native (", "1 of 1",
			"7 functions: 3 accepted, 2 of them vectorized; 4 refused\n"}, nil},
		{"check|testdata/pkg/ignored.go", 0, []string{"main: refused", "undefined: undefined; declare it"}, nil},
		{"check|testdata/marked/good.go", 0, []string{"Saxpy: accepted", "1 of 2 innermost loops", "loop stays scalar",
			"Grid: accepted", "2 of them vectorized; 0 refused\n"}, nil},
		{"check|testdata/marked", 1, []string{"Saxpy: accepted", "scalar.go:4:6: Sum: accepted",
			", but marked //hotloop:kernel", "loop stays scalar",
			"Add: accepted", "no loops, but marked //hotloop:kernel", "Send: refused, but marked //hotloop:kernel",
			"; 3 failed\n"}, nil},
		{"check|testdata/misspelt.go", 0,
			[]string{"innermost loop vectorized\n\ttestdata/misspelt.go:4:9: warning: unknown loop attribute vectorise has no " +
				"effect; " +
				"write vectorize.enable instead\n1 function: 1 accepted"}, nil}, // once
		{"check|testdata/directives/...", 0, []string{
			"a.go:3:1: warning: unknown directive //hotloop:kernal has no effect; write //hotloop:kernel instead",
			"a.go:5:2: warning: this directive applies to nothing: it must stand in the comment above a function",
			"b.go:3:1: warning: this directive applies to nothing: it must stand above the declaration of a package-level",
			"b.go:5:2: warning: this comment is no directive; write //loop:vectorize.width=4 with a colon instead",
			"2 functions: 2 accepted"}, nil},
		{"check|testdata/empty", 2, nil, []string{"testdata/empty"}},
		{"check|-json|testdata/marked", 1, []string{`"function": "Saxpy"`, `"marked": true`, `"native": true`,
			`"became": "scalar"`, `"became": "vectorized"`,
			`"function": "Sum"`, `"why": "floating-point operations must not be reordered`, `"function": "Send"`, `"accepted": false`,
			`"message": "a channel type is not supported; write`, `"failed": 3`}, nil},

		{"explain|" + good + "|-func|Saxpy|-isa|avx2", 0, []string{"     5 | \tfor i := range y {\n", "loop vectorized (VF=8",
			"versions: main loop of 8 lanes x 4 from 32 iterations on", "candidates"}, nil},
		{"explain|" + good + "|-ssa|-func|Saxpy|-isa|avx2", 0,
			[]string{"Saxpy for avx2", "good.go:5:2: remark: loop vectorized (VF=8",
				"candidates", "chosen", "plan VF=8", "WIDEN-LOAD", "bytes of code"}, nil},
		{"explain|-func=Sum|" + good, 0, []string{"good.go:12:2: remark: loop not vectorized: write hotloop.FP(", "FPOrder",
			"versions: not vectorized"}, nil},
		{"explain|-func|Sum|-fp|fast|-isa|avx512|" + good, 0, []string{"Sum for avx512", "loop vectorized (VF=8"}, nil},
		{"explain|-func|Sum|" + good + "|[1 2 3]", 0,
			[]string{"good.go:12:2: sampled: entered 1 times, 3 iterations on average", "loop peeled (count=3)"},
			nil},
		{"explain|-func|Sum|" + good + "|3", 2, nil, []string{"argument"}},
		{"explain|" + good, 2, nil, []string{"no -func", "Saxpy, Sum"}},
		{"explain|" + good + "|-func|Sun", 1, nil, []string{"found no function Sun; write Sum instead"}},
		{"explain|" + good + "|-func|Sum|-isa|mmx", 2, nil, []string{`unknown instruction set "mmx"`}},
		{"explain|" + good + "|-func|Sum|-fp|loose", 2, nil, []string{"unknown mode"}},
		{"explain|" + good + "|-func|Sum|-knobs|loud", 1, nil, []string{"unknown knob"}},
		{"explain|" + good + "|-func|Saxpy|-isa|avx2|-tune|haswell", 0, []string{"Saxpy for avx2 (", "), tuned for haswell\n"}, nil},
		{"explain|" + good + "|-func|Saxpy|-tune|z80", 1, nil, []string{`no processor "z80"`, "haswell", "znver4"}},
		{"explain|" + good + "|-speed|9", 2, nil, []string{"-speed", "usage: hotloop explain"}},
		{"explain|" + bad + "|-func|Go", 1, nil, []string{"bad.go:11:3: "}},
		{"explain|testdata/pkg/a.go|-func|Digits", 1, nil,
			[]string{"a.go:26:15: math/big.Int"}},
		{"explain|testdata/pkg/b.go|-func|(*table).Scale", 0, []string{"loop vectorized", "left"}, nil},
		{"explain|testdata/pkg/a.go|-func|Total", 1, nil,
			[]string{"a.go:30:20: a call of slices.Sorted is not supported; write a loop"}},
		{"explain|" + bad + "|-func|Chan", 1, nil, []string{"bad.go:3:"}},

		{"explain|-json|" + good + "|-isa|avx2", 0, []string{`"name": "Saxpy"`, `"became": "vectorized"`, `"passes": [`,
			`"latency": `, `"name": "Sum"`, `"text": "\t//loop:fp reassoc"`, `"then": "vectorized"`}, nil},
		{"explain|-yaml|" + good, 0, []string{"--- !Passed\nPass: 'vectorize'", "--- !Missed\nPass: 'vectorize'\nName: 'FPOrder'\nDebugLoc: { File: '",
			"Line: 12, Column: 2 }\nFunction: 'Sum'\nArgs:\n  - String: 'loop not"}, nil},
		{"explain|-html|-o|-|" + good + "|-func|Sum|-run|seq(1000)", 0, []string{"<!DOCTYPE html>", "seq(1000)",
			"entered 1 time, 1,000 iterations on average", "//loop:fp reassoc", "</html>"}, nil},
		{"explain|-html|-o|-|testdata/marked", 0, []string{"Loops by expected gain", "Send", "a channel type is not supported"}, nil},
		{"explain|-html|-o|testdata/none/page.html|" + good, 2, nil, []string{"testdata/none/page.html"}},
		{"vet|-sarif|testdata/pkg", 1, []string{`"version": "2.1.0"`, `"name": "hotloop vet"`, `"results": [`}, nil},
		{"vet|-sarif|-json|testdata/pkg", 2, nil, []string{"exclude each other"}},
		{"explain|-json|testdata/empty", 2, nil, []string{"testdata/empty"}},
		{"explain|" + good + "|-func|Sum|-run|seq(1000", 2, nil, []string{"-run: a bracket or quote is not closed"}},

		{"dump|" + good + "|-func|Saxpy|-stage|ssa", 0, []string{"func Saxpy(y []f32", "Check", "Store"}, nil},
		{"dump|" + good + "|-func|Saxpy|-stage|rotate", 0, []string{"func Saxpy("}, nil},
		{"dump|" + good + "|-func|Saxpy|-stage|plan|-isa|avx512", 0, []string{"VF=16", "plan"}, nil},
		{"dump|" + good + "|-func|Sum|-stage|plan", 0, []string{"loop unrolled", "have no plan"}, nil},
		{"dump|" + shapes + "|-func|Grid|-stage|plan", 0, []string{"no loop has a plan"}, nil},
		{"dump|testdata/nest.go|-stage|plan", 0, []string{"chosen", "GUARD", "LOOP-PHI"}, nil},
		{"dump|testdata/rows.go|-stage|plan", 0, []string{"loop unrolled and jammed as a wavefront (count=", "have no plan"}, nil},
		{"dump|" + good + "|-func|Saxpy|-stage|opt", 0, []string{"func Saxpy(", "Poll"}, nil},
		{"dump|" + good + "|-func|Saxpy|-stage|mach", 0, []string{"func Saxpy", ":vec"}, nil},
		{"dump|" + good + "|-func|Saxpy|-stage|regalloc", 0, []string{"func Saxpy"}, nil},
		{"dump|" + good + "|-func|Saxpy|-stage|asm|-isa|neon", 0, []string{"Saxpy (neon)", "good.go:6: y[i] += a * x[i]",
			"fmul v", ".4s", "ret"}, nil},
		{"explain|" + good + "|-func|Saxpy|-isa|neon", 0, []string{"Saxpy for neon (armv8-a", "loop vectorized (VF=4"}, nil},
		{"explain|" + good + "|-func|Saxpy|-isa|mmx", 2, nil,
			[]string{`unknown instruction set "mmx"; use neon, avx2 or avx512`}},
		{"dump|" + good + "|-func|Saxpy|-stage|asm|-isa|avx2", 0, []string{"vbroadcastss ymm", "good.go:6: y[i] += a * x[i]",
			"vzeroupper", "ret"}, nil},
		{"dump|" + good + "|-func|Saxpy|-stage|all", 0, []string{"; ssa", "; rotate", "; plan", "; driver", "; mach",
			"; asm"}, nil},
		{"dump|" + good + "|-func|Saxpy|-stage|lunch", 2, nil, []string{`unknown stage "lunch"`, "ssa, simplifycfg"}},
		{"dump|" + good + "|-func|Saxpy", 2, nil, []string{"-stage is missing"}},

		{"run|" + good + "|-func|Saxpy|[1 2 3]|seq(3, 10)|-2", 0, []string{"y = [-19 -20 -21]\n", "x = [10 11 12]\n"}, nil},
		{"run|" + good + "|-func|Saxpy|-interp|zeros(100)|rand(100)|1", 0, []string{"y = [", "… 36 more]"}, nil},
		{"run|" + good + "|-func|Saxpy|[1 2 3]|[1]|2", 1,
			[]string{"y = [3 2 3]\n", "good.go:6:15: panic: runtime error: index out of range [1] with length 1"}, nil},
		{"run|" + good + "|-func|Sum|[1 2 3.5]", 0, []string{"result 0 = 6.5"}, nil},
		{"run|" + good + "|-func|Sum|--|[1]", 0, []string{"result 0 = 1"}, nil},
		{"run|" + good + "|-func|Sum", 2, nil, []string{"0 arguments, but the kernel has 1"}},
		{"run|" + shapes + "|-func|Count|banana|97", 0, []string{"result 0 = 3\n"}, nil},
		{"run|" + shapes + "|-func|Count|\"a\\x61 b\"|97", 0, []string{"result 0 = 2\n"}, nil},
		{"run|" + shapes + "|-func|Norms|[{3 4} {1, 1}]", 0, []string{"p = [{25 4} {2 1}]\n"}, nil},
		{"run|" + shapes + "|-func|Norms|seq(70)", 0, []string{"p = [{1 1} {13 3}", "… 6 more]"}, nil},
		{"run|" + shapes + "|-func|Norms|-interp|[{3 4}]", 0, []string{"p = [{25 4}]\n"}, nil},
		{"run|" + shapes + "|-func|Rows|[[1 2 3] [4]]|[10 20 30]", 0,
			[]string{"m = [[11 22 33] [14 20 30]]\n", "w = [10 20 30]\n"}, nil},
		{"run|" + shapes + "|-func|Rows|[[1 2 3]]|nil", 1,
			[]string{"m = [[1 2 3]]\n", "w = nil\n", "nil pointer dereference"}, nil},
		{"run|" + shapes + "|-func|Grid|seq|7", 0, []string{"g = [[0 -7] [7 3]]\n"}, nil},
		{"run|" + shapes + "|-func|Sum|-inst|float32|[1 2.5]", 0, []string{"result 0 = 3.5\n", "x = [1 2.5]\n"}, nil},
		{"run|" + shapes + "|-func|Sum|-inst|T=int32|seq(5)", 0, []string{"result 0 = 10\n"}, nil},
		{"run|" + shapes + "|-func|Sum|[1 2]", 2, nil,
			[]string{"Sum has type parameters T; choose the types with -inst T=TYPE"}},
		{"run|" + shapes + "|-func|Sum|-inst|uint8|[1 2]", 2, nil, []string{"-inst uint8: uint8 does not satisfy number"}},
		{"run|" + shapes + "|-func|Norms|-inst|uint8|[]", 2, nil, []string{"Norms has no type parameters"}},
		{"run|" + shapes + "|-func|Norms|[{1 2 3}]", 2, nil, []string{"more fields than the 2"}},
		{"run|" + shapes + "|-func|ByValue|[7]|{1 2}", 0, []string{"x = [1]"}, nil},

		{"explain|" + shapes + "|-func|Sum|-inst|int32|-isa|avx2", 0, []string{"Sum for avx2", "loop vectorized (VF=8"}, nil},
		{"explain|" + shapes + "|-func|Sum", 2, nil, []string{"-inst"}},
		{"dump|" + shapes + "|-func|Sum|-inst|int32|-stage|ssa", 0, []string{"func Sum(x []i32"}, nil},
		{"dump|" + shapes + "|-func|Count|-stage|ssa", 0, []string{"func Count(s string"}, nil},
		{"check|" + shapes, 0, []string{"Sum: accepted", "ByValue: accepted"}, nil},
		{"check|" + shapes + "|-func|Sum|-inst|float64", 0, []string{"Sum: accepted", "0 of 1"}, nil},
		{"check|" + shapes + "|-func|ByValue", 0, []string{"ByValue: accepted", "1 of 1"}, nil},
		{"check|" + shapes + "|-func|Sum", 0, []string{"Sum: accepted"}, nil},
		{"check|" + shapes + "|-func|Sum|-inst|uint8", 2, nil, []string{"uint8 does not satisfy number"}},
		{"check|" + shapes + "|-func|Smu", 1, nil, []string{"found no function Smu; write Sum instead"}},
		{"check|" + shapes + "|-inst|int", 2, nil, []string{"-inst needs -func"}},

		{"run|-json|" + shapes + "|-func|Rows|[[1 2 3] [4]]|nil", 1, []string{`"native": `, `"results": []`, `"name": "m"`, `"value": [`, `1,`,
			`"name": "w"`, `"value": null`, `"panic": {`, `nil pointer dereference"`, `"position": "shapes.go:`}, nil},
		{"run|-json|" + good + "|-func|Sum|[1 2 3.5]", 0, []string{`"results": [`, `6.5`, `"name": "x"`, `3.5`}, nil},
		{"run|-json|-interp|" + good + "|-func|Sum|[1 NaN]", 0, []string{`"native": false`, `"NaN"`, `"NaN"`}, nil},
		{"run|-json|" + shapes + "|-func|Norms|[{3 4}]", 0, []string{`"arguments": [`, `25,`, `4`}, nil},
		{"dump|-json|" + good + "|-func|Saxpy|-stage|all", 0, []string{`"stage": "ssa",`, `"text": "func Saxpy(`, `"stage": "plan"`, `"stage": "asm"`}, nil},
		{"dump|-json|" + good + "|-func|Saxpy|-stage|lunch", 2, nil, []string{`unknown stage "lunch"`}},
		{"dump|" + good + "|-stage", 2, nil, []string{"flag needs an argument: -stage"}},

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

// TestCheckInternalError checks that an internal error is reported as a line about the function, without a trace, and
// by the status.
func TestCheckInternalError(t *testing.T) {
	src := frontend.Text("k.go", "package k\n\nfunc K(x []int) {}\n")
	list, err := frontend.Functions(src)
	if err != nil {
		t.Fatal(err)
	}
	broken := vet.Options{Type: func(frontend.Source) (reflect.Type, error) { panic("a fault") }}
	f, err := vet.Look(src, list[0], broken)
	if err != nil || !f.Failed || f.Accepted || len(f.Errors) != 1 ||
		!strings.Contains(f.Errors[0].String(), "k.go:3:6: hotloop: internal error in frontend, compiling K") {
		t.Errorf("%v %+v", err, f)
	}
}

// TestCheckRealGo checks that every function of ordinary Go is listed, and that each refusal has a reason with a
// position, in terms of the language.
func TestCheckRealGo(t *testing.T) {
	root := filepath.Join(build.Default.GOROOT, "src")
	words := regexp.MustCompile(`invalid type|unknown type|valid type|something that kernels|` +
		`too many errors|internal error`)
	place := regexp.MustCompile(`^\S+\.go:[0-9]+:[0-9]+$`)
	for _, dir := range []string{"sort", "image", "encoding/binary", "container/heap", "go/constant", "unicode/utf8"} {
		dir = filepath.Join(root, dir)
		if _, err := os.Stat(dir); err != nil {
			t.Skip("no source of the standard library: ", err)
		}
		var stdout, stderr strings.Builder
		code := run([]string{"check", "-json", dir}, &stdout, &stderr)
		var out struct {
			Functions []vet.Function
			Summary   summary
		}
		if err := json.Unmarshal([]byte(stdout.String()), &out); err != nil || code != 0 {
			t.Fatalf("%s: status %d, %v\n%s", dir, code, err, stderr.String())
		}
		files, err := goFiles(dir)
		if err != nil {
			t.Fatal(err)
		}
		if want := functionsIn(t, files); len(out.Functions) != want || out.Summary.Functions != want {
			t.Errorf("%s: %d functions listed, and %d counted, of %d", dir, len(out.Functions), out.Summary.Functions, want)
		}
		for _, f := range out.Functions {
			if f.Accepted == (len(f.Errors) > 0) {
				t.Errorf("%s: accepted %t with %v", f.Function, f.Accepted, f.Errors)
			}
			for _, e := range f.Errors {
				if !place.MatchString(e.Position) || words.MatchString(e.Message) {
					t.Errorf("%s: %s", f.Function, e)
				}
			}
		}
	}
}

func functionsIn(t *testing.T, files []string) (n int) {
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if _, ok := d.(*ast.FuncDecl); ok {
				n++
			}
		}
	}
	return n
}
