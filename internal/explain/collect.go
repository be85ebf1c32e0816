package explain

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"hotloop/cpu"
	"hotloop/frontend"
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/vplan"
	"hotloop/runtime"
)

// Request says what to compile.
type Request struct {
	Type       reflect.Type
	Text, Name string // as for runtime.Compile; Text may be empty if Options has files
	Options    runtime.Options
	For        *cpu.Features // the processor; nil is this one
	Processor  string        // its name on the page
	// Args, if set, returns arguments of a call whose blocks are counted, by interpreting the optimized function.
	Args func() []any
	// Whole: collect the SSA after each pass too.
	Whole bool
	// Suggest: compile again with each change that a remark advises, to find out what it gains.
	Suggest bool
}

// Collect compiles a kernel without loading its code and returns what the compiler did. If there is no machine code, it
// returns an error besides the kernel. The kernel is nil if the function cannot be compiled at all.
func Collect(q Request) (*Kernel, error) {
	c := newCollector(q.Name, q.Whole)
	w := &c.watch
	w.For = q.For
	kern, err := runtime.Inspect(q.Type, q.Text, q.Name, q.Options, w)
	if err != nil {
		return nil, err
	}
	c.k.Processor = q.Processor
	files := q.Options.Files
	if q.Text != "" {
		name := q.Options.FileName
		if i := slices.IndexFunc(files, func(f frontend.File) bool { return f.Text == q.Text && f.Import == "" }); i >= 0 && name == "" {
			name = files[i].Name
		}
		files = append(frontend.Text(name, q.Text), files...)
	}
	k, err := c.finish(kern, files, q.Args)
	if err == nil && q.Suggest {
		k.suggest(&q, files)
	}
	return k, err
}

// Running returns what the compiler did with a kernel of this process, by compiling it again.
func Running(kern *runtime.Kernel) (*Kernel, error) {
	c := newCollector(kern.Name(), true)
	again, files, err := kern.Inspect(&c.watch)
	if err != nil {
		return nil, err
	}
	return c.finish(again, files, nil)
}

// collector observes a compilation.
type collector struct {
	k        *Kernel
	watch    runtime.Watch
	position func(ir.Pos) string
	list     []Loop
	around   map[string][]string
	passes   passes
	ends     int // steps without a transformation
}

func newCollector(name string, whole bool) *collector {
	c := &collector{k: &Kernel{Name: name}, position: func(ir.Pos) string { return "" }}
	c.watch = runtime.Watch{
		SSA: func(f *ir.Func) {
			if f.Position != nil {
				c.position = f.Position
			}
			c.list, c.around = Innermost(f, analysis.FindLoops(f, f.Dominators()), nil)
			if whole {
				c.passes.add("frontend", f.String())
			}
		},
		Plan: c.plan,
		Nest: c.nest,
		Step: c.step,
	}
	if whole {
		c.watch.Pass = func(name string, f *ir.Func, changed bool) {
			if changed {
				c.passes.add(name, f.String())
			}
		}
	}
	return c
}

// at returns a position, or "" if there is none.
func (c *collector) at(p ir.Pos) string {
	if p == 0 {
		return ""
	}
	return c.position(p)
}

// finish completes the data of a compiled kernel.
func (c *collector) finish(kern *runtime.Kernel, files []frontend.File, args func() []any) (*Kernel, error) {
	k := c.k
	k.remarks = kern.Remarks()
	k.source = lineIn(files)
	k.place = func(p int32) string { return c.at(ir.Pos(p)) }
	for _, r := range k.remarks {
		x := Remark{Kind: r.Kind.String(), Pass: r.Pass, Position: r.Where, Message: r.Short(), Reason: string(r.Reason), Advice: r.Advice()}
		for _, a := range r.Args {
			x.Args = append(x.Args, Arg{a.Name, fmt.Sprint(a.Value)})
		}
		k.Remarks = append(k.Remarks, x)
	}
	k.Chains = chains(k.steps, c.at)
	k.Passes = c.passes.list
	parsed := parse(files)
	for _, l := range c.list {
		k.places = append(k.places, l.Position)
		k.region(l, c.around[l.Position], parsed)
	}
	k.sources(parsed)
	if err := kern.Err(); !errors.Is(err, runtime.ErrInspected) {
		k.NoCode = err.Error()
		return k, fmt.Errorf("%s: no machine code: %w", k.Name, err)
	}
	s := kern.Stats()
	k.tail = fmt.Sprintf("\n%d bytes of code, frame %d, compiled in %s\n", s.CodeBytes, s.Frame, s.Total.Round(1000))
	k.Code = c.code(s, c.counts(args))
	return k, nil
}

