// Package gen writes random kernels: nests of loops with several statements over slices and scalars of all types, with
// conditions, exits from the middle, indirect and strided subscripts, reductions, recurrences, calls and directives.
// The method is that of YARPGen (Livinskii, Babokin, Regehr: Random Testing for C and C++ Compilers with YARPGen,
// OOPSLA 2020): programs that are random but well-formed, whose every run is checked against a reference.
//
// A kernel always ends: loops count towards a bound that nothing in them changes. Most kernels cannot panic if all
// arguments have the same length, because subscripts are in range by construction; the others may panic
// (Kernel.Panicky). A feature table names what a kernel may exercise; features that the frontend does not accept can
// be left out.
//
//	gen.go       the kernel as a whole: parameters, accumulators, results
//	feature.go   the table of features
//	types.go     types and constants
//	loop.go      loop forms, subscripts; matrix.go: nests over matrices; wave.go: rows that depend on themselves
//	stmt.go      statements; jump.go: branches and exits; carried.go: values of earlier iterations;
//	             pick.go: argmin, argmax and find-last; cursor.go: monotonic indices
//	expr.go      expressions; mathfn.go: functions of math and math/bits
//	sentinel.go  loops over arrays of unknown extent
//	shared.go    carried values that share a next value; turning.go: local arrays that change roles
//	lanes.go     loops around loops whose trip count depends on data
//	several.go   several accumulators, recurrences of second order, exits at the nth match
//	scanner.go   loops that step over most elements, searches for words
//	object.go    arrays, structs, tables, strings, slicing
//	call.go      functions that the kernel calls
//	nested.go    slices of slices, structs behind pointers and their methods
//	memory.go    variables in memory, ranges over functions, operands that fail
//	appended.go  append and copy over memory that other views read
//	directive.go comments that request transformations
//	chain.go     transformations of transformed loops
package gen

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Mode is how floating-point operations of a kernel may be compiled, which determines the reference.
type Mode string

// The modes.
const (
	Exact Mode = "exact" // every operation rounded: bit for bit like the Go compiler with rounded products
	Go    Mode = "go"    // x*y + z fused if Go permits it: like the interpreter on the fused SSA
	Fast  Mode = "fast"  // any order: only data for which every order is exact
	// Forced is exact except in loops with forced vectorization, which may reorder reductions.
	Forced Mode = "forced"
)

// AnyOrder reports whether operations may be reordered.
func (m Mode) AnyOrder() bool { return m == Fast || m == Forced }

// Kernel is a random kernel.
type Kernel struct {
	Seed     uint64
	Text     string // a Go file with the function K; the name of every declaration begins with K
	Inst     string // the type argument of K, "" if it is not generic
	Mode     Mode
	Panicky  bool     // some calls are intended to panic
	NoGC     bool     // calls functions for which the Go compiler and hotloop return different bits
	Features []string // from the table, sorted
}

// Options restrict the generator.
type Options struct {
	Without map[string]bool // features to leave out
	Mode    Mode            // "" draws one
	// Chains, if not 0, is the depth of followups: loops request transformations of the loops that transformations
	// produce.
	Chains int
	// Directed gives every loop directives, most of them arbitrary attributes.
	Directed bool
}

// variable is a scalar in scope.
type variable struct {
	name string
	t    typ
}

// slice is a slice, or an array, in scope.
type slice struct {
	name string
	t    typ
	size int // of an array; 0 is a slice
	ro   bool
}

type writer struct {
	*rand.Rand
	own *rand.Rand // of allocated memory
	strings.Builder
	k     *Kernel
	opt   Options
	in    int // indentation
	types []typ

	names
	loops    []*loop
	matrix   *matrix   // of the nest over matrices being written
	nested   *nested   // nil: there is none
	appended *appended // nil: there is none
	helpers  []helper
	forms    *rand.Rand // for the forms of calls, separate: it changes nothing else of the kernel
	top      []string   // declarations before the kernel

	through, curried bool              // calls go through these functions
	by               map[string]string // and through functions with these names

	used    map[string]bool
	imports map[string]bool
	progress
}

