package main

import (
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"

	"hotloop/bench"
	"hotloop/internal/progress"
)

// pauses measures the delay of collections by goroutines in kernels. The exit status is 1 if it exceeds the limit.
func (o *options) pauses(stdout, stderr io.Writer, engine bench.Engine) int {
	re, err := regexp.Compile(o.run)
	if err != nil || engine == nil {
		fmt.Fprintln(stderr, "jitbench: -gc needs a compiler in this build, and -run a valid regular expression:", err)
		return 2
	}
	isas := list(o.isa)
	if len(isas) == 0 {
		isas = engine.ISAs()[:1]
	}
	collections := 600
	if o.quick {
		collections = 100
	}
	loops := 0
	for _, name := range bench.GCShapes() {
		if re.MatchString(name) {
			loops++
		}
	}
	shown := progress.Start(stderr, "jitbench -gc")
	defer shown.Stop()
	shown.Set(0, loops*len(isas)*len(list(o.mode)), "")
	stdout = shown.Writer(stdout)
	long, all := 0, 0
	for _, isa := range isas {
		for _, mode := range list(o.mode) {
			if !o.json {
				fmt.Fprintf(stdout, "%s, mode %s: µs until all goroutines have stopped for a collection; strip: "+
					"the time between polls; ratios are hotloop's over the Go compiler's\n\n", isa, mode)
				fmt.Fprintf(stdout, "%-22s %6s %7s %7s %7s %6s   %8s %8s %6s\n", "loop", "", "strip", "p50", "go",
					"ratio", "p99", "go", "ratio")
			}
			bench.MeasureGCPauses(engine, isa, mode, re.MatchString, collections, func(p *bench.GCPauses) {
				all++
				shown.Add(1)
				if !p.OK() {
					long++
				}
				if o.json {
					json.NewEncoder(stdout).Encode(p)
				} else {
					fmt.Fprintln(stdout, p)
				}
			})
		}
	}
	shown.Stop()
	if all == 0 {
		fmt.Fprintf(stderr, "jitbench: no loop matches %q; use a regular expression for some of %s\n", o.run, strings.Join(bench.GCShapes(), ", "))
		return 2
	}
	if long > 0 {
		fmt.Fprintf(stderr, "jitbench: %d loops delay the garbage collector (bounds: p50 1.5 times the Go compiler's, p99 twice the "+
			"Go compiler's and 200 µs)\n", long)
		return 1
	}
	return 0
}
