// Package survey feeds the functions of real packages to the frontend, one by one: every function and method that
// contains a loop. It counts what is accepted and why the rest is rejected. It compares accepted functions with the
// Go compiler's code, on generated arguments. Nothing that the Go compiler accepts may crash the frontend, and every
// function that the frontend accepts must behave like the Go compiler's code.
//
//	survey.go    the run, and its report
//	load.go      packages: their files, functions and methods
//	classes.go   rejections by construct
//	extract.go   a function with its dependencies as a file of its own
//	compare.go   accepted functions against the Go compiler: as such files by package difftest, or in place
//	program.go   a program with the accepted functions of a module in place; package inplace is its main loop
//	watch.go     runs such a program to its end
//	public.go    the modules that measure how much real Go code is accepted
//
// Releases are surveyed with the standard library (GOROOT/src) and the following modules, as `go mod download`
// fetches them:
//
//	gonum.org/v1/gonum@v0.16.0
//	golang.org/x/image@v0.30.0
//	github.com/klauspost/compress@v1.18.0
//	github.com/apache/arrow-go/v18@v18.4.0
//	github.com/parquet-go/parquet-go@v0.25.1
package survey

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"hotloop/cpu"
	"hotloop/frontend"
	"hotloop/internal/lab/source"
	"hotloop/isel"
	_ "hotloop/isel/all" // to compile for processors of other architectures
	"hotloop/loopopt"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// Config configures a survey.
type Config struct {
	Dirs   []string // with all packages below them
	Sample int      // maximum number of functions to feed, drawn at random; 0 feeds all
	Seed   uint64
	Sets   int // number of argument sets for each accepted function; 0 compares none
	// Numeric leaves out functions without an innermost loop that computes with elements. It also optimizes the
	// accepted functions, to count vectorized ones.
	Numeric bool

	Logf func(format string, args ...any) // details, or nil
	// Progress, if not nil, is called with the number of packages or functions done, their total number, and the next one.
	Progress func(done, total int, at string)
}

// Trouble is a function with a problem: an internal error, or a difference from the Go compiler's code.
type Trouble struct {
	Function *Function
	What     string
	Text     string // of the compared file, if there is one
}

// Report is the result of a survey.
type Report struct {
	Packages   int
	Functions  int // fed, including methods
	Methods    int // of the functions
	Accepted   int
	Vectorized int            // of the accepted functions, if counted
	OfMethods  int            // accepted methods
	Plain      int            // accepted only in a build without assembly, since they call assembly otherwise
	Classes    map[string]int // rejected functions by construct
	Examples   map[string]string
	Compared   int // with the Go compiler or, for functions of package math that are ours, with the interpreter
	Returned   int // of these, functions that returned from some call
	Calls      int
	Panics     int            // of the calls
	Not        map[string]int // why accepted functions were not compared
	Internal   []Trouble
	Differ     []Trouble
}

// Run surveys the packages below the directories of cfg.
func Run(cfg Config) (*Report, error) {
	r := &Report{Classes: map[string]int{}, Examples: map[string]string{}, Not: map[string]int{}}
	if cfg.Logf == nil {
		cfg.Logf = func(string, ...any) {}
	}
	if cfg.Progress == nil {
		cfg.Progress = func(int, int, string) {}
	}
	dirs, err := source.PackageDirs(cfg.Dirs...)
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(cfg.Seed, 0))
	if cfg.Sample > 0 {
		rng.Shuffle(len(dirs), func(i, j int) { dirs[i], dirs[j] = dirs[j], dirs[i] })
	}
	c, err := newComparison(cfg, r)
	if err != nil {
		return nil, err
	}
	defer c.close()
	for i, dir := range dirs {
		if cfg.Sample > 0 {
			cfg.Progress(r.Functions, cfg.Sample, dir)
		} else {
			cfg.Progress(i, len(dirs), dir)
		}
		pkgs := load(dir)
		if len(pkgs) > 0 {
			r.Packages++
		}
		for _, p := range pkgs {
			funcs := p.functions
			if cfg.Numeric {
				funcs = slices.DeleteFunc(funcs, func(f *Function) bool { return !f.numeric })
			}
			if cfg.Sample > 0 { // a few of each package
				rng.Shuffle(len(funcs), func(i, j int) { funcs[i], funcs[j] = funcs[j], funcs[i] })
				funcs = funcs[:min(len(funcs), perPackage, cfg.Sample-r.Functions)]
			}
			for _, f := range funcs {
				if err := r.feed(f, cfg, c); err != nil {
					return nil, err
				}
			}
		}
		cfg.Logf("%s: %d functions, %d accepted", dir, r.Functions, r.Accepted)
		if cfg.Sample > 0 && r.Functions >= cfg.Sample {
			break
		}
	}
	return r, c.finish()
}

