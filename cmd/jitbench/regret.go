package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"hotloop/bench"
	"hotloop/internal/progress"
)

// regretLength is the length of arguments that stay in the first-level cache.
const regretLength = 1000

// worstRegrets is the number of worst regrets shown.
const worstRegrets = 20

// regretOf compares default plans with forced ones. The exit status is 1 if the results of a forced plan differ.
func (o *options) regretOf(stdout, stderr io.Writer, engine bench.Engine) int {
	if o.n == "" {
		o.n = fmt.Sprint(regretLength)
	}
	o.peers = ""
	s, err := o.suites(engine)
	if err != nil {
		fmt.Fprintln(stderr, "jitbench:", err)
		return 2
	}
	p := progress.Start(stderr, "jitbench")
	defer p.Stop()
	stdout = p.Writer(stdout)
	wrong := 0
	for _, isa := range s.ISAs {
		for _, mode := range s.Modes {
			for _, n := range s.Lengths {
				var all []bench.Regret
				for i, k := range s.Kernels {
					p.Set(i, len(s.Kernels), k.Name)
					r := bench.MeasureRegret(s.Engine, k, isa, mode, n, s.Plan, o.seed)
					if r.Error != "" || len(r.Wrong) > 0 {
						wrong++
					}
					all = append(all, r)
					if o.json {
						json.NewEncoder(stdout).Encode(r)
					}
				}
				if !o.json {
					reportRegret(stdout, all, fmt.Sprintf("%s, mode %s, n = %d", isa, mode, n))
				}
			}
		}
	}
	p.Stop()
	if wrong > 0 {
		fmt.Fprintf(stderr, "jitbench: %d kernels failed, or have forced plans with different results\n", wrong)
		return 1
	}
	return 0
}

// reportRegret prints the distribution of regrets and the worst.
func reportRegret(w io.Writer, all []bench.Regret, head string) {
	fmt.Fprintf(w, "%s: time of the default plan over that of the best forced one\n\n", head)
	fmt.Fprintf(w, "%8s %8s %10s %10s %10s %8s %8s\n", "", "kernels", "within 5%", "10%", "25%", "mean", "worst")
	nests := func(want bool) []bench.Regret {
		return slices.DeleteFunc(slices.Clone(all), func(r bench.Regret) bool { return r.Nest != want })
	}
	for _, part := range []struct {
		name string
		rows []bench.Regret
	}{{"loops", nests(false)}, {"nests", nests(true)}, {"all", all}} {
		if s := bench.SharesOf(part.rows); s.Count > 0 {
			fmt.Fprintf(w, "%8s %8d %9.0f%% %9.0f%% %9.0f%% %8.2f %8.2f\n", part.name, s.Count, 100*s.Within5,
				100*s.Within10, 100*s.Within25, s.Mean, s.Worst)
		}
	}
	slices.SortStableFunc(all, func(a, b bench.Regret) int { return cmp.Compare(b.Regret, a.Regret) })
	fmt.Fprintln(w)
	for _, r := range all[:min(len(all), worstRegrets)] {
		if r.Regret > 1.05 {
			fmt.Fprintf(w, "  %5.2f  %s: %s ns (%s), by %s %s (%s)\n", r.Regret, r.Kernel, short(r.NS), orNone(r.Plan),
				r.Force, short(r.BestNS), orNone(r.Best))
		}
	}
	for _, r := range all {
		if r.Error != "" {
			fmt.Fprintf(w, "FAIL %s (%s, %s): %s\n", r.Kernel, r.ISA, r.Mode, r.Error)
		}
		for _, text := range r.Wrong {
			fmt.Fprintf(w, "WRONG %s (%s, %s): %s\n", r.Kernel, r.ISA, r.Mode, text)
		}
	}
	fmt.Fprintln(w)
}

func orNone(plan string) string {
	if strings.TrimSpace(plan) == "" {
		return "scalar"
	}
	return plan
}
