package cprint

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"regexp"
	"strings"

	"hotloop/internal/lab/source"
)

// A Kind says how a parameter is passed.
type Kind int

// The kinds of parameters.
const (
	Scalar  Kind = iota // by value
	Slice               // a slice or string: pointer and length
	Pointer             // the address of the pointed-to value, or of the first element of an array
	Array               // an array by value: passed as Pointer, and copied by the callee
)

// A Param is one C parameter group.
type Param struct {
	Name string
	Kind Kind
	Type Type // of the scalar, or of the elements
}

// A Proto is the C signature of a printed kernel.
type Proto struct {
	Name    string
	Params  []Param
	Results []Type // one is returned, several are stored through trailing pointers
}

// String returns the declaration without the semicolon.
func (p Proto) String() string {
	ret := "void"
	if len(p.Results) == 1 {
		ret = p.Results[0].returned()
	}
	var list []string
	for _, a := range p.Params {
		switch a.Kind {
		case Slice:
			list = append(list, a.Type.Pointer(a.Name), "int64_t "+a.Name+"_len")
		case Pointer, Array:
			list = append(list, a.Type.Pointer(a.Name))
		default:
			list = append(list, a.Type.Declare(a.Name))
		}
	}
	if len(p.Results) > 1 {
		for i, r := range p.Results {
			list = append(list, r.out().Pointer(fmt.Sprintf("out%d", i)))
		}
	}
	if len(list) == 0 {
		list = []string{"void"}
	}
	return ret + " " + p.Name + "(" + strings.Join(list, ", ") + ")"
}

// A Printer collects kernels in one C file.
type Printer struct {
	body    strings.Builder
	structs definitions
	helpers definitions // the small functions in use
	tables  strings.Builder
}

// definitions are named pieces of text in order of first request, so that dependencies come first.
type definitions struct {
	order []string
	text  map[string]string
}

func (d *definitions) add(name, text string) {
	if d.text == nil {
		d.text = map[string]string{}
	}
	if _, ok := d.text[name]; !ok {
		d.order = append(d.order, name)
		d.text[name] = text
	}
}

// Add prints the named function, preceded by those it calls as static functions. Its C name is cname. For a generic
// function it prints the instance that f has chosen.
func (p *Printer) Add(f *source.File, name, cname string) (proto Proto, err error) {
	if _, err := f.Func(name); err != nil {
		return Proto{}, err
	}
	if f, err = f.Monomorphic(name); err != nil {
		return Proto{}, err
	}
	fns, err := f.Func(name)
	if err != nil {
		return Proto{}, err
	}
	// Constructs outside the printable subset are reported by panics from deep inside the expressions.
	defer func() {
		if r := recover(); r != nil {
			u, ok := r.(unprintable)
			if !ok {
				panic(r)
			}
			err = u
		}
	}()
	globals := &globals{cname: cname, names: map[types.Object]string{}}
	cnames := map[types.Object]string{}
	var text strings.Builder
	for i, fn := range fns {
		c := cname
		if i < len(fns)-1 {
			c = cname + "_" + fn.Name.Name
		}
		cnames[f.Info.Defs[fn.Name]] = c
		pr := &printer{Printer: p, f: f, globals: globals, cnames: cnames, names: map[types.Object]string{},
			taken: map[string]bool{}}
		proto = pr.function(fn, c, i == len(fns)-1)
		text.WriteString("\n" + pr.b.String())
	}
	p.tables.WriteString(globals.text.String())
	p.body.WriteString(text.String())
	return proto, nil
}

// Text returns the C file so far.
func (p *Printer) Text() string {
	var b strings.Builder
	b.WriteString("#include <math.h>\n#include <stdbool.h>\n#include <stdint.h>\n#include <string.h>\n")
	for _, d := range []definitions{p.structs, p.helpers} {
		for _, n := range d.order {
			b.WriteString("\n" + d.text[n] + "\n")
		}
	}
	return b.String() + p.tables.String() + p.body.String()
}

// helper adds a small function to the file and returns its name.
func (p *Printer) helper(name, text string) string {
	p.helpers.add(name, text)
	return name
}

