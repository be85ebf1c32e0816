package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime/pprof"
	"strings"
	"time"

	"hotloop/internal/cli"
	"hotloop/internal/lab/hostile"
)

// hostileFlags are the flags of hotloop hostile.
type hostileFlags struct {
	output
	text, from, by, profile string
	print, verbose, json    bool
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
func hostileTexts(h *cli.Help, w output, args []string) int {
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	o := hostileFlags{output: w}
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
	fs.BoolVar(&o.json, "json", false, "print JSON")
	if status, ok := h.Parse(fs, args, w.stdout, w.stderr); !ok {
		return status
	}
	list := o.from
	if o.text != "" {
		list = o.text
	}
	var trees []*hostile.Node
	for _, s := range strings.Fields(list) {
		t, err := hostile.Parse(s)
		if err != nil {
			return h.Wrong(w.stderr, err)
		}
		trees = append(trees, t)
	}
	if fs.NArg() > 0 || scores[o.by] == nil {
		return h.Wrong(w.stderr, errors.New("unexpected arguments, or -by is not count, cpu or memory"))
	}
	if o.text != "" {
		return o.measure(trees)
	}
	return o.search(trees)
}

// measure prints the costs of texts.
func (o *hostileFlags) measure(trees []*hostile.Node) (status int) {
	if o.profile != "" {
		f, err := os.Create(o.profile)
		if err == nil {
			defer f.Close()
			err = pprof.StartCPUProfile(f)
		}
		if err != nil {
			fmt.Fprintln(o.stderr, "hotloop hostile:", err)
			return 2
		}
		defer pprof.StopCPUProfile()
	}
	all := []costly{}
	for _, t := range trees {
		if o.print {
			fmt.Fprint(o.stdout, t.Source())
			continue
		}
		c := o.tell(t, hostile.Measure(t))
		all = append(all, c)
		if c.Failed != "" {
			status = 1
		}
	}
	if o.json && !o.print {
		o.JSON(all)
	}
	return status
}

// costly is a source with its cost.
type costly struct {
	Source    string        `json:"source"` // in the notation of package internal/lab/hostile
	Steps     int           `json:"steps"`
	Allocated int           `json:"allocated_bytes"`
	CPU       time.Duration `json:"cpu_ns"`
	Heap      int           `json:"heap_bytes"`
	Bytes     int           `json:"source_bytes"`
	Failed    string        `json:"failed,omitempty"` // the bound that is exceeded
}

// tell prints a source with its cost, and returns it for JSON.
func (o *hostileFlags) tell(t *hostile.Node, c hostile.Cost) costly {
	out := costly{fmt.Sprint(t), c.Steps, c.Allocated, c.CPU, c.Heap, c.Source, ""}
	err := c.Check()
	if err != nil {
		out.Failed = err.Error()
	}
	if o.json {
		return out
	}
	fmt.Fprintf(o.stdout, "%s\n\t%s\n", t, c)
	if err != nil {
		fmt.Fprintln(o.stdout, "FAIL", err)
	}
	return out
}

// search performs hill climbing. It prints each text that is costlier than all before, and finally the costliest of
// every kind.
func (o *hostileFlags) search(from []*hostile.Node) int {
	score := scores[o.by]
	s := hostile.NewSearch(o.seed, score, from)
	if o.verbose {
		s.Trying = func(t *hostile.Node) { fmt.Fprintln(o.stderr, t) }
	}
	best, n := 0.0, 0
	failed := []costly{}
	if o.texts == 0 {
		o.progress.Until(o.limit, "")
	}
	for began := time.Now(); time.Since(began) < o.limit && (o.texts == 0 || n < o.texts); n++ {
		f := s.Step()
		if o.verbose {
			fmt.Fprintf(o.stderr, "\t%s\n", f.Cost)
		}
		if o.texts > 0 {
			o.progress.Set(n+1, o.texts, "")
		}
		err := f.Cost.Check()
		if x := score(f.Cost); x > best || err != nil {
			best = max(best, x)
			if c := o.tell(f.Tree, f.Cost); c.Failed != "" {
				failed = append(failed, c)
			}
		}
	}
	if o.json {
		out := struct {
			Sources int      `json:"sources"`
			Failed  []costly `json:"failed"`
			Pool    []costly `json:"most_expensive"`
		}{Sources: n, Failed: failed}
		for _, f := range s.Pool {
			out.Pool = append(out.Pool, o.tell(f.Tree, f.Cost))
		}
		o.JSON(out)
		return min(len(failed), 1)
	}
	fmt.Fprintf(o.stdout, "\n%d sources; the most expensive:\n", n)
	for _, f := range s.Pool {
		fmt.Fprintf(o.stdout, "%s\n\t%s\n", f.Tree, f.Cost)
	}
	return min(len(failed), 1)
}
