package cprint

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"hotloop/bench/source"
)

// A Param is one C parameter group: a scalar, or a slice's pointer and length.
type Param struct {
	Name  string
	CType string // of the scalar, or of the slice's elements
	Slice bool
}

// A Proto is the C signature of a printed kernel.
type Proto struct {
	Name    string
	Params  []Param
	Results []string // C types; one is returned, several are stored through trailing pointers
}

// String returns the declaration without the semicolon.
func (p Proto) String() string {
	ret := "void"
	if len(p.Results) == 1 {
		ret = p.Results[0]
	}
	var list []string
	for _, a := range p.Params {
		if a.Slice {
			list = append(list, a.CType+" *"+a.Name, "int64_t "+a.Name+"_len")
		} else {
			list = append(list, a.CType+" "+a.Name)
		}
	}
	if len(p.Results) > 1 {
		for i, r := range p.Results {
			list = append(list, fmt.Sprintf("%s *out%d", r, i))
		}
	}
	if len(list) == 0 {
		list = []string{"void"}
	}
	return ret + " " + p.Name + "(" + strings.Join(list, ", ") + ")"
}

// A Printer gathers kernels into one C file.
type Printer struct {
	body    strings.Builder
	helpers map[string]string // name → text of the small functions in use
}

// Add prints the named function, and those it calls before it as static ones. In C it is called cname.
func (p *Printer) Add(f *source.File, name, cname string) (proto Proto, err error) {
	fns, err := f.Func(name)
	if err != nil {
		return Proto{}, err
	}
	// What lies outside the printable subset is reported from deep inside the expressions.
	defer func() {
		if r := recover(); r != nil {
			u, ok := r.(unprintable)
			if !ok {
				panic(r)
			}
			err = u
		}
	}()
	cnames := map[types.Object]string{}
	var text strings.Builder
	for i, fn := range fns {
		c := cname
		if i < len(fns)-1 {
			c = cname + "_" + fn.Name.Name
		}
		cnames[f.Info.Defs[fn.Name]] = c
		pr := &printer{Printer: p, f: f, cnames: cnames, names: map[types.Object]string{}, taken: map[string]bool{}}
		proto = pr.function(fn, c, i == len(fns)-1)
		text.WriteString("\n" + pr.b.String())
	}
	p.body.WriteString(text.String())
	return proto, nil
}

// Text returns the C file so far.
func (p *Printer) Text() string {
	var b strings.Builder
	b.WriteString("#include <math.h>\n#include <stdbool.h>\n#include <stdint.h>\n#include <string.h>\n")
	names := make([]string, 0, len(p.helpers))
	for n := range p.helpers {
		names = append(names, n)
	}
	slices.Sort(names)
	for _, n := range names {
		b.WriteString("\n" + p.helpers[n] + "\n")
	}
	return b.String() + p.body.String()
}

// helper makes a small function part of the file and returns its name.
func (p *Printer) helper(name, text string) string {
	if p.helpers == nil {
		p.helpers = map[string]string{}
	}
	p.helpers[name] = text
	return name
}

// unprintable is the error for Go text that has no C form here.
type unprintable struct{ msg string }

func (u unprintable) Error() string { return u.msg }

// printer prints one function.
type printer struct {
	*Printer
	f      *source.File
	b      strings.Builder
	depth  int
	cnames map[types.Object]string // functions
	names  map[types.Object]string // variables
	taken  map[string]bool         // variable names in use

	results  []*types.Var
	named    bool
	assigned map[types.Object]bool // variables that change after their declaration
	targets  []*target             // what break and continue may mean, innermost last
	labels   int                   // C labels handed out; they have function scope
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
	if sig.TypeParams().Len() > 0 || sig.Variadic() {
		p.fail(fn, "type parameters and variadic functions")
	}
	proto := Proto{Name: cname}
	for i := range sig.Params().Len() {
		v := sig.Params().At(i)
		a := Param{Name: p.declare(v)}
		t := v.Type()
		if s, ok := t.Underlying().(*types.Slice); ok {
			a.Slice, t = true, s.Elem()
		}
		a.CType = p.ctype(fn, t)
		proto.Params = append(proto.Params, a)
	}
	for i := range sig.Results().Len() {
		v := sig.Results().At(i)
		p.results = append(p.results, v)
		p.named = p.named || v.Name() != ""
		proto.Results = append(proto.Results, p.ctype(fn, v.Type()))
	}
	p.assigned = p.findAssigned(fn.Body)
	head := proto.String()
	if !public {
		head = "static inline " + head
	}
	p.line("%s {", head)
	p.depth++
	if p.named {
		for i, v := range p.results {
			if p.needsResult(fn.Body, v) {
				p.line("%s %s = %s;", proto.Results[i], p.declare(v), zero(proto.Results[i]))
			}
		}
	}
	p.stmts(fn.Body.List)
	p.depth--
	p.line("}")
	return proto
}