// plan records a plan.
func (c *collector) plan(p config.Considered) {
	c.k.prices = append(c.k.prices, priced{PlanText(p, c.position, false), PlanText(p, c.position, true)})
	x := Plan{Position: c.at(p.Pos), Chosen: len(p.Plan.Stages) > 0, Scalar: p.Plan.Scalar}
	for _, k := range p.Candidates {
		x.Candidates = append(x.Candidates, Candidate{VF: k.VF, UF: k.UF, Legal: k.Legal, Cost: k.Cost, Bound: boundOf(k.Bound),
			Chosen: x.Chosen && k.Legal && k.VF == p.Plan.VF() && k.UF == p.Plan.UF()})
	}
	for _, e := range p.Plan.Exits {
		x.Exits = append(x.Exits, Exit{exits(e), e.Name, e.Legal, e.Cost, e.Leave, e.Chosen})
	}
	if x.Chosen {
		x.VF, x.UF, x.Cost, x.Bound = p.Plan.VF(), p.Plan.UF(), p.Plan.Cost, boundOf(p.Plan.Bound)
		for _, v := range p.Plan.AllVersions() {
			x.Versions = append(x.Versions, Version(v))
		}
		x.Least, x.LastScalar = p.Plan.LeastVector()
		for _, n := range x.numbers() {
			x.Shares = append(x.Shares, Shares{n, x.SharesOf(n)})
		}
	}
	for _, r := range p.Plan.Steps() {
		x.Recipes = append(x.Recipes, Recipe(r))
	}
	var b strings.Builder
	p.Plan.Print(&b)
	head, _, _ := strings.Cut(b.String(), x.first()) // the recipes are in Recipes
	x.Text = strings.TrimRight(head, " \n")
	c.k.Plans = append(c.k.Plans, x)
}

// first returns the text of the first recipe.
func (p *Plan) first() string {
	if len(p.Recipes) == 0 {
		return "\x00"
	}
	return p.Recipes[0].Text
}

