package main

import (
	"errors"
	"flag"
	"fmt"
	"runtime"
	"strings"
	"time"

	"hotloop/internal/cli"
	"hotloop/internal/lab/stress"
	"hotloop/internal/page"
	hotruntime "hotloop/runtime"
)

// The bounds beyond which hotloop stress fails.
const (
	maxGrowth = 1.3 // maximum growth factor of the memory in use, from a third of the run to its end
	slack     = 64 << 20
)

// stressed runs kernels under combined stress. The exit status is 1 if something failed, or if memory grew.
func stressed(h *cli.Help, o output, args []string) int {
	stdout, stderr := o.stdout, o.stderr
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	var c stress.Config
	var isa, folders string
	var verbose, profile bool
	var cycles int
	fs.DurationVar(&c.For, "for", 10*time.Second, "`duration` of the run")
	fs.IntVar(&c.Workers, "workers", runtime.GOMAXPROCS(0), "`number` of goroutines of each kind")
	fs.Uint64Var(&c.Seed, "seed", 0, "`seed` of the random kernels (default the time)")
	fs.StringVar(&isa, "isa", "",
		"comma-separated instruction `sets` of the random kernels (default all that this machine has)")
	fs.BoolVar(&profile, "profile", true, "take CPU profiles throughout")
	fs.BoolVar(&verbose, "v", false, "report progress")
	fs.IntVar(&cycles, "cycles", 0,
		"instead compile, call and drop this `number` of kernels in sequence, and report memory")
	asJSON := fs.Bool("json", false, "print JSON")
	fs.StringVar(&folders, "gen", "",
		"instead run what hotloop gen writes for the packages in a `list` of folders, such as bench/core,bench/ml")
	if status, ok := h.Parse(fs, args, stdout, stderr); !ok {
		return status
	}
	if fs.NArg() > 0 {
		return h.Wrong(stderr, fmt.Errorf("unexpected argument %q", fs.Arg(0)))
	}
	if c.For <= 0 || c.Workers <= 0 || cycles < 0 {
		return h.Wrong(stderr, errors.New("-for and -workers must be positive"))
	}
	if *asJSON && cycles > 0 {
		return h.Wrong(stderr, errors.New("-json is not for -cycles"))
	}
	if folders != "" {
		if err := stressGenerated(strings.Split(folders, ","), c.For, c.Seed, stdout, stderr); err != nil {
			fmt.Fprintln(stderr, "hotloop stress:", err)
			return 1
		}
		return 0
	}
	if err := hotruntime.Available(); err != nil {
		fmt.Fprintln(stderr, "hotloop stress: kernels are interpreted here:", err)
	}
	if cycles > 0 {
		return cycled(cycles, o)
	}
	if c.ISAs = stress.Tiers(); isa != "" {
		c.ISAs = strings.Split(isa, ",")
	}
	c.Profile = profile
	if c.Seed == 0 {
		c.Seed = uint64(time.Now().UnixNano())
	}
	o.progress.Until(c.For, "")
	c.Progress = func(f *stress.Figures) {
		o.progress.Until(c.For, page.Plural(len(f.Failures), "failure"))
		if verbose {
			fmt.Fprintln(stderr, line(f))
		}
	}
	f := stress.Run(c)
	if n := len(f.RSS); n > 0 && f.Growth() > maxGrowth && float64(f.RSS[n-1])*(1-1/f.Growth()) > slack {
		f.Failures = append(f.Failures, fmt.Sprintf("memory in use grew by a factor of %.2f", f.Growth()))
	}
	if *asJSON {
		o.JSON(struct {
			Seed uint64 `json:"seed"`
			*stress.Figures
		}{c.Seed, f})
		return min(len(f.Failures), 1)
	}
	fmt.Fprintf(stdout, "%d looks through package live, %d calls counted exactly; %.0f ± %.0f calls seen of %d since the start\n", f.Looks,
		f.Counted, f.Seen, f.Uncertain, f.Made)
	fmt.Fprintf(stdout, "%s\n%d collections, %d profiles, %d yields; machine code %d bytes of %d mapped; seed %d\n",
		line(f), f.Collections, f.Profiles,
		f.Process.Yields, f.Process.Code.InUse, f.Process.Code.Mapped, c.Seed)
	for _, s := range f.Failures {
		fmt.Fprintln(stdout, "FAIL", s)
	}
	return min(len(f.Failures), 1)
}

// line returns a run's figures as a line.
func line(f *stress.Figures) string {
	rss := 0
	if n := len(f.RSS); n > 0 {
		rss = f.RSS[n-1]
	}
	return fmt.Sprintf("%5.1fs: %d random kernels, %d calls, %d cancelled (at most %.1f ms late), %d compiled from "+
		"the cache, %d dropped; %d MiB in use, growth %.2f, %d failures",
		f.Elapsed.Seconds(), f.Random, f.Calls, f.Cancels, float64(f.Late)/1e6, f.Hits, f.Drops, rss>>20, f.Growth(),
		len(f.Failures))
}

// cycled compiles and drops kernels.
func cycled(n int, o output) int {
	began := time.Now()
	samples, err := stress.Cycles(n, func(done, rss int) {
		o.progress.Set(done, n, "")
		fmt.Fprintf(o.stdout, "%8d kernels, %6.1fs, %d KiB in use, %d bytes of machine code\n", done,
			time.Since(began).Seconds(), rss>>10, hotruntime.Memory().InUse)
	})
	if err != nil {
		fmt.Fprintln(o.stderr, "hotloop stress:", err)
		return 1
	}
	if k := len(samples); k >= 10 {
		if first, last := samples[k/4], samples[k-1]; float64(last) > maxGrowth*float64(first) && last-first > slack/4 {
			fmt.Fprintf(o.stdout, "FAIL memory in use grew from %d to %d KiB\n", first>>10, last>>10)
			return 1
		}
	}
	return 0
}
