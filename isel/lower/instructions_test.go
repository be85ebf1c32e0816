//go:build linux && (amd64 || arm64)

package lower_test

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"hotloop/asm/amd64"
	"hotloop/asm/arm64"
	"hotloop/bench"
	"hotloop/frontend"
	"hotloop/internal/e2e/testdata/features"
	"hotloop/isel"
	"hotloop/isel/internal/targets"
	"hotloop/loopopt"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// unusedFile lists the instructions that selection never generates, with reasons. A line that ends in a colon
// begins a reason: the architecture and a sentence. The instructions it applies to are indented below. Braces
// hold the last letters of names that are otherwise equal. With -update, instructions that are used are removed,
// and those without a reason are added below noReason.
const (
	unusedFile = "../unused.txt"
	noReason   = "?"
)

// TestInstructions compares the assemblers' instructions with those that selection generates. Every instruction
// must occur in the code compiled here or have a reason not to, and none may have both.
func TestInstructions(t *testing.T) {
	if testing.Short() {
		t.Skip("what is compiled is the same everywhere")
	}
	used := usedInstructions(t)
	data, err := os.ReadFile(unusedFile)
	if err != nil {
		t.Fatal(err)
	}
	reasons, head := parseUnused(t, string(data))
	if *updateMatrix {
		reasons = updateReasons(reasons, used)
		if err := os.WriteFile(unusedFile, []byte(head+printUnused(reasons)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	given := map[[2]string]int{}
	for _, r := range reasons {
		for _, name := range r.names {
			key := [2]string{r.arch, name}
			given[key]++
			switch {
			case !slices.Contains(allInstructions(r.arch), name):
				t.Errorf("%s: %s is no instruction", r.arch, name)
			case used[r.arch][name]:
				t.Errorf("%s: %s is used, and has the reason not to be: %s (-update takes it out)", r.arch, name, r.why)
			case given[key] == 2:
				t.Errorf("%s: %s has two reasons", r.arch, name)
			case r.why == noReason:
				t.Errorf("%s: %s is not used, and nothing says why", r.arch, name)
			}
		}
	}
	for _, arch := range []string{"amd64", "arm64"} {
		for _, name := range allInstructions(arch) {
			if !used[arch][name] && given[[2]string{arch, name}] == 0 {
				t.Errorf("%s: %s is not used, and nothing says why (-update enters it)", arch, name)
			}
		}
	}
	compareMatrix(t, instructionsTitle, func(string) string { return instructionsTables(used, reasons) })
}

// allInstructions returns the names of an assembler's instructions, in table order.
func allInstructions(arch string) (names []string) {
	if arch == "amd64" {
		for op := amd64.ALIGN + 1; op < amd64.NumOps; op++ {
			names = append(names, op.String())
		}
		return names
	}
	for op := arm64.ALIGN + 1; op < arm64.NumOps; op++ {
		names = append(names, op.String())
	}
	return names
}

// usedInstructions returns the instructions in all code compiled here, for all targets of an architecture
// together.
func usedInstructions(t *testing.T) map[string]map[string]bool {
	used := map[string]map[string]bool{"amd64": {}, "arm64": {}}
	var mu sync.Mutex
	var wait sync.WaitGroup
	kernels := kernelTexts(t)
	for _, tgt := range targets.All() {
		wait.Add(1)
		go func() {
			defer wait.Done()
			mine := map[string]bool{}
			compile := func(f *ir.Func) {
				code, err := tgt.Compile(f, isel.Options{Listing: true})
				if err != nil {
					t.Errorf("%s: %s: %v", tgt.Name(), f.Name, err)
					return
				}
				for _, op := range code.Ops() {
					mine[tgt.Arch.OpName(op)] = true
				}
			}
			eachOperation(tgt.Bytes, compile)
			for _, cases := range []func(*isel.Target) []matrixCase{operationCases, shuffleCases, memoryCases} {
				for _, a := range answers(tgt, cases) {
					for _, name := range a.insts {
						mine[name] = true
					}
				}
			}
			for seed := range int64(300) {
				compile(randomFunc(seed))
			}
			for _, wide := range []ir.Elem{ir.I16, ir.I32, ir.I64} {
				for _, ext := range []string{"ZExt", "SExt"} {
					for _, expr := range doubled {
						compile(doubledFunc(t, expr, ext, wide, ir.IntElem(wide.Size()/2), 2*tgt.Bytes/wide.Size()))
					}
				}
			}
			eachCombination([]int{1, tgt.Bytes}, func(name string, f *ir.Func, err error, _, _ int) {
				if err != nil {
					t.Errorf("%s: %v", name, err)
					return
				}
				compile(f)
			})
			for _, k := range kernels {
				f, err := k.optimized(tgt)
				if err != nil {
					t.Errorf("%s: %s: %v", tgt.Name(), k.name, err)
					continue
				}
				compile(f)
			}
			mu.Lock()
			defer mu.Unlock()
			for name := range mine {
				used[tgt.Tier().Arch()][name] = true
			}
		}()
	}
	wait.Wait()
	return used
}

// eachOperation builds a function for every operation on every type, also with a constant second argument.
// Vectors have a quarter of a register to four registers.
func eachOperation(bytes int, compile func(*ir.Func)) {
	for lanes := 1; lanes <= ir.MaxLanes; lanes *= 2 {
		for _, c := range opCases(lanes) {
			if w := max(width(c.t), width(c.arg)); len(argTypes(c)) == 0 || lanes > 1 && (w > 4*bytes || 4*w < bytes) {
				continue
			}
			var aux any
			if c.op == ir.OpShuffle {
				ls := make(ir.Lanes, lanes)
				for i := range ls {
					ls[i] = int8((i*7 + 3) % min(2*lanes, 127))
				}
				aux = ls
			}
			f, _, _ := opFunc(c, aux, 0, nil)
			compile(f)
			if c.op == ir.OpDiv || c.op == ir.OpSqrt { // approximated
				f, _, _ := opFunc(c, aux, 0, nil)
				for _, v := range f.Entry().Values {
					if v.Op == c.op {
						v.FP = ir.FPFast
					}
				}
				compile(f)
			}
			if c.t.Elem.IsFloat() || c.arg != c.t && (!c.op.IsCompare() || !c.arg.Elem.IsInt()) || c.op == ir.OpShuffle {
				continue
			}
			for _, k := range []uint64{0, 3} {
				f, _, _ := opFunc(c, nil, 0, &k)
				compile(f)
				if !c.op.IsCompare() {
					continue
				}
				f, _, _ = opFunc(c, nil, 0, &k)
				for _, v := range f.Entry().Values {
					if v.Op == c.op {
						a, b := v.Args[0], v.Args[1]
						v.SetArg(0, b)
						v.SetArg(1, a)
					}
				}
				compile(f)
			}
		}
	}
}

// kernelText is a function in a Go file.
type kernelText struct {
	file, text, name string
	typ              reflect.Type // of generic functions
	fp               ir.FPFlags
}

// kernelTexts returns the kernels of the suites, in modes that allow different transformations, and those that
// demonstrate features.
func kernelTexts(t *testing.T) (list []kernelText) {
	for _, s := range bench.Suites {
		for _, k := range bench.Suite(s) {
			list = append(list, kernelText{k.File, k.Text, k.Func, k.Type, ir.FPFast})
			if s == "core" || s == "field" {
				list = append(list, kernelText{k.File, k.Text, k.Func, k.Type, ir.FPExact})
			}
		}
	}
	for _, file := range features.Files() {
		text := features.Text(file)
		fns, err := frontend.Functions(frontend.Text(file, text))
		if err != nil {
			t.Fatal(err)
		}
		for _, fn := range fns {
			if strings.Contains(text, "\nfunc "+fn.Name+"[") {
				continue // a generic helper, compiled with its callers
			}
			list = append(list, kernelText{file, text, fn.Name, nil, ir.FPExact})
		}
	}
	return list
}

// optimized returns a kernel in the form that selection receives.
func (k *kernelText) optimized(tgt *isel.Target) (*ir.Func, error) {
	res, err := frontend.Build(frontend.Text(k.file, k.text), k.name,
		frontend.Options{Type: k.typ, FP: k.fp, FPWritten: true})
	if err != nil {
		return nil, err
	}
	res.Func.Layout()
	knobs, err := config.ParseKnobs("")
	if err != nil {
		return nil, err
	}
	_, err = loopopt.Optimize(res.Func, config.Options{Target: tgt, Remarks: &remark.Sink{}, Knobs: knobs})
	return res.Func, err
}

// unused is a reason and the instructions it applies to.
type unused struct {
	arch, why string
	names     []string
}

// parseUnused parses the file of reasons. head is the comment at its beginning.
func parseUnused(t *testing.T, text string) (list []unused, head string) {
	for line := range strings.Lines(text) {
		names, indented := strings.CutPrefix(line, "\t")
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "#") || line == "":
			if list == nil {
				head += line + "\n"
			}
		case !indented:
			arch, why, ok := strings.Cut(strings.TrimSuffix(line, ":"), " ")
			if !ok || !strings.HasSuffix(line, ":") {
				t.Fatalf("%s: %q is no reason", unusedFile, line)
			}
			list = append(list, unused{arch: arch, why: why})
		case list == nil:
			t.Fatalf("%s: names without a reason", unusedFile)
		default:
			r := &list[len(list)-1]
			for _, n := range strings.Fields(names) {
				r.names = append(r.names, unfold(n)...)
			}
		}
	}
	return list, strings.TrimRight(head, "\n") + "\n"
}

// updateReasons removes instructions that are used and adds those without a reason.
func updateReasons(list []unused, used map[string]map[string]bool) (out []unused) {
	for _, arch := range []string{"amd64", "arm64"} {
		rest := unused{arch: arch, why: noReason}
		for _, name := range allInstructions(arch) {
			if !used[arch][name] && !slices.ContainsFunc(list, func(r unused) bool {
				return r.arch == arch && slices.Contains(r.names, name)
			}) {
				rest.names = append(rest.names, name)
			}
		}
		for _, r := range append(slices.Clone(list), rest) {
			r.names = slices.DeleteFunc(slices.Clone(r.names), func(n string) bool { return used[arch][n] })
			if r.arch == arch && len(r.names) > 0 {
				out = append(out, r)
			}
		}
	}
	return out
}

const unusedColumns = 120

func printUnused(list []unused) string {
	var b strings.Builder
	for _, r := range list {
		fmt.Fprintf(&b, "\n%s %s:\n", r.arch, r.why)
		line := "\t"
		for _, n := range fold(r.names) {
			if len(line)+len(n) > unusedColumns {
				b.WriteString(strings.TrimRight(line, " ") + "\n")
				line = "\t"
			}
			line += n + " "
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

// fold combines adjacent names that differ only in the last letter. unfold is the inverse.
func fold(names []string) (out []string) {
	for i := 0; i < len(names); {
		head, n := names[i][:len(names[i])-1], 1
		for i+n < len(names) && len(names[i+n]) == len(names[i]) && strings.HasPrefix(names[i+n], head) {
			n++
		}
		if n == 1 {
			out = append(out, names[i])
		} else {
			var last []string
			for _, m := range names[i : i+n] {
				last = append(last, m[len(head):])
			}
			out = append(out, head+"{"+strings.Join(last, ",")+"}")
		}
		i += n
	}
	return out
}

func unfold(name string) (names []string) {
	head, rest, ok := strings.Cut(name, "{")
	if !ok {
		return []string{name}
	}
	for _, last := range strings.Split(strings.TrimSuffix(rest, "}"), ",") {
		names = append(names, head+last)
	}
	return names
}

const instructionsHead = instructionsTitle + `
Generated by ` + "`go test ./isel/lower -run Instructions -update`" + `, and checked by that test: the instructions of the assemblers'
tables that occur in the code of every operation on every type, of random functions, of the suites and of the feature
kernels, for all targets; and for each other instruction, the reason why no code uses it (` + "`isel/unused.txt`" + `).
`

// instructionsTables returns the sections of MATRIX.md on instructions.
func instructionsTables(used map[string]map[string]bool, reasons []unused) string {
	var b strings.Builder
	b.WriteString(instructionsHead)
	for _, arch := range []string{"amd64", "arm64"} {
		all := allInstructions(arch)
		var emitted []string
		for _, name := range all {
			if used[arch][name] {
				emitted = append(emitted, name)
			}
		}
		fmt.Fprintf(&b, "\n## Instructions of %s\n\n| of %d | what is said of them | which |\n|---:|---|---|\n", arch, len(all))
		fmt.Fprintf(&b, "| %d | used | %s |\n", len(emitted), strings.Join(fold(emitted), " "))
		for _, r := range reasons {
			if r.arch == arch {
				fmt.Fprintf(&b, "| %d | %s | %s |\n", len(r.names), r.why, strings.Join(fold(r.names), " "))
			}
		}
	}
	return b.String()
}
