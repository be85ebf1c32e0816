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

// Some pragmas promise that the iterations of a loop do not depend on one another, as omp simd and ivdep do. Other
// words limit that: of the same pragma (safelen), of pragmas in the loop's body (omp ordered simd), in functions that
// it calls too. A promise with a limit is none here: what depends on what is then analysed. What //loop: promises is
// not touched.

// Promises are withdrawn once all directives of all functions are read, and before clang's chain of followups is made.
// The table of pragmas has an effect for every word; PRAGMAS.md is printed from it.

// effect is what a word of a pragma does to the promises that pragmas make of the loop.
type effect uint8

const (
	keeps             effect = iota
	takesUnlessScalar        // takes the promise back unless the variables listed are numbers that are never in memory
	takesUnlessTrue          // takes everything back unless the condition is true
	takesPromise             // takes the promise back
	takesAll                 // and all else that the pragma with the promise asks for: the order of iterations is fixed
)

// promises says whether attribute a is a promise that iterations are independent.
func promises(a *ir.Attr) bool {
	switch a.Name {
	case "parallel_accesses", "mem.parallel_loop_access", "ivdep", "ivdep.enable":
		return true
	}
	return false
}

// take notes that a word of the pragma being read takes back what pragmas promise of its loop.
func (p *parser) take(e effect) {
	if p.to != nil {
		p.to.takes = max(p.to.takes, e)
	}
}

// takeAround does it for the loops whose bodies the pragma stands in, here and where the function is called.
func (p *parser) takeAround(e effect) {
	p.take(e)
	if p.fn != nil {
		p.fn.takenAt(e, p.base)
	}
}

// takenAt notes a place in the function that takes something back of the loops around it.
func (fi *Func) takenAt(e effect, pos token.Pos) {
	fi.takes = max(fi.takes, e)
	switch e {
	case takesPromise:
		fi.takesPromise = append(fi.takesPromise, pos)
	case takesAll:
		fi.takesAll = append(fi.takesAll, pos)
	}
}

// withdraw leaves out of list what pragmas at the places given promise, or ask for along with a promise.
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

// withdraw applies what takes back a loop's promises, of itself or also of what stands in its body, to what its
// pragmas say.
func (l *Loop) withdraw(e effect) {
	if l.hasClang {
		l.clangAt = len(withdraw(l.Attrs[:l.clangAt], l.promised, e))
	}
	l.Attrs = withdraw(l.Attrs, l.promised, e)
	l.clang = withdraw(l.clang, l.promised, e)
}

// notIndependent leaves all promises out of a loop's attributes if one of them is ivdep.enable=0, which says that
// they do not hold here.
func notIndependent(list []ir.Attr) []ir.Attr {
	if !slices.ContainsFunc(list, func(a ir.Attr) bool { return a.Name == "ivdep.enable" && !on(&a) }) {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(a ir.Attr) bool { return promises(&a) && on(&a) })
}

// takenInBody is what pragmas in the body of loop s of function fi take back, and in the functions that it calls. It
// warns if the pragmas of the loop, whose infos are given, promised anything.
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

// within says whether one of the places, which are sorted, is in s.
func within(s ast.Stmt, places []token.Pos) bool {
	i, _ := slices.BinarySearch(places, s.Pos())
	return i < len(places) && places[i] <= s.End()
}

// takenIn is what pragmas in function fi, and in those that it calls, take back of the loop around its call. It adds
// the calls to the places in the function.
func (r *reader) takenIn(fi *Func) effect {
	if fi.asked || fi.Decl.Body == nil {
		return fi.takes
	}
	fi.asked = true // also for a function that calls itself, which is refused
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

// scalars says whether all names are those of numbers of the function that nothing else refers to: these never pass
// through memory, which is all that the promise is about.
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

// object is what a name means in front of the loop that the pragma is above, or nil.
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

// isTrue says whether a condition is known to hold: a number but 0, true, or a constant of the package that is one of
// these.
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