// names are the variables in scope for expressions and statements.
type names struct {
	slices   []slice
	arrays   []slice
	tables   []slice
	rows     []rowSlice
	strs     []string
	sentinel *sentinel  // nil: there is none
	scalars  []variable // read only
	temps    []variable // set once
	accs     []variable // updated by loops, returned
	parts    []part
}

// progress is the state of the writer.
type progress struct {
	labels  int
	next    int
	fuel    int // statements left
	guarded bool
	typed   typ // the named type or type parameter, if there is one
	muls    int // number of products in this expression, if magnitudes must remain small
	inexpr  int

	requests int // of the chain being written
}

// New generates the kernel of a seed. Equal seeds and options always give the same kernel.
func New(seed uint64, opt Options) Kernel {
	k := Kernel{Seed: seed}
	w := &writer{Rand: rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15)), k: &k, opt: opt,
		used: map[string]bool{}, imports: map[string]bool{}, forms: rand.New(rand.NewPCG(seed, 0x5851f42d4c957f2d))}
	k.Mode = w.mode()
	w.used[string("mode "+k.Mode)] = true
	k.Panicky = w.IntN(6) == 0
	w.guarded = !k.Panicky && w.IntN(5) < 3
	w.fuel = 4 + w.IntN(10)
	w.choose()
	params := w.params()
	extents, doc := w.drawSentinel()
	extents = append(extents, w.nestedParams()...)
	extents = append(extents, w.appendedParams()...)
	params = slices.Insert(params, len(params)-2, extents...) // n and m come last
	w.declare()
	results := w.results()

	var body strings.Builder
	w.Builder.Reset()
	w.body()
	body.WriteString(w.take())

	w.WriteString("package k\n")
	for _, p := range []string{"errors", "fmt", "math", "math/bits"} {
		if w.imports[p] {
			fmt.Fprintf(w, "\nimport %q\n", p)
		}
	}
	for _, d := range append(w.top, w.functionHelpers()...) {
		w.WriteString("\n" + d)
	}
	inst := ""
	if k.Inst != "" {
		inst = "[KT " + k.Inst + "]"
	}
	fmt.Fprintf(w, "\n%sfunc K%s(%s)%s {\n%s}\n", doc, inst, strings.Join(params, ", "), results, body.String())
	k.Text = w.String()
	for f := range w.used {
		k.Features = append(k.Features, f)
	}
	slices.Sort(k.Features)
	return k
}

// mode draws the floating-point mode.
func (w *writer) mode() Mode {
	if w.opt.Mode != "" {
		return w.opt.Mode
	}
	switch n := w.IntN(20); {
	case n < 12 || n < 15 && w.opt.Chains > 0: // in mode go, forced vectorization may reorder
		return Exact
	case n < 15:
		return Go
	case n < 18:
		return Fast
	}
	return Forced
}

// may draws whether to use a feature, with probability 1/n; features to leave out are never used.
func (w *writer) may(feature string, n int) bool {
	if w.opt.Without[feature] || w.IntN(n) > 0 {
		return false
	}
	w.used[feature] = true
	return true
}

// use records a feature of the core.
func (w *writer) use(feature string) { w.used[feature] = true }

// pick draws one of the list. Repeated values are more likely.
func pick[T any](w *writer, list ...T) T { return list[w.IntN(len(list))] }

// name returns a new name.
func (w *writer) name(prefix string) string {
	w.next++
	return fmt.Sprintf("%s%d", prefix, w.next)
}

// line writes a line at the current indentation.
func (w *writer) line(format string, args ...any) {
	w.WriteString(strings.Repeat("\t", w.in))
	fmt.Fprintf(&w.Builder, format, args...)
	w.WriteByte('\n')
}

// block writes a head, the output of body, and a closing brace.
func (w *writer) block(head string, body func()) {
	if strings.HasPrefix(head, "if ") {
		w.probability()
	}
	w.line("%s {", head)
	w.in++
	temps, accs := len(w.temps), len(w.accs)
	body()
	w.temps, w.accs = w.temps[:temps], w.accs[:accs]
	w.in--
	w.line("}")
}

