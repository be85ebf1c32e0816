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
	{"vectorize", "does several iterations at once, in one or more vectors (interleaving)"},
	{"unroll", "does several iterations at a time, or all of them without a loop"},
	{"unroll_and_jam", "unrolls a loop and joins the copies of its inner loops"},
	{"distribute", "splits a loop into several that run one after the other"},
	{"interchange", "swaps a loop with the loop inside it"},
	{"peel", "does the first or the last iterations outside the loop"},
	{"runs", "extracts the fast path: successive iterations that only continue run in a loop of their own"},
	{"licm_versioning", "copies a loop for the case that no access overlaps invariant ones"},
	{"licm", "always moves invariant code before the loop, and cannot be requested"},
	{"flatten", "joins two nested loops to one"},
	{"fuse", "joins two adjacent loops to one"},
	{"reverse", "runs the iterations of a loop from the last to the first"},
	{"stripmine", "splits a loop into an outer loop over strips and an inner loop in each strip"},
	{"split", "splits the iterations of a loop between two loops"},
	{"unswitch", "moves an invariant condition out of a loop"},
	{"stride_versioning", "copies a loop for the case that a step is 1"},
	{"subtables", "keeps several copies of a small table that a loop updates at indices from data, and adds them up later"},
	{"reroll", "makes a loop of equal parts of its body"},
	{"commoning", "keeps values in registers that one iteration loads or stores and a later one loads: predictive commoning"},
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
