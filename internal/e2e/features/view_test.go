package features

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"hotloop/cpu"
	"hotloop/internal/e2e"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/ir/interp"
	"hotloop/runtime"
)

// viewKeys are what evidence can be about.
var viewKeys = []string{"remark", "warning", "step", "result", "order", "left", "chosen", "plan", "price", "ssa", "asm",
	"loops", "after", "candidate", "runs"}

// view is what a compilation did, as lines.
type view struct {
	lines map[string][]viewLine
	after map[string][]viewLine // the SSA after a pass
	final string                // the SSA behind the optimizer
}

// viewLine is a line, and the loop of the source that it is about.
type viewLine struct {
	loop int
	text string
}

var position = regexp.MustCompile(`^[^:]*:(\d+):\d+`)

// look compiles a kernel for a plain processor of an instruction set, which need not be this machine's, and leaves the
// code aside. The lines:
//
//	remark   a remark, with pass and reason at its end; warning: those of forced transformations
//	step     a step of the driver: "vectorize, generation 1: loop vectorized (VF=8)", "heuristics" instead of a number,
//	         "refused" behind it
//	result   a loop that came out of a step: "vectorize -> vector.body (depth 1): unroll.count=2"
//	order    one line: the transformations that were done, in order
//	left     a loop that the driver left, as result
//	loops    one line: the depths of the loops that are left, in order
//	chosen   the plan of a loop that was vectorized
//	plan     a line of the plans that were priced
//	candidate what was priced for a loop: "VF=8 UF=4"
//	price    what the ways to run a nest would cost
//	ssa      the SSA behind the optimizer, "for.body: v3 = Mul <i32> v1 v2"; after PASS: behind that pass
//	runs     how often each block of that runs, "for.body 997", and all of them, when the interpreter does a call (see ran)
//	asm      the machine code
func look(fn any, text, name, knobs, mode, isa, processor string, loops []int) (*view, error) {
	tier, err := cpu.ParseTier(isa)
	if err != nil {
		return nil, err
	}
	flags, written := runtime.Options{}.FP, true
	switch mode {
	case "granted":
		written = false
	case "fast", "go":
		if flags, err = runtime.ParseFP(mode); err != nil {
			return nil, err
		}
	}
	v := &view{lines: map[string][]viewLine{}, after: map[string][]viewLine{}}
	var steps []config.Step
	place := func(ir.Pos) string { return "" }
	loop := func(where string) int {
		if m := position.FindStringSubmatch(where); m != nil {
			n, _ := strconv.Atoi(m[1])
			return max(0, slices.Index(loops, n))
		}
		return 0
	}
	add := func(key string, loop int, format string, args ...any) {
		v.lines[key] = append(v.lines[key], viewLine{loop, fmt.Sprintf(format, args...)})
	}
	features := cpu.Baseline(tier)
	switch processor {
	case "dot":
		features.Flags |= map[cpu.Tier]cpu.Flag{cpu.NEON: cpu.FlagASIMDDP, cpu.AVX512: cpu.FlagVNNI}[tier]
	case "bytes":
		features.Flags |= map[cpu.Tier]cpu.Flag{cpu.AVX512: cpu.FlagVBMI}[tier]
	case "complex":
		if features, err = features.TunedFor("neoverse-v2"); err != nil {
			return nil, err
		}
		features.Flags |= cpu.FlagFCMA
	}
	w := &runtime.Watch{For: &features}
	w.SSA = func(f *ir.Func) { place = f.Position }
	w.Step = func(s config.Step) { steps = append(steps, s) }
	w.Pass = func(pass string, f *ir.Func, _ bool) {
		v.final = f.String()
		v.after[pass] = ssaLines(v.final)
		v.lines["ssa"] = v.after[pass]
	}
	w.Plan = func(p config.Considered) {
		for _, c := range p.Candidates {
			add("candidate", loop(place(p.Pos)), "VF=%d UF=%d", c.VF, c.UF)
		}
		var sb strings.Builder
		p.Plan.Print(&sb)
		for _, l := range split(sb.String()) {
			add("plan", loop(place(p.Pos)), "%s", l.text)
		}
	}
	w.Nest = func(p config.NestPrice) {
		for _, way := range p.Ways {
			chosen := ""
			if way.Chosen {
				chosen = ", chosen"
			}
			add("price", loop(place(p.Pos)), "%s%s", way.Name, chosen)
		}
	}
	k, err := runtime.Inspect(reflect.TypeOf(fn), text, name, runtime.Options{FP: flags, FPWritten: written,
		FileName: "k.go", Knobs: knobs}, w)
	if err != nil {
		return nil, err
	}
	if err := k.Err(); !errors.Is(err, runtime.ErrInspected) {
		return nil, err
	}
	for _, r := range k.Remarks() {
		key := "remark"
		if strings.Contains(r.String(), ": warning: ") {
			key = "warning"
		}
		add(key, loop(r.Where), "%s", position.ReplaceAllString(r.String(), ""))
	}
	for _, p := range k.Stats().Plans {
		add("chosen", 0, "%s", p)
	}
	v.steps(steps, func(p ir.Pos) int { return loop(place(p)) })
	var asm strings.Builder
	if err := w.Code.Print(&asm, func(ir.Pos) string { return "" }); err != nil {
		return nil, err
	}
	v.lines["asm"] = split(asm.String())
	return v, nil
}

