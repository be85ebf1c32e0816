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

// A function value is known while the kernel is built: a function literal, a function or method of the source, or the
// body of a range over a function (rangefunc.go). So every call of one is inlined, like any other call. Function values
// never become data: a variable that holds one has it from its declaration on, and fields, elements and parameters of
// the kernel hold none that could be called.
//
// A literal refers to the variables around it. It keeps those that were in scope when it was computed (environment):
// the function around it may be inlined again before the literal is called.

// function is what a function value calls.
type function struct {
	obj  *types.Func // a function or method; of a method value recv is the receiver
	recv []val
	std  *types.Package // of a function that is computed by an operation
	lit  *ast.FuncLit
	body *rangeFunc // yield, in a range over a function
	environment
}

// environment is what the code of a function literal or the body of a loop refers to.
type environment struct {
	fn    *check.Func
	targs typeArgs
	mode  directive.Mode
	vars  map[*types.Var]*variable
}

// isFunc says whether t is a function type.
func (t typ) isFunc() bool { return t.kind == funcKind }

// funcVal is the value that calls f.
func funcVal(f *function) val { return val{t: typ{kind: funcKind}, fn: f} }

// around is the environment of n, a part of the function that is being built.
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

// functionOf is the value of a name of a function, or of a selector of one.
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

// callValue computes a call of a function value.
func (b *builder) callValue(e *ast.CallExpr, x val) []val {
	f := x.fn
	switch {
	case f == nil:
		if !b.broken() {
			b.Refuse(e.Pos(), "a call of a function that is not known when the kernel is compiled",
				"a call of a function of this source, or one kernel for each function,")
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

// receiverArg is the first argument of a call of a method expression: (*T).M of a method of T takes a pointer.
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
	node ast.Node // that declares it
	body *ast.BlockStmt
	name string
}

// maxReentered bounds how often a body is being built inside of itself. A function may lead to itself by function
// values alone: plain recursion is refused before.
const maxReentered = 8

// reenter notes that the body of node is being built, and says whether it may be.
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

// shadow is what a variable was before the function that declares it was entered again.
type shadow struct {
	o *types.Var
	v *variable // nil: it was not in scope
}

// bind makes v the variable that o stands for. One that an outer call of the same function has, or a function literal
// around, is back when the body that is being built ends (unbind).
func (b *builder) bind(o *types.Var, v *variable) {
	if old := b.vars[o]; old != nil && old != v {
		b.shadows = append(b.shadows, shadow{o, old})
	}
	b.vars[o] = v
}

// withVars puts the variables of an environment in scope.
func (b *builder) withVars(vars map[*types.Var]*variable) {
	for o, v := range vars {
		b.shadows = append(b.shadows, shadow{o, b.vars[o]})
		b.vars[o] = v
	}
}

// unbind brings back what has been shadowed since there were n such variables.
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

// setFunc gives v, a variable of function type, its function: one for all of its life.
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

// knownFunc is the function that a name stands for, or nil.
func (b *builder) knownFunc(e ast.Expr) *function {
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		if o, ok := b.info.Use(id).(*types.Var); ok && b.vars[o] != nil && b.vars[o].t.isFunc() {
			return b.vars[o].fixed.fn
		}
	}
	return nil
}

// instanceValue is the value of a generic function with type arguments.
func (b *builder) instanceValue(e ast.Expr) val {
	if id := syntax.CalledName(e); id != nil {
		if o, ok := b.info.Use(id).(*types.Func); ok && o.Signature().Recv() == nil {
			return b.functionOf(e, id, o)
		}
	}
	b.Refuse(e.Pos(), "an instance of a generic function as a value", "a call of it")
	return b.zero(tInt)
}

// isFuncExpr says whether e is of a function type.
func (b *builder) isFuncExpr(e ast.Expr) bool {
	t := b.goType(e)
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// isNilFunc compares function values with nil: only that is allowed.
func (b *builder) isNilFunc(op token.Token, x, y val) val {
	isNil := x.fn == nil && y.fn == nil
	return val{t: tBool, v: b.f.ConstBool(ir.TBool, isNil == (op == token.EQL))}
}
