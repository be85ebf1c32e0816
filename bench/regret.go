package bench

import (
	"cmp"
	"fmt"
	"go/ast"
	"math"
	"math/rand/v2"

	"slices"
	"strings"
	"time"

	"hotloop/internal/lab/child"
	"hotloop/internal/lab/frame"
)

// A Regret is the speedup that a plan forced by directives has over the default plan of a kernel.
type Regret struct {
	Trial
	NS     float64 `json:"ns"`      // of the default plan
	BestNS float64 `json:"best_ns"` // of the best plan, which may be the default
	Regret float64 `json:"regret"`  // ns over best_ns, 1 if no plan is better
	Force  string  `json:"force"`   // the directives that force the best plan; empty if it is the default
	Plan   string  `json:"plan"`
	Best   string  `json:"best_plan"`
	Nest   bool    `json:"nest"`  // some loop has inner loops
	Tried  int     `json:"tried"` // number of distinct forced plans
	Error  string  `json:"error,omitempty"`
	// plans whose results differ although the order of sums does not matter: bugs
	Wrong []string `json:"wrong,omitempty"`
}

// A Trial is a kernel with the way it is compiled and called.
type Trial struct {
	Kernel string `json:"kernel"`
	Suite  string `json:"suite"`
	ISA    string `json:"isa"`
	Mode   string `json:"mode"`
	N      int    `json:"n"`
}

// All candidates are timed briefly, and the best few again with care. A batch that short is off by some percent, so a
// candidate within finalGap of the best may be the best.
const (
	shortBatch   = 20 * time.Microsecond
	shortRepeats = 3
	finalists    = 4
	finalGap     = 1.2
	mostForced   = 100 // maximum number of candidates of a kernel
)

// A forced plan is a text with directives above its loops.
type forced struct {
	what string // description for the report
	text string
}

// MeasureRegret compares the default plan of a kernel with forced plans.
func MeasureRegret(e Engine, k *Kernel, isa, mode string, n int, plan Plan, seed uint64) Regret {
	r := Regret{Trial: Trial{k.Name, k.Suite, isa, mode, n}}
	if err := r.measure(e, k, plan, seed); err != nil {
		r.Error = err.Error()
	}
	return r
}

func (r *Regret) measure(e Engine, k *Kernel, plan Plan, seed uint64) (err error) {
	if k.Refused != nil {
		return k.Refused
	}
	req := Request{Type: k.Type, File: k.File, Text: k.Text, Func: k.Func, ISA: r.ISA, Mode: r.Mode}
	base, err := e.Compile(req)
	if err != nil {
		return err
	}
	r.Plan, r.Best = base.Plan, base.Plan
	w := newWatch(0)
	defer w.end()
	w.add(base)
	defer func() {
		if w.ended() {
			err = child.ErrEndless
		}
	}()
	if k.Plain == nil && !k.Described {
		if _, err := k.Settle(FuncReference{base.Func}, r.N); err != nil {
			return err
		}
	}
	f := frame.New(k.Args(rand.New(rand.NewPCG(seed, uint64(r.N))), r.N, Steady), frame.Layout{Share: -1})
	if k.Described {
		if err := settle(k, base.Func, f); err != nil {
			return err
		}
	}
	var empty any // measures the cost of restoring memory
	if text, err := k.emptyText(); err == nil {
		if c, err := e.Compile(Request{Type: k.Type, File: "empty.go", Text: text, Func: "Empty", ISA: r.ISA,
			Mode: r.Mode}); err == nil {
			empty = c.Func
		}
	}
	ours := NewLocal("default", k, base.Func, empty)
	candidates, err := r.candidates(e, w, k, req, base, empty)
	if err != nil {
		return err
	}
	r.Tried = len(candidates)
	all := Measure(f, append([]Runner{ours}, candidates...), Plan{Batch: shortBatch, Repeats: shortRepeats})
	if all[0].Err != nil {
		return all[0].Err
	}
	order := make([]int, len(candidates))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(all[a+1].NS, all[b+1].NS) })
	final := []Runner{ours}
	for _, i := range order[:min(len(order), finalists)] {
		c := candidates[i].(*Local)
		if all[i+1].Err == nil && all[i+1].NS < finalGap*all[0].NS {
			final = append(final, c)
		}
	}
	t := Measure(f, final, plan)
	r.NS, r.BestNS, r.Regret = round3(t[0].NS), round3(t[0].NS), 1
	for i, x := range t[1:] {
		if x.Err == nil && x.NS < r.BestNS {
			c := final[i+1].(*Local)
			r.BestNS, r.Force, r.Best = round3(x.NS), x.Name, c.plan
		}
	}
	r.Regret = round3(r.NS / r.BestNS)
	return nil
}

