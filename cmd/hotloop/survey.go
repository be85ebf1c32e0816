package main

import (
	"errors"
	"flag"
	"fmt"
	"slices"

	"hotloop/internal/cli"
	"hotloop/internal/lab/survey"
	"hotloop/internal/vet"
)

// surveyed feeds the functions of packages to the frontend, and compares accepted ones with the Go compiler.
func surveyed(h *cli.Help, o output, args []string) int {
	set := flag.NewFlagSet("", flag.ContinueOnError)
	cfg := survey.Config{}
	set.IntVar(&cfg.Sample, "sample", 0, "compile at most `n` functions, chosen at random (default all)")
	set.Uint64Var(&cfg.Seed, "seed", 1, "`seed` of the sample and of the arguments")
	set.IntVar(&cfg.Sets, "sets", 20, "argument sets for each accepted function; 0 disables the comparison")
	public := set.Bool("public", false,
		"survey a fixed list of public modules, fetched by the go command")
	asJSON := set.Bool("json", false, "print the summary as a line of JSON too")
	set.BoolVar(&cfg.Numeric, "numeric", false, "skip functions without an innermost loop that computes something "+
		"of elements, and count those that are vectorized (-public does)")
	gains := set.Int("gain", 0, "time `n` functions for which hotloop vet predicts a gain, and report how many gain; "+
		"with -public of twenty modules")
	others := set.Int("others", 0, "time `n` functions for which hotloop vet predicts no gain, and report how many do not gain")
	verbose := set.Bool("v", false, "report progress")
	if status, ok := h.Parse(set, args, o.stdout, o.stderr); !ok {
		return status
	}
	cfg.Progress = o.progress.Set
	cfg.Dirs = set.Args()
	if *public {
		cfg.Numeric = true
		modules := survey.Public
		if *gains+*others > 0 {
			modules = slices.Concat(modules, survey.More)
		}
		dirs, err := survey.Download(modules)
		if err != nil {
			fmt.Fprintln(o.stderr, "hotloop survey:", err)
			return 2
		}
		cfg.Dirs = append(cfg.Dirs, dirs...)
	}
	if len(cfg.Dirs) == 0 {
		return h.Wrong(o.stderr, errors.New("DIR is missing"))
	}
	cfg.Logf = func(string, ...any) {}
	if *verbose {
		cfg.Logf = func(format string, args ...any) { fmt.Fprintf(o.stderr, format+"\n", args...) }
	}
	if *gains+*others > 0 {
		r, err := vet.MeasureGains(vet.GainConfig{Dirs: cfg.Dirs, Gains: *gains, Others: *others, Seed: cfg.Seed,
			Logf: cfg.Logf, Progress: o.progress.Set})
		if err != nil {
			fmt.Fprintln(o.stderr, "hotloop survey:", err)
			return 2
		}
		fmt.Fprint(o.stdout, r)
		if *asJSON {
			fmt.Fprintln(o.stdout, r.JSON())
		}
		return 0
	}
	r, err := survey.Run(cfg)
	if err != nil {
		fmt.Fprintln(o.stderr, "hotloop survey:", err)
		return 2
	}
	r.Write(o.stdout)
	if *asJSON {
		fmt.Fprintln(o.stdout, r.Summary())
	}
	if !r.OK() {
		return 1
	}
	return 0
}
