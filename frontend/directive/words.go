package directive

import (
	"fmt"
	"hotloop/reuse"
	"strings"
)

// word is a row of the pragma tables: a clause, or a pragma of one word. TestPragmaDocument prints the rows and
// the attributes of each form as PRAGMAS.md. The tables are built once, when a pragma first needs them.
// Package-level values would be built at every program start, and a source may have thousands of pragmas.
type word struct {
	name  string
	forms []string // examples of its spelling; only the name if empty
	read  meaning
}

// meaning reads a clause.
type meaning func(c clause) reading

// reading is the meaning of a clause.
type reading struct {
	attrs     string   // the equivalent attributes, written as in a directive
	why       string   // a warning
	takes     effect   // its effect on the loop's promises
	vars      []string // variables, or the condition, that the effect may depend on
	unless    string   // the warning if it takes effect
	malformed bool
}

// find returns the row of a word. The tables are short, and a pragma has few words.
func find(words []word, name string) *word {
	for i := range words {
		if words[i].name == name {
			return &words[i]
		}
	}
	return nil
}

// usage returns the spellings of the word, for errors.
func (w *word) usage() string {
	forms := w.forms
	if len(forms) == 0 {
		return w.name
	}
	last := len(forms) - 1
	if last == 0 {
		return forms[0]
	}
	return strings.Join(forms[:last], ", ") + " or " + forms[last]
}

var malformed = reading{malformed: true}

// asks returns the reading of a clause that becomes attributes.
func asks(attrs string) reading { return reading{attrs: attrs} }

// switchOf is a clause with one of the given words in parentheses.
func switchOf(meanings map[string]string) meaning {
	return func(c clause) reading {
		if len(c.args) == 1 {
			if text, ok := meanings[c.args[0]]; ok {
				return asks(text)
			}
		}
		return malformed
	}
}

// countOf is a clause with a number, which is put into format.
func countOf(format string) meaning {
	return func(c clause) reading {
		if n := c.number(); n >= 0 {
			return asks(fmt.Sprintf(format, n))
		}
		return malformed
	}
}

// unrollOf reads unroll, unroll 4 and unroll(4). 0 and 1 forbid unrolling.
func unrollOf(prefix string) meaning {
	return func(c clause) reading {
		switch n := c.number(); {
		case c.args == nil:
			return asks(prefix + ".enable")
		case n < 0:
			return malformed
		case n <= 1:
			return asks(prefix + ".disable")
		default:
			return asks(fmt.Sprintf("%s.count=%d", prefix, n))
		}
	}
}

// always is a clause whose arguments, if any, have no effect.
func always(attrs string) meaning { return func(clause) reading { return asks(attrs) } }

// alone is a promise without arguments. With an argument it is a partial promise, which is dropped.
func alone(attrs string) meaning {
	return func(c clause) reading {
		if c.args != nil {
			return reading{why: dependent, takes: takesPromise}
		}
		return asks(attrs)
	}
}

const dependent = "does not promise independence: dependences are analysed"

// unused is a clause without any effect.
func unused(why string) meaning { return func(clause) reading { return reading{why: why} } }

// limits is a clause that revokes promises.
func limits(e effect, why string) meaning {
	return func(clause) reading { return reading{why: why, takes: e} }
}

// each makes a row for every name.
func each(read meaning, names string) (words []word) {
	for _, n := range strings.Fields(names) {
		words = append(words, word{name: n, read: read})
	}
	return words
}

// oneOnly is the empty table of a pragma without further words.
var oneOnly []word

const found = "is redundant: the compiler finds this itself"

