package frontend

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// funcInfo is what one walk over a function finds out.
type funcInfo struct {
	decl *ast.FuncDecl
	obj  *types.Func
	// changed are the variables assigned to after their declaration. All others need no SSA construction: their one
	// value is valid wherever they are in scope.
	changed map[types.Object]bool
	// inMemory are the arrays and structs that do not dissolve into values, whatever their size.
	inMemory map[types.Object]bool
	// addressTaken are those which something else may refer to; perIteration the variables that a for statement declares.
	addressTaken, perIteration map[types.Object]bool
	loops                      []ast.Stmt // in source order
	// above gives the statement that a directive stands above: the label, of a labeled loop.
	above map[ast.Stmt]token.Pos
	busy  bool // on the path of calls being scanned
	// What directives say.
	own *loopInfo // above the function, or nil
	fp  *fpMode   // of a //loop:fp directive above the function, or nil
	// unknown are the parameters that may refer to less than their type says (//loop:extent).
	unknown map[types.Object]bool
	// takes is what pragmas in the body take back of the promises about loops around, with the places that do; asked once its calls
	// were looked into.
	takes                  effect
	takesPromise, takesAll []token.Pos
	asked                  bool
}

// scan walks fn and, once each, the functions it calls.
func (k *kernel) scan(fn *ast.FuncDecl, r *reports) {
	obj, _ := k.info.Defs[fn.Name].(*types.Func)
	fi := &funcInfo{decl: fn, obj: obj, changed: map[types.Object]bool{}, busy: true}
	k.funcs[obj] = fi
	k.calls = append(k.calls, obj)
	if fn.Recv != nil {
		r.refuse(fn.Pos(), "method", "a function")
	}
	depth := 0
	ast.Inspect(fn, func(n ast.Node) bool {
		if n == nil {
			depth--
			return true
		}
		if depth++; depth == maxNesting {
			r.refuse(n.Pos(), tooDeep, "it in several statements or functions")
		}
		if depth >= maxNesting || n == fn.Doc {
			depth--
			return false
		}
		if n == ast.Node(fn.Type) {
			return true
		}
		if n == ast.Node(fn.Type.TypeParams) {
			depth-- // the constraints are the type checker's business
			return false
		}
		if found, instead := outside(n); found != "" {
			r.refuse(n.Pos(), found, instead)
			depth--
			return false
		}
		k.visit(fi, n, r)
		return true
	})
	fi.busy = false
	k.calls = k.calls[:len(k.calls)-1]
}

// cycle names the functions that call one another in a circle, from callee on.
func (k *kernel) cycle(callee *types.Func) string {
	var names []string
	for _, f := range k.calls {
		if f == callee || len(names) > 0 {
			names = append(names, f.Name())
		}
	}
	if n := len(names); n > maxCycle {
		names = append(append(names[:maxCycle-1:maxCycle-1], "…"), names[n-1])
	}
	return strings.Join(append(names, callee.Name()), " calls ")
}

// maxCycle bounds the functions of a cycle that a message names.
const maxCycle = 8

// countIsUint gives e, the count of a shift, its type if it is not constant and made of constants without one, as in
// x << (1<<n - 1): those are of type uint there, says the language, and so is what they make. go/types leaves the default, int.
func (k *kernel) countIsUint(e ast.Expr) {
	if k.info.Types[e].Value == nil {
		k.untypedIsUint(e)
	}
}

func (k *kernel) untypedIsUint(e ast.Expr) {
	tv := k.info.Types[e]
	if bt, ok := tv.Type.(*types.Basic); !ok || bt.Info()&types.IsUntyped == 0 || bt.Info()&types.IsNumeric == 0 {
		return
	}
	tv.Type = types.Typ[types.Uint]
	k.info.Types[e] = tv
	switch e := e.(type) {
	case *ast.ParenExpr:
		k.untypedIsUint(e.X)
	case *ast.UnaryExpr:
		k.untypedIsUint(e.X)
	case *ast.BinaryExpr:
		k.untypedIsUint(e.X)
		if e.Op != token.SHL && e.Op != token.SHR { // a count of its own
			k.untypedIsUint(e.Y)
		}
	}
}

