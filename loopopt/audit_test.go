package loopopt_test

import (
	"fmt"
	"strings"
	"testing"

	"hotloop/cpu"
	"hotloop/frontend"
	"hotloop/internal/lab/gen"
	"hotloop/isel"
	"hotloop/loopopt"
	"hotloop/loopopt/attrs"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// audited is the optimizer's report about a kernel: its remarks, results and trace.
type audited struct {
	asked    []config.RequestResult // the source's demands, without outcomes
	remarks  []remark.Remark
	verdicts []config.RequestResult
	steps    []config.Step
}

func audit(t *testing.T, tier cpu.Tier, text, inst string) (a audited, ok bool) {
	t.Helper()
	name := "K"
	if inst != "" {
		return a, false // instances do not differ in anything relevant
	}
	res, err := frontend.Build(frontend.Text("k.go", text), name, frontend.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for _, b := range res.Func.Blocks {
		if b.Loop == nil {
			continue
		}
		for _, at := range b.Loop.Attrs {
			owner := attrs.Owner(at.Name)
			if owner != "" && attrs.Forced(b.Loop, owner) && !(owner == "vectorize" && b.Loop.Has("isvectorized")) && !(owner == "distribute" && b.Loop.Has("isdistributed")) {
				a.asked = append(a.asked, config.RequestResult{Transform: owner, Pos: b.Loop.Pos})
			}
		}
	}
	knobs, err := config.ParseKnobs("")
	if err != nil {
		t.Fatal(err)
	}
	sink := &remark.Sink{}
	out, err := loopopt.Optimize(res.Func, config.Options{Target: isel.TargetFor(cpu.Baseline(tier)), Remarks: sink, Knobs: knobs,
		Step: func(s config.Step) { a.steps = append(a.steps, s) }})
	if err != nil {
		return a, false // too large: the caller adds the remark
	}
	a.remarks, a.verdicts = sink.Remarks, out.Results
	return a, true
}

// verdictOf finds the result of a request: by its loop, or by its text if it has moved to another loop's list.
func (a *audited) verdictOf(transform, request string, pos ir.Pos, gen int) *config.RequestResult {
	var moved *config.RequestResult
	for i := range a.verdicts {
		v := &a.verdicts[i]
		if v.Transform != transform || v.Gen != gen {
			continue
		}
		if v.Pos == pos && (request == "" || v.Request == request) {
			return v
		}
		if v.Request == request || v.Pos == pos {
			moved = v
		}
	}
	return moved
}

// faults returns the contradictions in the report.
func (a *audited) faults() (list []string) {
	fault := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	for _, q := range a.asked {
		if a.verdictOf(q.Transform, "", q.Pos, 0) == nil {
			fault("no result for %s", q.Transform)
		}
	}
	type place struct {
		pass string
		pos  ir.Pos
	}
	least, most := map[place]map[remark.Reason]bool{}, map[place]int{} // by reason: two followups may make the same request
	atLeast := func(p place, why remark.Reason) {
		if least[p] == nil {
			least[p] = map[remark.Reason]bool{}
		}
		least[p][why] = true
	}
	seen := map[config.RequestResult]bool{}
	for _, v := range a.verdicts {
		p := place{v.Transform, v.Pos}
		n := len(strings.Fields(v.Request))
		switch v.Outcome {
		case config.RequestDone:
		case config.RequestPartly:
			atLeast(p, v.Reason)
			most[p] += n
		case config.RequestMissed, config.RequestSuperseded:
			if v.Forced {
				atLeast(p, v.Reason)
				most[p]++
			}
		case config.RequestGone:
			most[p]++
		default:
			fault("no outcome: %+v", v)
		}
		if v.Outcome != config.RequestDone && v.Reason == remark.None {
			fault("no reason: %+v", v)
		}
		if seen[v] && v.Gen == 0 {
			fault("two results: %+v", v)
		}
		seen[v] = true
		a.againstTrace(v, fault)
	}
	warnings := map[place]int{}
	texts := map[string]bool{}
	for _, r := range a.remarks {
		if r.Reason != remark.None && !r.Reason.Known() {
			fault("unknown reason: %v", r)
		}
		if r.Reason == remark.OutOfOrder {
			fault("not looked at: %v", r)
		}
		if r.Kind != remark.Warning || strings.HasPrefix(r.Text, "prefer_width") {
			continue
		}
		if texts[r.String()] {
			fault("said twice: %v", r)
		}
		texts[r.String()] = true
		warnings[place{r.Pass, r.Pos}]++
	}
	for p, n := range warnings {
		if n > most[p] {
			fault("%d warnings of %s where at most %d are called for", n, p.pass, most[p])
		}
	}
	for p, n := range least {
		if warnings[p] < len(n) {
			fault("%d warnings of %s where at least %d are called for", warnings[p], p.pass, len(n))
		}
	}
	return append(list, a.silentSteps()...)
}

// againstTrace compares a result with the steps of its transformation.
func (a *audited) againstTrace(v config.RequestResult, fault func(string, ...any)) {
	done, asked := false, false
	for _, s := range a.steps {
		if s.Transform == v.Transform && s.Done {
			done = done || s.Pos == v.Pos || s.Request == v.Request
			asked = asked || s.Pos == v.Pos && s.Request == v.Request && s.Gen == v.Gen && v.Request != ""
		}
	}
	switch met := v.Outcome == config.RequestDone || v.Outcome == config.RequestPartly; {
	case met && !done:
		fault("done, but by no step: %+v", v)
	case !met && asked:
		fault("not done, but a step did it: %+v", v)
	}
}

// silentSteps returns loops that have changed without a step in the trace.
func (a *audited) silentSteps() (list []string) {
	if len(a.steps) < 2 {
		return nil
	}
	labels := func(s config.Step, pos ir.Pos) (text string) {
		for _, l := range s.Loops {
			if l.Pos == pos {
				text += " " + l.Label
			}
		}
		return text
	}
	first, last := a.steps[0], a.steps[len(a.steps)-1]
	for _, l := range first.Loops {
		was, is := labels(first, l.Pos), labels(last, l.Pos)
		told := was == is || is == "" // removed with the enclosing loop
		for _, s := range a.steps[1 : len(a.steps)-1] {
			told = told || s.Done && (s.Pos == l.Pos || labels(s, l.Pos) != "")
		}
		if !told {
			list = append(list, fmt.Sprintf("nothing told of%s, which became%s", was, is))
		}
	}
	return list
}

// TestRemarksAgree checks the reports for random kernels with random directives. Every request has one result,
// whatever copies of its loop exist. Warnings occur exactly where required, and the report agrees with what was done.
func TestRemarksAgree(t *testing.T) {
	count := uint64(750)
	if testing.Short() {
		count = 60
	}
	requests, outcomes := 0, map[config.Outcome]int{}
	for seed := range count {
		k := gen.New(seed, gen.Options{Directed: seed%2 > 0})
		tier := [...]cpu.Tier{cpu.AVX2, cpu.AVX512, cpu.NEON}[seed%3]
		a, ok := audit(t, tier, k.Text, k.Inst)
		if !ok {
			continue
		}
		requests += len(a.verdicts)
		for _, v := range a.verdicts {
			outcomes[v.Outcome]++
		}
		if faults := a.faults(); len(faults) > 0 {
			var all strings.Builder
			(&remark.Sink{Remarks: a.remarks}).Print(&all)
			t.Errorf("seed %d, %v:\n%s\n%s%s", seed, tier, strings.Join(faults, "\n"), &all, k.Text)
		}
	}
	t.Logf("%d requests: %v", requests, outcomes)
	for _, o := range []config.Outcome{config.RequestDone, config.RequestMissed} {
		if outcomes[o] == 0 {
			t.Errorf("no request is %s", o)
		}
	}
}
