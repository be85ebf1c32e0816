package main

import (
	"fmt"
	"os"

	"hotloop/frontend"
)

// check reports what is wrong with the kernels of a file, one finding a line, as compilers do.
func check(c *call) error {
	text, err := os.ReadFile(c.args[0])
	if err != nil {
		return usageError{err}
	}
	warnings, err := frontend.Check(frontend.Text(c.args[0], string(text)), frontend.Options{})
	for _, w := range warnings {
		fmt.Fprintf(c.stdout, "%s: warning: %s\n", where(w.Pos.String()), w.Msg)
	}
	if err != nil {
		fmt.Fprintln(c.stdout, err)
		return reported{err}
	}
	return nil
}

// where is a position, or the file's name at least.
func where(pos string) string {
	if pos == "-" {
		return "kernel"
	}
	return pos
}
