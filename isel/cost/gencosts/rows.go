package main

import (
	"bufio"
	"embed"
	"fmt"
	"math"
	"regexp"
	"strings"
)

// A row is what the table has of a form on a processor; the zero row is nothing, and the generic costs stand in.
type row struct {
	latency, slots int
	groups         [maxGroups]int // hundredths of a cycle for which each is occupied
}

func hundredths(x float64) int { return int(math.Round(100 * x)) }

// rows makes the processor's row of each form.
func (p *processor) rows(list []*form) ([]row, error) {
	if len(p.groups)+2 > maxGroups { // loads and stores come last
		return nil, fmt.Errorf("more than %d groups", maxGroups-2)
	}
	known, err := models(list, p.model)
	if err != nil {
		return nil, err
	}
	byKey := map[key]*form{}
	for _, f := range list {
		byKey[key{f.op, f.size}] = f
	}
	measured, err := p.measurements()
	if err != nil {
		return nil, err
	}
	rules, err := overridesOf(p)
	if err != nil {
		return nil, err
	}
	out := make([]row, len(list))
	for i, f := range list {
		m, ok := known[f]
		if half := byKey[key{f.op, 32}]; p.like32 && f.size == 64 && half != nil {
			if x, has := known[half]; has {
				m.slots, m.latency, m.busy, ok = x.slots, x.latency, x.busy, true
			}
		}
		if !ok {
			continue
		}
		r := p.row(m)
		if f.mem && f.loads { // what waits for the address has that of loads on top
			r.latency = max(1, r.latency-p.loadLatency)
		}
		at := key{f.op, f.size}
		if f.size == 16 {
			if _, has := measured[at]; !has {
				at.size = 32
			}
		}
		if x, has := measured[at]; has {
			p.fit(&r, x)
		}
		for _, o := range rules {
			o.apply(p, f, &r)
		}
		out[i] = r
	}
	return out, nil
}

// row counts a model's micro-operations by group.
func (p *processor) row(m model) row {
	r := row{latency: min(m.latency, 255), slots: min(max(1, m.slots), 255)}
	for i := range p.groups {
		r.groups[i] = hundredths(p.groups[i].uops(m) / float64(p.size(i)))
	}
	for i, g := range []*group{p.loads, p.stores} {
		if g != nil {
			r.groups[maxGroups-2+i] = hundredths(g.uops(m) / float64(unitsOf[p.model][[]string{"load", "store"}[i]]))
		}
	}
	return r
}

// uops is how many micro-operations need units of g.
func (g *group) uops(m model) (sum float64) {
	for _, u := range uses(m.busy, g.kind) {
		in := true
		for _, x := range u.units {
			in = in && g.units.MatchString(x)
		}
		if in {
			sum += u.uops
		}
	}
	return sum
}

// size is the number of units in group i.
func (p *processor) size(i int) int {
	if g := &p.groups[i]; g.n > 0 {
		return g.n
	}
	return unitsOf[p.model][p.groups[i].name]
}

// unitsOf are the numbers of units behind the groups' names.
var unitsOf = map[string]map[string]int{
	"haswell":        {"alu": 4, "vec": 3, "p01": 2, "p05": 2, "p0": 1, "p1": 1, "p5": 1},
	"skylake-avx512": {"alu": 4, "vec": 3, "p01": 2, "p05": 2, "p0": 1, "p1": 1, "p5": 1},
	"icelake-server": {"alu": 4, "vec": 3, "p01": 2, "p05": 2, "p0": 1, "p1": 1, "p5": 1},
	"sapphirerapids": {"alu": 5, "vec": 3, "p01": 2, "p05": 2, "p0": 1, "p1": 1, "p5": 1},
	"znver2":         {"alu": 4, "mul": 1, "vec": 4, "fma": 2, "add": 2, "shuffle": 2, "fp2": 1, "fp3": 1},
	"znver3":         {"alu": 4, "mul": 1, "vec": 4, "fma": 2, "add": 2, "shuffle": 2, "fp1": 1, "data": 2},
	"znver4":         {"alu": 4, "mul": 1, "vec": 4, "fma": 2, "add": 2, "shuffle": 2, "fp1": 1, "data": 2},
	"neoverse-n1":    {"alu": 3, "mul": 1, "vec": 2, "v0": 1, "v1": 1, "branch": 1, "load": 2},
	"neoverse-v1": {"alu": 4, "mul": 2, "m0": 1, "vec": 4, "v02": 2, "v13": 2, "v0": 1, "branch": 2, "load": 3,
		"store": 2},
	"neoverse-n2": {"alu": 4, "mul": 2, "m0": 1, "vec": 2, "v0": 1, "v1": 1, "branch": 2, "load": 3, "store": 2},
	"neoverse-v2": {"alu": 6, "mul": 2, "m0": 1, "vec": 4, "v02": 2, "v13": 2, "v0": 1, "branch": 2, "load": 3,
		"store": 2},
}

type key struct {
	op   string
	size int
}

type figures struct{ latency, throughput float64 }

//go:embed measured
var measuredFiles embed.FS

