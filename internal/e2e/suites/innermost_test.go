package suites

import (
	"bufio"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hotloop/bench"
	"hotloop/cpu"
	"hotloop/internal/e2e"
	"hotloop/loopopt/ir"
	"hotloop/runtime"
)

// machBlock is a block of machine code as text: what mach.Format writes.
type machBlock struct {
	name  string
	head  string // its line
	insts []string
	succs []string
	preds []string
}

var (
	blockRef = regexp.MustCompile(`\bb\d+`)
	valueRef = regexp.MustCompile(`\bv\d+`)
)

// innermostLoops finds the loops without loops inside in machine code as text, each as its blocks.
func innermostLoops(text string) (loops [][]*machBlock) {
	blocks := map[string]*machBlock{}
	var order []*machBlock
	for _, line := range strings.Split(text, "\n") {
		switch {
		case strings.HasPrefix(line, "  ") && len(order) > 0:
			b := order[len(order)-1]
			b.insts = append(b.insts, line[2:])
			if f := strings.Fields(line); f[0] == "jump" || f[0] == "branch" {
				b.succs = append(b.succs, blockRef.FindAllString(line, -1)...)
			}
		case strings.HasPrefix(line, "b"):
			b := &machBlock{name: blockRef.FindString(line), head: line}
			blocks[b.name], order = b, append(order, b)
		}
	}
	for _, b := range order {
		for _, s := range b.succs {
			blocks[s].preds = append(blocks[s].preds, b.name)
		}
	}
	for _, h := range order {
		if !strings.Contains(h.head, " header") {
			continue
		}
		reach := map[*machBlock]bool{} // from h
		var walk func(b *machBlock)
		walk = func(b *machBlock) {
			if !reach[b] {
				reach[b] = true
				for _, s := range b.succs {
					walk(blocks[s])
				}
			}
		}
		walk(h)
		in := map[*machBlock]bool{h: true}
		var back func(b *machBlock)
		back = func(b *machBlock) {
			for _, p := range b.preds {
				if q := blocks[p]; !in[q] && reach[q] {
					in[q] = true
					back(q)
				}
			}
		}
		depth := depthOf(h.head)
		for _, p := range h.preds {
			if q := blocks[p]; reach[q] && !in[q] && depthOf(q.head) >= depth {
				in[q] = true
			}
		}
		for q := range maps.Clone(in) {
			if q != h {
				back(q)
			}
		}
		loop := []*machBlock{}
		inner := true
		for _, b := range order {
			if in[b] && depthOf(b.head) >= depth {
				loop = append(loop, b)
				inner = inner && (b == h || !strings.Contains(b.head, " header"))
			}
		}
		if inner {
			loops = append(loops, loop)
		}
	}
	return loops
}

func depthOf(head string) (n int) {
	if _, d, ok := strings.Cut(head, " depth "); ok {
		fmt.Sscan(d, &n)
	}
	return n
}

// waste is what a kernel's innermost loops do in vain: instructions that make the same in every iteration, values that
// go to memory and back for want of registers, and constants made again for that reason.
type waste struct{ repeated, spills, remade int }

var (
	spilled = regexp.MustCompile(`\b(spill|reload)\b`)
	remade  = regexp.MustCompile(`= (MOVI|zero|ones|V(P?BROADCAST\w+|MOVUP[SD]))\.\d+( \[c\d+\]| -?\d+)?$`)
)

// add adds up what a stage of the machine code shows of it.
func (w *waste) add(stage, text string) {
	for _, loop := range innermostLoops(text) {
		varies := variesIn(loop)
		for _, b := range loop {
			if strings.Contains(b.head, " cold") {
				continue
			}
			for _, in := range b.insts {
				switch {
				case stage == "schedule" && repeats(in, varies):
					w.repeated++
				case stage == "regalloc" && spilled.MatchString(in):
					w.spills++
				case stage == "regalloc" && remade.MatchString(in):
					w.remade++
				}
			}
		}
	}
}

// variesIn are the values that a loop makes or overwrites.
func variesIn(loop []*machBlock) map[string]bool {
	varies := map[string]bool{}
	for _, b := range loop {
		params, _, _ := strings.Cut(b.head, " depth")
		defs := []string{params}
		for _, in := range b.insts {
			if def, _, ok := strings.Cut(in, " = "); ok {
				defs = append(defs, def)
			}
		}
		for _, d := range defs {
			for _, v := range valueRef.FindAllString(d, -1) {
				varies[v] = true
			}
		}
	}
	return varies
}

// repeats reports whether an instruction computes something from what does not vary.
func repeats(in string, varies map[string]bool) bool {
	_, rest, ok := strings.Cut(in, " = ")
	if !ok || strings.Contains(rest, "[") && !strings.Contains(rest, "[c") || strings.Contains(in, " cc") {
		return false
	}
	sources := valueRef.FindAllString(rest, -1)
	return len(sources) > 0 && !slices.ContainsFunc(sources, func(v string) bool { return varies[v] })
}

// wasteFile lists the kernels whose innermost loops have some. What is repeated there is overwritten where it is used,
// as masks of gathers are, or has no register to stay in.
const wasteFile = "testdata/innermost.txt"

// TestInnermost wants the innermost loops of the suites not to do more in vain than they did. With -update it writes
// what they do.
func TestInnermost(t *testing.T) {
	if e2e.Sampled() {
		t.Skip("what is compiled is the same everywhere, says TestCodeDigest")
	}
	known := map[string]waste{}
	if f, err := os.Open(wasteFile); err == nil {
		for s := bufio.NewScanner(f); s.Scan(); {
			var name, tier string
			var w waste
			if _, err := fmt.Sscan(s.Text(), &name, &tier, &w.repeated, &w.spills, &w.remade); err == nil {
				known[name+" "+tier] = w
			}
		}
		f.Close()
	}
	var out strings.Builder
	out.WriteString("kernel tier repeated spills remade\n")
	for _, suite := range bench.Suites {
		for _, k := range bench.Suite(suite) {
			for _, tier := range []cpu.Tier{cpu.AVX2, cpu.AVX512, cpu.NEON} {
				features := cpu.Baseline(tier)
				var found waste
				w := &runtime.Watch{For: &features, Mach: found.add}
				if _, err := runtime.Inspect(k.Type, k.Text, k.Func, runtime.Options{FP: ir.FPFast, FPWritten: true,
					FileName: k.File}, w); err != nil {
					t.Fatal(err)
				}
				name := fmt.Sprintf("%s/%s %s", suite, k.Name, tier)
				old := known[name]
				if found != (waste{}) {
					fmt.Fprintln(&out, name, found.repeated, found.spills, found.remade)
				}
				if !*e2e.Update && (found.repeated > old.repeated || found.spills+found.remade > old.spills+old.remade) {
					t.Errorf("%s: innermost loops repeat %d instructions, spill %d and remake %d; it was %d, %d and %d", name,
						found.repeated, found.spills, found.remade, old.repeated, old.spills, old.remade)
				}
			}
		}
	}
	if *e2e.Update {
		if err := os.WriteFile(wasteFile, []byte(out.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
