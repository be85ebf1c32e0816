package syntax

import (
	"go/ast"
	"go/token"
)

// Survey is what one walk over a top-level declaration finds out without types, for all that wants to know something of
// the syntax before the type checker runs.
type Survey struct {
	mentions []string  // top-level names of the package and of methods that occur anywhere inside, each once
	Deep     token.Pos // syntax at maxNesting levels or more, or NoPos
	Strings  bool      // there are string literals
	Exprs    int       // number of expressions, identifiers included
	Idents   int
	// What the cost of types depends on, in the order of the source: type declarations, generic functions with results,
	// composite types, things indexed or instantiated, calls.
	Types []ast.Node
}

// surveyOf is the survey of d, of a method that is not called its signature's. p.mu is held.
func (p *Package) surveyOf(d *Decl, called bool) *Survey {
	fn, isFunc := d.Node.(*ast.FuncDecl)
	slot := &d.survey
	if called && isFunc && fn.Recv != nil {
		slot = &d.whole
	}
	if *slot != nil {
		return *slot
	}
	v := &surveyor{p: p}
	*slot = &v.Survey
	n := ast.Node(d.Node)
	switch x := n.(type) {
	case *ast.FuncDecl:
		if x.Recv != nil && !called {
			n = &ast.FuncType{Params: x.Recv,
				Results: &ast.FieldList{List: append(fields(x.Type.Params), fields(x.Type.Results)...)}}
			v.depth = 1
		}
	case *ast.GenDecl:
		v.isImport = x.Tok == token.IMPORT
	}
	ast.Inspect(n, v.visit)
	return &v.Survey
}

type surveyor struct {
	Survey
	p        *Package
	depth    int
	isImport bool
	seen     map[string]bool // once there are many mentions
}

// visit counts what the checker will need room for, and collects names and types.
func (v *surveyor) visit(n ast.Node) bool {
	if n == nil {
		v.depth--
		return true
	}
	if v.depth++; v.depth >= MaxNesting && !v.Deep.IsValid() {
		v.Deep = n.Pos()
	}
	if _, ok := n.(ast.Expr); ok {
		v.Exprs++
	}
	switch n := n.(type) {
	case *ast.Ident:
		v.Idents++
		v.mention(n.Name)
		if n.Name == "error" || n.Name == "panic" {
			v.mention("Error") // which a type must have to be an error, and of which a panic shows the text
		}
	case *ast.BasicLit:
		v.Strings = v.Strings || n.Kind == token.STRING && !v.isImport
	case *ast.FuncDecl:
		if n.Type.TypeParams != nil && n.Type.Results != nil {
			v.Types = append(v.Types, n)
		}
	case *ast.TypeSpec, *ast.IndexExpr, *ast.IndexListExpr, *ast.ArrayType, *ast.StructType, *ast.CallExpr:
		v.Types = append(v.Types, n)
	}
	return true
}

// fewMentions are looked through one by one.
const fewMentions = 16

// mention notes a name once if the package declares it.
func (v *surveyor) mention(name string) {
	if len(v.p.Decls[name])+len(v.p.Methods[name]) == 0 {
		return
	}
	if len(v.mentions) < fewMentions {
		for _, m := range v.mentions {
			if m == name {
				return
			}
		}
	} else {
		if v.seen == nil {
			v.seen = map[string]bool{}
			for _, m := range v.mentions {
				v.seen[m] = true
			}
		}
		if v.seen[name] {
			return
		}
		v.seen[name] = true
	}
	v.mentions = append(v.mentions, name)
}
