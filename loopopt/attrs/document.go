package attrs

import (
	"fmt"
	"strings"
)

// Transformation is a transformation that owns attributes.
type Transformation struct{ Name, Doc string }

// Transformations returns what each transformation does, in the order of documents. The last one, without a name, stands
// for the loop as a whole.
func Transformations() []Transformation {
	return []Transformation{
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
		{"parallel", "lets goroutines share the iterations of an outermost loop"},
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
}

// Values describes the values that the attribute takes.
func (a *Attribute) Values() string {
	switch a.Kind {
	case Width:
		return fmt.Sprintf("power of two up to %d", a.Limit)
	case Count:
		return "number"
	case Bool:
		return "0 or 1"
	case Place, Amount:
		return "number or parameter"
	case Word:
		if len(a.Words) > 0 {
			return strings.Join(a.Words, ", ")
		}
	case List:
		return "attributes"
	}
	return a.Kind.String()
}

// Directive is a directive that is not a list of attributes.
type Directive struct {
	Form  string // as it is written
	Where string // it stands; empty if the next says that
	Doc   string // what it does, a sentence without its subject, in Markdown
}

// String returns the description of the directive in Markdown, as a sentence.
func (d Directive) String() string {
	if d.Where == "" {
		return fmt.Sprintf("`%s` %s", d.Form, d.Doc)
	}
	return fmt.Sprintf("`%s`, %s, %s", d.Form, d.Where, d.Doc)
}

// Directives returns the directives that are not lists of attributes.
func Directives() []Directive {
	return []Directive{
		{"//loop:access.group NAME…", "directly above a statement", "adds all loads and stores of the statement, of its body and of the " +
			"functions that it calls, to access groups (LLVM's `llvm.access.group`). `//loop:parallel_accesses=NAME` above a loop, or " +
			"`parallel_accesses{NAME NAME}`, then promises that these accesses are independent: no two of them conflict in different " +
			"iterations of that loop. Other accesses of the loop are analysed as usual, also against those of the groups. A statement may " +
			"be in groups of several enclosing loops. A group belongs to its function: group NAME of a called function f is `f.NAME` in " +
			"the caller."},
		{"//loop:probability p", "directly above an `if`, a `case` or a `for`", "estimates how often its condition holds when it is " +
			"evaluated, as a number between 0 and 1 or a percentage: `//loop:probability 0.02`. It is a hint that decides between masks " +
			"and branches, selects and branches, and the order of blocks. Above a `for` it becomes `estimated_trip_count`: 0.9 means " +
			"nine iterations."},
		{"//loop:fp exact|go|fast|FLAGS", "", "sets the floating-point mode of a loop or function."},
		{"//loop:extent p unknown", "above a function or one of its loops", "says that the array behind its pointer parameter p may be " +
			"shorter than its type. Then only what the program reads is read, and the rest of the same page (of 4096 bytes); " +
			"`vectorize.exits` says how."},
		{"//hotloop:kernel", "in the comment above a function", "says that it is meant to be a kernel: `hotloop check` fails if it has no " +
			"machine code or a loop of it stays scalar, and `hotloop gen` writes it as assembly, under the NAME that may follow."},
		{"//hotloop:readonly", "above the declaration of a package-level variable", "says that nothing changes it after its " +
			"initialization, so that kernels may use its value."},
	}
}
