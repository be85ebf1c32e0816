package frontend

import (
	"go/ast"
	"go/token"
	"go/types"

	"hotloop/frontend/check"
	"hotloop/frontend/directive"
	"hotloop/frontend/syntax"
	"hotloop/loopopt/ir"
)

// A function value is known at compile time. It is a function literal, a function or method of the source, or the
// body of a range-over-func loop (rangefunc.go). Every call of one is therefore inlined, like any other call.
// Function values never become data. A variable that holds one keeps it from its declaration on. Fields, elements
// and kernel parameters of function type cannot be called.
//
// A function literal refers to the variables around it. It captures those that were in scope when it was evaluated
// (environment), because the enclosing function may be inlined again before the literal is called.

// function is what a function value calls.
type function struct {
	obj  *types.Func // a function or method; for a method value, recv is the receiver
	recv []val
	std  *types.Package // package of a function that an IR operation implements
	lit  *ast.FuncLit
	body *rangeFunc // yield, in a range over a function
	environment
}

// environment holds what the code of a function literal or loop body refers to.
type environment struct {
	fn    *check.Func
	targs typeArgs
	mode  directive.Mode
	vars  map[*types.Var]*variable
}

// isFunc reports whether t is a function type.
func (t typ) isFunc() bool { return t.kind == funcKind }

// funcVal returns the function value for f.
func funcVal(f *function) val { return val{t: typ{kind: funcKind}, fn: f} }

// around returns the environment of n, a part of the function being built.
func (b *builder) around(n ast.Node) environment {
	env := environment{fn: b.fn, targs: b.typeArgs, mode: b.mode, vars: map[*types.Var]*variable{}}
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if o, ok := b.info.Use(id).(*types.Var); ok && b.vars[o] != nil {
				env.vars[o] = b.vars[o]
			}
		}
		return true
	})
	return env
}

// functionOf returns the value of a function's name or of a selector that denotes a function.
func (b *builder) functionOf(e ast.Expr, id *ast.Ident, o *types.Func) val {
	switch recv := o.Signature().Recv(); {
	case recv != nil && types.IsInterface(recv.Type()):
		b.Refuse(e.Pos(), "a method of an interface as a value", "a function of this source")
	case b.k.Sourced(o.Pkg()) == nil && stdFuncs()[o.Pkg().Path()+"."+o.Name()] != nil:
		return funcVal(&function{obj: o, std: o.Pkg()})
	case b.k.Sourced(o.Pkg()) == nil:
		b.Refuse(e.Pos(), "function value "+o.Name()+" of package "+o.Pkg().Path(), "a function of this source")
	default:
		f := &function{obj: o.Origin()}
		if recv != nil && !b.info.IsType(e.(*ast.SelectorExpr).X) {
			x, ok := b.receiver(e.(*ast.SelectorExpr), o)
			if !ok {
				break
			}
			f.recv = []val{b.snapshot(x, e.Pos())}
		}
		targs, ok := b.instance(id, f.obj)
		if !ok {
			break
		}
		f.targs = targs
		return funcVal(f)
	}
	b.wrong(e.Pos())
	return b.zero(typ{kind: funcKind})
}

// callValue builds a call of a function value.
func (b *builder) callValue(e *ast.CallExpr, x val) []val {
	f := x.fn
	switch {
	case f == nil:
		if !b.broken() {
			b.Refuse(e.Pos(), "a call of a function that is not known when the kernel is compiled",
				"a call of a function of this source, or one kernel for each function")
		}
		return b.anything(e)
	case f.std != nil:
		return b.stdCall(e, f.std, f.obj.Name())
	case f.body != nil:
		return []val{b.yield(e, f.body, b.args(e.Args))}
	case f.lit != nil:
		sig, ok := b.info.Type(f.lit).(*types.Signature)
		if !ok {
			b.wrong(e.Pos())
			return b.anything(e)
		}
		return b.enterBody(e, &callee{environment: f.environment, sig: sig, node: f.lit, body: f.lit.Body, name: "func"},
			b.args(e.Args), 0)
	}
	c, ok := b.declared(e, f.obj)
	if !ok {
		return b.anything(e)
	}
	c.targs = f.targs
	args := append([]val(nil), f.recv...)
	args = append(args, b.args(e.Args)...)
	if recv := c.sig.Recv(); recv != nil && len(args) > 0 && f.recv == nil {
		args[0] = b.receiverArg(args[0], recv, e.Pos())
	}
	return b.enterBody(e, c, args, len(f.recv))
}

