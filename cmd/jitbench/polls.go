package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"

	"hotloop/bench"
)

// pollLength is the length of arguments that stay in the first-level cache.
const pollLength = 2048

// polls measures what polls and strips cost. Exit status 1 if a kernel pays more than promised.
func (o *options) polls(stdout, stderr io.Writer, engine bench.Engine) int {
	s := &bench.Session{Engine: engine}
	err := error(nil)
	if engine == nil {
		err = fmt.Errorf("-polls needs a compiler")
	} else if o.n == "" {
		o.n = fmt.Sprint(pollLength)
	}
	suites := list(o.suite)
	if len(suites) == 1 && suites[0] == "all" {
		suites = bench.Suites
	}
	var kernels []*bench.Kernel
	for _, name := range suites {
		if err != nil {
			break
		}
		o.suite = name
		if s, err = o.session(engine); err == nil || len(suites) > 1 && strings.Contains(err.Error(), "matches") {
			kernels, err = append(kernels, s.Kernels...), nil
		}
	}
	if err != nil {
		fmt.Fprintln(stderr, "jitbench:", err)
		return 2
	}
	pairs := 200
	if o.quick {
		pairs = 30
	}
	much, all, log := 0, 0, 0.0
	for _, isa := range s.ISAs {
		for _, mode := range s.Modes {
			for _, n := range s.Lengths {
				if !o.json {
					fmt.Fprintf(stdout, "%s, mode %s, n = %d: what polls and strips add to a call (median of %d pairs), and how far two copies of one kernel are apart\n\n",
						isa, mode, n, pairs)
					fmt.Fprintf(stdout, "%-24s %7s %10s %9s %9s\n", "kernel", "KB", "ns", "polls", "noise")
				}
				for _, k := range kernels {
					p := bench.MeasurePolls(engine, k, isa, mode, n, pairs, o.seed)
					if !p.OK() {
						much++
					}
					if p.Error == "" {
						all++
						log += math.Log(p.Ratio)
					}
					if o.json {
						json.NewEncoder(stdout).Encode(p)
					} else {
						fmt.Fprintln(stdout, p)
					}
				}
			}
		}
	}
	if all > 0 && !o.json {
		fmt.Fprintf(stdout, "\n%d kernels, geometric mean %+.2f%%, %d above 2%%\n", all, 100*(math.Exp(log/float64(all))-1), much)
	}
	if much > 0 {
		fmt.Fprintf(stderr, "jitbench: %d kernels failed or pay more than 2%% for polls\n", much)
		return 1
	}
	return 0
}
