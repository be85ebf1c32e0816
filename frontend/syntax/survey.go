package syntax

import (
	"go/ast"
	"go/token"
)

// Survey holds the facts that one walk over a top-level declaration collects without types, for all users that
// need them before the type checker runs.
type Survey struct {
	mentions []string  // top-level names of the package and of methods that occur inside, each once
	Deep     token.Pos // syntax nested MaxNesting levels or deeper, or NoPos
	Strings  bool      // there are string literals
	Exprs    int       // number of expressions, including identifiers
	Idents   int
	// Types lists, in source order, the nodes that the cost of types depends on: type declarations, generic
	// functions with results, composite types, indexed or instantiated expressions, and calls.
	Types []ast.Node
}

// surveyOf returns the survey of d. For a method that is not called, it covers only the signature. p.mu must be
// held.
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
	seen     map[string]bool // used once there are many mentions
}

// visit counts nodes, for the checker to preallocate, and collects names and types.
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
			v.mention("Error") // a type must have it to be an error, and a panic prints its text
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

// fewMentions is the number of mentions up to which a linear search is used.
const fewMentions = 16

// mention records a name once if the package declares it.
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