func clangLoop() []word {
	return clangLoopMade.Get(func() []word {
		safe := "vectorize.enable parallel_accesses"
		return []word{
			// As in clang, disable means a width of 1 and leaves interleaving to a count.
			{"vectorize", []string{"vectorize(enable)", "vectorize(disable)", "vectorize(assume_safety)"},
				switchOf(map[string]string{"enable": "vectorize.enable", "disable": "vectorize.width=1",
					"assume_safety": safe})},
			{"vectorize_width", []string{"vectorize_width(8)", "vectorize_width(4,scalable)", "vectorize_width(4,fixed)"},
				vectorizeWidth},
			{"vectorize_predicate", []string{"vectorize_predicate(enable)", "vectorize_predicate(disable)"},
				switchOf(map[string]string{"enable": "vectorize.predicate.enable",
					"disable": "vectorize.predicate.enable=0"})},
			// As in clang, interleaving is a part of vectorization.
			{"interleave", []string{"interleave(enable)", "interleave(disable)", "interleave(assume_safety)"},
				switchOf(map[string]string{"enable": "vectorize.enable", "disable": "interleave.count=1",
					"assume_safety": safe})},
			{"interleave_count", []string{"interleave_count(4)"}, countOf("interleave.count=%d")},
			{"unroll", []string{"unroll(enable)", "unroll(full)", "unroll(disable)"},
				switchOf(map[string]string{"enable": "unroll.enable", "disable": "unroll.disable", "full": "unroll.full"})},
			{"unroll_count", []string{"unroll_count(4)"}, countOf("unroll.count=%d")},
			{"unroll_and_jam", []string{"unroll_and_jam(enable)", "unroll_and_jam(disable)"},
				switchOf(map[string]string{"enable": "unroll_and_jam.enable", "disable": "unroll_and_jam.disable"})},
			{"unroll_and_jam_count", []string{"unroll_and_jam_count(4)"}, countOf("unroll_and_jam.count=%d")},
			{"distribute", []string{"distribute(enable)", "distribute(disable)"},
				switchOf(map[string]string{"enable": "distribute.enable", "disable": "distribute.enable=0"})},
			{"pipeline", []string{"pipeline(disable)"}, switchOf(map[string]string{"disable": "pipeline.disable"})},
			{"pipeline_initiation_interval", []string{"pipeline_initiation_interval(4)"},
				countOf("pipeline.initiationinterval=%d")},
			{"licm", []string{"licm(disable)"}, switchOf(map[string]string{"disable": "licm.disable"})},
		}
	})
}

var clangLoopMade reuse.Once[[]word]

// vectorizeWidth reads vectorize_width(8), (8, fixed), (scalable) and similar forms.
func vectorizeWidth(c clause) reading {
	scalable := ""
	args := c.args
	if n := len(args); n > 0 {
		switch args[n-1] {
		case "scalable":
			scalable, args = " vectorize.scalable.enable", args[:n-1]
		case "fixed":
			scalable, args = " vectorize.scalable.enable=0", args[:n-1]
		}
	}
	switch n := (clause{args: args}).number(); {
	case len(args) == 0 && scalable != "":
		return asks(strings.TrimSpace(scalable))
	case n >= 0:
		return asks(fmt.Sprintf("vectorize.width=%d%s", n, scalable))
	}
	return malformed
}

func gccPragmas() []word {
	return gccPragmasMade.Get(func() []word {
		return []word{
			{"unroll", []string{"unroll 4", "unroll(4)", "unroll 1"}, unrollOf("unroll")},
			{"nounroll", nil, always("unroll.disable")},
			{"ivdep", []string{"ivdep", "ivdep(4)"}, alone("ivdep")},
			{"novector", nil, always("vectorize.enable=0")},
		}
	})
}

var gccPragmasMade reuse.Once[[]word]

func barePragmas() []word {
	return barePragmasMade.Get(func() []word {
		return []word{
			{"unroll", []string{"unroll", "unroll(4)", "unroll 4", "unroll(1)"}, unrollOf("unroll")},
			{"nounroll", nil, always("unroll.disable")},
			{"unroll_and_jam", []string{"unroll_and_jam", "unroll_and_jam(4)"}, unrollOf("unroll_and_jam")},
			{"nounroll_and_jam", nil, always("unroll_and_jam.disable")},
			{"ivdep", []string{"ivdep", "ivdep(4)"}, alone("ivdep")},
			{"novector", nil, always("vectorize.enable=0")},
			{"distribute_point", nil, always("distribute.enable")},
			{"nofusion", nil, always("fuse.disable")},
			{"prefetch", nil, unused("has no effect: processors prefetch regular accesses themselves")},
			{"noprefetch", nil, unused("has no effect: hotloop emits no prefetches")},
			{"noblock_loop", nil, unused("has no effect: loops are strip-mined only on request")},
		}
	})
}

var barePragmasMade reuse.Once[[]word]

// ivdepWords returns the words after ivdep in Intel's compilers: ivdep:loop in Fortran, ivdep array(a) safelen(n)
// for FPGAs.
func ivdepWords() []word {
	return ivdepWordsMade.Get(func() []word {
		return []word{
			{"loop", nil, always("")},
			{"back", nil, limits(takesPromise, dependent)},
			{"safelen", []string{"safelen(4)"}, limits(takesPromise, dependent)},
			{"array", []string{"array(a)"}, limits(takesPromise, dependent)},
		}
	})
}

var ivdepWordsMade reuse.Once[[]word]

// adaWords returns the words of GNAT's pragma Loop_Optimize.
func adaWords() []word {
	return adaWordsMade.Get(func() []word {
		return []word{
			{"ivdep", nil, alone("ivdep")},
			{"no_unroll", nil, always("unroll.disable")},
			{"unroll", nil, always("unroll.enable")},
			{"no_vector", nil, always("vectorize.enable=0")},
			{"vector", nil, always("vectorize.enable")},
		}
	})
}

var adaWordsMade reuse.Once[[]word]
