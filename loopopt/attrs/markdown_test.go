package attrs

import (
	_ "embed"
	"fmt"
	"strings"
)

// head is what ATTRIBUTES.md says before its tables.
//
//go:embed testdata/head.md
var head string

// about says what each transformation does.
var about = []struct{ owner, text string }{
	{"vectorize", "does several iterations at once, in vectors, and in several of them (interleaving)"},
	{"unroll", "does several iterations per pass, or all of them without a loop"},
	{"unroll_and_jam", "unrolls a loop and joins the copies of the loops in it"},
	{"distribute", "cuts a loop into several that run one after the other"},
	{"interchange", "swaps a loop with the one in it"},
	{"peel", "does the first or the last iterations apart"},
	{"runs", "has the iterations in succession that do nothing but go on in a loop of their own"},
	{"licm_versioning", "copies a loop for the case that nothing in it overlaps what is invariant"},
	{"licm", "moves what is invariant in front of the loop, always, and is no transformation that could be asked for"},
	{"flatten", "makes one loop of two nested ones"},
	{"fuse", "makes one loop of two that follow each other"},
	{"reverse", "runs the iterations of a loop from the last to the first"},
	{"stripmine", "cuts a loop into strips, a loop over them and one in each"},
	{"split", "cuts a loop into two that share its iterations"},
	{"unswitch", "takes a condition out of a loop"},
	{"stride_versioning", "copies a loop for the case that a step is 1"},
	{"subtables", "has small tables, whose elements a loop changes where the data say, in several copies that are " +
		"added up later"},
	{"reroll", "makes a loop of several equal parts of a body"},
	{"commoning",
		"keeps what an iteration loads or stores and a later one loads again in registers: predictive commoning"},
	{"pipeline", "is LLVM's software pipelining of machine code"},
	{"", "Attributes of the loop as a whole:"},
}

// markdown is the list as a document: ATTRIBUTES.md.
func markdown() string {
	var b strings.Builder
	b.WriteString(head)
	for _, t := range about {
		if t.owner == "" {
			fmt.Fprintf(&b, "## The loop\n\n%s\n\n", t.text)
		} else {
			fmt.Fprintf(&b, "## %s\n\n`%s` %s.\n\n", t.owner, t.owner, t.text)
		}
		b.WriteString(
			"| attribute | value | class | meaning | default | example | ID |\n|---|---|---|---|---|---|---|\n")
		for i := range All() {
			a := &All()[i]
			if a.Owner != t.owner {
				continue
			}
			value := a.Kind.String()
			switch a.Kind {
			case Width:
				value = fmt.Sprintf("power of two up to %d", a.Limit)
			case Count:
				value = "number"
			case Bool:
				value = "0 or 1"
			case Place, Amount:
				value = "number or parameter"
			case Word:
				if len(a.Words) > 0 {
					value = strings.Join(a.Words, ", ")
				}
			case List:
				value = "attributes"
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | `%s` | %s |\n", a.Name, value, a.Class, a.Doc, a.Default,
				a.Example(), a.ID)
		}
		b.WriteString("\n")
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}