// choose draws the few types that a kernel uses, so that values can be combined.
func (w *writer) choose() {
	for range 2 + w.IntN(2) {
		w.types = append(w.types, w.anyType())
	}
	if w.may("named type", 8) {
		base := w.types[0]
		w.typed = typ{"KT", base.base}
		if w.may("type parameter", 3) {
			w.k.Inst = base.base
		} else {
			w.top = append(w.top, "type KT "+base.base+"\n")
		}
		w.types[0] = w.typed
	}
}

// params draws the parameters.
func (w *writer) params() (params []string) {
	for i := range 2 + w.IntN(3) {
		t := pick(w, w.types...)
		if w.may("bool slice", 30) {
			t = typ{"bool", "bool"}
		}
		s := slice{name: fmt.Sprintf("s%d", i), t: t, ro: w.IntN(4) == 0 && i > 0}
		w.slices = append(w.slices, s)
		params = append(params, s.name+" []"+t.name)
		if !t.isBool() {
			w.use("[]" + t.base)
		}
	}
	params = append(params, w.objectParams()...)
	for i := range w.IntN(3) {
		v := variable{fmt.Sprintf("c%d", i), pick(w, w.types...)}
		w.scalars = append(w.scalars, v)
		params = append(params, v.name+" "+v.t.name)
	}
	return append(params, "n int", "m int")
}

// declare writes the declarations before the kernel.
func (w *writer) declare() {
	if w.may("constants", 10) {
		w.top = append(w.top, fmt.Sprintf("const (\n\tKC0 = iota + %d\n\tKC1\n\tKC2\n)\n", 1+w.IntN(3)))
	}
	w.declareTables()
	if w.k.Inst == "" {
		w.declareHelpers()
	}
}

// results draws the accumulators, which are the results, and writes the result list.
func (w *writer) results() string {
	n := pick(w, 0, 1, 1, 1, 2, 3)
	if n > 1 {
		w.use("several results")
	}
	var list []string
	for i := range n {
		t := pick(w, w.types...)
		if w.IntN(4) == 0 {
			t = typ{"int", "int"}
		}
		v := variable{fmt.Sprintf("r%d", i), t}
		w.accs = append(w.accs, v)
		list = append(list, v.name+" "+t.name)
	}
	if list = w.drawParts(list); len(list) == 0 {
		return ""
	}
	return " (" + strings.Join(list, ", ") + ")"
}

// body writes the kernel's statements.
func (w *writer) body() {
	w.in = 1
	if w.guarded {
		var lens []string
		for _, s := range w.slices {
			lens = append(lens, "len("+s.name+")")
		}
		for _, r := range w.rows {
			lens = append(lens, "len("+r.name+")")
		}
		for _, s := range w.strs {
			lens = append(lens, "len("+s+")")
		}
		w.line("n = min(n, %s)", strings.Join(lens, ", "))
		w.use("bounds known")
	}
	before := w.take()
	w.locals()
	matrices := w.overMatrices() || w.opt.Chains > 0
	switch {
	case w.opt.Chains > 0:
		w.chains()
	case matrices:
		w.matrices()
	}
	for n := 1 + w.IntN(2); n > 0 && !matrices; n-- {
		if w.IntN(8) == 0 {
			w.block("if "+w.cond(), func() { w.nest(0) })
			continue
		}
		w.nest(0)
	}
	w.sentinelLoop()
	w.far()
	w.lanes()
	w.shared()
	w.turning()
	w.several()
	w.scanner()
	w.counters()
	w.texts()
	w.nestedLoops()
	w.memory()
	w.appends()
	// A matrix has a few rows; unused variables must not be declared.
	loops := w.take()
	w.WriteString(before)
	if cols := strings.Contains(loops, "cols"); cols || strings.Contains(loops, "rows") {
		w.line("rows := 1 + m&3")
		if cols {
			w.line("cols := n / rows")
		}
	}
	w.WriteString(loops)
	if len(w.accs)+len(w.parts) == 0 {
		return
	}
	w.setParts()
	if w.IntN(2) == 0 || w.returned() == "" {
		w.line("return")
		return
	}
	w.line("return %s", w.returned())
}

// returned lists the results by name.
func (w *writer) returned() string {
	var names []string
	for _, a := range w.accs {
		if a.name[0] == 'r' {
			names = append(names, a.name)
		}
	}
	for _, p := range w.parts {
		names = append(names, p.name)
	}
	return strings.Join(names, ", ")
}
