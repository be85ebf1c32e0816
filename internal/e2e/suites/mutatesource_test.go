package suites

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A mutant is the source of a kernel that is being rewritten. What an edit makes of it need not compute what the
// original does: it is another kernel with the same structure, and the interpreter says what is right.
type mutant struct {
	fset  *token.FileSet
	file  *ast.File
	fn    *ast.FuncDecl // the kernel
	extra int           // parameters of type int added behind the others
}

// then applies one edit after the other, each to what a parser makes of the text before, where no two places share a
// node.
func (m *mutant) then(edits ...func(*mutant) bool) bool {
	changed := false
	for _, edit := range edits {
		changed = edit(m) || changed
		text, err := m.text()
		if err != nil {
			return false
		}
		again, err := newMutant(text, m.fn.Name.Name)
		if err != nil {
			return false
		}
		m.fset, m.file, m.fn = again.fset, again.file, again.fn
	}
	return changed
}

// newMutant parses the source of a kernel.
func newMutant(text, kernel string) (*mutant, error) {
	m := &mutant{fset: token.NewFileSet()}
	var err error
	if m.file, err = parser.ParseFile(m.fset, "", text, parser.SkipObjectResolution); err != nil {
		return nil, err
	}
	for _, d := range m.file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == kernel {
			m.fn = f
		}
	}
	if m.fn == nil {
		return nil, fmt.Errorf("no function %s", kernel)
	}
	return m, nil
}

func (m *mutant) text() (string, error) {
	// Positions decide on line breaks, and those of moved code are wrong. Without them the printer breaks lines by itself.
	var b strings.Builder
	err := format.Node(&b, token.NewFileSet(), m.file)
	return b.String(), err
}

// slice reports whether x is a parameter whose type is a slice.
func (m *mutant) slice(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	if !ok {
		return false
	}
	for _, p := range m.fn.Type.Params.List {
		if _, ok := p.Type.(*ast.ArrayType); ok && slices.ContainsFunc(p.Names, func(n *ast.Ident) bool {
			return n.Name == id.Name
		}) {
			return true
		}
	}
	return false
}

// rename gives everything that the file declares another name.
func (m *mutant) rename() bool {
	names := map[string]string{}
	ast.Inspect(m.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			return false // of package math
		case *ast.ImportSpec:
			return false
		case *ast.Ident:
			if types.Universe.Lookup(n.Name) != nil || n.Name == "_" || n == m.file.Name {
				return true
			}
			if names[n.Name] == "" {
				names[n.Name] = fmt.Sprintf("%cα%d", 'z'-rune(len(names)%26), len(names))
			}
			n.Name = names[n.Name]
		}
		return true
	})
	return true
}

// integers lets the elements be integers and replaces fractions where they are. It leaves kernels alone that call
// functions of package math.
func (m *mutant) integers() bool {
	if len(m.file.Imports) > 0 {
		return false
	}
	for _, d := range m.file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Type.TypeParams != nil {
			for _, p := range f.Type.TypeParams.List {
				p.Type = &ast.BinaryExpr{X: ast.NewIdent("int32"), Op: token.OR, Y: ast.NewIdent("int64")}
			}
		}
	}
	ast.Inspect(m.file, func(n ast.Node) bool {
		if c, ok := n.(*ast.BasicLit); ok && c.Kind == token.FLOAT {
			x, _ := strconv.ParseFloat(c.Value, 64) // the parser has taken it for one
			c.Kind, c.Value = token.INT, strconv.Itoa(int(x)+3)
		}
		return true
	})
	return true
}