// declare chooses the C name of a variable. A Go variable never hides another in C, where "float x = x + 1" would read
// the new x; names are free again after the block they live in.
func (p *printer) declare(o types.Object) string {
	name := o.Name()
	if name == "" || name == "_" {
		name = "unused"
	}
	name = strings.Map(func(r rune) rune {
		if r < 128 {
			return r
		}
		return 'u' // C99 compilers differ on letters beyond ASCII
	}, name)
	name = p.fresh(name)
	p.names[o] = name
	return name
}

// fresh returns base, or base with a number, such that neither it nor its length variable is taken.
func (p *printer) fresh(base string) string {
	name := base
	for i := 2; reserved[name] || strings.HasPrefix(name, "go_") || p.taken[name] || p.taken[name+"_len"]; i++ {
		name = fmt.Sprintf("%s_%d", base, i)
	}
	p.taken[name] = true
	p.taken[name+"_len"] = true
	return name
}

// scope prints what lies in a C block of its own: the names it takes are free again afterwards.
func (p *printer) scope(body func()) {
	outer := p.taken
	p.taken = maps.Clone(outer)
	body()
	p.taken = outer
}

// needsResult reports whether a named result takes part in the body: by its name, or in a bare return.
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

// findAssigned returns the variables that are assigned to, counted or ranged over with = in body.
func (p *printer) findAssigned(body ast.Node) map[types.Object]bool {
	set := map[types.Object]bool{}
	mark := func(e ast.Expr) {
		if id, ok := e.(*ast.Ident); ok {
			if o := p.f.Info.Uses[id]; o != nil {
				set[o] = true
			}
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				mark(l) // an identifier newly defined has no use and stays out
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
		}
		return true
	})
	return set
}

// ctype returns the C type of a scalar.
func (p *printer) ctype(n ast.Node, t types.Type) string {
	if b, ok := t.Underlying().(*types.Basic); ok {
		if c, ok := ctypes[b.Kind()]; ok {
			return c
		}
	}
	p.fail(n, "type %s", t)
	return ""
}

var ctypes = map[types.BasicKind]string{
	types.Bool: "bool", types.UntypedBool: "bool",
	types.Int: "int64_t", types.Int8: "int8_t", types.Int16: "int16_t", types.Int32: "int32_t", types.Int64: "int64_t",
	types.Uint: "uint64_t", types.Uint8: "uint8_t", types.Uint16: "uint16_t", types.Uint32: "uint32_t",
	types.Uint64: "uint64_t", types.Uintptr: "uint64_t",
	types.Float32: "float", types.Float64: "double",
	types.UntypedInt: "int64_t", types.UntypedRune: "int32_t", types.UntypedFloat: "double",
}

// reserved are the words a Go variable must not be called in C: keywords, and the functions the printer calls.
var reserved = func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(`auto bool break case char const continue default do double else enum extern false
		float for goto if inline int long register restrict return short signed sizeof static struct switch true
		typedef union unsigned void volatile while asm typeof main memcpy memmove memset size_t int8_t int16_t
		int32_t int64_t uint8_t uint16_t uint32_t uint64_t NAN INFINITY INT64_MIN INT64_MAX UINT64_MAX INT32_MIN isnan signbit
		out0 out1 out2 out3 out4 out5 out6 out7`) {
		m[w] = true
	}
	for _, c := range mathFuncs {
		m[c] = true
		m[c+"f"] = true
	}
	return m
}()
