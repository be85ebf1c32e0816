package check

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// stmts checks a list of statements.
func (c *quick) stmts(list []ast.Stmt, in flow) {
	for len(list) > 0 {
		if _, empty := list[len(list)-1].(*ast.EmptyStmt); !empty {
			break
		}
		list = list[:len(list)-1]
	}
	for i, s := range list {
		here := in
		if i+1 < len(list) {
			here &^= mayFallThrough
		}
		c.stmt(s, here)
	}
}

// stmt checks a statement.
func (c *quick) stmt(s ast.Stmt, in flow) {
	inner := in &^ mayFallThrough
	c.enters()
	switch s := s.(type) {
	case nil, *ast.EmptyStmt:
	case *ast.BlockStmt:
		end := c.open()
		c.stmts(s.List, inner)
		end()
	case *ast.DeclStmt:
		c.declStmt(s)
	case *ast.ExprStmt:
		call, ok := ast.Unparen(s.X).(*ast.CallExpr)
		require(ok)
		var x operand
		c.raw(&x, s.X, nil)
		require(c.isStatement(call))
	case *ast.IncDecStmt:
		var x operand
		c.expr(&x, s.X)
		require(x.mode == variable && all(x.typ, types.IsNumeric))
		c.note(s)
	case *ast.AssignStmt:
		c.assign(s)
		c.note(s)
	case *ast.ReturnStmt:
		c.returns(s)
	case *ast.BranchStmt:
		c.branch(s, in)
	case *ast.LabeledStmt:
		c.labeled(s, in)
	case *ast.IfStmt:
		c.note(s)
		end := c.open()
		c.stmt(s.Init, 0)
		c.condition(s.Cond)
		c.stmt(s.Body, inner)
		c.stmt(s.Else, inner)
		end()
	case *ast.ForStmt:
		end := c.open()
		c.stmt(s.Init, 0)
		if s.Cond != nil {
			c.condition(s.Cond)
		}
		if a, ok := s.Post.(*ast.AssignStmt); ok {
			require(a.Tok != token.DEFINE)
		}
		c.stmt(s.Post, 0)
		c.note(s)
		c.stmt(s.Body, inner|mayBreak|mayContinue)
		end()
	case *ast.RangeStmt:
		c.ranges(s, inner|mayBreak|mayContinue)
	case *ast.SwitchStmt:
		c.switches(s, inner|mayBreak)
	default:
		decline()
	}
	c.leaves()
}

// condition checks a condition.
func (c *quick) condition(e ast.Expr) {
	var x operand
	c.expr(&x, e)
	require(all(x.typ, types.IsBoolean))
}

// isStatement reports whether a call, which has been checked, may be a statement.
func (c *quick) isStatement(call *ast.CallExpr) bool {
	tv := c.TypeAndValue(call.Fun)
	if tv.IsType() {
		return false
	}
	if id, ok := call.Fun.(*ast.Ident); ok && tv.IsBuiltin() {
		switch id.Name {
		case "copy", "clear", "panic":
			return true
		}
		return false
	}
	return true
}

// declStmt checks a declaration in a function.
func (c *quick) declStmt(s *ast.DeclStmt) {
	d := s.Decl.(*ast.GenDecl)
	switch d.Tok {
	case token.CONST:
		c.constDecl(d, func(n *ast.Ident, o types.Object) {
			c.define(n, o)
			c.declare(n.Name, o, true)
		})
	case token.VAR:
		for _, s := range d.Specs {
			s := s.(*ast.ValueSpec)
			require(len(s.Values) == 0 || len(s.Values) == len(s.Names))
			vars := make([]*types.Var, len(s.Names))
			for i, n := range s.Names {
				vars[i] = types.NewVar(n.Pos(), c.pkg, n.Name, nil)
				c.initialized(s, i, &vars[i])
			}
			for i, n := range s.Names {
				c.define(n, vars[i])
				c.declare(n.Name, vars[i], false)
			}
		}
	default:
		decline()
	}
}

// assign checks an assignment or a short declaration.
func (c *quick) assign(s *ast.AssignStmt) {
	switch {
	case s.Tok == token.DEFINE:
		c.shortDecl(s)
	case s.Tok != token.ASSIGN:
		require(len(s.Lhs) == 1 && len(s.Rhs) == 1)
		var x operand
		c.binary(&x, s.Lhs[0], s.Rhs[0], s.Tok+(token.ADD-token.ADD_ASSIGN))
		l := c.find(s.Lhs[0])
		require(l != nil && l.mode == variable)
		c.assignment(&x, l.Type)
	case len(s.Lhs) == len(s.Rhs):
		for i, l := range s.Lhs {
			t := c.target(l)
			var x operand
			c.expr(&x, s.Rhs[i])
			c.assignment(&x, t)
		}
	default:
		results := c.several(s.Rhs, len(s.Lhs))
		for i, l := range s.Lhs {
			x := operand{mode: value, typ: results.At(i).Type()}
			c.assignment(&x, c.target(l))
		}
	}
}

// several returns the n results of the call that is the only expression in list.
func (c *quick) several(list []ast.Expr, n int) *types.Tuple {
	require(len(list) == 1)
	var x operand
	c.raw(&x, list[0], nil)
	require(x.mode == value)
	t, ok := x.typ.(*types.Tuple)
	require(ok && t.Len() == n)
	return t
}

// target checks an assignment target, which does not count as a use, and returns its type; nil for the blank
// identifier.
func (c *quick) target(e ast.Expr) types.Type {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if ok && id.Name == "_" {
		return nil
	}
	var l *local
	if ok {
		for i := len(c.locals) - 1; i >= c.hidden && l == nil; i-- {
			if c.locals[i].name == id.Name {
				l = &c.locals[i]
			}
		}
	}
	used := l != nil && l.used
	var x operand
	c.expr(&x, e)
	if l != nil {
		l.used = used
	}
	require(x.mode == variable)
	return x.typ
}

