package loopopt_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hotloop/cpu"
	"hotloop/frontend"
	"hotloop/isel"
	"hotloop/loopopt"
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/attrs"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// effect is the effect of a directive on kernels, in the optimizer's remarks and in the code. It does not examine
// attributes, so it detects a directive that is translated to the wrong attributes.
type effect struct {
	directive string
	shows     []sight
	// idle matches attributes that make no difference in these kernels, and says why.
	idle string
}

// sight is one kernel, in which the directive replaces the word HERE, and the expected effect.
type sight struct {
	tier   cpu.Tier
	src    string
	want   string // remarks separated by semicolons; ! negates
	scalar bool   // nothing is vectorized
	// bodies, if not empty, lists the numbers of operations op in the remaining innermost loops.
	op     ir.Op
	bodies string
}

// bodySizes lists how many operations op the innermost loops of f have, in descending order; loops without any are
// left out.
func bodySizes(f *ir.Func, op ir.Op) string {
	var list []int
	for _, l := range analysis.FindLoops(f, f.Dominators()).Innermost() {
		n := 0
		for v := range l.Values() {
			if v.Op == op {
				n++
			}
		}
		if n > 0 {
			list = append(list, n)
		}
	}
	slices.Sort(list)
	slices.Reverse(list)
	return strings.Trim(fmt.Sprint(list), "[]")
}

