package main

import (
	"fmt"

	"hotloop/internal/explain"
	"hotloop/internal/lab/source"
	"hotloop/loopopt/profile"
	"hotloop/runtime"
)

// explainKernel shows the decisions of the optimizer: as text (see explain.Kernel.Write), JSON, a page or records.
func explainKernel(c *call) error {
	k, err := c.open()
	if err != nil {
		return err
	}
	if len(c.args) > 1 {
		if err := c.sample(k); err != nil {
			return err
		}
	}
	q, err := c.request(k)
	if err != nil {
		return err
	}
	kern, err := explain.Collect(q)
	if kern == nil {
		return err
	}
	kern.Write(c.stdout, c.ssa)
	return err
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
		fmt.Fprintf(c.stdout, "the call panics: %v\n", caught)
	}
	c.sampled = o.Counters.Profile()
	for _, l := range c.sampled.Loops {
		fmt.Fprintf(c.stdout, "%s: sampled: entered %d times, %.4g iterations on average\n", l.Where, l.Entries, l.Mean())
	}
	for _, b := range c.sampled.Branches {
		fmt.Fprintf(c.stdout, "%s: sampled: condition evaluated %d times, true %d times\n", b.Where, b.Asked, b.Held)
	}
	return nil
}