// measurements reads what measureHost wrote.
func (p *processor) measurements() (map[key]figures, error) {
	all := map[key]figures{}
	if p.measured == "" {
		return all, nil
	}
	text, err := measuredFiles.ReadFile("measured/" + p.measured)
	if err != nil {
		return nil, err
	}
	for in := bufio.NewScanner(strings.NewReader(string(text))); in.Scan(); {
		if strings.HasPrefix(in.Text(), "#") {
			continue
		}
		var k key
		var x figures
		if _, err := fmt.Sscan(in.Text(), &k.op, &k.size, &x.latency, &x.throughput); err != nil {
			return nil, fmt.Errorf("%s: %q: %w", p.measured, in.Text(), err)
		}
		all[k] = x
	}
	return all, nil
}

// fit makes a row agree with measurements. The model's groups are kept where they explain the throughput, within the
// tenth or so that the loop around costs; where an instruction is faster or slower than they allow, the smallest group
// of the kind that does is taken.
func (p *processor) fit(r *row, x figures) {
	if x.latency > 0.5 {
		r.latency = int(math.Round(x.latency))
	} else if x.latency > 0 {
		r.latency = 0 // a move that the renamer does
	}
	most, at := 0, -1
	for i := range p.groups {
		if r.groups[i] > most {
			most, at = r.groups[i], i
		}
	}
	t := hundredths(x.throughput)
	if at < 0 { // the model has no unit for it: it is one of those that nothing else is counted for
		if t > 125*r.slots/p.issue {
			r.groups[len(p.groups)-1] = t
		}
		return
	}
	if most*85 <= t*100 && t*100 <= most*125 {
		return
	}
	kind := p.groups[at].kind.String()
	uops := float64(r.slots)
	best := -1
	for i, g := range p.groups {
		if g.kind.String() != kind {
			continue
		}
		if got := uops / float64(p.size(i)) * 100; got*0.8 <= float64(t) && float64(t) <= got*1.25 &&
			(best < 0 || r.groups[i] > 0 && r.groups[best] == 0) {
			best = i
		}
	}
	old := r.groups
	all := -1 // the group of the whole kind
	for i, g := range p.groups {
		if g.kind.String() == kind {
			r.groups[i] = 0
			if all < 0 {
				all = i
			}
		}
	}
	if best < 0 { // more passes than micro-operations: the groups stay, the times grow
		for i, g := range p.groups {
			if g.kind.String() == kind {
				r.groups[i] = min(old[i]*t/most, 65535)
			}
		}
		return
	}
	if best == all || p.size(best) < p.size(all) {
		r.groups[best] = hundredths(uops / float64(p.size(best)))
		r.groups[all] = hundredths(uops / float64(p.size(all)))
	}
}

//go:embed overrides.txt
var overridesText string

// An override is a line of overrides.txt.
type override struct {
	ops            *regexp.Regexp
	size           string // of the form, or *
	latency, slots int    // 0: the model's
	groups         map[string]float64
}

// overridesOf are the lines about p.
func overridesOf(p *processor) (list []override, err error) {
	for n, line := range strings.Split(overridesText, "\n") {
		line, _, _ = strings.Cut(line, "#")
		w := strings.Fields(line)
		if len(w) == 0 {
			continue
		}
		if len(w) < 5 {
			return nil, fmt.Errorf("overrides.txt:%d: want processors, ops, bytes, slots, latency and groups", n+1)
		}
		if match, err := regexp.MatchString("^("+w[0]+")$", p.name); err != nil || !match {
			if err != nil {
				return nil, fmt.Errorf("overrides.txt:%d: %w", n+1, err)
			}
			continue
		}
		o := override{size: w[2], groups: map[string]float64{}}
		if o.ops, err = regexp.Compile("^(" + w[1] + ")$"); err != nil {
			return nil, fmt.Errorf("overrides.txt:%d: %w", n+1, err)
		}
		if _, err := fmt.Sscan(w[3]+" "+w[4], &o.slots, &o.latency); err != nil {
			return nil, fmt.Errorf("overrides.txt:%d: %w", n+1, err)
		}
		for _, g := range w[5:] {
			name, val, _ := strings.Cut(g, "=")
			var x float64
			if _, err := fmt.Sscan(val, &x); err != nil || p.groupIndex(name) < 0 {
				return nil, fmt.Errorf("overrides.txt:%d: %s has no group %q, or its cycles are not a number", n+1,
					p.name, g)
			}
			o.groups[name] = x
		}
		list = append(list, o)
	}
	return list, nil
}

// groupIndex is the place of a group, those of loads and stores the last two; -1 if there is none of that name.
func (p *processor) groupIndex(name string) int {
	switch name {
	case "load":
		return maxGroups - 2
	case "store":
		return maxGroups - 1
	}
	for i, g := range p.groups {
		if g.name == name {
			return i
		}
	}
	return -1
}

func (o *override) apply(p *processor, f *form, r *row) {
	if !o.ops.MatchString(f.op) || o.size != "*" && o.size != fmt.Sprint(f.size) {
		return
	}
	if o.slots > 0 {
		r.slots = o.slots
	}
	if o.latency > 0 {
		r.latency = o.latency
	}
	if len(o.groups) > 0 {
		r.groups = [maxGroups]int{}
		for name, x := range o.groups {
			r.groups[p.groupIndex(name)] = hundredths(x)
		}
	}
}
