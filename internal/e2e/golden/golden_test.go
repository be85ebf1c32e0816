package golden

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hotloop/cpu"
	"hotloop/internal/e2e"
	"hotloop/internal/lab/difftest"
	"hotloop/internal/lab/frame"
	"hotloop/internal/lab/source"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/runtime"
)

// The golden files under testdata/golden and testdata/fixedbugs hold a source and what must come of it. A section that
// is there is compared, one that is absent is not; go test -run Golden -update ./internal/e2e/... rewrites them. The
// sections:
//
//	in.go          the source
//	ssa            the SSA of the function that the comment's "# func:" names, in mode "# fp:"
//	ISA.remarks    the remarks; ISA is avx2, avx512 or neon
//	ISA.chain      the transformations of each loop as requested and as executed, with the metadata of what came out
//	ISA.plan       the plans that were priced
//	ISA.opt        the SSA after the optimizer; ISA.after.PASS after one of its passes
//	ISA.s          the machine code
//	call, compile  what hotloop fuzz saves: see internal/lab/difftest/failure.go
//	run            calls, each followed by indented lines: what they return, leave in slices and panic with
//
// All but run are made for a plain processor of the tier (cpu.Baseline), so that they are the same on every host. The
// calls run in the interpreter and on every tier that this host has.
func TestGolden(t *testing.T) { runGolden(t, "testdata/golden") }

// TestFixedBugs: each file there is a bug that was, and what is right.
func TestFixedBugs(t *testing.T) { runGolden(t, "testdata/fixedbugs") }

func runGolden(t *testing.T, dir string) {
	files, err := filepath.Glob(dir + "/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files in %s (%v)", dir, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			a := readArchive(t, file)
			if slices.ContainsFunc(a.sections, func(s section) bool { return s.name == "call" || s.name == "compile" }) {
				replay(t, file)
				return
			}
			g := &golden{t: t, a: a, src: a.section("in.go"), views: map[string]*view{}}
			var err error
			if g.file, err = source.Load("in.go", g.src); err != nil {
				t.Fatal(err)
			}
			changed := false
			for i := range a.sections {
				s := &a.sections[i]
				if s.name == "in.go" {
					continue
				}
				if e2e.Sampled() && s.name != "run" {
					continue // what is compiled is the same everywhere, says TestCodeDigest
				}
				got := g.make(s.name, s.text)
				if got == s.text {
					continue
				}
				if *e2e.Update {
					s.text, changed = got, true
					continue
				}
				t.Errorf("%s: %s", s.name, firstDifference(got, s.text))
			}
			if changed {
				a.write(t)
			}
		})
	}
}

