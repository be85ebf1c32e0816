package main

import (
	"cmp"
	"errors"
	"reflect"
	"slices"
	"strings"

	"hotloop/bench/source"
	"hotloop/frontend"
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
	"hotloop/runtime"
)

// checked is what check finds out of a function. The names of the fields are those of -json.
type checked struct {
	Function   string    `json:"function"`
	Position   string    `json:"position"`
	Marked     bool      `json:"marked"`   // by //hotloop:kernel
	Accepted   bool      `json:"accepted"` // it is in the subset
	Native     bool      `json:"native"`   // there is machine code for it
	Vectorized bool      `json:"vectorized"`
	ISA        string    `json:"isa,omitempty"`
	Loops      []loop    `json:"loops,omitempty"` // the innermost ones
	Errors     []message `json:"errors,omitempty"`
	Warnings   []message `json:"warnings,omitempty"`

	failed bool // of a bug of ours
}

// loop is an innermost loop. What became of it is vectorized, unrolled, merged (with another loop), or scalar, and why.
type loop struct {
	Position string `json:"position"`
	Became   string `json:"became"`
	Why      string `json:"why,omitempty"`
	exempt   bool   // the source says that it shall stay scalar
}

type message struct {
	Position string `json:"position"`
	Message  string `json:"message"`
}

func (m message) String() string { return m.Position + ": " + m.Message }

// summary is what there is of each.
type summary struct {
	Functions  int `json:"functions"`
	Accepted   int `json:"accepted"`
	Vectorized int `json:"vectorized"`
	Refused    int `json:"refused"`
	Failed     int `json:"failed"` // marked, and not what the mark asks for
}

// check lists the functions of files and packages: which of them are kernels, which of their loops become vector
// code, and what keeps the others. It fails if a function that is marked as a kernel, or the one asked for, is none.
func check(c *call) error {
	if c.fn == "" && c.inst != "" {
		return usagef("-inst needs -func NAME")
	}
	c.stageNow = "frontend"
	if c.inst != "" && len(c.args) > 1 {
		return usagef("-inst needs one FILE")
	}
	packages, err := load(c.args)
	if err != nil {
		return err
	}
	var all []checked
	var unread []error
	for _, src := range packages {
		list, err := c.checkPackage(src)
		if _, wrong := err.(usageError); wrong {
			return err
		}
		if err != nil {
			unread = append(unread, err)
		}
		all = append(all, list...)
	}
	if c.fn != "" && len(all) == 0 && len(unread) == 0 {
		_, err := frontend.Build(packages[0], c.fn, frontend.Options{}) // says what there is instead
		return err
	}
	var sum summary
	var failed []string
	for i := range all {
		f := &all[i]
		sum.add(f)
		if f.failed || f.wanted(c.fn) && !f.good() {
			failed = append(failed, f.Function)
		}
	}
	sum.Failed = len(failed)
	if c.json {
		c.printJSON(all, unread, sum)
	} else {
		c.printChecked(all, unread, sum)
	}
	if len(unread) > 0 || len(failed) > 0 {
		return reported{errors.New("not all are kernels")}
	}
	return nil
}

// wanted says whether the command fails if f is no kernel.
func (f *checked) wanted(only string) bool { return f.Marked || only != "" }

// good says whether f is what its mark asks for, native and vectorized, or, asked for by name, accepted.
func (f *checked) good() bool {
	if !f.Marked {
		return f.Accepted
	}
	return f.Native && f.Vectorized && !slices.ContainsFunc(f.Loops, func(l loop) bool {
		return l.Became == "scalar" && !l.exempt
	})
}

func (s *summary) add(f *checked) {
	s.Functions++
	switch {
	case !f.Accepted:
		s.Refused++
	case f.Vectorized:
		s.Vectorized++
	}
	if f.Accepted {
		s.Accepted++
	}
}

// checkPackage checks the functions of a package, or the one asked for.
func (c *call) checkPackage(src frontend.Source) (list []checked, err error) {
	defer func() {
		if r := recover(); r != nil { // what is shown for each function catches its own
			err = &runtime.InternalError{Kernel: src[0].Name, Stage: "frontend", Value: r}
		}
	}()
	functions, err := frontend.Functions(src)
	if err != nil {
		return nil, err
	}
	for _, fn := range functions {
		if c.fn != "" && fn.Name != c.fn {
			continue
		}
		f, err := c.checkFunction(src, fn)
		if err != nil {
			return nil, err
		}
		for i := range f.Errors {
			f.Errors[i].Message = calledIn(fn, functions, f.Errors[i])
		}
		list = append(list, f)
	}
	return list, nil
}

// checkFunction builds and compiles a function. The error is one of the command line.
func (c *call) checkFunction(src frontend.Source, fn frontend.Function) (f checked, err error) {
	f = checked{Function: fn.Name, Position: fn.Pos.String(), Marked: fn.Marked}
	defer func() {
		if r := recover(); r != nil {
			f.refuse(&runtime.InternalError{Kernel: fn.Name, Stage: "frontend", Value: r})
		}
	}()
	if fn.Err != nil {
		f.refuse(fn.Err)
		return f, nil
	}
	opts := frontend.Options{AnyInstance: true}
	if c.inst != "" {
		if opts.Type, err = c.typeOf(src); err != nil {
			if _, wrong := err.(usageError); wrong {
				return f, err
			}
			f.refuse(err)
			return f, nil
		}
	}
	res, err := frontend.Build(src, fn.Name, opts)
	if err != nil {
		f.refuse(err)
		return f, nil
	}
	f.Accepted = true
	outside, err := frontend.Outside(src, fn.Name)
	if err != nil {
		f.refuse(err)
		return f, nil
	}
	for _, w := range append(slices.Clone(res.Warnings), outside...) {
		f.Warnings = append(f.Warnings, message{w.Pos.String(), w.Msg})
	}
	c.compile(src, res, &f)
	return f, nil
}

