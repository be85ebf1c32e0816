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

// builder makes the SSA of one kernel.
type builder struct {
	syntax.Reports
	k    *check.Kernel
	info *check.Info
	opts Options
	f    *ir.Func

	where
	variables
	layouts
	objects

	// hoisted holds what was computed ahead of the expression it stands in.
	hoisted map[ast.Expr][]val
	rounded map[*ir.Value]bool // by an explicit conversion: see fusable.go
	invalid token.Pos          // of the first thing without a type that kernels have, if nothing was refused for it
}

// where is the place in the program that is being built.
type where struct {
	// cur is where values go; nil in code that cannot be reached, which is skipped.
	cur     *ir.Block
	fn      *check.Func      // whose body is being built
	frame   *frame           // of the inlined call being built, nil for the kernel itself
	active  map[ast.Node]int // bodies being built, and how often: declarations, literals, loops over functions
	inlined int
	notes   []Warning            // see Result
	noted   map[*check.Func]bool // functions that notes are about
	steps   int                  // statements built
	targets *target
	within  *rangeFunc // the range over a function whose body is being built, and where that is left to
	leaveTo *ir.Block
	kept    []*variable // results of the kernel, where such a body returns
	mode    directive.Mode
	groups  ir.AccessGroups   // of the statements being built
	labels  map[string]*label // of the body being built, those that goto statements lead to
}

// variables is the state of SSA construction: see ssa.go.
type variables struct {
	vars    map[*types.Var]*variable
	shadows []shadow // of vars, innermost last: see bind
	defs    map[defKey]*ir.Value
	nvars   int32
	sealed  []bool // by block ID
	pending map[ir.ID][]pendingPhi
	tables  *tables // which these and more are of
}

// layouts are the types met so far: see types.go and generics.go.
type layouts struct {
	shapes map[types.Type]*shape
	// sameShapes finds the shape of another type that is identical.
	sameShapes map[string]*shape
	refs       []*shape // of what pointers refer to
	interfaces []*shape
	// typeArgs are the types that the type parameters of the function being built stand for.
	typeArgs typeArgs
}

// objects are what lies in memory, and what is known of pointers.
type objects struct {
	// made is the block in which each of f.Locals comes into being; frameSize what they take together.
	made []*ir.Block
	// localTypes are the types of f.Locals.
	localTypes []typ
	frameSize  int64
	nonNil     map[nilKey]bool
	globals    map[*types.Var]val
	placed     map[*types.Var]*address // variables that were handed over
	origins    []Origin                // of f.Params
	returns    []Origin                // of f.Results
	// storedAddresses: there is a store of one.
	storedAddresses bool
	parted          bool // there are structs, arrays or addresses among the parameters and results
	addresses       []addressResult
	leaving         map[*variable]*address // where variables are that the return being built returns pointers to
	loaded          map[behind]val         // parameters that lie behind pointers
	gotoLoops       []*label
	conversions     []*conversion // between strings and slices of bytes, as they were built
}

// val is the value of an expression: of a scalar v alone, of a slice its pointer, length and capacity, of a string
// pointer and length, of a pointer to an array itself and whether it is not nil. Of an array or a struct it is the
// leaves, or, if there are too many of them, the place in memory where it is.
type val struct {
	t      typ
	v      *ir.Value
	len    *ir.Value
	cap    *ir.Value
	nonNil *ir.Value
	fn     *function // of a function value; nil is nil, or one that is not known
	to     *place    // of a pointer: what it refers to, where that is known; of a variable there is nothing else
	leaves []*ir.Value
	mem    *address // with leaves == nil and mem == nil an aggregate too large for leaves is all zeros
	fresh  bool     // mem is memory that only this value knows of
}

// frame is an inlined call: where its returns go.
type frame struct {
	sig     *types.Signature
	results []*variable
	end     *ir.Block
}

// What text costs, in units of ir.Func.Spend: to be parsed, and what the kernel needs of it to be checked and made
// SSA of.
const (
	stepsPerByte = 16
	stepsPerExpr = 400
)