// steps adds what the driver did.
func (v *view) steps(steps []config.Step, loop func(ir.Pos) int) {
	if len(steps) < 2 {
		return
	}
	last, steps := steps[len(steps)-1], steps[1:len(steps)-1]
	add := func(key string, loop int, text string) { v.lines[key] = append(v.lines[key], viewLine{loop, text}) }
	var order, depths []string
	for _, s := range steps {
		by := "heuristics"
		if s.Request != "" {
			by = fmt.Sprintf("generation %d", s.Gen)
		}
		if !s.Done {
			add("step", loop(s.Pos), fmt.Sprintf("%s, %s, refused: %s", s.Transform, by, s.Why))
			continue
		}
		add("step", loop(s.Pos), fmt.Sprintf("%s, %s: %s", s.Transform, by, s.What))
		order = append(order, s.Transform)
		for _, l := range s.Loops {
			add("result", loop(l.Pos), fmt.Sprintf("%s -> %s", s.Transform, loopText(l)))
		}
	}
	add("order", 0, strings.Join(order, " "))
	for _, l := range last.Loops {
		add("left", loop(l.Pos), loopText(l))
		depths = append(depths, strconv.Itoa(l.Depth))
	}
	add("loops", 0, strings.Join(depths, " "))
}

func loopText(l config.StepLoop) string {
	return fmt.Sprintf("%s (depth %d): %s", l.Label, l.Depth, l.Attrs)
}

func split(text string) (lines []viewLine) {
	for _, l := range strings.Split(text, "\n") {
		if l != "" {
			lines = append(lines, viewLine{0, l})
		}
	}
	return lines
}

// ssaLines are the values of a function, each behind the name of its block.
func ssaLines(text string) (lines []viewLine) {
	block := ""
	for _, l := range strings.Split(text, "\n") {
		if name, ok := strings.CutPrefix(l, "b"); ok && strings.Contains(name, ": ; ") {
			_, name, _ = strings.Cut(name, ": ; ")
			block, _, _ = strings.Cut(name, " ")
			l = name
		}
		if l != "" {
			lines = append(lines, viewLine{0, block + ": " + strings.TrimSpace(l)})
		}
	}
	return lines
}

// shows reports whether a piece of evidence is there.
func (v *view) shows(e evidence) bool {
	lines, text := v.lines[e.key], e.text
	if e.key == "after" {
		pass, rest, _ := strings.Cut(text, " ")
		lines, text = v.after[pass], rest
	}
	n := 0
	for _, l := range lines {
		if (e.loop == 0 || l.loop == e.loop) && matches(l.text, text) {
			n++
		}
	}
	switch {
	case e.no:
		return n == 0
	case e.count > 0:
		return n == e.count
	}
	return n > 0
}

