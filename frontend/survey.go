package frontend

import (
	"go/ast"
	"go/token"
)

// survey is what one walk over a top-level declaration finds out without types, for all that wants to know something of
// the syntax before the type checker runs.
type survey struct {
	mentions []string  // top-level names of the package and of methods that occur anywhere inside, each once
	deep     token.Pos // syntax at maxNesting levels or more, or NoPos
	strings  bool      // there are string literals
	exprs    int       // number of expressions, identifiers included
	idents   int
	// What the cost of types depends on, in the order of the source: type declarations, generic functions with results,
	// composite types, things indexed or instantiated, calls.
	types []ast.Node
}

// surveyOf is the survey of d. Of a method only the signature counts: its body is of no interest. p.mu is held.
func (p *pkg) surveyOf(d *decl) *survey {
	if d.survey != nil {
		return d.survey
	}
	v := &surveyor{p: p}
	d.survey = &v.survey
	n := ast.Node(d.node)
	switch x := n.(type) {
	case *ast.FuncDecl:
		if x.Recv != nil {
			n = &ast.FuncType{Params: x.Recv, Results: &ast.FieldList{List: append(fields(x.Type.Params), fields(x.Type.Results)...)}}
			v.depth = 1
		}
	case *ast.GenDecl:
		v.isImport = x.Tok == token.IMPORT
	}
	ast.Inspect(n, v.visit)
	return d.survey
}

type surveyor struct {
	survey
	p        *pkg
	depth    int
	isImport bool
	seen     map[string]bool // once there are many mentions
}

func (v *surveyor) visit(n ast.Node) bool {
	if n == nil {
		v.depth--
		return true
	}
	if v.depth++; v.depth >= maxNesting && !v.deep.IsValid() {
		v.deep = n.Pos()
	}
	if _, ok := n.(ast.Expr); ok {
		v.exprs++
	}
	switch n := n.(type) {
	case *ast.Ident:
		v.idents++
		v.mention(n.Name)
		if n.Name == "error" {
			v.mention("Error") // which a type must have to be an error
		}
	case *ast.BasicLit:
		v.strings = v.strings || n.Kind == token.STRING && !v.isImport
	case *ast.FuncDecl:
		if n.Type.TypeParams != nil && n.Type.Results != nil {
			v.types = append(v.types, n)
		}
	case *ast.TypeSpec, *ast.IndexExpr, *ast.IndexListExpr, *ast.ArrayType, *ast.StructType, *ast.CallExpr:
		v.types = append(v.types, n)
	}
	return true
}

// fewMentions are looked through one by one.
const fewMentions = 16

func (v *surveyor) mention(name string) {
	if len(v.p.decls[name])+len(v.p.methods[name]) == 0 {
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

func fields(l *ast.FieldList) []*ast.Field {
	if l == nil {
		return nil
	}
	return append([]*ast.Field(nil), l.List...)
}
