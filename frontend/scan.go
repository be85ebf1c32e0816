package frontend

import (
	"go/ast"
	"go/token"
	"go/types"
)

// funcInfo is what one walk over a function finds out.
type funcInfo struct {
	decl *ast.FuncDecl
	obj  *types.Func
	// changed are the variables assigned to after their declaration. All others need no SSA construction: their one
	// value is valid wherever they are in scope.
	changed map[types.Object]bool
	loops   []ast.Stmt // in source order
	// above gives the statement that a directive stands above: the label, of a labeled loop.
	above map[ast.Stmt]token.Pos
	busy  bool // on the path of calls being scanned
	// What directives say; start is where comments begin to belong to the function.
	start token.Pos
	own   *loopInfo // above the function, or nil
	fp    *fpMode   // of a //loop:fp directive above the function, or nil
}

// scan walks fn and, once each, the functions it calls.
func (k *kernel) scan(fn *ast.FuncDecl, r *reports) {
	obj, _ := k.info.Defs[fn.Name].(*types.Func)
	fi := &funcInfo{decl: fn, obj: obj, changed: map[types.Object]bool{}, busy: true}
	k.funcs[obj] = fi
	if tp := fn.Type.TypeParams; tp != nil {
		r.refuse(tp.Pos(), "type parameters", "the function for one type")
	}
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
			r.refuse(n.Pos(), "code nested too deeply", "it in several statements or functions")
		}
		if depth >= maxNesting || n == fn.Doc {
			depth--
			return false
		}
		if n == ast.Node(fn.Type) {
			return true
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
}

// visit notes assignments, loops and calls.
func (k *kernel) visit(fi *funcInfo, n ast.Node, r *reports) {
	assign := func(e ast.Expr) {
		if id, ok := ast.Unparen(e).(*ast.Ident); ok {
			if o := k.info.Uses[id]; o != nil { // not in Defs: an old variable
				fi.changed[o] = true
			}
		}
	}
	switch n := n.(type) {
	case *ast.AssignStmt:
		for _, e := range n.Lhs {
			assign(e)
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
		id, ok := ast.Unparen(n.Fun).(*ast.Ident)
		if !ok {
			return
		}
		callee, ok := k.info.Uses[id].(*types.Func)
		if !ok || callee.Pkg() != k.types {
			return
		}
		if seen := k.funcs[callee]; seen != nil {
			if seen.busy {
				r.refuse(n.Pos(), "recursive call of "+callee.Name(), "a loop")
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
	case *ast.StructType:
		return "a struct type", "one slice parameter per field"
	case *ast.FuncLit:
		return "a function literal", "a named function in the same source"
	case *ast.FuncType: // the declaration's own is not asked about
		return "a function type", "a named function in the same source"
	case *ast.TypeSwitchStmt:
		return "a type switch", "one function per type"
	case *ast.TypeAssertExpr:
		return "a type assertion", "a concrete numeric type"
	case *ast.CompositeLit:
		return "a composite literal", "a slice parameter that the caller fills"
	case *ast.StarExpr:
		return "a pointer", "a slice parameter or a result"
	case *ast.Ellipsis:
		return "a variadic parameter", "a slice parameter"
	case *ast.BranchStmt:
		if n.Tok == token.GOTO {
			return "a goto statement", "a loop with break or continue"
		}
	case *ast.UnaryExpr:
		switch n.Op {
		case token.AND:
			return "the address of a variable", "a slice parameter or a result"
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
