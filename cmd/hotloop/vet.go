package main

import (
	"flag"
	"fmt"
	"io"

	"hotloop/internal/progress"
	"hotloop/internal/vet"
)

// vetted reports the results for all functions with numeric loops of packages, and the results of calls of Accelerate
// and Compile.
func vetted(args []string, stdout, stderr io.Writer, p *progress.Progress) int {
	set := flag.NewFlagSet("hotloop vet", flag.ContinueOnError)
	set.SetOutput(stderr)
	asJSON := set.Bool("json", false, "print JSON")
	asSARIF := set.Bool("sarif", false, "print SARIF 2.1.0, for code hosts")
	baseline := set.String("baseline", "", "compare with the baseline in `FILE`; fail if a loop is no longer vectorized")
	update := set.Bool("update", false, "record the vectorized loops in the file of -baseline")
	c := &call{}
	set.StringVar(&c.isa, "isa", "", "instruction `set`: "+tierNames()+" (default the best of this machine)")
	set.Usage = func() {
		fmt.Fprintln(stderr, "usage: hotloop vet [-json|-sarif] [-isa SET] [-baseline FILE [-update]] DIR…   (./... for all packages below)")
		set.PrintDefaults()
		fmt.Fprintln(stderr, "exit status: 0; 1 if a call falls back or is slow, a directive has no effect, or vectorization is "+
			"lost against the baseline; 2 for an invalid command line or unreadable files")
	}
	if err := set.Parse(args); err != nil {
		return 2
	}
	fail := func(err error) int {
		fmt.Fprintln(stderr, "hotloop vet:", err)
		return 2
	}
	if *asJSON && *asSARIF {
		return fail(fmt.Errorf("-json and -sarif exclude each other"))
	}
	if *update && *baseline == "" {
		return fail(fmt.Errorf("-update needs -baseline FILE"))
	}
	patterns := set.Args()
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	features, _, err := c.processor()
	if err != nil {
		return fail(err)
	}
	r, err := vet.Modules(patterns, vet.Options{For: features, Progress: p.Set})
	if err == nil && *baseline != "" {
		if *update {
			err = r.Record(*baseline)
		} else {
			err = r.Compare(*baseline)
		}
	}
	if err != nil {
		return fail(err)
	}
	switch {
	case *asSARIF:
		err = r.SARIF(stdout)
	case *asJSON:
		err = r.JSON(stdout)
	default:
		r.Write(stdout)
	}
	if err != nil {
		return fail(err)
	}
	if r.Actionable() {
		return 1
	}
	return 0
}
