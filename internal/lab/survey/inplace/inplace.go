// Package inplace is the main loop of the programs that the survey builds. Each contains the functions of a module,
// compiled by the Go compiler in a copy of the module, with all their types and names. It compares them with their
// kernels. It writes results to its output immediately. If it dies early, because of exhausted memory or an endless
// loop, its parent therefore knows where it was.
package inplace

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"reflect"

	"hotloop/cpu"
	"hotloop/frontend"
	"hotloop/internal/verify"
	"hotloop/runtime"
)

// Job is a function to compare.
type Job struct {
	Name    string // in the form of frontend.Build
	Package int    // in Plan.Packages
	Math    bool   // the last bits of functions of package math differ
}

// Plan is the task of a program, stored in a file.
type Plan struct {
	Files    []frontend.File
	Packages [][]int // their files
	Jobs     []Job
	Seed     uint64
	Sets     int // argument sets on which each function must return
}

// Line is a line of the output. Only the last phase matters, so phases are numbers.
type Line struct {
	Job, ISA, Set int
	Phase         Phase
	Returned      bool   `json:",omitempty"` // of Done
	Text          string `json:",omitempty"`
}

// Phase is the next step, or a result.
type Phase int

// The phases.
const (
	InGo     Phase = iota // Go's code is about to be called
	InKernel              // the kernel is about to be called
	Compiles
	Refuses // the kernel does not compile, Text is the reason
	Done    // with an argument set
	Differs // a mismatch, reduced as far as it is so far
	End     // of a job
)

// functions holds the functions of the packages, by job number.
var functions = map[int]any{}

// Add registers a function; packages with functions to compare call it.
func Add(job int, fn any) { functions[job] = fn }

// values holds constants, by the types that they are declared with.
var values = map[reflect.Type][]reflect.Value{}

// Constants registers constants; packages that declare constants of their own types call it.
func Constants(list ...any) {
	for _, c := range list {
		v := reflect.ValueOf(c)
		if t := v.Type(); t.PkgPath() != "" && (v.CanInt() || v.CanUint()) {
			values[t] = append(values[t], v)
		}
	}
}

// triesPerSet bounds the argument sets generated for each one on which a function returns: most functions require
// lengths that match each other.
const triesPerSet = 100

// ulps is the permitted difference where functions of package math were called: each is within one unit, and
// computations with the results amplify that.
const ulps = 1 << 12

// Main carries out the part of the plan that the command line selects.
func Main() {
	file := flag.String("plan", "", "")
	at := Line{}
	flag.IntVar(&at.Job, "job", 0, "")
	flag.IntVar(&at.ISA, "isa", 0, "")
	flag.IntVar(&at.Set, "set", 0, "")
	flag.Parse()
	limitMemory()
	text, err := os.ReadFile(*file)
	if err == nil {
		p := &run{out: json.NewEncoder(os.Stdout)}
		if err = json.Unmarshal(text, &p.Plan); err == nil {
			p.all(at)
			return
		}
	}
	w := bufio.NewWriter(os.Stderr)
	fmt.Fprintln(w, err)
	w.Flush()
	os.Exit(1)
}

type run struct {
	Plan
	out *json.Encoder
	at  Line
}

func (r *run) say(p Phase, text string) {
	r.at.Phase, r.at.Text = p, text
	if err := r.out.Encode(r.at); err != nil {
		os.Exit(1) // the parent is gone
	}
}

// all runs the jobs from one on, the first one from the given instruction set and argument set on.
func (r *run) all(from Line) {
	for r.at = from; r.at.Job < len(r.Jobs); r.at = (Line{Job: r.at.Job + 1}) {
		for _, isa := range tiers()[r.at.ISA:] {
			if !r.compare(isa) {
				break
			}
			r.at.ISA, r.at.Set = r.at.ISA+1, 0
		}
		r.say(End, "")
	}
}

// tiers returns the instruction sets to compile for.
func tiers() (list []string) {
	for _, t := range cpu.Host().Tiers() {
		if t != cpu.Scalar {
			list = append(list, t.String())
		}
	}
	return list
}

// compare compares a function with its kernel for an instruction set, and reports whether they agree.
func (r *run) compare(isa string) bool {
	j := r.Jobs[r.at.Job]
	want := reflect.ValueOf(functions[r.at.Job])
	r.say(Compiles, "")
	var src frontend.Source
	for _, f := range r.Packages[j.Package] {
		src = append(src, r.Files[f])
	}
	k, err := runtime.Compile(want.Type(), src[0].Text, j.Name, runtime.Options{ISA: isa, FileName: src[0].Name,
		Files: src[1:]})
	if err == nil {
		err = k.Err()
	}
	if err != nil {
		r.say(Refuses, err.Error())
		return false
	}
	c := verify.Config{Seed: r.Seed, Count: 1, Name: j.Name, Steps: k.Steps(), Values: values}
	c.Differs = func(diff string) { r.say(Differs, isa+": "+diff) }
	if j.Math {
		c.ULPs = ulps
	}
	in := func(f reflect.Value, p Phase) reflect.Value {
		return reflect.MakeFunc(want.Type(), func(args []reflect.Value) []reflect.Value {
			r.say(p, "")
			if want.Type().IsVariadic() {
				return f.CallSlice(args)
			}
			return f.Call(args)
		})
	}
	goes, kernel := in(want, InGo), in(k.Func(), InKernel)
	returned := 0
	for ; r.at.Set < r.Sets*triesPerSet && returned < r.Sets; r.at.Set++ {
		c.First = r.at.Set
		fail, report := verify.Run(c, goes, kernel)
		if fail != nil {
			r.say(Differs, fmt.Sprintf("%s: arguments %d of seed %d: %s\n%s", isa, fail.Set, c.Seed, fail.Diff, fail.Calls))
			return false
		}
		r.at.Returned = report.Panics == 0
		if r.at.Returned {
			returned++
		}
		r.say(Done, "")
		r.at.Returned = false
	}
	return true
}
