// Package analyzer is hotloop vet for go vet -vettool and for gopls: a go/analysis analyzer that says of loops what
// keeps them from being vectorized and what to write, and of calls of hotloop.Accelerate and Compile what they lead to.
//
// What it says comes from hotloop/internal/vet. A function that such a call names is told in full; of others only loops that
// would become vectors but for something that can be written are told, unless -all is set.
package analyzer

import (
	"go/token"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"

	"hotloop/internal/explain"
	"hotloop/internal/vet"
	"hotloop/loopopt/remark"
)

// Analyzer is the analyzer.
var Analyzer = &analysis.Analyzer{
	Name: "hotloop",
	Doc:  "say which loops hotloop vectorizes, and what to write for the others",
	Run:  run,
}

var all bool

func init() {
	Analyzer.Flags.BoolVar(&all, "all", false, "tell every function with a numeric loop, whether hotloop takes it or not")
}

func run(pass *analysis.Pass) (any, error) {
	if len(pass.Files) == 0 {
		return nil, nil
	}
	files := map[string]*token.File{}
	dir := ""
	for _, f := range pass.Files {
		tf := pass.Fset.File(f.Pos())
		files[filepath.Clean(tf.Name())] = tf
		if !strings.HasSuffix(tf.Name(), "_test.go") {
			dir = filepath.Dir(tf.Name())
		}
	}
	if dir == "" {
		return nil, nil // tests of another package
	}
	r, err := vet.Modules([]string{dir}, vet.Options{Fix: true})
	if err != nil {
		return nil, err
	}
	fix := &fixer{pass: pass, files: files, same: map[string]bool{}}
	report := func(place, message string, fixes ...vet.Fix) {
		name, line, col := explain.SplitPlace(place)
		tf := files[filepath.Clean(name)]
		if tf == nil || line < 1 || line > tf.LineCount() {
			return
		}
		pass.Report(analysis.Diagnostic{Pos: tf.LineStart(line) + token.Pos(max(0, col-1)), Message: message,
			SuggestedFixes: fix.suggested(fixes, place)})
	}
	named := map[string]bool{}
	for _, c := range r.Calls {
		named[c.Kernel] = true
		if c.Skipped != "" && !all {
			continue // nothing is wrong with it as far as is known
		}
		for i, l := range c.Lines() {
			if text, ok := strings.CutPrefix(l, c.Position+": "); ok {
				if i == 0 && len(c.Errors) > 0 {
					text += ": " + c.Errors[0].Message
				}
				report(c.Position, text)
			}
		}
	}
	for _, e := range r.Escapes {
		report(e.Position, e.Message)
	}
	for i := range r.Functions {
		tell(&r.Functions[i], named[r.Functions[i].Function], report)
	}
	return nil, nil
}

// tell reports what is to be said of a function.
func tell(f *vet.Function, named bool, report func(place, message string, fixes ...vet.Fix)) {
	full := all || named
	if full && !f.Accepted && len(f.Errors) > 0 {
		report(f.Errors[0].Position, f.Function+" is no kernel: "+f.Errors[0].Message)
	}
	for _, m := range f.Makes {
		if full {
			report(m.Position, m.Message)
		}
	}
	fixable := map[string]string{}
	for _, x := range f.Fixes {
		fixable[x.Position] = x.Message
	}
	for _, w := range f.Warnings {
		if named || all || strings.Contains(w.Message, "directive") || fixable[w.Position] != "" {
			report(w.Position, w.Message, f.Fixes...)
		}
	}
	for _, l := range f.Loops {
		switch scalar := l.Became == "scalar" && !l.Exempt && l.Why != ""; {
		case scalar && (all || !strings.HasPrefix(l.Write, remark.Nothing)):
			report(l.Position, "loop stays scalar: "+l.Say(), f.Fixes...)
		case fixable[l.Position] != "":
			report(l.Position, "loop could be faster: "+fixable[l.Position], f.Fixes...)
		}
	}
	if all && f.Gains() {
		report(f.Position, f.Function+": "+f.Verdict())
	}
}
