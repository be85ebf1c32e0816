package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"

	"hotloop/bench"
	"hotloop/internal/progress"
)

// pollLength is the length of arguments that stay in the first-level cache.
const pollLength = 2048

// polls measures the cost of polls and strips. The exit status is 1 if it exceeds the limit for a kernel.
func (o *options) polls(stdout, stderr io.Writer, engine bench.Engine) int {
	if engine == nil {
		fmt.Fprintln(stderr, "jitbench: -polls is not supported without a compiler in this build")
		return 2
	}
	if o.n == "" {
		o.n = fmt.Sprint(pollLength)
	}
	s, err := o.suites(engine)
	if err != nil {
		fmt.Fprintln(stderr, "jitbench:", err)
		return 2
	}
	pairs := 200
	if o.quick {
		pairs = 30
	}
	shown := progress.Start(stderr, "jitbench -polls")
	defer shown.Stop()
	stdout = shown.Writer(stdout)
	much, all, log := 0, 0, 0.0
	for _, isa := range s.ISAs {
		for _, mode := range s.Modes {
			for _, n := range s.Lengths {
				if !o.json {
					fmt.Fprintf(stdout, "%s, mode %s, n = %d: time that polls and strip-mining add to a call (median of %d "+
						"pairs), and the difference of two copies of one kernel (noise)\n\n",
						isa, mode, n, pairs)
					fmt.Fprintf(stdout, "%-24s %7s %10s %9s %9s\n", "kernel", "KB", "ns", "polls", "noise")
				}
				for i, k := range s.Kernels {
					shown.Set(i, len(s.Kernels), k.Name)
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
	shown.Stop()
	if all > 0 && !o.json {
		fmt.Fprintf(stdout, "\n%d kernels, geometric mean %+.2f%%, %d above 2%%\n", all,
			100*(math.Exp(log/float64(all))-1), much)
	}
	if much > 0 {
		fmt.Fprintf(stderr, "jitbench: %d kernels failed or pay more than 2%% for polls\n", much)
		return 1
	}
	return 0
}

// suites creates a session of the matching kernels of all requested suites.
func (o *options) suites(engine bench.Engine) (s *bench.Session, err error) {
	names := list(o.suite)
	if len(names) == 1 && names[0] == "all" {
		names = bench.Suites
	}
	for _, name := range names {
		o.suite = name
		one, failed := o.session(engine)
		switch {
		case failed != nil && bench.Suite(name) == nil:
			return nil, failed
		case failed != nil:
			err = failed // none matches in this suite
		case s == nil:
			s = one
		default:
			s.Kernels = append(s.Kernels, one.Kernels...)
		}
	}
	if s != nil {
		return s, nil
	}
	return nil, err
}
