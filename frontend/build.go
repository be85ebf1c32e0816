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

// builder builds the SSA of one kernel.
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

	// hoisted holds values that were computed ahead of their enclosing expression.
	hoisted map[ast.Expr][]val
	rounded map[*ir.Value]bool // values that an explicit conversion rounded: see fusable.go
	invalid token.Pos          // position of the first unsupported expression for which nothing was refused
}

// where is the current position in the program being built.
type where struct {
	// cur is the block that new values are appended to. It is nil in unreachable code, which is skipped.
	cur     *ir.Block
	fn      *check.Func      // the function whose body is being built
	frame   *frame           // of the inlined call being built, nil for the kernel itself
	active  map[ast.Node]int // how often each declaration, literal or range-over-func loop is being built
	inlined int
	notes   []Warning            // see Result
	noted   map[*check.Func]bool // functions that already have a note
	steps   int                  // statements built
	targets *target
	within  *rangeFunc // the range-over-func loop whose body is being built
	leaveTo *ir.Block
	kept    []*variable // kernel results that such a body returns
	mode    directive.Mode
	groups  ir.AccessGroups   // access groups of the statements being built
	labels  map[string]*label // labels of the current body that goto statements jump to
}

// variables is the state of SSA construction (see ssa.go).
type variables struct {
	vars    map[*types.Var]*variable
	shadows []shadow // variables hidden by bind, innermost last
	defs    map[defKey]*ir.Value
	nvars   int32
	sealed  []bool // by block ID
	pending map[ir.ID][]pendingPhi
	tables  *tables // the pooled tables that back these maps
}

// layouts are the types seen so far (see types.go and generics.go).
type layouts struct {
	shapes map[types.Type]*shape
	// sameShapes finds the shape of an identical type.
	sameShapes map[string]*shape
	refs       []*shape // shapes that pointers refer to
	interfaces []*shape
	// typeArgs are the type arguments of the function being built.
	typeArgs typeArgs
}

// objects describes objects in memory and what is known about pointers.
type objects struct {
	// made holds, for each of f.Locals, the block that creates it. frameSize is their total size.
	made []*ir.Block
	// localTypes holds the types of f.Locals.
	localTypes []typ
	frameSize  int64
	nonNil     map[nilKey]bool
	globals    map[*types.Var]val
	placed     map[*types.Var]*address // variables passed with WithGlobal
	origins    []Origin                // of f.Params
	returns    []Origin                // of f.Results
	// storedAddresses reports whether the kernel stores an address.
	storedAddresses bool
	parted          bool // some parameter or result is a struct, an array or an address
	addresses       []addressResult
	leaving         map[*variable]*address // locations of variables whose addresses the return being built returns
	loaded          map[behind]val         // parameters behind pointers
	gotoLoops       []*label
	conversions     []*conversion // conversions between strings and byte slices, in order
}

// val is the value of an expression. A scalar has only v. A slice has a pointer, a length and a capacity. A string
// has a pointer and a length. A pointer to an array has the pointer and a flag that it is not nil. An array or
// struct has its leaves or, if there are too many, its location in memory.
type val struct {
	t      typ
	v      *ir.Value
	len    *ir.Value
	cap    *ir.Value
	nonNil *ir.Value
	fn     *function // the function of a function value; nil if the value is nil or unknown
	to     *place    // the referent of a pointer, if known; a pointer to a variable has nothing else
	leaves []*ir.Value
	mem    *address // an aggregate too large for leaves is all zeros if leaves and mem are nil
	fresh  bool     // only this value refers to mem
}

// frame is an inlined call. Its returns jump to end.
type frame struct {
	sig     *types.Signature
	results []*variable
	end     *ir.Block
}

// These are the costs of source text in units of ir.Func.Spend: per byte to parse, and per expression to check and
// to build SSA.
const (
	stepsPerByte = 16
	stepsPerExpr = 400
)

// buildSSA builds the SSA of k.
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
	fset := k.Pkg.Fset // do not capture the syntax trees: a kernel in use keeps this closure alive
	b.f.Position = func(p ir.Pos) string { return syntax.Position(fset.Position(token.Pos(p))) }
	b.cur = b.f.Entry()
	b.seal(b.cur)

	sig := obj.Signature()
	res := &Result{Func: b.f, Unsafe: b.k.Retypes()}
	// Type arguments come first, because everything below asks for types. The body is built only if the signature
	// is valid. Otherwise an error in a parameter would be reported again at each use.
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
	// The following checks need finished SSA. Only there is it known which objects an address may refer to and
	// which accesses remain.
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

// finish brings the SSA into the form that the optimizer expects: no copies, no redundant phis, no dead values,
// and blocks in reverse postorder.
func (b *builder) finish() {
	b.f.ElimCopies()
	b.f.RemoveUnreachable()
	b.simplifyPhis()
	b.shareViews()
	for _, blk := range b.f.Blocks {
		// A loop whose body always leaves it is not a loop.
		if blk.Loop != nil && len(blk.Preds) < 2 {
			for _, a := range blk.Loop.Attrs {
				if a.Pos != 0 {
					b.Warnf(token.Pos(a.Pos), "%v has no effect: the loop ends in its first iteration", a)
				}
			}
			blk.Loop = nil
		}
	}
	// Fusing looks for sums that a phi carries around a loop, so redundant phis must be removed first.
	fuse(b.f)
	b.f.RemoveDead()
	if narrowMath(b.f) {
		b.f.RemoveDead()
	}
	b.f.Arrange(b.f.ReversePostorder())
	b.f.Layout()
}

// new appends a value to the current block. All values of expressions are made here. Only arithmetic and
// comparisons get the floating-point flags. Code that calls b.cur.New directly omits the flags on purpose.
func (b *builder) new(op ir.Op, t ir.Type, pos token.Pos, args ...*ir.Value) *ir.Value {
	v := b.cur.New(op, t, ir.Pos(pos), args...)
	if fp := b.mode.Permits(); fp != 0 && takesFlags(op, v) {
		v.FP = fp
	}
	return v
}

// takesFlags reports whether v is floating-point arithmetic or a floating-point comparison.
func takesFlags(op ir.Op, v *ir.Value) bool {
	switch op.Info().Rule {
	case ir.RuleFloat, ir.RuleCmpFloat:
		return true
	case ir.RuleSame, ir.RuleCmpAny:
		return op.Is(ir.FlagElementwise) && v.Args[0].Type.Elem.IsFloat()
	}
	return op == ir.OpFTrunc || op == ir.OpFExt
}

// check panics with a panic of the given kind unless cond holds. The operands appear in the panic message.
func (b *builder) check(kind ir.SiteKind, pos token.Pos, unsigned bool, cond *ir.Value,
	operands ...*ir.Value) *ir.Site {
	s := b.f.NewSite(kind, ir.Pos(pos))
	s.Unsigned = unsigned
	v := b.cur.New(ir.OpCheck, ir.TVoid, ir.Pos(pos), cond)
	v.AddArgs(operands...)
	v.Aux = s
	return s
}