// see compiles the kernel, with the attributes of its loops modified by change, and returns what is missing.
func (s *sight) see(t *testing.T, directive string, change func(list []*ir.LoopMD)) (missing string) {
	t.Helper()
	src := "package k\n" + strings.Replace(s.src, "HERE", "\n"+directive+"\n", 1) + "\n"
	res, err := frontend.Build(frontend.Text("k.go", src), "k", frontend.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	f := res.Func
	var list []*ir.LoopMD
	for _, b := range f.Blocks {
		if b.Loop != nil {
			list = append(list, b.Loop)
		}
	}
	change(list)
	sink := &remark.Sink{}
	knobs, err := config.ParseKnobs("")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := loopopt.Optimize(f, config.Options{Target: isel.TargetFor(cpu.Baseline(s.tier)), Remarks: sink, Knobs: knobs, Parallel: config.OnRequest,
		NoVectorize: s.scalar}); err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	var said strings.Builder
	sink.Print(&said)
	for _, w := range strings.Split(s.want, "; ") {
		no, isNo := strings.CutPrefix(w, "!")
		if isNo && strings.Contains(said.String(), no) || !isNo && !strings.Contains(said.String(), w) {
			return fmt.Sprintf("%q of\n%s", w, &said)
		}
	}
	if s.bodies != "" {
		if got := bodySizes(f, s.op); got != s.bodies {
			return fmt.Sprintf("bodies of %s %v, but %s, in\n%s", s.bodies, s.op, got, &said)
		}
	}
	return ""
}

// unseen returns the first missing effect of e, or "" if all are present.
func (e *effect) unseen(t *testing.T, change func(list []*ir.LoopMD)) string {
	t.Helper()
	for i := range e.shows {
		if missing := e.shows[i].see(t, e.directive, change); missing != "" {
			return missing
		}
	}
	return ""
}

// mutation is a way to get an attribute wrong: path leads to it through followups.
type mutation struct {
	loop int
	path []int
	what string
	with []ir.Attr // its replacement
}

// mutations returns the ways to get the attributes of a list wrong: each may be missing, have another value, or be
// replaced by another one of its kind, including those in followups.
func mutations(loop int, path []int, list []ir.Attr) (all []mutation) {
	for i, a := range list {
		row := attrs.Lookup(a.Name)
		if row == nil || row.Class == attrs.Ignored {
			continue
		}
		here := append(slices.Clone(path), i)
		put := func(what string, with ...ir.Attr) {
			all = append(all, mutation{loop, here, what + " " + a.String(), with})
		}
		put("without")
		b := a
		switch row.Kind {
		case attrs.Bool:
			b.Int = 1 - a.Int
			put("other value for", b)
		case attrs.Count, attrs.Amount:
			b.Int = a.Int + 1
			put("other value for", b)
		case attrs.Width:
			b.Int = a.Int * 2
			put("other value for", b)
		case attrs.List:
			b.List = nil
			put("nothing in", b)
		}
		_, suffix, _ := strings.Cut(a.Name, ".")
		for j := range attrs.All() {
			other := &attrs.All()[j]
			_, s, _ := strings.Cut(other.Name, ".")
			switch {
			case other.Name == a.Name || other.Class != row.Class || other.Kind != row.Kind:
			case other.Owner == row.Owner, s == suffix && suffix != "" && slices.Contains(confused, other.Owner):
				b := a
				b.Name = other.Name
				put(other.Name+" for", b)
			}
		}
		if row.Kind == attrs.List {
			all = append(all, mutations(loop, here, a.List)...)
		}
	}
	return all
}

// confused are the transformations whose attributes are likely to be confused.
var confused = []string{"vectorize", "unroll", "unroll_and_jam", "distribute"}

// replaced returns a list with the element at the path replaced.
func replaced(list []ir.Attr, path []int, with []ir.Attr) []ir.Attr {
	out := slices.Clone(list)
	if len(path) > 1 {
		out[path[0]].List = replaced(out[path[0]].List, path[1:], with)
		return out
	}
	return slices.Replace(out, path[0], path[0]+1, with...)
}

// attributesOf returns the attributes that the directive gives to the loops of the kernel.
func (s *sight) attributesOf(t *testing.T, directive string) (lists [][]ir.Attr) {
	s.see(t, directive, func(list []*ir.LoopMD) {
		for _, md := range list {
			lists = append(lists, slices.Clone(md.Attrs))
		}
	})
	return lists
}

// TestDirectiveEffects checks that every directive has an effect that is absent without it, and with any other
// attributes than its own.
func TestDirectiveEffects(t *testing.T) {
	mutants := 0
	for i := range effects {
		e := &effects[i]
		if missing := e.unseen(t, func([]*ir.LoopMD) {}); missing != "" {
			t.Errorf("%s: no %s", e.directive, missing)
			continue
		}
		without := *e
		without.directive = ""
		if without.unseen(t, func([]*ir.LoopMD) {}) == "" {
			t.Errorf("%s: the same without it", e.directive)
			continue
		}
		given, plain := e.shows[0].attributesOf(t, e.directive), e.shows[0].attributesOf(t, "")
		for loop, list := range given {
			for _, m := range mutations(loop, nil, list) {
				if at := list[m.path[0]]; len(plain[loop]) > 0 && slices.ContainsFunc(plain[loop], func(a ir.Attr) bool { return a.Name == at.Name && a.String() == at.String() }) {
					continue // of the kernel, not of the directive
				}
				if e.idle != "" && regexp.MustCompile(e.idle).MatchString(m.what) {
					continue
				}
				if mutants++; testing.Short() && mutants%3 > 0 {
					continue
				}
				alive := e.unseen(t, func(list []*ir.LoopMD) {
					if m.loop < len(list) && m.path[0] < len(list[m.loop].Attrs) {
						list[m.loop].Attrs = replaced(list[m.loop].Attrs, m.path, m.with)
					}
				}) == ""
				if alive {
					t.Errorf("%s: the same with %s", e.directive, m.what)
				}
			}
		}
	}
	t.Logf("%d mutants of %d directives", mutants, len(effects))
}

// TestPragmasHaveEffects checks that effects covers each word of PRAGMAS.md that becomes an attribute, and each
// followup role of LLVM.
func TestPragmasHaveEffects(t *testing.T) {
	data, err := os.ReadFile("../frontend/directive/PRAGMAS.md")
	if err != nil {
		t.Fatal(err)
	}
	number := regexp.MustCompile(`\d+`)
	var have []string
	for _, e := range effects {
		have = append(have, number.ReplaceAllString(e.directive, "N"))
	}
	has := func(text string) bool {
		return slices.ContainsFunc(have, func(h string) bool {
			return slices.Contains(strings.Split(h, "\n"), "//pragma:"+text)
		})
	}
	ada, words := false, 0
	for _, line := range strings.Split(string(data), "\n") {
		if strings.HasPrefix(line, "## ") {
			ada = strings.Contains(line, "Ada")
		}
		m := regexp.MustCompile("^\\| `([^`]+)` \\| `([^`]+)` \\|").FindStringSubmatch(line)
		if m == nil || strings.HasPrefix(m[2], "pipeline.") {
			continue
		}
		words++
		text := number.ReplaceAllString(m[1], "N")
		if ada {
			text = "loop_optimize(" + text + ")"
		}
		if !has(text) {
			t.Errorf("no effect of %s", text)
		}
	}
	if words < 50 {
		t.Errorf("only %d words found", words)
	}
	for _, a := range attrs.All() {
		if a.Class == attrs.Followup && a.ID != "A42" && a.ID != "own" && !slices.ContainsFunc(effects, func(e effect) bool { return strings.Contains(e.directive, a.Name+"{") }) {
			t.Errorf("no effect of %s", a.Name)
		}
	}
}