// loops calls edit for every loop of the kernel, innermost first, and puts what it returns in the loop's place.
func (m *mutant) loops(edit func(ast.Stmt) ast.Stmt) (changed bool) {
	var list func([]ast.Stmt)
	var visit func(ast.Node)
	list = func(stmts []ast.Stmt) {
		for i, s := range stmts {
			visit(s)
			switch s.(type) {
			case *ast.ForStmt, *ast.RangeStmt:
				if e := edit(s); e != nil {
					stmts[i], changed = e, true
				}
			}
		}
	}
	visit = func(n ast.Node) {
		switch n := n.(type) {
		case *ast.BlockStmt:
			list(n.List)
		case *ast.ForStmt:
			list(n.Body.List)
		case *ast.RangeStmt:
			list(n.Body.List)
		case *ast.IfStmt:
			list(n.Body.List)
			if n.Else != nil {
				visit(n.Else)
			}
		}
	}
	visit(m.fn.Body)
	return changed
}

// counted is a loop in the form for i := from; i OP to; step.
type counted struct {
	i        *ast.Ident
	from, to ast.Expr
	op       token.Token
	post     ast.Stmt
	down     bool
	body     *ast.BlockStmt
}

// count takes a loop apart, one over a range too.
func (m *mutant) count(s ast.Stmt) (c counted, ok bool) {
	switch s := s.(type) {
	case *ast.RangeStmt:
		i, ok := s.Key.(*ast.Ident)
		if !ok || s.Value != nil {
			return c, false
		}
		to := s.X
		if m.slice(to) {
			to = call("len", to)
		}
		return counted{i, lit(0), to, token.LSS, &ast.IncDecStmt{X: ident(i), Tok: token.INC}, false, s.Body}, true
	case *ast.ForStmt:
		init, ok1 := s.Init.(*ast.AssignStmt)
		cond, ok2 := s.Cond.(*ast.BinaryExpr)
		if !ok1 || !ok2 || len(init.Lhs) != 1 || s.Post == nil {
			return c, false
		}
		i := init.Lhs[0].(*ast.Ident)
		c = counted{i, init.Rhs[0], cond.Y, cond.Op, s.Post, cond.Op == token.GEQ || cond.Op == token.GTR, s.Body}
		x, ok := cond.X.(*ast.Ident)
		return c, ok && x.Name == i.Name
	}
	return c, false
}

func (c counted) loop() ast.Stmt {
	return &ast.ForStmt{
		Init: &ast.AssignStmt{Lhs: []ast.Expr{ident(c.i)}, Tok: token.DEFINE, Rhs: []ast.Expr{c.from}},
		Cond: &ast.BinaryExpr{X: ident(c.i), Op: c.op, Y: c.to}, Post: c.post, Body: c.body,
	}
}

// shift lets every loop begin lo later and end hi earlier.
func (m *mutant) shift(lo, hi ast.Expr) bool {
	return m.loops(func(s ast.Stmt) ast.Stmt {
		c, ok := m.count(s)
		switch {
		case !ok:
			f, ok := s.(*ast.ForStmt) // for len(s) > 0
			if !ok || f.Init != nil || f.Cond == nil {
				return nil
			}
			cond := f.Cond.(*ast.BinaryExpr)
			cond.Y = operation(cond.Y, token.ADD, hi)
			return s
		case c.down:
			c.from, c.to = operation(c.from, token.SUB, hi), operation(c.to, token.ADD, lo)
		default:
			c.from, c.to = operation(c.from, token.ADD, lo), operation(c.to, token.SUB, hi)
		}
		return c.loop()
	})
}

// shiftBy is shift by two parameters that the kernel gets.
func (m *mutant) shiftBy() bool {
	p := m.fn.Type.Params
	lo, hi := ast.NewIdent("lo"), ast.NewIdent("hi")
	if !m.shift(lo, hi) {
		return false
	}
	p.List = append(p.List, &ast.Field{Names: []*ast.Ident{ident(lo), ident(hi)}, Type: ast.NewIdent("int")})
	m.extra += 2
	return true
}