// receiverArg returns the first argument of a call of a method expression. (*T).M of a method of T takes a
// pointer.
func (b *builder) receiverArg(x val, recv *types.Var, pos token.Pos) val {
	if _, isPointer := recv.Type().Underlying().(*types.Pointer); !isPointer && x.t.kind == pointerKind {
		return b.get(b.pointee(x, pos))
	}
	return x
}

// callee is a body that is built in place of a call.
type callee struct {
	environment
	sig  *types.Signature
	node ast.Node // the declaration
	body *ast.BlockStmt
	name string
}

// maxReentered bounds how often a body may be nested in itself while it is built. Only function values can make a
// function reach itself here; plain recursion is refused earlier.
const maxReentered = 8

// reenter records that the body of node is being built. It reports whether that is allowed.
func (b *builder) reenter(e *ast.CallExpr, node ast.Node) bool {
	if b.active[node]++; b.active[node] <= maxReentered {
		return true
	}
	b.active[node]--
	if !b.broken() {
		b.Refuse(e.Pos(), "a function that calls itself by way of function values", "a loop")
	}
	return false
}

// shadow is the meaning of a variable before its function was entered again.
type shadow struct {
	o *types.Var
	v *variable // nil if it was not in scope
}

// bind makes v the variable for o. It saves a variable of an outer call of the same function, or of an enclosing
// function literal. unbind restores it when the body being built ends.
func (b *builder) bind(o *types.Var, v *variable) {
	if old := b.vars[o]; old != nil && old != v {
		b.shadows = append(b.shadows, shadow{o, old})
	}
	b.vars[o] = v
}

// withVars brings the variables of an environment into scope.
func (b *builder) withVars(vars map[*types.Var]*variable) {
	for o, v := range vars {
		b.shadows = append(b.shadows, shadow{o, b.vars[o]})
		b.vars[o] = v
	}
}

// unbind restores the variables that were shadowed since there were n shadows.
func (b *builder) unbind(n int) {
	for i := len(b.shadows) - 1; i >= n; i-- {
		if s := b.shadows[i]; s.v != nil {
			b.vars[s.o] = s.v
		} else {
			delete(b.vars, s.o)
		}
	}
	b.shadows = b.shadows[:n]
}

// setFunc sets the function of v, a variable of function type, for the variable's whole lifetime.
func (b *builder) setFunc(v *variable, x val) {
	if x.fn == nil && v.changes {
		return // the zero value of a result
	}
	if v.changes && v.fixed.fn != nil && v.fixed.fn != x.fn && !b.broken() {
		b.Refuse(v.pos, "a function that is one of several, as it turns out when the kernel runs",
			"if or switch around calls of each")
	}
	v.fixed = x
}

// refuseFuncVariable refuses a variable of function type that is assigned to.
func (b *builder) refuseFuncVariable(o *types.Var) {
	b.Refuse(o.Pos(), "function variable "+o.Name()+", which is assigned to after its declaration",
		o.Name()+" := func…, and if or switch around calls of several")
}

// knownFunc returns the function that a name denotes, or nil.
func (b *builder) knownFunc(e ast.Expr) *function {
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		if o, ok := b.info.Use(id).(*types.Var); ok && b.vars[o] != nil && b.vars[o].t.isFunc() {
			return b.vars[o].fixed.fn
		}
	}
	return nil
}

// instanceValue returns the value of a generic function with type arguments.
func (b *builder) instanceValue(e ast.Expr) val {
	if id := syntax.CalledName(e); id != nil {
		if o, ok := b.info.Use(id).(*types.Func); ok && o.Signature().Recv() == nil {
			return b.functionOf(e, id, o)
		}
	}
	b.Refuse(e.Pos(), "an instance of a generic function as a value", "a call of it")
	return b.zero(tInt)
}

// isFuncExpr reports whether e has a function type.
func (b *builder) isFuncExpr(e ast.Expr) bool {
	t := b.goType(e)
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// isNilFunc compares a function value with nil, the only comparison allowed.
func (b *builder) isNilFunc(op token.Token, x, y val) val {
	isNil := x.fn == nil && y.fn == nil
	return val{t: tBool, v: b.f.ConstBool(ir.TBool, isNil == (op == token.EQL))}
}