// buildSSA makes the SSA of k.
func buildSSA(k *check.Kernel, opts Options) (*Result, error) {
	obj, _ := k.Info.Def(k.Fn.Name).(*types.Func)
	newFunc := ir.NewFunc
	if opts.Transient {
		newFunc = ir.NewTransient
	}
	tables := builderTables.Get()
	defer tables.release()
	b := &builder{
		Reports: syntax.Reports{Fset: k.Pkg.Fset, Warns: append([]syntax.Warning(nil), k.Warns...)},
		k:       k, info: k.Info, opts: opts,
		f: newFunc(k.Name),
		where: where{fn: k.Funcs[obj], active: tables.active,
			mode: directive.Mode{Flags: opts.FP, Written: opts.FPWritten}},
		variables: variables{vars: tables.vars, defs: tables.defs, pending: tables.pending, tables: tables},
	}
	b.active[k.Fn] = 1
	if b.fn.Fp != nil {
		b.mode = *b.fn.Fp
	}
	b.f.Spend(stepsPerByte*k.Pkg.Bytes() + stepsPerExpr*k.Exprs)
	b.f.FP, b.f.Pos = b.mode.Permits(), ir.Pos(k.Fn.Name.Pos())
	fset := k.Pkg.Fset // and not the syntax trees: a kernel in use keeps the function alive
	b.f.Position = func(p ir.Pos) string { return syntax.Position(fset.Position(token.Pos(p))) }
	b.cur = b.f.Entry()
	b.seal(b.cur)

	sig := obj.Signature()
	res := &Result{Func: b.f, Unsafe: b.k.Retypes()}
	// Type arguments come first: everything below asks for types. The body is built only if the signature is right:
	// what is wrong with a parameter would show again wherever the body uses it.
	b.instantiate(sig)
	if !b.broken() {
		b.parameters(sig, res)
		b.results(sig)
	}
	if !b.broken() {
		b.matchType(sig)
		b.matchEntry()
		res.Assumed = k.Assumed(&b.Reports, opts.World)
		b.checkGlobals()
	}
	if !b.broken() {
		b.labels = b.labelsIn(k.Fn.Body)
		b.stmts(k.Fn.Body.List)
		if b.cur != nil {
			b.ret(nil, k.Fn.Body.Rbrace)
		}
		b.tooLarge()
	}
	if b.invalid.IsValid() && len(b.Errs) == 0 && !k.RefuseForeign(&b.Reports, b.invalid) {
		b.Refuse(b.invalid, "something that kernels do not have", "loops over numbers, slices and arrays of such")
	}
	if err := b.Err(); err != nil {
		return nil, err
	}
	b.finish()
	res.Fusable = b.fusable()
	b.enteredTwice()
	if err := b.Err(); err != nil {
		return nil, err
	}
	// What follows looks at finished SSA: only there is it known which objects an address may lie in, and which
	// accesses are left.
	b.storesToTables()
	b.escaping()
	b.storedObjects()
	b.outliving()
	b.returnedAddresses()
	if err := b.Err(); err != nil {
		return nil, err
	}
	b.dropUnusedTables()
	res.Warnings, res.Notes, res.Makes = b.Warns, b.notes, b.requests()
	if b.parted || b.loaded != nil {
		res.Params, res.Returns = b.origins, b.returns
	}
	res.Signature = sig
	if len(b.typeArgs) > 0 {
		res.Signature = types.NewSignatureType(nil, nil, nil, b.subst(sig.Params()).(*types.Tuple),
			b.subst(sig.Results()).(*types.Tuple), false)
	}
	return res, nil
}

// finish brings the SSA into the form the optimizer expects: no copies, no useless phis, no dead values, blocks in
// reverse postorder.
func (b *builder) finish() {
	b.f.ElimCopies()
	b.f.RemoveUnreachable()
	b.simplifyPhis()
	b.shareViews()
	for _, blk := range b.f.Blocks {
		// A loop whose body always leaves it is none.
		if blk.Loop != nil && len(blk.Preds) < 2 {
			for _, a := range blk.Loop.Attrs {
				if a.Pos != 0 {
					b.Warnf(token.Pos(a.Pos), "%v has no effect: the loop ends in its first iteration", a)
				}
			}
			blk.Loop = nil
		}
	}
	// Fusing looks for sums that a phi carries around a loop, so the useless phis must be gone.
	fuse(b.f)
	b.f.RemoveDead()
	if narrowMath(b.f) {
		b.f.RemoveDead()
	}
	b.f.Arrange(b.f.ReversePostorder())
	b.f.Layout()
}

// new appends a value to the current block; all values of expressions are made here. The flags of the floating-point
// mode go on arithmetic and comparisons only; who makes a value with b.cur.New leaves them out on purpose.
func (b *builder) new(op ir.Op, t ir.Type, pos token.Pos, args ...*ir.Value) *ir.Value {
	v := b.cur.New(op, t, ir.Pos(pos), args...)
	if fp := b.mode.Permits(); fp != 0 && takesFlags(op, v) {
		v.FP = fp
	}
	return v
}

// takesFlags says whether v is floating-point arithmetic or a comparison of floats.
func takesFlags(op ir.Op, v *ir.Value) bool {
	switch op.Info().Rule {
	case ir.RuleFloat, ir.RuleCmpFloat:
		return true
	case ir.RuleSame, ir.RuleCmpAny:
		return op.Is(ir.FlagElementwise) && v.Args[0].Type.Elem.IsFloat()
	}
	return op == ir.OpFTrunc || op == ir.OpFExt
}

// check ends the kernel with a panic of that kind unless cond holds. The operands are what the panic's text shows.
func (b *builder) check(kind ir.SiteKind, pos token.Pos, unsigned bool, cond *ir.Value,
	operands ...*ir.Value) *ir.Site {
	s := b.f.NewSite(kind, ir.Pos(pos))
	s.Unsigned = unsigned
	v := b.cur.New(ir.OpCheck, ir.TVoid, ir.Pos(pos), cond)
	v.AddArgs(operands...)
	v.Aux = s
	return s
}