// unprintable is the error for Go text without a C form.
type unprintable struct{ msg string }

func (u unprintable) Error() string { return u.msg }

// printer prints one function.
type printer struct {
	*Printer
	f       *source.File
	b       strings.Builder
	depth   int
	globals *globals
	cnames  map[types.Object]string // functions
	names   map[types.Object]string // variables
	taken   map[string]bool         // variable names in use

	proto    Proto
	results  []*types.Var
	named    bool
	assigned map[types.Object]bool // variables that are assigned after their declaration
	touched  map[types.Object]bool // variables that may be assigned in part
	instead  map[ast.Expr]string   // expressions whose values are held in variables
	fallTo   string                // label of the clause that a fallthrough continues with
	targets  []*target             // possible targets of break and continue, innermost last
	labels   int                   // C labels allocated; they have function scope
}

func (p *printer) fail(n ast.Node, format string, args ...any) {
	panic(unprintable{fmt.Sprintf("%s: no C form for %s", p.f.Fset.Position(n.Pos()), fmt.Sprintf(format, args...))})
}

func (p *printer) line(format string, args ...any) {
	p.b.WriteString(strings.Repeat("\t", p.depth))
	fmt.Fprintf(&p.b, format, args...)
	p.b.WriteByte('\n')
}

func (p *printer) function(fn *ast.FuncDecl, cname string, public bool) Proto {
	sig := p.f.Info.Defs[fn.Name].(*types.Func).Signature()
	if sig.Variadic() {
		p.fail(fn, "variadic functions")
	}
	proto := Proto{Name: cname}
	type byValue struct {
		v    *types.Var
		from string
	}
	var arrays []byValue
	for i := range sig.Params().Len() {
		v := sig.Params().At(i)
		a := Param{Kind: kindOf(v.Type())}
		if a.Kind == Array {
			if public {
				p.fail(fn, "a parameter of type %s", v.Type())
			}
			a.Name = p.fresh(v.Name() + "_arg")
			arrays = append(arrays, byValue{v, a.Name})
		} else {
			a.Name = p.declare(v)
		}
		a.Type = p.typeOf(fn, elemOf(v.Type()))
		if public && a.Kind == Scalar && (!isBasic(v.Type()) || a.Type.Base == ctypes[types.Complex128]) { // two words
			p.fail(fn, "a parameter of type %s", v.Type())
		}
		proto.Params = append(proto.Params, a)
	}
	for i := range sig.Results().Len() {
		v := sig.Results().At(i)
		if public && (!isBasic(v.Type()) || p.typeOf(fn, v.Type()).Base == ctypes[types.Complex128]) || kindOf(v.Type()) == Slice || kindOf(v.Type()) == Pointer {
			p.fail(fn, "a result of type %s", v.Type())
		}
		p.results = append(p.results, v)
		p.named = p.named || v.Name() != ""
		proto.Results = append(proto.Results, p.typeOf(fn, v.Type()))
	}
	if len(proto.Results) == 1 {
		p.wrapper(proto.Results[0])
	}
	p.proto = proto
	p.findAssigned(fn.Body)
	head := proto.String()
	if !public {
		head = "static inline " + head
	}
	p.line("%s {", head)
	p.depth++
	for _, a := range arrays {
		p.define(fn, a.v.Type(), p.declare(a.v), value{text: a.from})
	}
	if p.named {
		for i, v := range p.results {
			if p.needsResult(fn.Body, v) {
				p.line("%s = %s;", proto.Results[i].Declare(p.declare(v)), zero(proto.Results[i]))
			}
		}
	}
	p.stmts(fn.Body.List)
	p.depth--
	p.line("}")
	text := dropLengths(p.b.String())
	p.b.Reset()
	p.b.WriteString(text)
	return proto
}

var lengthDecl = regexp.MustCompile(`\n\t+int64_t (\w+_len) = [^()\n]*;`)

// dropLengths removes unused slice lengths.
func dropLengths(text string) string {
	for changed := true; changed; {
		changed = false
		for _, m := range lengthDecl.FindAllStringSubmatch(text, -1) {
			if n := len(regexp.MustCompile(`\b`+m[1]+`\b`).FindAllString(text, 2)); n == 1 {
				text, changed = strings.Replace(text, m[0], "", 1), true
			}
		}
	}
	return text
}

