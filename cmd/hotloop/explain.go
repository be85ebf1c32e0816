package main

import (
	"fmt"

	"hotloop/internal/explain"
	"hotloop/internal/lab/source"
	"hotloop/loopopt/profile"
	"hotloop/runtime"
)

// explainKernel shows the decisions of the optimizer: as text (see explain.Kernel.Write), as a page, as JSON or as
// records. All but the text are also for all functions of files and packages.
func explainKernel(c *call) error {
	words, err := splitWords(c.call)
	if err != nil {
		return usagef("-run: %v", err)
	}
	c.args = append(c.args, words...)
	if c.html || c.json || c.yaml {
		return c.explainAll()
	}
	k, err := c.open()
	if err != nil {
		return err
	}
	kern, err := c.explainOne(k)
	if kern == nil {
		return err
	}
	kern.Write(c.stdout, c.ssa)
	return err
}

// explainOne explains a function of a file, with the profile of a call if there are arguments.
func (c *call) explainOne(k *kernelFile) (*explain.Kernel, error) {
	if len(c.args) > 1 {
		if err := c.sample(k); err != nil {
			return nil, err
		}
	}
	q, err := c.request(k)
	if err != nil {
		return nil, err
	}
	q.Whole, q.Suggest = c.html || c.json, c.html || c.json
	if len(c.args) > 1 {
		q.Args = func() (args []any) {
			values, err := source.Arguments(k.typ, c.args[1:])
			if err != nil { // sample has read them
				panic(err)
			}
			for _, v := range values {
				args = append(args, v.Interface())
			}
			return args
		}
	}
	kern, err := explain.Collect(q)
	if kern != nil {
		for _, l := range c.sampled.Loops {
			kern.Sampled = append(kern.Sampled, explain.Sampled{Position: l.Where, Entries: l.Entries, Mean: l.Mean()})
		}
	}
	return kern, err
}

// sample calls the kernel once with the arguments of the command line, prints the profile of its loops, and keeps it
// for compiling.
func (c *call) sample(k *kernelFile) error {
	args, err := source.Arguments(k.typ, c.args[1:])
	if err != nil {
		return usageError{err}
	}
	o, err := c.options(k)
	if err != nil {
		return err
	}
	o.Counters = &profile.Counters{}
	kern, err := runtime.Compile(k.typ, k.text, k.fn, o)
	if err == nil {
		err = kern.Err()
	}
	if err != nil {
		return err
	}
	if _, caught := protect(kern.Func(), args); caught != nil {
		fmt.Fprintf(c.notes(), "the call panics: %v\n", caught)
	}
	c.sampled = o.Counters.Profile()
	for _, l := range c.sampled.Loops {
		fmt.Fprintf(c.notes(), "%s: sampled: entered %d times, %.4g iterations on average\n", l.Where, l.Entries, l.Mean())
	}
	for _, b := range c.sampled.Branches {
		fmt.Fprintf(c.notes(), "%s: sampled: condition evaluated %d times, true %d times\n", b.Where, b.Asked, b.Held)
	}
	return nil
}