// ranges writes loops that count up by one as loops over a range of integers.
func (m *mutant) ranges() bool {
	return m.loops(func(s ast.Stmt) ast.Stmt {
		c, ok := m.count(s)
		post, inc := c.post.(*ast.IncDecStmt)
		if !ok || !inc || post.Tok != token.INC || c.down || effects(c.body).writes[c.i.Name] {
			return nil
		}
		n := c.to
		if c.op == token.LEQ {
			n = operation(n, token.ADD, lit(1))
		}
		key := ident(c.i)
		if !effects(c.body).reads[c.i.Name] {
			return &ast.RangeStmt{X: operation(n, token.SUB, c.from), Body: c.body}
		}
		if from, ok := c.from.(*ast.BasicLit); !ok || from.Value != "0" {
			key = ast.NewIdent(c.i.Name + "0")
			n = operation(n, token.SUB, c.from)
			def := &ast.AssignStmt{Lhs: []ast.Expr{ident(c.i)}, Tok: token.DEFINE,
				Rhs: []ast.Expr{operation(key, token.ADD, c.from)}}
			c.body.List = append([]ast.Stmt{def}, c.body.List...)
		}
		return &ast.RangeStmt{Key: key, Tok: token.DEFINE, X: n, Body: c.body}
	})
}

// whiles writes loops with a condition only, or with none and a break in front of the body.
func (m *mutant) whiles(breaks bool) bool {
	return m.loops(func(s ast.Stmt) ast.Stmt {
		c, ok := m.count(s)
		if !ok {
			return nil
		}
		post := c.post
		if p, ok := post.(*ast.IncDecStmt); ok && p.Tok == token.INC {
			post = &ast.AssignStmt{Lhs: []ast.Expr{ident(c.i)}, Tok: token.ASSIGN,
				Rhs: []ast.Expr{operation(lit(1), token.ADD, ident(c.i))}}
		}
		steps(c.body, post)
		c.body.List = append(c.body.List, post)
		loop := &ast.ForStmt{Cond: &ast.BinaryExpr{X: ident(c.i), Op: c.op, Y: c.to}, Body: c.body}
		if breaks {
			stop := &ast.IfStmt{Cond: &ast.UnaryExpr{Op: token.NOT, X: &ast.ParenExpr{X: loop.Cond}},
				Body: &ast.BlockStmt{List: []ast.Stmt{&ast.BranchStmt{Tok: token.BREAK}}}}
			loop.Cond, c.body.List = nil, append([]ast.Stmt{stop}, c.body.List...)
		}
		def := &ast.AssignStmt{Lhs: []ast.Expr{ident(c.i)}, Tok: token.DEFINE, Rhs: []ast.Expr{c.from}}
		return &ast.BlockStmt{List: []ast.Stmt{def, loop}}
	})
}

// steps puts the loop's step in front of every continue in its body.
func steps(body *ast.BlockStmt, post ast.Stmt) {
	for i, s := range body.List {
		switch s := s.(type) {
		case *ast.BranchStmt:
			if s.Tok == token.CONTINUE {
				body.List[i] = &ast.BlockStmt{List: []ast.Stmt{post, s}}
			}
		case *ast.BlockStmt:
			steps(s, post)
		case *ast.IfStmt:
			steps(s.Body, post)
			if e, ok := s.Else.(*ast.BlockStmt); ok {
				steps(e, post)
			}
		}
	}
}

