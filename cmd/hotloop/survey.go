package main

import (
	"flag"
	"fmt"
	"io"
	"slices"

	"hotloop/internal/lab/survey"
	"hotloop/internal/vet"
)

// surveyed feeds the functions of packages to the frontend, and compares accepted ones with the Go compiler.
func surveyed(args []string, stdout, stderr io.Writer) int {
	set := flag.NewFlagSet("hotloop survey", flag.ContinueOnError)
	set.SetOutput(stderr)
	cfg := survey.Config{}
	set.IntVar(&cfg.Sample, "sample", 0, "feed at most `n` functions, drawn at random (default all)")
	set.Uint64Var(&cfg.Seed, "seed", 1, "`seed` of the sample and of the arguments")
	set.IntVar(&cfg.Sets, "sets", 20, "argument sets for each function that is accepted; 0 compares none")
	public := set.Bool("public", false,
		"survey the public modules that say how much of real Go is accepted, fetched by the go command")
	asJSON := set.Bool("json", false, "end with a line of JSON")
	set.BoolVar(&cfg.Numeric, "numeric", false, "leave out functions without an innermost loop that computes something "+
		"of elements, and count those that are vectorized (-public does)")
	gains := set.Int("gain", 0, "time `n` functions that hotloop vet calls a gain, and report how many of them are; "+
		"with -public of twenty modules")
	others := set.Int("others", 0, "time `n` functions that hotloop vet calls no gain, and report how many of them are not")
	verbose := set.Bool("v", false, "tell how far it is")
	set.Usage = func() {
		fmt.Fprintln(stderr, "usage: hotloop survey [-sample N] [-seed S] [-sets N] DIR…\n       hotloop survey -public [-json]\n       hotloop survey -public -gain N -others N [-json]")
		set.PrintDefaults()
	}
	if err := set.Parse(args); err != nil {
		return 2
	}
	cfg.Dirs = set.Args()
	if *public {
		cfg.Numeric = true
		modules := survey.Public
		if *gains+*others > 0 {
			modules = slices.Concat(modules, survey.More)
		}
		dirs, err := survey.Download(modules)
		if err != nil {
			fmt.Fprintln(stderr, "hotloop survey:", err)
			return 2
		}
		cfg.Dirs = append(cfg.Dirs, dirs...)
	}
	if len(cfg.Dirs) == 0 {
		set.Usage()
		return 2
	}
	cfg.Tell = func(string, ...any) {}
	if *verbose {
		cfg.Tell = func(format string, args ...any) { fmt.Fprintf(stderr, format+"\n", args...) }
	}
	if *gains+*others > 0 {
		r, err := vet.MeasureGains(vet.GainConfig{Dirs: cfg.Dirs, Gains: *gains, Others: *others, Seed: cfg.Seed,
			Tell: cfg.Tell})
		if err != nil {
			fmt.Fprintln(stderr, "hotloop survey:", err)
			return 2
		}
		fmt.Fprint(stdout, r)
		if *asJSON {
			fmt.Fprintln(stdout, r.JSON())
		}
		return 0
	}
	r, err := survey.Run(cfg)
	if err != nil {
		fmt.Fprintln(stderr, "hotloop survey:", err)
		return 2
	}
	r.Write(stdout)
	if *asJSON {
		fmt.Fprintln(stdout, r.Summary())
	}
	if !r.OK() {
		return 1
	}
	return 0
}
