package main

import (
	"fmt"
	"os"

	"hotloop/frontend"
)

// check reports what is wrong with the kernels of a file, or with one of them, one finding a line, as compilers do.
// Without -func a generic function is checked for the first types that its constraints allow.
func check(c *call) error {
	text, err := os.ReadFile(c.args[0])
	if err != nil {
		return usageError{err}
	}
	if c.fn == "" && c.inst != "" {
		return usagef("-inst needs -func NAME")
	}
	src := frontend.Text(c.args[0], string(text))
	var warnings []frontend.Warning
	if c.fn == "" {
		warnings, err = frontend.Check(src, frontend.Options{})
	} else {
		warnings, err = c.checkOne(src)
	}
	if u, ok := err.(usageError); ok {
		return u
	}
	for _, w := range warnings {
		fmt.Fprintf(c.stdout, "%s: warning: %s\n", where(w.Pos.String()), w.Msg)
	}
	if err != nil {
		fmt.Fprintln(c.stdout, err)
		return reported{err}
	}
	return nil
}

// checkOne builds the function that was asked for.
func (c *call) checkOne(src frontend.Source) ([]frontend.Warning, error) {
	k, err := c.open()
	if err != nil {
		return nil, err
	}
	r, err := frontend.Build(src, k.fn, frontend.Options{Type: k.typ})
	if err != nil {
		return nil, err
	}
	return r.Warnings, nil
}

// where is a position, or the file's name at least.
func where(pos string) string {
	if pos == "-" {
		return "kernel"
	}
	return pos
}