// matches reports whether the parts of a pattern stand in a line in their order, and with $, nothing behind them.
func matches(line, pattern string) bool {
	pattern, end := strings.CutSuffix(pattern, "$")
	for _, part := range strings.Split(pattern, "...") {
		part = strings.TrimSpace(part)
		i := strings.Index(line, part)
		if i < 0 {
			return false
		}
		line = line[i+len(part):]
	}
	return !end || strings.TrimSpace(line) == ""
}

// ranElements are the elements of each slice of the call that ran makes.
const ranElements = 1000

// ran has the interpreter call what the optimizer has made of a claim's kernel, on slices of ranElements small numbers
// and integers as the claim has them, and counts: that a loop has been changed shows in how often its blocks run,
// whatever remarks and attributes say. Each block is given a store of its own to count by.
func (v *view) ran(c *claim) error {
	if v.lines["runs"] != nil {
		return nil
	}
	f, err := ir.Parse(v.final)
	if err != nil {
		return err
	}
	at, zero := f.Arg(ir.OpLocalPtr, f.NewLocal(ir.Local{Name: "runs", Elem: ir.I64, Size: 8, Align: 8})), f.ConstInt(ir.TI64, 0)
	counters := map[*ir.Value]string{}
	for _, b := range f.Blocks {
		store := b.New(ir.OpStore, ir.TVoid, 0, at, zero, zero)
		store.Scale = 8
		counters[store] = b.Name
	}
	k, err := c.runnable()
	if err != nil {
		return err
	}
	p, err := interp.New(f)
	if err != nil {
		return err
	}
	runs := map[string]int{}
	r := p.Call(ranArgs(k), interp.Options{OnAccess: func(v *ir.Value, _ uintptr, _ int, _ bool) {
		if name, ok := counters[v]; ok {
			runs[name]++
			runs["all"]++
		}
	}})
	if r.Err != nil {
		return r.Err
	}
	for _, name := range slices.Sorted(maps.Keys(runs)) {
		v.lines["runs"] = append(v.lines["runs"], viewLine{0, fmt.Sprintf("%s %d", name, runs[name])})
	}
	return nil
}

// ranArgs are the arguments of the call: numbers from 1 to 7 in turns, false, and integers as the kernel has them.
func ranArgs(k *e2e.Kernel) (args []any) {
	t := reflect.TypeOf(k.Fn)
	for i := range t.NumIn() {
		v := reflect.New(t.In(i)).Elem()
		switch {
		case v.Kind() == reflect.Slice:
			v.Set(reflect.MakeSlice(v.Type(), ranElements, ranElements))
			for j := range v.Len() {
				if e := v.Index(j); e.CanFloat() {
					e.SetFloat(float64(1 + j%7))
				} else if e.CanInt() || e.CanUint() {
					e2e.SetInt(e, int64(1+j%7))
				}
			}
		case v.CanInt() || v.CanUint():
			n := int64(ranElements)
			if k.Scalar != nil {
				n = k.Scalar(rand.New(rand.NewPCG(1, 1)), i, ranElements)
			}
			e2e.SetInt(v, n)
		}
		args = append(args, v.Interface())
	}
	return args
}

// missing is the first piece of a claim's evidence that is not there on an instruction set, and what is.
func (v *view) missing(c *claim, isa string) (string, bool) {
	for _, e := range c.evidence {
		if e.key == "runs" {
			if err := v.ran(c); err != nil {
				return fmt.Sprintf("%s: %v", e.source, err), true
			}
		}
		if (e.isa == "" || e.isa == isa) && !v.shows(e) {
			return e.source + v.list(e.key), true
		}
	}
	return "", false
}

// list is what there is of a kind, less what would fill pages.
func (v *view) list(key string) string {
	lines := v.lines[key]
	switch key {
	case "ssa", "asm", "after":
		return ""
	case "remark", "warning":
		lines = slices.Concat(v.lines["warning"], v.lines["remark"])
	}
	var sb strings.Builder
	for i, l := range lines {
		if i == 40 {
			sb.WriteString("\n\t\t…")
			break
		}
		fmt.Fprintf(&sb, "\n\t\t%d: %s", l.loop, l.text)
	}
	return sb.String()
}
