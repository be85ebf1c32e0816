package directive

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"hotloop/frontend/syntax"
	"hotloop/loopopt/ir"
)

// Some pragmas, such as omp simd and ivdep, promise that the iterations of a loop are independent. Other words
// limit that promise: words of the same pragma (safelen), and pragmas in the loop's body (omp ordered simd) or in
// functions called there. A limited promise is dropped, and dependences are analyzed instead. Promises of //loop:
// directives are not affected.

// Promises are withdrawn after all directives of all functions have been read, and before clang's chain of
// followups is built. The table of pragmas lists an effect for every word; PRAGMAS.md is generated from it.

// effect is the effect of a pragma's word on the promises that pragmas make about the loop.
type effect uint8

const (
	keeps             effect = iota
	takesUnlessScalar        // revokes the promise unless the listed variables are numbers that are never in memory
	takesUnlessTrue          // revokes everything unless the condition is true
	takesPromise             // revokes the promise
	takesAll                 // also revokes all other requests of the promising pragma: the order of iterations is fixed
)

// promises reports whether attribute a promises independent iterations.
func promises(a *ir.Attr) bool {
	switch a.Name {
	case "parallel_accesses", "mem.parallel_loop_access", "ivdep", "ivdep.enable":
		return true
	}
	return false
}

// take records that a word of the current pragma revokes promises of pragmas about its loop.
func (p *parser) take(e effect) {
	if p.to != nil {
		p.to.takes = max(p.to.takes, e)
	}
}

// takeAround is take for the loops whose bodies contain the pragma, here and around calls of the function.
func (p *parser) takeAround(e effect) {
	p.take(e)
	if p.fn != nil {
		p.fn.takenAt(e, p.base)
	}
}

// takenAt records a position in the function that revokes promises about the loops around it.
func (fi *Func) takenAt(e effect, pos token.Pos) {
	fi.takes = max(fi.takes, e)
	switch e {
	case takesPromise:
		fi.takesPromise = append(fi.takesPromise, pos)
	case takesAll:
		fi.takesAll = append(fi.takesAll, pos)
	}
}

// withdraw removes from list the promises of pragmas at the given positions. With takesAll it also removes their
// other requests.
func withdraw(list []ir.Attr, places []token.Pos, e effect) []ir.Attr {
	if e < takesPromise || len(places) == 0 {
		return list
	}
	var out []ir.Attr
	for _, a := range list {
		if slices.Contains(places, token.Pos(a.Pos)) && (e == takesAll || promises(&a)) {
			continue
		}
		if a.Kind == ir.AttrList {
			a.List = withdraw(a.List, places, e)
		}
		out = append(out, a)
	}
	return out
}

// withdraw applies effect e to the attributes of the loop's pragmas. The effect comes from the loop's own pragmas
// or also from those in its body.
func (l *Loop) withdraw(e effect) {
	if l.hasClang {
		l.clangAt = len(withdraw(l.Attrs[:l.clangAt], l.promised, e))
	}
	l.Attrs = withdraw(l.Attrs, l.promised, e)
	l.clang = withdraw(l.clang, l.promised, e)
}

// notIndependent removes all promises from a loop's attributes if one of them is ivdep.enable=0, which negates
// them.
func notIndependent(list []ir.Attr) []ir.Attr {
	if !slices.ContainsFunc(list, func(a ir.Attr) bool { return a.Name == "ivdep.enable" && !on(&a) }) {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(a ir.Attr) bool { return promises(&a) && on(&a) })
}

// takenInBody returns the effect of pragmas in the body of loop s of function fi and in the functions that it
// calls. It warns if the loop's pragmas, whose infos are given, promised anything.
func (r *reader) takenInBody(fi *Func, s ast.Stmt, infos ...*Loop) effect {
	if !r.takesInBody {
		return keeps
	}
	promised := token.NoPos
	for _, l := range infos {
		if l != nil && l.takes < takesPromise && len(l.promised) > 0 {
			promised = l.promised[0]
		}
	}
	if !promised.IsValid() {
		return keeps
	}
	r.takenIn(fi)
	e := keeps
	switch {
	case within(s, fi.takesAll):
		e = takesAll
	case within(s, fi.takesPromise):
		e = takesPromise
	default:
		return keeps
	}
	r.Warnf(promised,
		"this pragma promises nothing of the loop in %s: a pragma in its body has iterations wait for one another",
		syntax.Position(r.pkg.Fset.Position(s.Pos())))
	return e
}

// within reports whether one of the sorted positions is in s.
func within(s ast.Stmt, places []token.Pos) bool {
	i, _ := slices.BinarySearch(places, s.Pos())
	return i < len(places) && places[i] <= s.End()
}

// takenIn returns the effect of pragmas in function fi and its callees on a loop around a call of fi. It adds the
// calls to the function's positions.
func (r *reader) takenIn(fi *Func) effect {
	if fi.asked || fi.Decl.Body == nil {
		return fi.takes
	}
	fi.asked = true // also ends the recursion for a recursive function, which is refused
	ast.Inspect(fi.Decl.Body, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok {
			if id := syntax.CalledName(c.Fun); id != nil {
				if f, ok := r.info.Use(id).(*types.Func); ok && r.funcs[f] != nil {
					fi.takenAt(r.takenIn(r.funcs[f]), c.Pos())
				}
			}
		}
		return true
	})
	slices.Sort(fi.takesPromise)
	slices.Sort(fi.takesAll)
	return fi.takes
}

// scalars reports whether all names are numeric variables of the function that nothing else refers to. They are
// never in memory, and promises are only about memory.
func (p *parser) scalars(names []string) bool {
	for _, n := range names {
		v, ok := p.object(n).(*types.Var)
		if !ok || v.Parent() == v.Pkg().Scope() || p.fn.InMemory[v] || p.fn.AddressTaken[v] ||
			p.fn.Captured[v] {
			return false
		}
		if b, ok := v.Type().Underlying().(*types.Basic); !ok || b.Info()&(types.IsNumeric|types.IsBoolean) == 0 {
			return false
		}
	}
	return len(names) > 0
}

// object returns the meaning of a name before the loop that the pragma is above, or nil.
func (p *parser) object(name string) types.Object {
	if p.fn == nil || p.fn.Obj == nil || p.fn.Obj.Scope() == nil {
		return nil
	}
	scope := p.fn.Obj.Scope()
	if s := scope.Innermost(p.base); s != nil {
		scope = s
	}
	_, o := scope.LookupParent(name, p.base)
	return o
}

// isTrue reports whether a condition is known to hold: a nonzero number, true, or a package constant of such a
// value.
func (p *parser) isTrue(cond string) bool {
	switch o := p.object(cond).(type) {
	case *types.Const:
		return o.Val().Kind() == constant.Bool && constant.BoolVal(o.Val()) || o.Val().Kind() == constant.Int &&
			constant.Sign(o.Val()) != 0
	case nil:
		if n, ok := p.constant(cond); ok {
			cond = n
		}
		v := constant.MakeFromLiteral(cond, token.INT, 0)
		return v.Kind() == constant.Int && constant.Sign(v) != 0
	}
	return false
}
