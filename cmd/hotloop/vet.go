package main

import (
	"flag"
	"fmt"

	"hotloop/internal/cli"
	"hotloop/internal/vet"
)

// vetted reports the results for all functions with numeric loops of packages, and the results of calls of Accelerate
// and Compile.
func vetted(h *cli.Help, o output, args []string) int {
	set := flag.NewFlagSet("", flag.ContinueOnError)
	asJSON := set.Bool("json", false, "print JSON")
	asSARIF := set.Bool("sarif", false, "print SARIF 2.1.0, for code hosts")
	baseline := set.String("baseline", "", "compare with the baseline in `FILE`; fail if a loop is no longer vectorized")
	update := set.Bool("update", false, "record the vectorized loops in the file of -baseline")
	c := &call{}
	set.StringVar(&c.isa, "isa", "", "instruction `set`: "+tierNames()+" (default the best of this machine)")
	if status, ok := h.Parse(set, args, o.stdout, o.stderr); !ok {
		return status
	}
	fail := func(err error) int {
		fmt.Fprintln(o.stderr, "hotloop vet:", err)
		return 2
	}
	if *asJSON && *asSARIF {
		return fail(fmt.Errorf("-json and -sarif exclude each other"))
	}
	if *update && *baseline == "" {
		return h.Wrong(o.stderr, fmt.Errorf("-update needs -baseline FILE"))
	}
	patterns := set.Args()
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	features, _, err := c.processor()
	if err != nil {
		return fail(err)
	}
	r, err := vet.Modules(patterns, vet.Options{For: features, Progress: o.progress.Set, Fix: *asJSON})
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
		err = r.SARIF(o.stdout)
	case *asJSON:
		err = r.JSON(o.stdout)
	default:
		r.Write(o.stdout)
	}
	if err != nil {
		return fail(err)
	}
	if r.Actionable() {
		return 1
	}
	return 0
}