// replay does the calls of a file that hotloop fuzz saved.
func replay(t *testing.T, file string) {
	if err := runtime.Available(); err != nil {
		t.Skip(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := difftest.Replay(filepath.Base(file), string(text), os.Getenv("HOTLOOP")); err != nil {
		t.Error(err)
	}
}

// golden is the work on one file.
type golden struct {
	t     *testing.T
	a     *archive
	src   string
	file  *source.File
	views map[string]*view // by tier
}

// view is a compilation for one tier, looked at.
type view struct {
	ssa, remarks, chain, plan, opt, asm string
	after                               map[string]string
}

// make renders a section.
func (g *golden) make(name, old string) string {
	switch name {
	case "run":
		return g.run(old)
	case "ssa":
		return g.view("avx2").ssa
	}
	isa, what, _ := strings.Cut(name, ".")
	v := g.view(isa)
	switch {
	case what == "remarks":
		return v.remarks
	case what == "chain":
		return v.chain
	case what == "plan":
		return v.plan
	case what == "opt":
		return v.opt
	case what == "s":
		return v.asm
	}
	pass, ok := strings.CutPrefix(what, "after.")
	text, known := v.after[pass]
	if !ok || !known {
		g.t.Fatalf("no section %q", name)
	}
	return text
}

func (g *golden) view(isa string) *view {
	if v := g.views[isa]; v != nil {
		return v
	}
	g.t.Helper()
	tier, err := cpu.ParseTier(isa)
	if err != nil {
		g.t.Fatal(err)
	}
	fn := g.a.value("func", "")
	fp := g.a.value("fp", "exact")
	flags, err := runtime.ParseFP(fp)
	if err != nil {
		g.t.Fatal(err)
	}
	v := &view{after: map[string]string{}}
	var plans, chain strings.Builder
	var steps []config.Step
	var position func(ir.Pos) string
	features := cpu.Baseline(tier)
	w := &runtime.Watch{
		For:  &features,
		SSA:  func(f *ir.Func) { v.ssa, position = f.String(), f.Position },
		Step: func(s config.Step) { steps = append(steps, s) },
		Pass: func(name string, f *ir.Func, _ bool) { v.opt = f.String(); v.after[name] = v.opt },
		Plan: func(p config.Considered) { p.Plan.Print(&plans) },
	}
	k, err := runtime.Inspect(g.typ(fn), g.src, fn, runtime.Options{
		FP: flags, FPWritten: fp != "exact", FileName: "in.go", Knobs: "verify-each," + g.a.value("knobs", ""),
	}, w)
	if err != nil {
		g.t.Fatal(err)
	}
	if err := k.Err(); !errors.Is(err, runtime.ErrInspected) {
		g.t.Fatal(err)
	}
	for _, r := range k.Remarks() {
		v.remarks += r.String() + "\n"
	}
	v.plan = plans.String()
	config.PrintChain(&chain, steps, position)
	v.chain = chain.String()
	var asm strings.Builder
	if err := w.Code.Print(&asm, w.Notes(g.src)); err != nil {
		g.t.Fatal(err)
	}
	v.asm = asm.String()
	g.views[isa] = v
	return v
}

// typ is the type of a function of the source.
func (g *golden) typ(fn string) reflect.Type {
	g.t.Helper()
	sig, err := g.file.Signature(fn)
	if err != nil {
		g.t.Fatal(err)
	}
	typ, err := source.ReflectType(sig)
	if err != nil {
		g.t.Fatal(err)
	}
	return typ
}

var callLine = regexp.MustCompile(`^(\w+)\((.*)\)$`)

// run makes the calls of a run section again, in every way this machine has. All must agree.
func (g *golden) run(old string) string {
	var b strings.Builder
	for _, line := range strings.Split(strings.TrimRight(old, "\n"), "\n") {
		if strings.HasPrefix(line, "\t") {
			continue
		}
		b.WriteString(line + "\n")
		m := callLine.FindStringSubmatch(line)
		if m == nil {
			if line != "" && !strings.HasPrefix(line, "#") {
				g.t.Fatalf("run: %q is no call", line)
			}
			continue
		}
		first, by := "", ""
		for _, bd := range e2e.Builds() {
			text := g.call(bd, m[1], words(m[2]))
			if by == "" {
				first, by = text, bd.Name
			} else if text != first {
				g.t.Errorf("%s: %s and %s differ: %s", line, by, bd.Name, firstDifference(text, first))
			}
		}
		b.WriteString(first)
	}
	return b.String()
}

// words splits arguments at the commas that are in no bracket.
func words(s string) (out []string) {
	depth, from := 0, 0
	for i, c := range s {
		switch c {
		case '[', '(':
			depth++
		case ']', ')':
			depth--
		case ',':
			if depth == 0 {
				out = append(out, s[from:i])
				from = i + 1
			}
		}
	}
	if strings.TrimSpace(s[from:]) != "" || len(out) > 0 {
		out = append(out, s[from:])
	}
	return out
}

// call compiles and calls a function and describes what it did.
func (g *golden) call(bd e2e.Build, fn string, args []string) string {
	g.t.Helper()
	typ := g.typ(fn)
	flags, err := runtime.ParseFP(g.a.value("fp", "exact"))
	if err != nil {
		g.t.Fatal(err)
	}
	k, err := runtime.Compile(typ, g.src, fn, runtime.Options{ISA: bd.Isa, FP: flags, FPWritten: true,
		NoVectorize: bd.NoVec, FileName: "in.go", Knobs: g.a.value("knobs", "")})
	if err != nil {
		g.t.Fatal(err)
	}
	f := k.Func()
	if bd.Name == e2e.Interpreter {
		f = k.Fallback()
	} else if k.Err() != nil {
		g.t.Errorf("%s on %s: %v", fn, bd.Name, k.Err())
	}
	in, err := source.Arguments(typ, args)
	if err != nil {
		g.t.Fatalf("%s: %v", fn, err)
	}
	var b strings.Builder
	func() {
		defer func() {
			if r := recover(); r != nil {
				fmt.Fprintf(&b, "\tpanic: %s", frame.PanicText(r))
				if e, ok := r.(*runtime.KernelError); ok {
					fmt.Fprintf(&b, " at %s", e.Position())
				}
				b.WriteByte('\n')
			}
		}()
		for i, r := range f.Call(in) {
			fmt.Fprintf(&b, "\tresult %d = %v\n", i, r)
		}
	}()
	sig, _ := g.file.Signature(fn)
	for i, v := range in {
		if v.Kind() == reflect.Slice {
			fmt.Fprintf(&b, "\t%s = %v\n", sig.Params().At(i).Name(), v)
		}
	}
	return b.String()
}