// commute exchanges the operands of every + and *, and turns comparisons round.
func (m *mutant) commute() bool {
	changed := false
	turned := map[token.Token]token.Token{token.ADD: token.ADD, token.MUL: token.MUL, token.EQL: token.EQL,
		token.NEQ: token.NEQ,
		token.LSS: token.GTR, token.GTR: token.LSS, token.LEQ: token.GEQ, token.GEQ: token.LEQ}
	compound := map[token.Token]token.Token{token.ADD_ASSIGN: token.ADD, token.MUL_ASSIGN: token.MUL}
	ast.Inspect(m.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			return n.Body != nil
		case *ast.FieldList:
			return false
		case *ast.BinaryExpr:
			if op, ok := turned[n.Op]; ok {
				n.X, n.Op, n.Y = n.Y, op, n.X
				n.X, n.Y = wrap(n.X, op.Precedence()), wrap(n.Y, op.Precedence()+1)
				changed = true
			}
		case *ast.ForStmt:
			if p, ok := n.Post.(*ast.AssignStmt); ok && p.Tok == token.ADD_ASSIGN {
				return true // the index below
			}
		case *ast.AssignStmt:
			if op, ok := compound[n.Tok]; ok && len(n.Lhs) == 1 {
				n.Tok, n.Rhs[0] = token.ASSIGN, &ast.BinaryExpr{X: n.Lhs[0], Op: op, Y: wrap(n.Rhs[0], op.Precedence()+1)}
				changed = true // and commuted when the walk gets there
			}
		}
		return true
	})
	return changed
}

// reorder swaps neighbours that neither read nor write what the other writes. Parameters that may overlap count as
// different, as they do for who writes such a loop.
func (m *mutant) reorder() (changed bool) {
	ast.Inspect(m.fn.Body, func(n ast.Node) bool {
		var list []ast.Stmt
		switch n := n.(type) {
		case *ast.BlockStmt:
			list = n.List
		case *ast.CaseClause:
			list = n.Body
		}
		for i := 0; i+1 < len(list); i++ {
			if a, b := effects(list[i]), effects(list[i+1]); a.independent(b) {
				list[i], list[i+1] = list[i+1], list[i]
				changed = true
				i++
			}
		}
		return true
	})
	return changed
}

// touched is what a statement reads and writes: names of variables and arrays. One that leaves its block is a barrier.
type touched struct {
	reads, writes map[string]bool
	barrier       bool
}

func effects(s ast.Node) touched {
	t := touched{reads: map[string]bool{}, writes: map[string]bool{}}
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BranchStmt, *ast.ReturnStmt:
			t.barrier = true
		case *ast.Ident:
			t.reads[n.Name] = true
		case *ast.IncDecStmt:
			t.writes[root(n.X)] = true
		case *ast.AssignStmt:
			for _, x := range n.Lhs {
				t.writes[root(x)] = true
			}
		}
		return true
	})
	return t
}

func (t touched) independent(o touched) bool {
	meets := func(a, b map[string]bool) bool {
		return slices.ContainsFunc(slices.Collect(maps.Keys(a)), func(n string) bool { return b[n] })
	}
	return !t.barrier && !o.barrier && !meets(t.writes, o.reads) && !meets(o.writes, t.reads) && !meets(t.writes, o.writes)
}

// root is the variable that an assignable expression is a part of.
func root(x ast.Expr) string {
	for {
		switch e := x.(type) {
		case *ast.Ident:
			return e.Name
		case *ast.IndexExpr:
			x = e.X
		case *ast.ParenExpr:
			x = e.X
		default:
			return ""
		}
	}
}

// Nodes without positions.

func ident(i *ast.Ident) *ast.Ident { return ast.NewIdent(i.Name) }

func lit(n int) ast.Expr { return &ast.BasicLit{Kind: token.INT, Value: strconv.Itoa(n)} }

func call(fn string, args ...ast.Expr) ast.Expr {
	return &ast.CallExpr{Fun: ast.NewIdent(fn), Args: args}
}

func operation(x ast.Expr, op token.Token, y ast.Expr) ast.Expr {
	return &ast.BinaryExpr{X: wrap(x, op.Precedence()), Op: op, Y: wrap(y, op.Precedence()+1)}
}

// wrap puts x in parentheses if it is an operation that binds less than prec.
func wrap(x ast.Expr, prec int) ast.Expr {
	if b, ok := x.(*ast.BinaryExpr); ok && b.Op.Precedence() < prec {
		return &ast.ParenExpr{X: x}
	}
	return x
}
