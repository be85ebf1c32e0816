// Package inplace is what runs in the programs that the survey builds: each has the functions of a module, compiled by
// gc in a copy of it, where all their types and names are, and compares them with their kernels. What it finds it writes
// to its output as it goes, so that whoever started it knows where it was when it ends before its time, by memory that
// is used up or by a loop that does not end.
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
	"hotloop/runtime"
	"hotloop/verify"
)

// Job is a function to compare.
type Job struct {
	Name    string // as frontend.Build wants it
	Package int    // in Plan.Packages
	Math    bool   // the last bits of functions of package math differ
}

// Plan is what a program is to do, in a file.
type Plan struct {
	Files    []frontend.File
	Packages [][]int // their files
	Jobs     []Job
	Seed     uint64
	Sets     int // argument sets with which each function is to return
}

// Line is a line of the output. Of the phases only the last one is of interest, so they are numbers.
type Line struct {
	Job, ISA, Set int
	Phase         Phase
	Returned      bool   `json:",omitempty"` // of Done
	Text          string `json:",omitempty"`
}

// Phase says what comes next, or what has been found.
type Phase int

// The phases.
const (
	InGo     Phase = iota // Go's code is about to be called
	InKernel              // the kernel
	Compiles
	Refuses // the kernel does not compile, Text says why
	Done    // with an argument set
	Differs // a mismatch, made as small as it is so far
	End     // of a job
)

// functions are those of the packages, by their numbers.
var functions = map[int]any{}

// Add is called by the packages that functions are of.
func Add(job int, fn any) { functions[job] = fn }

// values are constants, by the types that they are declared with.
var values = map[reflect.Type][]reflect.Value{}

// Constants is called by packages that declare constants of types of their own.
func Constants(list ...any) {
	for _, c := range list {
		v := reflect.ValueOf(c)
		if t := v.Type(); t.PkgPath() != "" && (v.CanInt() || v.CanUint()) {
			values[t] = append(values[t], v)
		}
	}
}

// triesPerSet bounds the argument sets made up for each that a function returns from: most functions want lengths that
// fit each other.
const triesPerSet = 100

// ulps is how far numbers may be apart where functions of package math have been called: each is within one, and what is
// computed of them loses some.
const ulps = 1 << 12

// Main does the part of the plan that the command line says.
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
		os.Exit(1) // nobody listens
	}
}

// all does the jobs from one on, the first from an instruction set and an argument set on.
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

// tiers are the instruction sets to compile for.
func tiers() (list []string) {
	for _, t := range cpu.Host().Tiers() {
		if t != cpu.Scalar {
			list = append(list, t.String())
		}
	}
	return list
}

// compare compares a function with its kernel for an instruction set, and says whether nothing is wrong.
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
