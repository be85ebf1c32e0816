package check

import (
	"fmt"
	"go/ast"
	"go/token"

	"hotloop/frontend/syntax"
)

// tooDeep describes code that Go's parser accepts but that is nested too deeply for hotloop.
func tooDeep() string {
	return fmt.Sprintf("code nested more than %d levels deep", syntax.MaxNesting-1)
}

// Before the type checker sees the source, hotloop looks for what could cost more than proportional time: deep
// nesting and long chains of declarations that mention one another, over both of which the type checker
// recurses, and constants that double a string repeatedly.

// withinLimits reports whether the declarations that the kernel reaches are small enough for the type checker.
func (k *Kernel) withinLimits(files []*ast.File, surveys []*syntax.Survey, r *syntax.Reports) bool {
	count, exprs, strings := 0, 0, false
	for _, f := range files {
		for _, d := range f.Decls {
			count++
			if g, ok := d.(*ast.GenDecl); ok {
				count += len(g.Specs)
			}
		}
	}
	for _, v := range surveys {
		if v.Deep.IsValid() {
			r.Refuse(v.Deep, tooDeep(), "it in several statements or functions")
			return false
		}
		strings = strings || v.Strings
		exprs += v.Exprs
	}
	if exprs > maxExprs {
		r.Errorf(k.Fn.Name.Pos(), "found %d expressions in what %s needs; write several kernels of at most %d instead",
			exprs, k.Name, maxExprs)
		return false
	}
	if count > maxDecls {
		r.Errorf(k.Fn.Name.Pos(), "found %d declarations that %s needs; write a kernel that needs at most %d instead",
			count, k.Name, maxDecls)
		return false
	}
	if pos := costlyType(surveys); pos.IsValid() {
		r.Refuse(pos, "a type made of too many others", "fewer levels of types")
		return false
	}
	if !strings {
		return true // without strings there are no sizes to check
	}
	s := stringSizes{packageLevel: map[string][]ast.Expr{}, sizes: map[string]int{}, local: map[string][]int{},
		done: map[ast.Expr]bool{}}
	for _, f := range files {
		s.declare(f)
	}
	for _, f := range files {
		s.walk(f)
	}
	if s.total > maxStrings {
		r.Errorf(s.pos, "found string constants of more than %d bytes; write shorter ones instead", maxStrings)
		return false
	}
	return true
}

// stringSizes adds up the lengths of constant string concatenations. It considers only names and scopes: what
// is not a constant string counts as nothing or as too much.
type stringSizes struct {
	packageLevel map[string][]ast.Expr
	sizes        map[string]int   // of package-level constants; -1 while being computed
	local        map[string][]int // of local constants, the innermost last
	done         map[ast.Expr]bool
	total        int
	pos          token.Pos // of the expression that made the total too large
}

// constants calls do for each name and value of a constant declaration; a spec without values repeats the
// previous one.
func constants(g *ast.GenDecl, do func(name string, value ast.Expr)) {
	var values []ast.Expr
	for _, spec := range g.Specs {
		v, ok := spec.(*ast.ValueSpec)
		if !ok {
			continue
		}
		if len(v.Values) > 0 {
			values = v.Values
		}
		for i, n := range v.Names {
			if i < len(values) {
				do(n.Name, values[i])
			}
		}
	}
}

// declare records the constants of a file, since an expression may use one that is declared later.
func (s *stringSizes) declare(f *ast.File) {
	for _, d := range f.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.CONST {
			constants(g, func(name string, value ast.Expr) {
				s.packageLevel[name] = append(s.packageLevel[name], value)
			})
		}
	}
}

// walk sizes every concatenation in f. Local constants enter their scope when they are met and leave it with
// their block.
func (s *stringSizes) walk(f *ast.File) {
	type opened struct {
		n     ast.Node
		names []string
	}
	var stack []opened
	ast.Inspect(f, func(n ast.Node) bool {
		if s.total > maxStrings {
			return false
		}
		if n == nil {
			top := stack[len(stack)-1]
			for _, name := range top.names {
				l := s.local[name]
				s.local[name] = l[:len(l)-1]
			}
			stack = stack[:len(stack)-1]
			return true
		}
		stack = append(stack, opened{n: n})
		switch n := n.(type) {
		case *ast.BinaryExpr:
			s.concatenation(n)
		case *ast.GenDecl:
			if n.Tok != token.CONST || len(stack) < 4 { // File, Decl: package level
				break
			}
			scope := &stack[len(stack)-3] // GenDecl, DeclStmt, block
			constants(n, func(name string, value ast.Expr) {
				s.local[name] = append(s.local[name], s.size(value))
				scope.names = append(scope.names, name)
			})
		}
		return true
	})
}

// concatenation adds the size of e, a sum that is not part of another one.
func (s *stringSizes) concatenation(e *ast.BinaryExpr) {
	if e.Op != token.ADD || s.done[e] {
		return
	}
	s.parts(e)
	s.total += s.size(e)
	if s.total > maxStrings && !s.pos.IsValid() {
		s.pos = e.Pos()
	}
}

// parts marks the sums inside e.
func (s *stringSizes) parts(e ast.Expr) {
	if x, ok := ast.Unparen(e).(*ast.BinaryExpr); ok && x.Op == token.ADD {
		s.done[x] = true
		s.parts(x.X)
		s.parts(x.Y)
	}
}