// candidates compiles the forced plans and keeps those with different code and correct results. Two plans with the
// same name and size are considered equal.
func (r *Regret) candidates(e Engine, w *watch, k *Kernel, req Request, base *Compiled, empty any) (all []Runner,
	err error) {
	plans, nest, err := forcedPlans(k)
	if err != nil {
		return nil, err
	}
	r.Nest = nest
	type code struct {
		plan string
		size int
	}
	seen := map[code]bool{{base.Plan, base.CodeBytes}: true}
	add := func(what string, q Request) {
		c, err := e.Compile(q)
		if err != nil || seen[code{c.Plan, c.CodeBytes}] || len(all) == mostForced {
			return // the compiler cannot make this plan
		}
		if c.Reordered && r.Mode != "fast" {
			return // a directive to vectorize permits what the default plan may not do
		}
		seen[code{c.Plan, c.CodeBytes}] = true
		w.add(c)
		if err := check(k, c.Func, base.Func); err != nil {
			r.Wrong = append(r.Wrong, what+": "+err.Error())
			return
		}
		l := NewLocal(what, k, c.Func, empty)
		l.plan = c.Plan
		all = append(all, l)
	}
	scalar := req
	scalar.NoVec = true
	add("NoVectorize", scalar)
	if req.ISA == "avx512" {
		narrow := req
		narrow.ISA = OwnAVX2
		add("isa avx2", narrow)
	}
	for _, p := range plans {
		q := req
		q.Text = p.text
		add(p.what, q)
	}
	return all, nil
}

// checkedAt holds the lengths at which forced plans are compared with the default.
var checkedAt = []int{1, 7, 37, 130}

// check compares a forced plan with the default on whole numbers, with a tolerance for other orders of sums.
func check(k *Kernel, fn, base any) error {
	for _, n := range checkedAt {
		f := frame.New(k.Args(rand.New(rand.NewPCG(1, uint64(n))), n, Whole), frame.Layout{Share: -1, After: 1})
		if err := checkOne(k, fn, FuncReference{base}, f, frame.EndEdge, k.tolerance("fast"), "fast"); err != nil {
			return fmt.Errorf("n=%d: %w", n, err)
		}
	}
	return nil
}

// A textLoop is a loop of a kernel's text.
type textLoop struct {
	at, line int // byte and line of its first word
	parent   *textLoop
	inner    bool // has no loop inside
	exits    bool // a return or break inside
}

// forcedPlans returns the texts of a kernel with directives above its loops. They vary how innermost loops are
// vectorized or unrolled, and how the enclosing loops are transformed.
func forcedPlans(k *Kernel) (plans []forced, nest bool, err error) {
	loops, err := textLoops(k)
	if err != nil || strings.Contains(k.Text, "//loop:") {
		return nil, false, err // the text has directives of its own
	}
	var inner, outer []*textLoop
	exits := false
	for _, l := range loops {
		if l.inner {
			inner = append(inner, l)
			exits = exits || l.exits
		} else {
			outer = append(outer, l)
		}
	}
	add := func(parts ...directive) { plans = append(plans, force(k.Text, parts)) }
	for _, d := range innerDirectives(exits) {
		add(directive{inner, d})
	}
	if len(inner) > 1 && len(inner) < 4 {
		for _, l := range inner {
			for _, d := range []string{"vectorize.enable=0", "vectorize.enable=1", "vectorize.enable=1 interleave.count=4"} {
				add(directive{[]*textLoop{l}, d})
			}
		}
	}
	for _, l := range outer {
		below := slices.DeleteFunc(slices.Clone(inner), func(i *textLoop) bool { return !i.within(l) })
		one := []*textLoop{l}
		add(directive{one, "vectorize.outer=0"})
		add(directive{one, "interchange.enable"})
		add(directive{one, "interchange.enable"}, directive{below, "vectorize.enable=1"})
		add(directive{one, "flatten.enable"})
		for _, c := range []int{2, 4, 8} {
			add(directive{one, fmt.Sprintf("unroll_and_jam.count=%d", c)})
			add(directive{one, fmt.Sprintf("unroll_and_jam.count=%d", c)}, directive{below, "vectorize.enable=1"})
		}
		for _, w := range []int{0, 2, 4, 8, 16, 32} {
			for _, c := range []int{0, 1, 2} {
				d := "vectorize.outer=1 vectorize.enable=1"
				if w > 0 {
					d += fmt.Sprintf(" vectorize.width=%d", w)
				}
				if c > 0 {
					d += fmt.Sprintf(" interleave.count=%d", c)
				}
				add(directive{one, d})
				if c == 0 {
					add(directive{one, d}, directive{below, "unroll.full"})
				}
			}
		}
	}
	return plans, len(outer) > 0, nil
}

