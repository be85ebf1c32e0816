package difftest

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// simplify applies simplification number at to a file. It returns false if there are no more, and "" if this one does
// not apply.
func simplify(text string, at int) (string, bool) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "k.go", text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return "", false
	}
	s := &simplifier{at: at, file: f}
	s.decls()
	ast.Inspect(f, s.visit)
	if s.at >= 0 {
		return "", false
	}
	unlabel(f)
	undeclare(f)
	var b bytes.Buffer
	if err := format.Node(&b, fset, f); err != nil {
		return "", true
	}
	return dense(b.String()), true
}

// unlabel removes unused labels, which would be errors.
func unlabel(f *ast.File) {
	named := map[string]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		if b, ok := n.(*ast.BranchStmt); ok && b.Label != nil {
			named[b.Label.Name] = true
		}
		return true
	})
	strip := func(list []ast.Stmt) {
		for i := range list {
			for l, ok := list[i].(*ast.LabeledStmt); ok && !named[l.Label.Name]; l, ok = list[i].(*ast.LabeledStmt) {
				list[i] = l.Stmt
			}
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			strip(n.List)
		case *ast.CaseClause:
			strip(n.Body)
		}
		return true
	})
}

// undeclare removes the definitions of unused variables, which would be errors. Names are unique in generated
// kernels; where they are not, some definitions stay.
func undeclare(f *ast.File) {
	for {
		mentions := map[string]int{}
		ast.Inspect(f, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				mentions[id.Name]++
			}
			return true
		})
		found := false
		idle := func(st ast.Stmt) bool {
			a, ok := st.(*ast.AssignStmt)
			if !ok || a.Tok != token.DEFINE || len(a.Lhs) != 1 {
				return false
			}
			id, ok := a.Lhs[0].(*ast.Ident)
			is := ok && mentions[id.Name] == 1
			found = found || is
			return is
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BlockStmt:
				n.List = slices.DeleteFunc(n.List, idle)
			case *ast.CaseClause:
				n.Body = slices.DeleteFunc(n.Body, idle)
			}
			return true
		})
		if !found {
			return
		}
	}
}

// dense removes the empty lines that removed nodes leave. Kernels have no raw strings.
func dense(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) != "" {
			b.WriteString(line)
		}
	}
	return b.String()
}

// simplifier counts down simplifications and applies one.
type simplifier struct {
	at   int
	file *ast.File
}

// try reports whether this simplification is the one to apply.
func (s *simplifier) try() bool {
	s.at--
	return s.at == -1
}

// decls removes declarations, comments and the kernel's parameters and results.
func (s *simplifier) decls() {
	for i := range s.file.Decls {
		if fn, ok := s.file.Decls[i].(*ast.FuncDecl); ok && fn.Name.Name == KernelName {
			for k := range fn.Type.Params.List {
				if s.try() {
					fn.Type.Params.List = slices.Delete(fn.Type.Params.List, k, k+1)
					return
				}
			}
			if fn.Type.Results != nil && s.try() {
				fn.Type.Results = nil
				return
			}
			if fn.Type.Results != nil {
				for k := range fn.Type.Results.List {
					if s.try() {
						fn.Type.Results.List = slices.Delete(fn.Type.Results.List, k, k+1)
						return
					}
				}
			}
			continue
		}
		if s.try() {
			s.file.Decls = slices.Delete(s.file.Decls, i, i+1)
			return
		}
	}
	for i := range s.file.Comments {
		if s.try() {
			s.file.Comments = slices.Delete(s.file.Comments, i, i+1)
			return
		}
	}
}

func (s *simplifier) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BlockStmt:
		n.List = s.list(n.List)
	case *ast.CaseClause:
		n.Body = s.list(n.Body)
	case *ast.IfStmt:
		if n.Else != nil && s.try() {
			n.Else = nil
		}
		s.expr(&n.Cond)
	case *ast.BranchStmt:
		if n.Label != nil && s.try() {
			n.Label = nil
		}
	case *ast.ForStmt:
		if n.Cond != nil {
			s.expr(&n.Cond)
		}
	case *ast.RangeStmt:
		s.expr(&n.X)
	case *ast.AssignStmt:
		if n.Tok != token.ASSIGN && n.Tok != token.DEFINE && s.try() {
			n.Tok = token.ASSIGN
		}
		for i := range n.Rhs {
			s.expr(&n.Rhs[i])
		}
	case *ast.ReturnStmt:
		if len(n.Results) > 0 && s.try() {
			n.Results = nil
		}
		for i := range n.Results {
			s.expr(&n.Results[i])
		}
	case *ast.IndexExpr:
		s.expr(&n.Index)
	case *ast.BinaryExpr:
		s.expr(&n.X)
		s.expr(&n.Y)
	case *ast.UnaryExpr:
		s.expr(&n.X)
	case *ast.ParenExpr:
		s.expr(&n.X)
	case *ast.CallExpr:
		for i := range n.Args {
			s.expr(&n.Args[i])
		}
	}
	return s.at >= 0
}

// list removes a statement, or replaces it by its contents.
func (s *simplifier) list(list []ast.Stmt) []ast.Stmt {
	for i, st := range list {
		if s.try() {
			return slices.Delete(slices.Clone(list), i, i+1)
		}
		if d, ok := st.(*ast.AssignStmt); ok && d.Tok == token.DEFINE && s.try() {
			return without(list, i)
		}
		var inside []ast.Stmt
		switch st := st.(type) {
		case *ast.IfStmt:
			if e, ok := st.Else.(*ast.BlockStmt); ok && s.try() {
				return slices.Concat(list[:i], e.List, list[i+1:])
			}
			inside = st.Body.List
		case *ast.ForStmt:
			inside = st.Body.List
		case *ast.RangeStmt:
			inside = st.Body.List
		case *ast.BlockStmt:
			inside = st.List
		case *ast.LabeledStmt:
			inside = []ast.Stmt{st.Stmt}
		case *ast.SwitchStmt:
			for _, cl := range st.Body.List {
				inside = append(inside, cl.(*ast.CaseClause).Body...)
			}
		default:
			continue
		}
		if s.try() {
			return slices.Concat(list[:i], inside, list[i+1:])
		}
	}
	return list
}

// without removes the declaration at index i and the statements that only keep its variables used.
func without(list []ast.Stmt, i int) (out []ast.Stmt) {
	for k, st := range list {
		a, ok := st.(*ast.AssignStmt)
		blank := ok && a.Tok == token.ASSIGN
		for j := 0; blank && j < len(a.Lhs); j++ {
			id, ok := a.Lhs[j].(*ast.Ident)
			blank = ok && id.Name == "_"
		}
		if k != i && !(blank && k > i) {
			out = append(out, st)
		}
	}
	return out
}

// expr replaces an expression by one of its operands.
func (s *simplifier) expr(e *ast.Expr) {
	var parts []ast.Expr
	switch x := (*e).(type) {
	case *ast.BinaryExpr:
		parts = []ast.Expr{x.X, x.Y}
	case *ast.ParenExpr:
		parts = []ast.Expr{x.X}
	case *ast.UnaryExpr:
		parts = []ast.Expr{x.X}
	case *ast.CallExpr:
		parts = x.Args
	case *ast.BasicLit:
		if x.Kind == token.INT && x.Value != "1" && x.Value != "0" {
			parts = []ast.Expr{&ast.BasicLit{Kind: token.INT, Value: "1"}}
		}
	case *ast.IndexExpr:
		parts = []ast.Expr{&ast.BasicLit{Kind: token.INT, Value: "1"}}
	}
	for _, p := range parts {
		if s.try() {
			*e = p
			return
		}
	}
}