// size returns the length of a constant string, or an upper bound. It saturates above the limit, so that
// doublings do not overflow.
func (s *stringSizes) size(e ast.Expr) int {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			return len(e.Value)
		}
	case *ast.ParenExpr:
		return s.size(e.X)
	case *ast.CallExpr:
		if len(e.Args) == 1 { // possibly a conversion
			return s.size(e.Args[0])
		}
	case *ast.BinaryExpr:
		if e.Op == token.ADD {
			return min(s.size(e.X)+s.size(e.Y), maxStrings+1)
		}
	case *ast.Ident:
		if l := s.local[e.Name]; len(l) > 0 {
			return l[len(l)-1]
		}
		return s.global(e.Name)
	}
	return 0
}

// global returns the size of a package-level constant. Of several declarations with the same name, which is an
// error elsewhere, the largest counts. A constant that depends on itself counts as 0.
func (s *stringSizes) global(name string) int {
	if n, ok := s.sizes[name]; ok {
		return max(n, 0)
	}
	values := s.packageLevel[name]
	if len(values) == 0 {
		return 0
	}
	s.sizes[name] = -1
	n := 0
	for _, v := range values {
		n = max(n, s.size(v))
	}
	s.sizes[name] = n
	return n
}

// The type checker visits the parts of a type once per path that leads there, and names instances by all their
// parts. A few declarations, each mentioning the previous one twice, would keep it busy for years. So the
// number of visits is estimated first, by names alone.

// typeCosts estimates how often parts of types are visited.
type typeCosts struct {
	specs map[string][]*ast.TypeSpec
	costs map[string]int // 0 while being computed
}

// maxTypeCost bounds the estimate: that many visits take the type checker a few hundredths of a second.
const maxTypeCost = 1 << 17

// costlyType returns the position of a type that would take too long to check. It walks the declarations twice:
// first it collects the cost of each name, then it adds up the types that mention them.
func costlyType(surveys []*syntax.Survey) token.Pos {
	c := typeCosts{}
	var builders map[string]bool
	for _, v := range surveys {
		for _, n := range v.Types {
			switch n := n.(type) {
			case *ast.TypeSpec:
				if c.specs == nil {
					c.specs, c.costs = map[string][]*ast.TypeSpec{}, map[string]int{}
				}
				c.specs[n.Name.Name] = append(c.specs[n.Name.Name], n)
			case *ast.FuncDecl:
				if buildsTypes(n) {
					if builders == nil {
						builders = map[string]bool{}
					}
					builders[n.Name.Name] = true
				}
			}
		}
	}
	total, calls := 0, 0
	for _, v := range surveys {
		for _, n := range v.Types {
			switch n := n.(type) {
			case *ast.TypeSpec:
				if total += c.named(n.Name.Name); total > maxTypeCost {
					return n.Pos()
				}
			case *ast.IndexExpr, *ast.IndexListExpr, *ast.ArrayType, *ast.StructType:
				if c.of(n.(ast.Expr)) > maxTypeCost {
					return n.Pos()
				}
			case *ast.CallExpr:
				if id := syntax.CalledName(n.Fun); id != nil && builders[id.Name] {
					if calls++; calls > maxBuilderCalls {
						return n.Pos()
					}
				}
			}
		}
	}
	return token.NoPos
}

// maxBuilderCalls bounds the calls of generic functions whose result contains several of their type parameters:
// the type of x in x := pair(x0, x0) doubles with each call.
const maxBuilderCalls = 14

// buildsTypes reports whether the result of a generic function contains several of its type parameters.
func buildsTypes(fn *ast.FuncDecl) bool {
	if fn.Type.TypeParams == nil || fn.Type.Results == nil {
		return false
	}
	params := map[string]bool{}
	for _, f := range fn.Type.TypeParams.List {
		for _, n := range f.Names {
			params[n.Name] = true
		}
	}
	for _, r := range fn.Type.Results.List {
		n := 0
		ast.Inspect(r.Type, func(x ast.Node) bool {
			if id, ok := x.(*ast.Ident); ok && params[id.Name] {
				n++
			}
			return true
		})
		if n > 1 {
			return true
		}
	}
	return false
}

// named returns the cost of a declared type. A type that contains itself is an error elsewhere and counts once.
func (c *typeCosts) named(name string) int {
	if n, ok := c.costs[name]; ok {
		return max(n, 1)
	}
	specs := c.specs[name]
	if len(specs) == 0 {
		return 1
	}
	c.costs[name] = 0
	n := 1
	for _, s := range specs {
		n = max(n, 1+c.of(s.Type))
	}
	n = min(n, maxTypeCost+1)
	c.costs[name] = n
	return n
}

// of returns the cost of a type expression. Types behind a pointer or the like are not visited.
func (c *typeCosts) of(e ast.Expr) int {
	n := 1
	add := func(m int) { n = min(n+m, maxTypeCost+1) }
	fields := func(l *ast.FieldList) {
		for _, f := range l.List {
			add(c.of(f.Type) * max(1, len(f.Names)))
		}
	}
	instance := func(x ast.Expr, args ...ast.Expr) {
		sum := 1
		for _, a := range args {
			sum = min(sum+c.of(a), maxTypeCost+1)
		}
		add(c.of(x) * sum)
	}
	switch e := e.(type) {
	case *ast.Ident:
		return c.named(e.Name)
	case *ast.ParenExpr:
		return c.of(e.X)
	case *ast.UnaryExpr:
		return c.of(e.X)
	case *ast.BinaryExpr: // in a union
		add(c.of(e.X))
		add(c.of(e.Y))
	case *ast.ArrayType:
		add(c.of(e.Elt))
	case *ast.StructType:
		fields(e.Fields)
	case *ast.InterfaceType:
		fields(e.Methods)
	case *ast.IndexExpr:
		instance(e.X, e.Index)
	case *ast.IndexListExpr:
		instance(e.X, e.Indices...)
	}
	return n
}
