package vet

import (
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hotloop/frontend"
	"hotloop/internal/explain"
	"hotloop/internal/lab/source"
	"hotloop/internal/lab/survey"
	"hotloop/internal/page"
)

// Report is what was found in packages.
type Report struct {
	Functions []Function `json:"functions"` // with a numeric loop
	Calls     []Call     `json:"calls,omitempty"`
	Escapes   []Message  `json:"escapes,omitempty"` // variables that calls of kernels move to the heap
	Lost      []Lost     `json:"lost,omitempty"`    // against a baseline
	Summary   Summary    `json:"summary"`
}

// Summary counts.
type Summary struct {
	Functions  int `json:"functions"`
	Accepted   int `json:"accepted"`
	Vectorized int `json:"vectorized"`
	Gains      int `json:"gains"` // functions whose estimated gain is at least MinGain
	Calls      int `json:"calls"`
	Fallbacks  int `json:"fallbacks"` // of the calls
	Lost       int `json:"lost"`
}

// MinGain is the estimate from which on a function is called a gain: of those of twenty public modules 95 in 100 were
// at least 1.2 times as fast, 90 with an estimate of 2 (hotloop survey -public -gain 100 -seed 3).
const MinGain = 2.5

// Gains reports whether f is called a gain: by its estimate, and because no loop of it ends where the data decide,
// which random data do immediately.
func (f *Function) Gains() bool {
	return f.Vectorized && f.From > 0 && f.From <= typical && !f.leaves()
}

func (f *Function) leaves() bool {
	return slices.ContainsFunc(f.Loops, func(l Loop) bool { return l.Leaves })
}

// Modules looks at the packages that patterns name: directories, or with /... those below them too.
func Modules(patterns []string, o Options) (*Report, error) {
	dirs, err := expand(patterns)
	if err != nil {
		return nil, err
	}
	r := &Report{Functions: []Function{}}
	for i, dir := range dirs {
		if o.Progress != nil {
			o.Progress(i, len(dirs), dir)
		}
		if err := r.folder(dir, o); err != nil {
			return nil, err
		}
	}
	r.count()
	return r, nil
}

// expand are the directories of patterns.
func expand(patterns []string) (dirs []string, err error) {
	for _, p := range patterns {
		root, all := strings.CutSuffix(p, "...")
		root = filepath.Clean(strings.TrimSuffix(root, "/"))
		if info, err := os.Stat(root); err != nil || !info.IsDir() {
			return nil, fmt.Errorf("%s: no directory", p)
		}
		if !all {
			dirs = append(dirs, root)
			continue
		}
		below, err := source.PackageDirs(root)
		if err != nil {
			return nil, err
		}
		dirs = append(dirs, below...)
	}
	return slices.Compact(dirs), nil
}

// folder looks at the package in a folder.
func (r *Report) folder(dir string, o Options) error {
	p, err := programIn(dir, o)
	r.Calls = append(r.Calls, p.calls...)
	r.Escapes = append(r.Escapes, p.escapes...)
	if err != nil {
		return err
	}
	for _, f := range survey.Load(dir) {
		found, err := Look(f.Source(), frontend.Function{Name: f.Name(), Pos: f.Position()}, o)
		if err != nil {
			return err
		}
		// A kernel is what the options of its call make of it.
		if i := slices.IndexFunc(p.calls, func(c Call) bool { return c.Kernel == f.Name() && c.looked != nil }); i >= 0 {
			at := found.Position
			found = *p.calls[i].looked
			found.Position = at
		}
		if !found.Accepted && p.callers[f.Position().String()] {
			continue // it calls kernels, and is not meant to be one
		}
		if f.Numeric() || found.Accepted && len(found.Loops) > 0 {
			r.Functions = append(r.Functions, found)
		}
	}
	return nil
}

// parsed reads the Go files of a folder, tests among them.
func parsed(dir string) (*token.FileSet, []file, error) {
	fset := token.NewFileSet()
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, nil, err
	}
	var list []file
	for _, e := range entries {
		if e.IsDir() || !strings.HasSuffix(e.Name(), ".go") {
			continue
		}
		path := filepath.Join(dir, e.Name())
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, nil, err
		}
		if f, err := parser.ParseFile(fset, path, text, parser.ParseComments|parser.SkipObjectResolution); err == nil {
			list = append(list, file{f, path, string(text)})
		}
	}
	return fset, list, nil
}

// Actionable reports whether something was found that the author of the program can mend: a call that falls back or
// goes through package reflect, a directive that has no effect, or vectorization that was lost. The results for other
// functions, and their gains, are information.
func (r *Report) Actionable() bool {
	return len(r.Lost) > 0 || slices.ContainsFunc(r.Calls, func(c Call) bool { return c.Falls || c.Slow }) ||
		slices.ContainsFunc(r.Functions, func(f Function) bool { return len(f.placed()) > 0 })
}

