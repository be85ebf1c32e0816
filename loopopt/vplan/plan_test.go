package vplan_test

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hotloop/cpu"
	"hotloop/frontend"
	"hotloop/internal/irtest"
	"hotloop/isel"
	_ "hotloop/isel/all" // to compile for processors of other architectures
	"hotloop/loopopt"
	"hotloop/loopopt/config"
	"hotloop/loopopt/vplan"
)

var update = irtest.Update

const plansFile = "testdata/plans.txt"

// A kernel of testdata/plans.txt has a heading, its source, and for each target a section with the plans that were priced:
//
//	== name: what it shows
//	func k(…) { … }
//	-- avx512 --
//	plan …
type kernel struct {
	heading, source string
	plans           []section
}

type section struct{ target, text string }

func readKernels(t *testing.T) []kernel {
	text, err := os.ReadFile(plansFile)
	if err != nil {
		t.Fatal(err)
	}
	var list []kernel
	for _, part := range strings.Split(string(text), "\n== ")[1:] {
		heading, rest, _ := strings.Cut(part, "\n")
		k := kernel{heading: heading}
		to := &k.source
		for _, line := range strings.SplitAfter(rest, "\n") {
			if name, ok := strings.CutPrefix(strings.TrimSuffix(line, " --\n"), "-- "); ok {
				k.plans = append(k.plans, section{target: name})
				to = &k.plans[len(k.plans)-1].text
				continue
			}
			*to += line
		}
		k.source = strings.TrimSpace(k.source)
		for i := range k.plans {
			k.plans[i].text = strings.TrimRight(k.plans[i].text, "\n")
		}
		list = append(list, k)
	}
	return list
}

var targets = map[string]cpu.Features{
	"avx2":   {Tier: cpu.AVX2, Tuning: cpu.Tuning{VectorBits: 256}},
	"avx512": {Tier: cpu.AVX512, Tuning: cpu.Tuning{VectorBits: 512}},
	"neon":   {Tier: cpu.NEON, Tuning: cpu.Tuning{VectorBits: 128}},
}

// planned optimizes a kernel and calls do for every plan that was priced. It returns the function before and after.
func planned(t *testing.T, source, target string, do func(*vplan.Plan)) (before, after string) {
	t.Helper()
	features, ok := targets[target]
	if !ok {
		t.Fatalf("no target %q", target)
	}
	res, err := frontend.Build(frontend.Text("k.go",
		"package k\nimport \"math/bits\"\nvar _ = bits.Len\n"+source+"\n"), "k", frontend.Options{})
	if err != nil {
		t.Fatal(err)
	}
	before = res.Func.String()
	knobs, err := config.ParseKnobs("") // without the default values, nothing is vectorized
	if err != nil {
		t.Fatal(err)
	}
	o := config.Options{Target: isel.TargetFor(features), Knobs: knobs, Plan: func(c config.Considered) { do(c.Plan) }}
	if _, err := loopopt.Optimize(res.Func, o); err != nil {
		t.Fatal(err)
	}
	return before, res.Func.String()
}

var valueName = regexp.MustCompile(`\bv\d+\b`)

// renamed numbers the values of plans in the order in which they appear: their numbers in the function change with every pass
// in front of the vectorizer.
func renamed(plans string) string {
	names := map[string]string{}
	return valueName.ReplaceAllStringFunc(plans, func(v string) string {
		if names[v] == "" {
			names[v] = fmt.Sprintf("v%d", len(names))
		}
		return names[v]
	})
}