// shortDecl checks x := y.
func (c *quick) shortDecl(s *ast.AssignStmt) {
	var results *types.Tuple
	if len(s.Lhs) != len(s.Rhs) {
		results = c.several(s.Rhs, len(s.Lhs))
	}
	made := make([]types.Object, len(s.Lhs))
	fresh := false
	for i, l := range s.Lhs {
		id, ok := l.(*ast.Ident)
		require(ok)
		var t types.Type // of the existing variable
		old := types.Object(nil)
		if id.Name != "_" {
			for _, o := range s.Lhs[:i] {
				require(o.(*ast.Ident).Name != id.Name)
			}
			old = c.here(id.Name)
		}
		if old != nil {
			v, ok := old.(*types.Var)
			require(ok)
			t = v.Type()
			c.enter(id).obj = v
		}
		var x operand
		if results != nil {
			x = operand{mode: value, typ: results.At(i).Type()}
		} else {
			c.expr(&x, s.Rhs[i])
		}
		t = c.initVar(t, &x)
		if old == nil {
			made[i] = types.NewVar(id.Pos(), c.pkg, id.Name, t)
			fresh = fresh || id.Name != "_"
		}
	}
	require(fresh)
	for i, l := range s.Lhs {
		if made[i] != nil {
			id := l.(*ast.Ident)
			c.define(id, made[i])
			c.declare(id.Name, made[i], false)
		}
	}
}

// returns checks a return statement.
func (c *quick) returns(s *ast.ReturnStmt) {
	n := c.results.Len()
	switch {
	case len(s.Results) == 0 && n > 0:
		require(c.results.At(0).Name() != "")
		for i := range n {
			if name := c.results.At(i).Name(); name != "_" {
				require(c.lookup(name, false) == types.Object(c.results.At(i)))
			}
		}
	case len(s.Results) == n:
		for i, e := range s.Results {
			var x operand
			c.expr(&x, e)
			c.assignment(&x, c.results.At(i).Type())
		}
	default:
		results := c.several(s.Results, n)
		for i := range n {
			x := operand{mode: value, typ: results.At(i).Type()}
			c.assignment(&x, c.results.At(i).Type())
		}
	}
}

// ranges checks a range loop.
func (c *quick) ranges(s *ast.RangeStmt, in flow) {
	var x operand
	c.expr(&x, s.X)
	var t [2]types.Type // of key and value
	overInt := false
	if a, _ := arrayIn(x.typ); a != nil {
		t = [2]types.Type{types.Typ[types.Int], a.Elem()}
	} else if is(x.typ, types.IsString) {
		t = [2]types.Type{types.Typ[types.Int], types.Universe.Lookup("rune").Type()}
	} else if isInteger(x.typ) {
		t[0], overInt = x.typ, true
	} else {
		t = [2]types.Type{types.Typ[types.Int], elemOf(x.typ)}
	}
	require(s.Value == nil || t[1] != nil)
	end := c.open()
	made := [2]*types.Var{}
	for i, e := range [...]ast.Expr{s.Key, s.Value} {
		if e == nil {
			continue
		}
		y := operand{mode: value, typ: t[i]}
		if overInt {
			y = x
		}
		if s.Tok != token.DEFINE {
			target := c.target(e)
			c.assignment(&y, target)
			require(!overInt || isInteger(y.typ))
			continue
		}
		id, ok := e.(*ast.Ident)
		require(ok)
		made[i] = types.NewVar(id.Pos(), c.pkg, id.Name, c.initVar(nil, &y))
		c.define(id, made[i])
	}
	if s.Key == nil && overInt {
		c.assignment(&x, nil)
	}
	fresh := false
	for _, v := range made {
		if v != nil {
			c.declare(v.Name(), v, false)
			fresh = fresh || v.Name() != "_"
		}
	}
	require(fresh || s.Tok != token.DEFINE)
	c.note(s)
	c.stmt(s.Body, in)
	end()
}

// maxCases bounds the constants of a switch, which are compared pairwise.
const maxCases = 100

// switches checks an expression switch.
func (c *quick) switches(s *ast.SwitchStmt, in flow) {
	end := c.open()
	c.stmt(s.Init, 0)
	x := operand{mode: constant_, typ: types.Typ[types.Bool], val: constant.MakeBool(true)}
	if s.Tag != nil {
		c.expr(&x, s.Tag)
		c.assignment(&x, nil)
		require(types.Comparable(x.typ))
	}
	var seen []constant.Value
	hasDefault := false
	for i, cs := range s.Body.List {
		clause := cs.(*ast.CaseClause)
		c.note(clause)
		require(clause.List != nil || !hasDefault)
		hasDefault = hasDefault || clause.List == nil
		for _, e := range clause.List {
			var v operand
			c.expr(&v, e)
			require(!v.isNil())
			c.convert(&v, x.typ)
			w, y := v, x
			if y.e == nil {
				y.e = e // there is no expression: that of the case is already updated
			}
			c.comparison(&w, &y, token.EQL)
			if v.mode != constant_ || v.val.Kind() == constant.Bool {
				continue
			}
			for _, o := range seen {
				require(!constant.Compare(o, token.EQL, v.val))
			}
			require(len(seen) < maxCases)
			seen = append(seen, v.val)
		}
		here := in
		if i+1 < len(s.Body.List) {
			here |= mayFallThrough
		}
		done := c.open()
		c.stmts(clause.Body, here)
		done()
	}
	end()
}