// placed are the warnings about a place in the source: of how the kernel is called, the calls tell.
func (f *Function) placed() (list []Message) {
	for _, w := range f.Warnings {
		if _, line, _ := explain.SplitPlace(w.Position); line > 0 {
			list = append(list, w)
		}
	}
	return list
}

func (r *Report) count() {
	s := Summary{Functions: len(r.Functions), Calls: len(r.Calls), Lost: len(r.Lost)}
	for i := range r.Functions {
		f := &r.Functions[i]
		if f.Accepted {
			s.Accepted++
		}
		if f.Vectorized {
			s.Vectorized++
		}
		if f.Gains() {
			s.Gains++
		}
	}
	for _, c := range r.Calls {
		if c.Falls {
			s.Fallbacks++
		}
	}
	r.Summary = s
}

// JSON writes the report as JSON.
func (r *Report) JSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(r)
}

// Write writes the report for people: of each function a line, and what to write below it.
func (r *Report) Write(w io.Writer) {
	for i := range r.Functions {
		for _, l := range r.Functions[i].Lines() {
			fmt.Fprintln(w, l)
		}
	}
	for _, c := range r.Calls {
		for _, l := range c.Lines() {
			fmt.Fprintln(w, l)
		}
	}
	for _, e := range r.Escapes {
		fmt.Fprintln(w, e)
	}
	for _, l := range r.Lost {
		fmt.Fprintln(w, l)
	}
	s := r.Summary
	fmt.Fprintf(w, "%s with numeric loops: %d accepted, %d vectorized, %d expected to gain %.1fx or more\n",
		page.Plural(s.Functions, "function"), s.Accepted, s.Vectorized, s.Gains, MinGain)
	if s.Calls > 0 {
		fmt.Fprintf(w, "%s of Accelerate and Compile: %d without machine code\n", page.Plural(s.Calls, "call"), s.Fallbacks)
	}
	if len(r.Lost) > 0 {
		fmt.Fprintf(w, "%d not vectorized any more\n", len(r.Lost))
	}
}

// Verdict describes in a few words what happens to a function.
func (f *Function) Verdict() string {
	switch {
	case !f.Accepted:
		return "refused"
	case !f.Native:
		return "accepted, no machine code"
	case f.Tiny:
		return fmt.Sprintf("accepted, not worth a call: a call of the kernel takes longer than the function, which Go's "+
			"compiler may inline (estimate, %s)", f.ISA)
	case !f.Vectorized:
		return "accepted, not vectorized"
	case f.leaves():
		return fmt.Sprintf("vectorized, no gain is promised: the data decide how long its loops go on (%s)", f.ISA)
	case f.Unsure != "" && !f.Gains():
		return fmt.Sprintf("vectorized, no gain is promised: %s (%s)", f.Unsure, f.ISA)
	case f.Gain < never:
		return fmt.Sprintf("vectorized, no gain is promised: the data decide whether its loops run (%s)", f.ISA)
	}
	size := fmt.Sprintf("%d elements a slice", f.Elements)
	if f.counted {
		size = fmt.Sprintf("%d iterations", f.Elements)
	}
	if !f.Gains() {
		return fmt.Sprintf("vectorized, no gain is promised: about %.1f times as fast with %s (estimate, %s)", f.Gain, size, f.ISA)
	}
	return fmt.Sprintf("vectorized, about %.1f times as fast with %s, a gain from %d on (estimate, %s)", f.Gain, size, f.From, f.ISA)
}

// never is a gain that a call has whose loops may not run at all.
const never = 0.5

// Lines is what the report says of a function.
func (f *Function) Lines() (list []string) {
	list = []string{fmt.Sprintf("%s: %s: %s", f.Position, f.Function, f.Verdict())}
	for i, e := range f.Errors {
		if i == 2 {
			list = append(list, fmt.Sprintf("\t… and %d more", len(f.Errors)-i))
			break
		}
		list = append(list, "\t"+e.String())
	}
	for _, m := range f.Makes {
		list = append(list, "\t"+m.String())
	}
	for _, w := range f.placed() {
		list = append(list, "\t"+w.Position+": warning: "+w.Message)
	}
	for _, l := range f.Loops {
		switch {
		case l.Became == "scalar" && l.Why != "" && !l.Exempt:
			list = append(list, fmt.Sprintf("\t%s: loop stays scalar: %s", l.Position, l.Say()))
		case l.Plain > 0:
			list = append(list, fmt.Sprintf("\t%s: loop %s: about %.2f cycles an iteration for %.2f", l.Position, l.Became,
				l.Vector, l.Plain))
		}
	}
	return list
}