// TestPlans compares the plans of the kernels in testdata/plans.txt, and what the code that they become computes.
func TestPlans(t *testing.T) {
	list := readKernels(t)
	if len(list) == 0 {
		t.Fatal("no kernels")
	}
	for i := range list {
		k := &list[i]
		name, _, _ := strings.Cut(k.heading, ":")
		t.Run(name, func(t *testing.T) {
			for _, target := range slices.Sorted(maps.Keys(targets)) {
				if slices.ContainsFunc(k.plans, func(s section) bool { return s.target == target }) {
					continue
				}
				if !*update {
					t.Errorf("no section -- %s --; -update makes one", target)
					continue
				}
				k.plans = append(k.plans, section{target: target})
			}
			for j := range k.plans {
				s := &k.plans[j]
				var b strings.Builder
				before, after := planned(t, k.source, s.target, func(p *vplan.Plan) { p.Print(&b) })
				irtest.Same(t, before, after)
				got := strings.TrimRight(renamed(b.String()), "\n")
				if got != s.text && !*update {
					t.Errorf("%s: got\n%s\nwant\n%s", s.target, got, s.text)
				}
				s.text = got
			}
		})
	}
	if !*update || t.Failed() {
		return
	}
	var b strings.Builder
	b.WriteString("Plans of small kernels, by what they show. go test -run Plans -update rewrites them.\n")
	for _, k := range list {
		fmt.Fprintf(&b, "\n== %s\n%s\n", k.heading, k.source)
		for _, s := range k.plans {
			fmt.Fprintf(&b, "-- %s --\n%s\n", s.target, s.text)
		}
	}
	if err := os.WriteFile(plansFile, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestKernels compares the plans of the kernels in testdata/kernels.txt for one target each, and what the code computes
// that they become for any target.
func TestKernels(t *testing.T) {
	irtest.Cases(t, "testdata/kernels.txt", func(t *testing.T, target, source string) string {
		var b strings.Builder
		for name := range targets {
			before, after := planned(t, source, name, func(p *vplan.Plan) {
				if name == target {
					p.Print(&b)
				}
			})
			irtest.Same(t, before, after)
		}
		if b.Len() == 0 {
			return "no plan"
		}
		return renamed(b.String())
	})
}

// TestEveryKindIsPlanned checks that each kind of recipe is in a plan of testdata/plans.txt.
func TestEveryKindIsPlanned(t *testing.T) {
	text, err := os.ReadFile(plansFile)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range vplan.KindNames() {
		if !regexp.MustCompile(`(?m)^ +` + name + ` +r\d`).Match(text) {
			t.Errorf("no plan has a recipe %s", name)
		}
	}
}

// TestVerify breaks plans and expects that Verify says so.
func TestVerify(t *testing.T) {
	const sum = "func k(y, x []int32) { for i := range y { if x[i] > 3 { y[i] += x[i] } } }"
	const seek = "func k(y, x, at []int32) { for i, j := range at { y[i] = x[j] } }"
	const regions = "func k(y, x, z []float32) { for i := range y { if x[i] > 3 { y[i] += x[i] * z[i] / 3 } } }"
	isStore := func(r *vplan.Recipe) bool { return r.Kind == vplan.WidenStore }
	isBail := func(r *vplan.Recipe) bool { return r.Kind == vplan.SideExit }
	for _, c := range []struct {
		name, source string
		spoil        func(p *vplan.Plan)
		want         string
	}{
		{"sound", sum, func(*vplan.Plan) {}, ""},
		{"no stage", sum, func(p *vplan.Plan) { p.Stages = nil }, "no stage"},
		{"odd factor", sum, func(p *vplan.Plan) { p.Stages[0].VF = 3 }, "stage 0 is 3x"},
		{"masked first", sum, func(p *vplan.Plan) { p.Stages[0].Masked = true }, "not the last"},
		{"growing", sum, func(p *vplan.Plan) { p.Stages[1].VF *= 2 }, "wider than the one before"},
		{"masked parts", sum, func(p *vplan.Plan) { p.Stages[1].UF = 2 }, "has 2 parts"},
		{"order", sum, func(p *vplan.Plan) { slices.Reverse(p.Recipes) }, "before it is made"},
		{"no value", sum, func(p *vplan.Plan) {
			p.Regions = nil
			p.Recipes[slices.IndexFunc(p.Recipes, isStore)].Args = nil
		}, "stores nothing"},
		{"late test", seek, func(p *vplan.Plan) {
			at := slices.IndexFunc(p.Recipes, isBail)
			p.Recipes = append(p.Recipes, p.Recipes[at])
		}, "is behind"},
		{"region", regions, func(p *vplan.Plan) { p.Regions[0].Members = p.Regions[0].Members[:1] },
			"inside a region|uses|leaves"},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := 0
			planned(t, c.source, "avx512", func(p *vplan.Plan) {
				if n++; n > 1 {
					return
				}
				stages, recipes, regions := slices.Clone(p.Stages), slices.Clone(p.Recipes), p.Regions
				copies := make([]vplan.Recipe, len(recipes))
				for i, r := range recipes {
					copies[i] = *r
				}
				members := make([][]*vplan.Recipe, len(regions))
				for i, g := range regions {
					members[i] = g.Members
				}
				c.spoil(p)
				err := p.Verify()
				p.Stages, p.Recipes, p.Regions = stages, recipes, regions
				for i, r := range recipes {
					*r = copies[i]
				}
				for i, g := range regions {
					g.Members = members[i]
				}
				switch {
				case c.want == "" && err != nil:
					t.Error(err)
				case c.want != "" && (err == nil || !regexp.MustCompile(c.want).MatchString(err.Error())):
					t.Errorf("got %v, want an error about %q", err, c.want)
				}
			})
			if n == 0 {
				t.Error("no plan was made")
			}
		})
	}
}