// numbers returns the numbers of iterations that the shares of a plan are listed for: around its steps, and powers of ten.
func (p *Plan) numbers() (list []int64) {
	list = []int64{1, 10, 100, 1000, 10000}
	for _, v := range p.Versions {
		if s := int64(v.VF * v.UF); s > 1 {
			list = append(list, s-1, s)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// SharesOf returns how many of n iterations each version executes if all checks hold, no exit is taken, and the front has
// nothing to do. The script of the page does the same.
func (p *Plan) SharesOf(n int64) []int64 {
	shares := make([]int64, len(p.Versions))
	rest := n
	switch {
	case n < p.Least:
		rest = 0
	case p.LastScalar && n > 0:
		rest--
	}
	done := int64(0)
	for i, v := range p.Versions {
		step := int64(v.VF * v.UF)
		switch {
		case v.Name == "front" || v.Name == "exit" || v.Name == "scalar":
			continue
		case v.Masked || v.Overlapping:
			shares[i] = rest
		default:
			shares[i] = rest / step * step
		}
		rest -= shares[i]
		done += shares[i]
	}
	shares[len(shares)-1] = n - done
	return shares
}

// boundOf returns a bound with its kind.
func boundOf(b vplan.Bound) Bound {
	x := Bound{Cycles: b.Cycles, By: b.By}
	switch b.By {
	case "":
	case "issue":
		x.Kind = "slots"
	case "chain":
		x.Kind = "latency"
	case "forwarding", "load", "store":
		x.Kind = "memory"
	default:
		x.Kind = "ports"
	}
	return x
}

// nest records the prices of a nest.
func (c *collector) nest(p config.NestPrice) {
	text := nestText(p, c.position)
	c.k.prices = append(c.k.prices, priced{text, text})
	x := Nest{Position: c.at(p.Pos), Trips: p.Trips, Known: p.Known}
	for _, w := range p.Ways {
		x.Ways = append(x.Ways, Way(w))
	}
	c.k.Nests = append(c.k.Nests, x)
}

// step records a step of the driver. Steps without a transformation have the loops at the start and at the end, first
// those of the kernel, then those of each part of its parallel loops. All ends become the last step.
func (c *collector) step(s config.Step) {
	if s.Transform == "" {
		c.ends++
		switch {
		case c.ends > 2 && c.ends%2 == 1: // a part has begun
			return
		case c.ends > 2:
			end := slices.IndexFunc(c.k.steps[1:], func(s config.Step) bool { return s.Transform == "" }) + 1
			s.Loops = append(c.k.steps[end].Loops, s.Loops...)
			c.k.steps = slices.Delete(c.k.steps, end, end+1)
		}
	}
	c.k.steps = append(c.k.steps, s)
}

// chains returns the steps of the driver by loops of the source.
func chains(steps []config.Step, at func(ir.Pos) string) (list []Chain) {
	if len(steps) < 2 {
		return nil
	}
	first, last, steps := steps[0], steps[len(steps)-1], steps[1:len(steps)-1]
	left := func(loops []config.StepLoop, want func(config.StepLoop) bool) (list []Left) {
		for _, l := range loops {
			if want(l) {
				list = append(list, Left{l.Label, l.Depth, l.Attrs})
			}
		}
		return list
	}
	seen := map[ir.Pos]bool{}
	for _, l := range first.Loops {
		if seen[l.Pos] {
			continue
		}
		seen[l.Pos] = true
		here := func(x config.StepLoop) bool { return x.Pos == l.Pos }
		x := Chain{Position: at(l.Pos), Requested: l.Attrs, Left: left(last.Loops, here)}
		for i, s := range steps {
			a := Action{Number: i + 1, Transform: s.Transform, By: "as written", Request: s.Request, Done: s.Done, Text: s.What}
			switch {
			case s.Request == "":
				a.By = "by heuristics"
			case s.Gen > 0:
				a.By = fmt.Sprintf("followup, generation %d", s.Gen)
			}
			if !s.Done {
				a.Text = s.Why
			}
			switch {
			case s.Pos == l.Pos:
				a.Loops = left(s.Loops, func(config.StepLoop) bool { return true })
			case slices.ContainsFunc(s.Loops, here):
				a.Of, a.Loops = at(s.Pos), left(s.Loops, here)
			default:
				continue
			}
			x.Steps = append(x.Steps, a)
		}
		list = append(list, x)
	}
	return list
}

// region adds an innermost loop with its outcome and its plan.
func (k *Kernel) region(l Loop, around []string, parsed []parsedFile) {
	o := ReadOutcomes(k.remarks)
	at := o.Settle(&l, around)
	r := Region{Loop: l, Plan: -1}
	r.File, r.Line, _ = SplitPlace(l.Position)
	r.End = r.Line
	for _, f := range parsed {
		if f.name == r.File {
			r.End = max(r.Line, f.ends[l.Position])
		}
	}
	for i, p := range k.Plans {
		if !slices.Contains(around, p.Position) {
			continue
		}
		if r.Plan < 0 || p.Chosen && slices.Contains(at, p.Position) || !k.Plans[r.Plan].Chosen {
			r.Plan = i
		}
	}
	if r.Plan >= 0 {
		p := &k.Plans[r.Plan]
		r.Plain = p.Scalar
		if l.Became == "vectorized" && p.Chosen {
			// Plans are compared by Cost, which does not count what waits for a unit or for a result.
			r.Vector, r.Bound = max(p.Cost, p.Bound.Cycles), p.Bound
		}
		if r.Plain > 0 && r.Vector > 0 {
			r.Gain = r.Plain / r.Vector
		}
	}
	if l.Became == "scalar" && !l.Exempt {
		r.Change = k.directive(&r)
	}
	k.Loops = append(k.Loops, r)
}

// written matches a directive in an advice that needs no operand of the user's.
var written = regexp.MustCompile(`//loop:(fp (?:reassoc|fast)|ivdep|vectorize\.enable)\b`)

// directive returns the line that the advice for a loop names, or nil if it names none.
func (k *Kernel) directive(r *Region) *Change {
	d := written.FindString(r.Write)
	if d == "" {
		return nil
	}
	text := k.source(r.Position)
	return &Change{File: r.File, Line: r.Line, Text: text[:len(text)-len(strings.TrimLeft(text, " \t"))] + d}
}

// suggest finds out what the suggested changes do, by compiling the kernel with each.
func (k *Kernel) suggest(q *Request, files []frontend.File) {
	for i := range k.Loops {
		r := &k.Loops[i]
		if r.Change == nil {
			continue
		}
		with := *q
		with.Suggest, with.Whole, with.Args = false, false, nil
		with.Options.Files = slices.Clone(q.Options.Files)
		for _, f := range files {
			if f.Name != r.File || f.Import != "" {
				continue
			}
			lines := strings.Split(f.Text, "\n")
			text := strings.Join(slices.Insert(lines, r.Line-1, r.Change.Text), "\n")
			if q.Text == f.Text {
				with.Text = text
			}
			for j := range with.Options.Files {
				if x := &with.Options.Files[j]; x.Name == f.Name && x.Text == f.Text {
					*x = frontend.File{Name: f.Name, Text: text, Kind: f.Kind}
				}
			}
		}
		after, err := Collect(with)
		if err != nil {
			continue
		}
		for j := range after.Loops {
			if x := &after.Loops[j]; x.File == r.File && x.Line == r.Line+1 {
				r.Change.Then, r.Change.Plain, r.Change.Vector = x.Became, x.Plain, x.Vector
			}
		}
	}
}

// Refused returns a function as far as its text shows it, for those that are no kernels. It returns nil if the function
// is not in the source.
func Refused(src frontend.Source, fn frontend.Function) *Kernel {
	k := &Kernel{Name: fn.Name, Position: fn.Pos.String()}
	for _, f := range parse(src) {
		if f.name != fn.Pos.Filename {
			continue
		}
		for _, x := range f.funcs {
			if x.first <= fn.Pos.Line && fn.Pos.Line <= x.last {
				k.Sources = []Source{{f.name, x.name, x.first, f.lines[x.first-1 : x.last]}}
				for at := range f.ends {
					_, line, _ := SplitPlace(at)
					k.Looping = k.Looping || x.first <= line && line <= x.last
				}
				return k
			}
		}
	}
	return nil
}

// parsedFile is a file with where its functions and loops end.
type parsedFile struct {
	name  string
	lines []string
	funcs []parsedFunc
	ends  map[string]int // last line of a loop, by its position
}

type parsedFunc struct {
	name        string
	first, last int // with its comment
}

// parse reads files as far as they are Go.
func parse(files []frontend.File) (list []parsedFile) {
	for _, f := range files {
		fset := token.NewFileSet()
		tree, err := parser.ParseFile(fset, f.Name, f.Text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		p := parsedFile{name: f.Name, lines: strings.Split(f.Text, "\n"), ends: map[string]int{}}
		line := func(pos token.Pos) int { return fset.PositionFor(pos, false).Line }
		ast.Inspect(tree, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				first := n.Pos()
				if n.Doc != nil {
					first = n.Doc.Pos()
				}
				p.funcs = append(p.funcs, parsedFunc{n.Name.Name, line(first), line(n.End())})
			case *ast.ForStmt, *ast.RangeStmt:
				at := fset.PositionFor(n.Pos(), false)
				p.ends[fmt.Sprintf("%s:%d:%d", f.Name, at.Line, at.Column)] = line(n.End())
			}
			return true
		})
		list = append(list, p)
	}
	return list
}

// sources adds the texts of the kernel and of the functions that have its loops.
func (k *Kernel) sources(parsed []parsedFile) {
	add := func(f *parsedFile, fn parsedFunc) {
		if slices.ContainsFunc(k.Sources, func(s Source) bool { return s.File == f.name && s.First == fn.first }) {
			return
		}
		k.Sources = append(k.Sources, Source{f.name, fn.name, fn.first, f.lines[fn.first-1 : min(fn.last, len(f.lines))]})
	}
	name := k.Name[strings.LastIndexByte(k.Name, '.')+1:]
	for i := range parsed {
		for _, fn := range parsed[i].funcs {
			if fn.name != name {
				continue
			}
			if k.Position == "" {
				k.Position = fmt.Sprintf("%s:%d:1", parsed[i].name, fn.first)
			}
			if len(k.Sources) == 0 {
				add(&parsed[i], fn)
			}
		}
	}
	for _, l := range k.Loops {
		for i := range parsed {
			for _, fn := range parsed[i].funcs {
				if parsed[i].name == l.File && fn.first <= l.Line && l.Line <= fn.last {
					add(&parsed[i], fn)
				}
			}
		}
	}
}

// lineIn returns a function that returns the text of the line at a position.
func lineIn(files []frontend.File) func(place string) string {
	lines := map[string][]string{}
	for _, f := range files {
		lines[f.Name] = strings.Split(f.Text, "\n")
	}
	return func(place string) string {
		file, n, _ := SplitPlace(place)
		if of := lines[file]; n >= 1 && n <= len(of) {
			return strings.TrimRight(of[n-1], " \t\r")
		}
		return ""
	}
}