// typeOf is the func type of the function asked for, with the types that -inst gives its parameters.
func (c *call) typeOf(src frontend.Source) (reflect.Type, error) {
	k, err := c.openText(src[0].Name, src[0].Text)
	if err != nil {
		return nil, err
	}
	return k.typ, nil
}

// calledIn says of a message that is about another function which one that is: it is called.
func calledIn(fn frontend.Function, functions []frontend.Function, m message) string {
	file, line, col := splitPlace(m.Position)
	for _, f := range functions {
		if f.Pos.Filename == file && f.Name != fn.Name && comparePlaces(f.Pos.String(), m.Position) <= 0 &&
			(line < f.End.Line || line == f.End.Line && col <= f.End.Column) {
			return "in " + f.Name + ", which it calls: " + m.Message
		}
	}
	return m.Message
}

func (f *checked) refuse(err error) {
	f.Accepted = false
	if list, ok := err.(frontend.ErrorList); ok {
		for _, e := range list {
			f.Errors = append(f.Errors, message{e.Pos.String(), e.Msg})
		}
		return
	}
	f.failed = errors.As(err, new(*runtime.InternalError))
	f.Errors = append(f.Errors, message{f.Position, err.Error()})
}

// compile finds out what becomes of the function's loops.
func (c *call) compile(src frontend.Source, res *frontend.Result, f *checked) {
	t, err := source.SignatureType(res.Signature)
	if err != nil {
		f.refuse(err)
		return
	}
	w := &runtime.Watch{}
	var loops []loop
	var around map[string][]string
	w.SSA = func(fn *ir.Func) { loops, around = innermost(fn) }
	features, _, err := c.processor()
	if err != nil {
		f.refuse(err)
		return
	}
	w.For = features
	k, err := runtime.Inspect(t, "", f.Function, runtime.Options{Files: src}, w)
	if err != nil {
		f.refuse(err)
		return
	}
	if err := k.Err(); !errors.Is(err, runtime.ErrInspected) {
		f.failed = errors.As(err, new(*runtime.InternalError))
		f.Warnings = append(f.Warnings, message{f.Position, "no machine code: " + err.Error()})
		return
	}
	stats := k.Stats()
	f.Native, f.Vectorized, f.ISA = true, stats.Vectorized, stats.ISA
	outcomes(loops, around, k.Remarks(), f)
}

// innermost lists the innermost loops of the source, and by their places those around them.
func innermost(f *ir.Func) (loops []loop, around map[string][]string) {
	around = map[string][]string{}
	place := func(l *analysis.Loop) string {
		if l.Header.Loop == nil || l.Header.Loop.Pos == 0 {
			return ""
		}
		return f.Position(l.Header.Loop.Pos)
	}
	for _, l := range analysis.FindLoops(f, f.Dominators()).Innermost() {
		at := place(l)
		if _, known := around[at]; known || at == "" { // another copy of an inlined function
			continue
		}
		list := []string{at}
		for p := l.Parent; p != nil; p = p.Parent {
			list = append(list, place(p))
		}
		around[at] = list
		loops = append(loops, loop{Position: at, exempt: forbids(l.Header.Loop)})
	}
	slices.SortStableFunc(loops, func(a, b loop) int { return comparePlaces(a.Position, b.Position) })
	return loops, around
}

// forbids says whether metadata want no vectors.
func forbids(md *ir.LoopMD) bool {
	return md.Off("vectorize.enable") || md.Int("vectorize.width", 0) == 1
}

// outcomes reads the remarks: a loop is vectorized if it or one around it is.
func outcomes(loops []loop, around map[string][]string, remarks []remark.Remark, f *checked) {
	became, why := map[string]string{}, map[string]string{}
	for _, r := range remarks {
		if r.Kind == remark.Warning && r.Pass != "frontend" { // whose warnings there are already
			f.Warnings = append(f.Warnings, message{cmp.Or(r.Where, f.Position), r.Message()})
		}
		switch {
		case r.Kind == remark.Passed && (r.Pass == "vectorize" && !oneLane(r) || r.Pass == "idiom"):
			became[r.Where], f.Vectorized = "vectorized", true
		case r.Kind == remark.Passed && became[r.Where] == "" &&
			(strings.HasPrefix(r.Text, "loop completely unrolled") || r.Pass == "delete"):
			became[r.Where] = "unrolled"
		case r.Kind != remark.Passed && r.Pass == "vectorize" && why[r.Where] == "":
			why[r.Where] = strings.TrimPrefix(r.Message(), "loop not vectorized: ")
		}
	}
	for _, l := range loops {
		for _, at := range around[l.Position] {
			if became[at] == "vectorized" {
				l.Became = "vectorized"
			}
		}
		if l.Became == "" {
			l.Became, l.Why = became[l.Position], why[l.Position]
		}
		if l.Became == "" && l.Why == "" && f.Vectorized {
			l.Became = "merged"
		}
		if l.Became == "" {
			l.Became = "scalar"
		} else {
			l.Why = ""
		}
		f.Loops = append(f.Loops, l)
	}
}

// oneLane says whether a remark is about a loop that is only interleaved.
func oneLane(r remark.Remark) bool {
	for _, a := range r.Args {
		if a.Name == "VF" {
			return a.Value == 1
		}
	}
	return false
}
