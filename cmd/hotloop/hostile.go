package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/pprof"
	"strings"
	"time"

	"hotloop/internal/lab/hostile"
)

// hostileFlags are the flags of hotloop hostile.
type hostileFlags struct {
	text, from, by, profile string
	print, verbose          bool
	limit                   time.Duration
	texts                   int
	seed                    uint64
}

// scores are the cost functions that a search can maximize.
var scores = map[string]func(hostile.Cost) float64{
	"count": func(c hostile.Cost) float64 {
		return max(float64(c.Steps)/hostile.MaxSteps, float64(c.Allocated)/hostile.MaxAllocated)
	},
	"cpu":    func(c hostile.Cost) float64 { return c.CPU.Seconds() },
	"memory": func(c hostile.Cost) float64 { return float64(c.Allocated) },
}

// hostileTexts searches for texts that are costly to compile. The exit status is 1 if one exceeds the bounds.
func hostileTexts(args []string, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("hotloop hostile", flag.ContinueOnError)
	fs.SetOutput(stderr)
	var o hostileFlags
	fs.DurationVar(&o.limit, "for", time.Minute, "`duration` of the search")
	fs.IntVar(&o.texts, "texts", 0, "stop after this `number` of sources; with -by count, a search with one seed and number is reproducible")
	fs.Uint64Var(&o.seed, "seed", 1, "`seed` of the search")
	fs.StringVar(&o.by, "by", "count", "cost to maximize: `count` (steps and allocated bytes), cpu or memory")
	fs.StringVar(&o.from, "from", strings.Join(hostile.Worst, " "),
		"start with these `sources`, in the notation of package internal/lab/hostile, separated by spaces")
	fs.BoolVar(&o.verbose, "v", false, "report each source that is tried")
	fs.StringVar(&o.text, "text", "", "measure only these `sources`")
	fs.BoolVar(&o.print, "print", false, "with -text: print the source")
	fs.StringVar(&o.profile, "cpuprofile", "", "with -text: write a CPU profile to this `file`")
	if err := fs.Parse(args); err != nil {
		return 2
	}
	list := o.from
	if o.text != "" {
		list = o.text
	}
	var trees []*hostile.Node
	for _, s := range strings.Fields(list) {
		t, err := hostile.Parse(s)
		if err != nil {
			fmt.Fprintln(stderr, "hotloop", err)
			return 2
		}
		trees = append(trees, t)
	}
	if fs.NArg() > 0 || scores[o.by] == nil {
		fmt.Fprintln(stderr, "hotloop hostile: unexpected arguments, or -by is not count, cpu or memory")
		return 2
	}
	if o.text != "" {
		return o.measure(trees, stdout, stderr)
	}
	return o.search(trees, stdout, stderr)
}

// measure prints the costs of texts.
func (o *hostileFlags) measure(trees []*hostile.Node, stdout, stderr io.Writer) (status int) {
	if o.profile != "" {
		f, err := os.Create(o.profile)
		if err == nil {
			defer f.Close()
			err = pprof.StartCPUProfile(f)
		}
		if err != nil {
			fmt.Fprintln(stderr, "hotloop hostile:", err)
			return 2
		}
		defer pprof.StopCPUProfile()
	}
	for _, t := range trees {
		if o.print {
			fmt.Fprint(stdout, t.Source())
			continue
		}
		c := hostile.Measure(t)
		fmt.Fprintf(stdout, "%s\n\t%s\n", t, c)
		if err := c.Check(); err != nil {
			fmt.Fprintln(stdout, "FAIL", err)
			status = 1
		}
	}
	return status
}

// search performs hill climbing. It prints each text that is costlier than all before, and finally the costliest of
// every kind.
func (o *hostileFlags) search(from []*hostile.Node, stdout, stderr io.Writer) (status int) {
	score := scores[o.by]
	s := hostile.NewSearch(o.seed, score, from)
	if o.verbose {
		s.Trying = func(t *hostile.Node) { fmt.Fprintln(stderr, t) }
	}
	best, n := 0.0, 0
	for began := time.Now(); time.Since(began) < o.limit && (o.texts == 0 || n < o.texts); n++ {
		f := s.Step()
		if o.verbose {
			fmt.Fprintf(stderr, "\t%s\n", f.Cost)
		}
		err := f.Cost.Check()
		if x := score(f.Cost); x > best || err != nil {
			best = max(best, x)
			fmt.Fprintf(stdout, "%s\n\t%s\n", f.Tree, f.Cost)
		}
		if err != nil {
			fmt.Fprintln(stdout, "FAIL", err)
			status = 1
		}
	}
	fmt.Fprintf(stdout, "\n%d sources; the most expensive:\n", n)
	for _, f := range s.Pool {
		fmt.Fprintf(stdout, "%s\n\t%s\n", f.Tree, f.Cost)
	}
	return status
}
