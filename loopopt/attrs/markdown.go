package attrs

import (
	"fmt"
	"strings"
)

// Example is the attribute as it may stand in a directive.
func (a *Attribute) Example() string {
	switch a.Kind {
	case Bool:
		if a.Class == Ignored {
			return a.Name + "=0"
		}
		return a.Name + "=1"
	case Count:
		if strings.HasPrefix(a.Name, "peel") {
			return a.Name + "=1"
		}
		if strings.HasSuffix(a.Name, "count") && a.Owner != "" {
			return a.Name + "=4"
		}
		return a.Name + "=32"
	case Width:
		return fmt.Sprintf("%s=%d", a.Name, min(a.Limit, 256)/4)
	case Place:
		return a.Name + "=8"
	case Word:
		if len(a.Words) > 0 {
			return a.Name + "=" + a.Words[0]
		}
		return a.Name + "=mask"
	case List:
		return a.Name + "{" + example[a.Owner] + "}"
	}
	return a.Name
}

// example is what a followup of a transformation may sensibly ask for.
var example = map[string]string{
	"vectorize": "unroll.count=2", "unroll": "vectorize.enable", "unroll_and_jam": "vectorize.enable",
	"distribute":      "vectorize.enable",
	"licm_versioning": "vectorize.enable", "interchange": "vectorize.enable", "peel": "unroll.count=4",
	"flatten": "vectorize.enable",
	"fuse":    "vectorize.enable", "stripmine": "interchange.enable", "split": "vectorize.enable",
	"unswitch": "vectorize.enable", "stride_versioning": "vectorize.enable",
	"reroll": "vectorize.enable", "subtables": "unroll.count=4", "commoning": "unroll.count=4",
}

// about says what each transformation does.
var about = []struct{ owner, text string }{
	{"vectorize", "does several iterations at once, in vectors, and in several of them (interleaving)"},
	{"unroll", "does several iterations per pass, or all of them without a loop"},
	{"unroll_and_jam", "unrolls a loop and joins the copies of the loops in it"},
	{"distribute", "cuts a loop into several that run one after the other"},
	{"interchange", "swaps a loop with the one in it"},
	{"peel", "does the first or the last iterations apart"},
	{"licm_versioning", "copies a loop for the case that nothing in it overlaps what is invariant"},
	{"licm", "moves what is invariant in front of the loop, always, and is no transformation that could be asked for"},
	{"flatten", "makes one loop of two nested ones"},
	{"fuse", "makes one loop of two that follow each other"},
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

// Markdown is the list as a document: ATTRIBUTES.md.
func Markdown() string {
	var b strings.Builder
	b.WriteString(`# Loop attributes

<!-- Made from loopopt/attrs by go test ./loopopt/attrs -update. -->

They stand above a loop, or above a function for all its loops: ` + "`//loop:vectorize.width=8 unroll.count=2`" + `. Names are LLVM's
less ` + "`llvm.loop.`" + `; those whose ID is A42 or "own" fill gaps of LLVM. Dropping any of them is always right. Giving them changes
nothing but speed, with two exceptions:

- **Grants.** A loop that is asked to be vectorized (` + "`vectorize.enable`" + `, ` + "`vectorize.width`" + ` above 1) may add up its floating-point
  sums and products in another order, as LLVM has it, and a remark says so. It may not where exact is written out, by
  ` + "`//loop:fp exact`" + ` or the option ` + "`hotloop.FP(\"exact\")`" + `. An ` + "`interleave.count`" + ` alone grants nothing.
- **Promises.** What they say of the loop is believed. If it is false, what the loop computes is unspecified, though it still
  touches nothing outside its arguments: ` + "`parallel_accesses`, `mem.parallel_loop_access`, `ivdep`, `mustprogress`" + `, the pragmas that
  stand for them, and ` + "`//loop:extent`" + `, which says how much of an array there is.

- **force** demands a transformation. If it cannot be done there is a warning with position and reason; of a chain only
  the first step that fails is reported.
- **option** says how, **forbid** forbids. A **fact** says what to expect, for speed alone. A **promise** may be relied on. Both may go
  unused silently. A **mark** says what has been done. What is **ignored** is accepted and has no meaning here; a warning says so.
- A **followup** is the list of attributes of a loop that comes out. If one that applies to the loop is given it replaces
  everything, and an empty one gives nothing; if none is given the default holds. A request that a followup does away
  with draws a warning.
- Transformations run in the order in which a loop asks for them, inner loops first, then those of the followups, then what
  heuristics find; ` + "`disable_nonforced`" + ` stops these.

Two directives are no attributes. ` + "`//loop:fp exact|go|fast|FLAGS`" + ` is the floating-point mode of a loop or function.
` + "`//loop:extent p unknown`" + `, above a function or one of its loops, is about its parameter p, a pointer to an array: there
may be less of it than its type says. Nothing is read then but what the program reads, and what lies in the same page (of
4096 bytes); ` + "`vectorize.exits`" + ` says how.

`)
	for _, t := range about {
		if t.owner == "" {
			fmt.Fprintf(&b, "## The loop\n\n%s\n\n", t.text)
		} else {
			fmt.Fprintf(&b, "## %s\n\n`%s` %s.\n\n", t.owner, t.owner, t.text)
		}
		b.WriteString(
			"| attribute | value | class | meaning | default | example | ID |\n|---|---|---|---|---|---|---|\n")
		for i := range All {
			a := &All[i]
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
			case Place:
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