// declare chooses the C name of a variable. A Go variable must not shadow another in C, where "float x = x + 1" would
// read the new x. Names are free again after their block.
func (p *printer) declare(o types.Object) string {
	name := o.Name()
	if name == "" || name == "_" {
		name = "unused"
	}
	name = strings.Map(func(r rune) rune {
		if r < 128 {
			return r
		}
		return 'u' // C99 compilers differ on non-ASCII letters
	}, name)
	name = p.fresh(name)
	p.names[o] = name
	return name
}

// fresh returns base, or base with a number, such that neither it nor its length variable is taken.
func (p *printer) fresh(base string) string {
	name := base
	for i := 2; reserved[name] || strings.HasPrefix(name, "go_") || strings.HasPrefix(name, p.globals.cname+"_") ||
		p.taken[name] || p.taken[name+"_len"]; i++ {
		name = fmt.Sprintf("%s_%d", base, i)
	}
	p.taken[name] = true
	p.taken[name+"_len"] = true
	return name
}

// scope prints the contents of a C block: the names it declares are free again afterwards.
func (p *printer) scope(body func()) {
	outer := p.taken
	p.taken = maps.Clone(outer)
	body()
	p.taken = outer
}

// needsResult reports whether the body uses a named result: by its name, or in a bare return.
func (p *printer) needsResult(body ast.Node, v *types.Var) bool {
	used := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			used = used || p.f.Info.Uses[n] == v
		case *ast.ReturnStmt:
			used = used || len(n.Results) == 0
		}
		return !used
	})
	return used
}

// findAssigned finds the variables that body assigns to, counts or ranges over with =. It also finds those that are
// assigned to in part, or whose address is taken.
func (p *printer) findAssigned(body ast.Node) {
	p.assigned, p.touched = map[types.Object]bool{}, map[types.Object]bool{}
	mark := func(e ast.Expr) {
		if id, ok := e.(*ast.Ident); ok {
			if o := p.f.Info.Uses[id]; o != nil {
				p.assigned[o] = true
			}
		}
		if o := p.root(e); o != nil {
			p.touched[o] = true
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				mark(l) // a newly defined identifier has no use and stays out
			}
		case *ast.IncDecStmt:
			mark(n.X)
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				mark(n.Key)
				if n.Value != nil {
					mark(n.Value)
				}
			}
		case *ast.UnaryExpr:
			if o := p.root(n.X); n.Op == token.AND && o != nil {
				p.touched[o] = true
			}
		case *ast.SliceExpr:
			if o := p.root(n.X); o != nil {
				p.touched[o] = true
			}
		}
		return true
	})
}

// root returns the variable that e is, or that contains e without an intervening pointer or slice.
func (p *printer) root(e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return p.f.Info.Uses[e]
	case *ast.IndexExpr:
		if _, ok := p.f.Info.TypeOf(e.X).Underlying().(*types.Array); ok {
			return p.root(e.X)
		}
	case *ast.SelectorExpr:
		if sel := p.f.Info.Selections[e]; sel != nil && !sel.Indirect() {
			return p.root(e.X)
		}
	}
	return nil
}

// keywords are the keywords of C and the macros of its headers.
var keywords = words(`auto bool break case char const continue default do double else enum extern false
	float for goto if inline int long register restrict return short signed sizeof static struct switch true
	typedef union unsigned void volatile while asm typeof NAN INFINITY NULL INT64_MIN INT64_MAX UINT64_MAX INT32_MIN isnan signbit`)

// reserved are names that a Go variable must not have in C: keywords, and the functions and types the printer uses.
var reserved = func() map[string]bool {
	m := words(`main memcpy memmove memset size_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t
		out0 out1 out2 out3 out4 out5 out6 out7`)
	for w := range keywords {
		m[w] = true
	}
	for _, c := range mathFuncs {
		m[c] = true
		m[c+"f"] = true
	}
	return m
}()

func words(list string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		m[w] = true
	}
	return m
}