// visit notes assignments, loops and calls.
func (k *kernel) visit(fi *funcInfo, n ast.Node, r *reports) {
	assign := func(e ast.Expr) {
		if id := k.holder(e); id != nil {
			if o := k.info.Uses[id]; o != nil { // not in Defs: an old variable
				fi.changed[o] = true
			}
		}
	}
	k.scanTypes(fi, n)
	switch n := n.(type) {
	case *ast.AssignStmt:
		for _, e := range n.Lhs {
			assign(e)
		}
		if n.Tok == token.SHL_ASSIGN || n.Tok == token.SHR_ASSIGN {
			k.countIsUint(n.Rhs[0])
		}
	case *ast.BinaryExpr:
		if n.Op == token.SHL || n.Op == token.SHR {
			k.countIsUint(n.Y)
		}
	case *ast.IncDecStmt:
		assign(n.X)
	case *ast.LabeledStmt:
		if fi.above == nil {
			fi.above = map[ast.Stmt]token.Pos{}
		}
		if p, ok := fi.above[n]; ok {
			fi.above[n.Stmt] = p // a label on a label
		} else {
			fi.above[n.Stmt] = n.Pos()
		}
	case *ast.ForStmt:
		fi.loops = append(fi.loops, n)
	case *ast.RangeStmt:
		fi.loops = append(fi.loops, n)
		if n.Tok == token.ASSIGN {
			assign(n.Key)
			if n.Value != nil {
				assign(n.Value)
			}
		}
	case *ast.CallExpr:
		id := calledName(n.Fun)
		if id == nil {
			return
		}
		callee, ok := k.info.Uses[id].(*types.Func)
		if !ok || callee.Pkg() != k.types {
			return
		}
		if seen := k.funcs[callee]; seen != nil {
			if seen.busy {
				r.refuse(n.Pos(), "a recursive call of "+callee.Name()+": "+k.cycle(callee), "a loop")
			}
			return
		}
		for _, d := range k.pkg.decls[callee.Name()] {
			if fn, ok := d.node.(*ast.FuncDecl); ok && k.info.Defs[fn.Name] == callee {
				if fn.Body == nil {
					r.refuse(n.Pos(), "call of "+callee.Name()+", which has no body", "it in Go")
					k.funcs[callee] = &funcInfo{decl: fn, obj: callee}
					return
				}
				if len(k.calls) >= maxCallDepth {
					if len(k.calls) == maxCallDepth {
						r.refuse(n.Pos(), "functions that call one another more than 500 levels deep", "fewer levels")
					}
					return
				}
				k.scan(fn, r)
				return
			}
		}
	}
}

// outside says what a piece of syntax is that no kernel may hold, and what to write instead.
func outside(n ast.Node) (found, instead string) {
	switch n := n.(type) {
	case *ast.GoStmt:
		return "a go statement", "the loop alone, with lo and hi parameters, and call the kernel from several goroutines"
	case *ast.DeferStmt:
		return "a defer statement", "the clean-up in the caller"
	case *ast.SelectStmt:
		return "a select statement", "the loop alone, and do the communication in the caller"
	case *ast.SendStmt:
		return "a channel send", "to a slice parameter"
	case *ast.ChanType:
		return "a channel type", "a slice parameter"
	case *ast.MapType:
		return "a map type", "a table as a slice parameter"
	case *ast.InterfaceType:
		return "an interface type", "a concrete numeric type"
	case *ast.FuncLit:
		return "a function literal", "a named function in the same source"
	case *ast.FuncType: // the declaration's own is not asked about
		return "a function type", "a named function in the same source"
	case *ast.TypeSwitchStmt:
		return "a type switch", "one function per type"
	case *ast.TypeAssertExpr:
		return "a type assertion", "a concrete numeric type"
	case *ast.Ellipsis:
		if n.Elt == nil { // the length of an array
			break
		}
		return "a variadic parameter", "a slice parameter"
	case *ast.BranchStmt:
		if n.Tok == token.GOTO {
			return "a goto statement", "a loop with break or continue"
		}
	case *ast.UnaryExpr:
		switch n.Op {
		case token.ARROW:
			return "a channel receive", "the data into a slice parameter"
		}
	case *ast.BasicLit:
		if n.Kind == token.IMAG {
			return "a complex number", "real and imaginary part as two floats"
		}
	}
	return "", ""
}