// perPackage is the number of functions of one package in a sample.
const perPackage = 8

// feed passes one function to the frontend.
func (r *Report) feed(f *Function, cfg Config, c *comparison) error {
	r.Functions++
	if f.Method {
		r.Methods++
	}
	built, err := f.build(cfg.Numeric)
	if list, ok := err.(frontend.ErrorList); ok && f.plain != nil && strings.Contains(list[0].Msg, "has no body") {
		if b, err2 := f.plain.build(cfg.Numeric); err2 == nil {
			r.Plain++
			f, built, err = f.plain, b, nil
		}
	}
	if built.vectorized {
		r.Vectorized++
	}
	switch e := err.(type) {
	case nil:
		r.Accepted++
		if f.Method {
			r.OfMethods++
		}
		return c.add(f, built)
	case frontend.ErrorList:
		class := classOf(e)
		cfg.Logf("%s: refused (%s): %s", f, class, e[0].Msg)
		r.Classes[class]++
		if r.Examples[class] == "" {
			r.Examples[class] = e[0].Error()
		}
	default:
		cfg.Logf("%s: %v", f, err)
		r.Internal = append(r.Internal, Trouble{Function: f, What: err.Error()})
	}
	return nil
}

// built describes an accepted function.
type built struct{ vectorized, math, unsafe bool }

// build runs the frontend on the function and, if optimize is set, the optimizer. An error other than an ErrorList is
// a bug in hotloop.
func (f *Function) build(optimize bool) (b built, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	typ, err := f.funcType()
	if err != nil {
		typ = nil // the frontend reports the types it does not support
	}
	res, err := frontend.Build(f.pkg.source, f.name, frontend.Options{Type: typ, AnyInstance: typ == nil})
	if err != nil {
		return b, err
	}
	b.math, b.unsafe = callsMath(res.Func), res.Unsafe
	if err := res.Func.Verify(); err != nil || !optimize {
		return b, err
	}
	knobs, err := config.ParseKnobs("")
	if err != nil {
		return b, err
	}
	res.Func.SetBudget(maxSteps)
	out, err := loopopt.Optimize(res.Func, config.Options{Target: isel.TargetFor(cpu.Baseline(cpu.AVX512)),
		Remarks: &remark.Sink{}, Knobs: knobs})
	if over := (*ir.OverBudget)(nil); errors.As(err, &over) {
		return b, nil
	}
	b.vectorized = err == nil && out.Vectorized
	return b, err
}

// maxSteps is the optimizer's budget for a function.
const maxSteps = 1 << 27

// OK reports whether there were no problems.
func (r *Report) OK() bool { return len(r.Internal)+len(r.Differ) == 0 }

// Write prints the report.
func (r *Report) Write(w io.Writer) {
	fmt.Fprintf(w, "%d packages: %d functions with loops, %d accepted\n", r.Packages, r.Functions, r.Accepted)
	fmt.Fprintf(w, "methods among them: %d, %d accepted\n", r.Methods, r.OfMethods)
	fmt.Fprintf(w, "accepted with build tags purego, noasm and appengine only: %d\n", r.Plain)
	print := func(m map[string]int, example map[string]string) {
		keys := slices.SortedFunc(maps.Keys(m), func(a, b string) int {
			return cmp.Or(cmp.Compare(m[b], m[a]), cmp.Compare(a, b))
		})
		for _, k := range keys {
			fmt.Fprintf(w, "  %6d  %s\n", m[k], k)
			if example[k] != "" {
				fmt.Fprintf(w, "          %s\n", example[k])
			}
		}
	}
	fmt.Fprintln(w, "refused:")
	print(r.Classes, r.Examples)
	fmt.Fprintf(w, "compared: %d functions in %d calls; %d calls panicked\n", r.Compared, r.Calls, r.Panics)
	fmt.Fprintf(w, "returned from some call: %d of those compared in place\n", r.Returned)
	if len(r.Not) > 0 {
		fmt.Fprintln(w, "accepted and not compared:")
		print(r.Not, nil)
	}
	fmt.Fprintf(w, "internal errors: %d, mismatches: %d\n", len(r.Internal), len(r.Differ))
	for _, t := range append(slices.Clone(r.Internal), r.Differ...) {
		fmt.Fprintf(w, "%s: %s\n%s", t.Function, t.What, t.Text)
	}
}