// innerDirectives returns directives for an innermost loop: width by interleaving by tail, unrolling, exits, regions.
func innerDirectives(exits bool) (all []string) {
	for _, w := range []int{2, 4, 8, 16, 32, 64} {
		for _, c := range []int{1, 2, 4, 8} {
			d := fmt.Sprintf("vectorize.width=%d interleave.count=%d", w, c)
			all = append(all, d)
			if c < 4 {
				all = append(all, d+" vectorize.predicate.enable=1")
			}
			if exits && c < 4 {
				all = append(all, d+" vectorize.exits=check_first", d+" vectorize.exits=predicate",
					d+" vectorize.exits=scalar_epilogue")
			}
		}
		all = append(all, fmt.Sprintf("vectorize.width=%d vectorize.regions=branch", w),
			fmt.Sprintf("vectorize.width=%d vectorize.regions=mask", w),
			fmt.Sprintf("vectorize.width=%d vectorize.gathers=plain", w))
	}
	for _, c := range []int{2, 4, 8} {
		all = append(all, fmt.Sprintf("vectorize.enable=0 unroll.count=%d", c),
			fmt.Sprintf("vectorize.width=1 interleave.count=%d", c))
	}
	return append(all, "vectorize.enable=0 unroll.disable", "vectorize.enable=0 unroll.full", "subtables.enable",
		"disable_nonforced")
}

func (l *textLoop) within(outer *textLoop) bool {
	for p := l.parent; p != nil; p = p.parent {
		if p == outer {
			return true
		}
	}
	return false
}

// textLoops returns the loops of a kernel and of the functions it calls, in text order.
func textLoops(k *Kernel) (all []*textLoop, err error) {
	f, err := k.Source()
	if err != nil {
		return nil, err
	}
	fns, err := f.Func(k.Func)
	if err != nil {
		return nil, err
	}
	var walk func(n ast.Node, parent *textLoop)
	walk = func(n ast.Node, parent *textLoop) {
		ast.Inspect(n, func(m ast.Node) bool {
			if m == n {
				return true
			}
			switch m := m.(type) {
			case *ast.ForStmt, *ast.RangeStmt:
				pos := f.Fset.Position(m.Pos())
				l := &textLoop{at: pos.Offset, line: pos.Line, parent: parent, inner: true}
				if parent != nil {
					parent.inner = false
				}
				all = append(all, l)
				walk(m, l)
				return false
			case *ast.BranchStmt, *ast.ReturnStmt:
				if parent != nil {
					parent.exits = true
				}
			}
			return true
		})
	}
	for _, fn := range fns {
		walk(fn, nil)
	}
	slices.SortFunc(all, func(a, b *textLoop) int { return a.at - b.at })
	return all, nil
}

// A directive is placed above some loops.
type directive struct {
	loops []*textLoop
	what  string
}

// force inserts directives into a text.
func force(text string, parts []directive) forced {
	type edit struct {
		at   int
		what string
	}
	var edits []edit
	var names []string
	for _, p := range parts {
		var lines []string
		for _, l := range p.loops {
			edits = append(edits, edit{l.at, p.what})
			lines = append(lines, fmt.Sprint(l.line))
		}
		names = append(names, fmt.Sprintf("%s (line %s)", p.what, strings.Join(lines, ",")))
	}
	slices.SortFunc(edits, func(a, b edit) int { return b.at - a.at }) // from the end, so that offsets stay valid
	for _, e := range edits {
		text = text[:e.at] + "//loop:" + e.what + "\n" + text[e.at:]
	}
	return forced{strings.Join(names, "; "), text}
}

// RegretShares are the fractions of regrets within 5, 10 and 25 percent, with their mean and maximum.
type RegretShares struct {
	Count                       int
	Within5, Within10, Within25 float64 // fractions from 0 to 1
	Mean, Worst                 float64
}

// SharesOf summarizes regrets; those with errors do not count.
func SharesOf(all []Regret) (s RegretShares) {
	sum := 0.0
	for _, r := range all {
		if r.Error != "" {
			continue
		}
		s.Count++
		sum += math.Log(r.Regret)
		s.Worst = max(s.Worst, r.Regret)
		for _, w := range []struct {
			limit float64
			n     *float64
		}{{1.05, &s.Within5}, {1.1, &s.Within10}, {1.25, &s.Within25}} {
			if r.Regret <= w.limit {
				*w.n++
			}
		}
	}
	if n := float64(s.Count); n > 0 {
		s.Within5, s.Within10, s.Within25, s.Mean = s.Within5/n, s.Within10/n, s.Within25/n, math.Exp(sum/n)
	}
	return s
}
