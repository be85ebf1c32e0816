package main

import (
	"fmt"
	"strings"

	"hotloop/internal/page"
	"hotloop/internal/vet"
)

// The output of check has a line for each function, followed by its errors and the loops that stay scalar, and a
// summary. With -json it is JSON.

func (c *call) printJSON(all []vet.Function, unread []error, sum summary) {
	out := struct {
		Functions []vet.Function `json:"functions"`
		Errors    []string       `json:"errors,omitempty"` // for files that could not be parsed as Go
		Summary   summary        `json:"summary"`
	}{Functions: all, Summary: sum}
	if all == nil {
		out.Functions = []vet.Function{}
	}
	for _, e := range unread {
		out.Errors = append(out.Errors, strings.Split(e.Error(), "\n")...)
	}
	c.JSON(out)
}

// shown bounds the number of messages about one function if there are several.
const shown = 3

func (c *call) printChecked(all []vet.Function, unread []error, sum summary) {
	for _, e := range unread {
		fmt.Fprintln(c.stdout, e)
	}
	for i := range all {
		f := &all[i]
		fmt.Fprintf(c.stdout, "%s: %s\n", f.Position, verdict(f))
		most := shown
		if wanted(f, c.fn) {
			most = len(f.Errors)
		}
		for j, e := range f.Errors {
			if j == most {
				fmt.Fprintf(c.stdout, "\t… and %d more; use -func %s to show them\n", len(f.Errors)-j, f.Function)
				break
			}
			fmt.Fprintf(c.stdout, "\t%s\n", e)
		}
		for _, w := range f.Warnings {
			fmt.Fprintf(c.stdout, "\t%s: warning: %s\n", w.Position, w.Message)
		}
		for _, m := range f.Makes {
			fmt.Fprintf(c.stdout, "\t%s\n", m)
		}
		for _, l := range f.Loops {
			if l.Became == "scalar" {
				fmt.Fprintf(c.stdout, "\t%s: loop stays scalar%s\n", l.Position, afterColon(l.Say()))
			}
		}
	}
	fmt.Fprintf(c.stdout, "%s: %d accepted, %d of them vectorized; %d refused", page.Plural(sum.Functions, "function"),
		sum.Accepted, sum.Vectorized, sum.Refused)
	if sum.Failed > 0 {
		fmt.Fprintf(c.stdout, "; %d failed", sum.Failed)
	}
	fmt.Fprintln(c.stdout)
}

func afterColon(why string) string {
	if why == "" {
		return ""
	}
	return ": " + why
}

// verdict returns the line of a function.
func verdict(f *vet.Function) string {
	mark := ""
	if f.Marked && !asMarked(f) {
		mark = ", but marked " + "//hotloop:kernel"
	}
	switch {
	case !f.Accepted:
		return f.Function + ": refused" + mark
	case !f.Native:
		return f.Function + ": accepted, not native" + mark
	case len(f.Loops) == 0:
		return f.Function + ": accepted, native (" + f.ISA + "), no loops" + mark
	}
	n := map[string]int{}
	for _, l := range f.Loops {
		n[l.Became]++
	}
	text := fmt.Sprintf("%s: accepted, native (%s), %d of %s vectorized", f.Function, f.ISA, n["vectorized"]+
		n["merged"], page.Plural(len(f.Loops), "innermost loop"))
	if n["unrolled"] > 0 {
		text += fmt.Sprintf(", %d unrolled", n["unrolled"])
	}
	return text + mark
}
