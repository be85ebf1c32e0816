package frontend

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"hotloop/frontend/check"
	"hotloop/frontend/syntax"
	"hotloop/loopopt/ir"
)

// This file builds requests for objects that Go makes: errors and texts here, memory in alloc.go. A kernel yields
// with a request, as it does for the scheduler, and continues with the answer (ir.OpCall). Go code therefore calls
// fmt.Errorf, with values of the source's types, at the point where the source calls it. A request that takes
// arguments follows them in the same block with nothing in between.

// request makes a request of Go with two words of data.
func (b *builder) request(kind ir.SiteKind, msg string, t ir.Type, pos token.Pos, x, y *ir.Value) *ir.Value {
	s := b.f.NewSite(kind, ir.Pos(pos))
	s.Msg = msg
	v := b.cur.New(ir.OpCall, t, ir.Pos(pos), x, y)
	v.Aux = s
	return v
}

// ask makes a request without data.
func (b *builder) ask(kind ir.SiteKind, msg string, t ir.Type, pos token.Pos) *ir.Value {
	return b.request(kind, msg, t, pos, b.int(0), b.int(0))
}

// makeText builds a call of errors.New, fmt.Errorf or fmt.Sprintf.
func (b *builder) makeText(e *ast.CallExpr, o *types.Func) []val {
	t := b.typeOf(o.Signature().Results().At(0).Type(), e.Pos())
	if e.Ellipsis.IsValid() {
		b.Refuse(e.Pos(), "a call of "+o.FullName()+" with a list", "its elements as arguments")
		return []val{b.zero(t)}
	}
	if o.Name() == "New" {
		xs := b.args(e.Args)
		if !b.give(xs[0], e.Args[0], "") {
			return []val{b.zero(t)}
		}
		return []val{b.madeError(t, b.ask(ir.SiteNew, "", ir.TI64, e.Pos()), e.Pos())}
	}
	if o.Name() != "Errorf" && o.Name() != "Sprintf" {
		return b.madeText(e, o, t, e.Args, "%v")
	}
	format := b.info.Value(e.Args[0])
	if format == nil || format.Kind() != constant.String {
		b.Refuse(e.Pos(), "a call of "+o.FullName()+" whose format is no constant", "a constant format")
		return []val{b.zero(t)}
	}
	text := constant.StringVal(format)
	return b.madeText(e, o, t, e.Args[1:], text)
}

// madeText returns the result of o, a function of fmt, for the given arguments and format, which may be implied.
func (b *builder) madeText(e *ast.CallExpr, o *types.Func, t typ, rest []ast.Expr, text string) []val {
	if len(rest) == 1 && b.isTuple(rest[0]) {
		b.Refuse(e.Pos(), "a call of "+o.FullName()+" with the results of another call", "variables for them")
		return []val{b.zero(t)}
	}
	for i, x := range b.args(rest) {
		if !b.give(x, rest[i], text) {
			return []val{b.zero(t)}
		}
	}
	kind := ir.SiteSprintf
	switch o.Name() {
	case "Errorf":
		return []val{b.madeError(t, b.ask(ir.SiteErrorf, text, ir.TI64, e.Pos()), e.Pos())}
	case "Sprint":
		kind = ir.SiteSprint
	case "Sprintln":
		kind = ir.SiteSprintln
	}
	x := val{t: t, v: b.ask(kind, text, ir.TPtr, e.Pos())}
	x.len = b.ask(ir.SiteWord, "", ir.TI64, e.Pos())
	return []val{x}
}

// isTuple reports whether e has several values.
func (b *builder) isTuple(e ast.Expr) bool {
	_, ok := b.info.Type(e).(*types.Tuple)
	return ok
}

// madeError returns the error whose second word was just answered.
func (b *builder) madeError(t typ, data *ir.Value, pos token.Pos) val {
	return val{t: t, leaves: []*ir.Value{b.ask(ir.SiteWord, "", ir.TI64, pos), data}}
}

// give makes x, the value of e, an argument of the next request that takes arguments. For a function of fmt,
// format is its format string. Values with methods that would be called, and types that this program does not
// have, are refused.
func (b *builder) give(x val, e ast.Expr, format string) bool {
	t, pos := b.goType(e), e.Pos()
	refuse := func(what, instead string) bool {
		if !b.broken() {
			b.Refuse(pos, what+" in an error, a text or a panic", instead)
		}
		return false
	}
	if t == nil {
		return refuse("something without a type", "a number or a string")
	}
	if tv := b.info.TypeAndValue(e); tv.Value != nil && tv.Value.Kind() == constant.String && t == types.Typ[types.String] {
		b.ask(ir.SiteText, constant.StringVal(tv.Value), ir.TI64, pos)
		return true
	}
	name := b.typeName(t)
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Kind() == types.UntypedNil {
			b.ask(ir.SiteArg, "nil", ir.TI64, pos)
			return true
		}
		named := types.Unalias(t) != types.Type(u) && types.Unalias(t) != types.Typ[u.Kind()]
		switch {
		case named && (format == "" || strings.Contains(format, "%T") || strings.Contains(format, "#")):
			return refuse("a value of type "+name+", whose name would show", "it converted to "+u.Name())
		case named && b.k.FormatsItself(t, b.opts.World):
			return refuse("a value of type "+name+", which may have a method for its text", "it converted to "+u.Name())
		case u.Info()&types.IsUntyped != 0:
			u = types.Default(u).(*types.Basic)
		}
		return b.giveBasic(x, types.Typ[u.Kind()].Name(), pos)
	case *types.Interface:
		kind := "any"
		switch {
		case types.Identical(u, types.Universe.Lookup("error").Type().Underlying()):
			kind = "error"
		case u.NumMethods() > 0:
			return refuse("an interface", "an error, a number or a string")
		}
		words := b.leavesOf(x, pos)
		if len(words) != 2 {
			return false
		}
		b.request(ir.SiteArg, kind, ir.TI64, pos, words[0], words[1])
		return true
	}
	return refuse("a value of type "+name, "numbers, strings and errors")
}

// giveBasic is give for a value of a basic type.
func (b *builder) giveBasic(x val, name string, pos token.Pos) bool {
	bits := func(v *ir.Value) *ir.Value {
		switch v.Type.Elem {
		case ir.F32:
			v = b.cur.New(ir.OpBitcast, ir.TI32, ir.Pos(pos), v)
			return b.cur.New(ir.OpZExt, ir.TI64, ir.Pos(pos), v)
		case ir.F64, ir.Ptr:
			return b.cur.New(ir.OpBitcast, ir.TI64, ir.Pos(pos), v)
		}
		return v
	}
	second := b.int(0)
	var first *ir.Value
	switch {
	case x.t.isComplex():
		parts := b.leavesOf(x, pos)
		first, second = bits(parts[0]), bits(parts[1])
	case x.t.kind == stringKind:
		first, second = bits(x.v), x.len
	case x.t.elem == ir.Bool:
		first = b.cur.New(ir.OpZExt, ir.TI64, ir.Pos(pos), x.v)
	case x.t.elem.IsFloat():
		first = bits(x.v)
	case x.t.elem.IsInt():
		first = b.resize(x, ir.I64, pos)
	default:
		return false
	}
	b.request(ir.SiteArg, name, ir.TI64, pos, first, second)
	return true
}

// giveError is give for a panic with a value of an error type of the source. It passes an error whose text is the
// result of the value's Error method. It reports false if x is not such a value. If the program may have the type,
// the panic is refused: a recover could type-assert the value, and Go cannot make a value of a type that only the
// source declares.
func (b *builder) giveError(e *ast.CallExpr, x val) bool {
	t := b.goType(e.Args[0])
	m := check.ErrorMethod(t)
	if m == nil || b.k.Funcs[m] == nil {
		return false
	}
	if b.opts.World != syntax.TextOnly {
		b.Refuse(e.Args[0].Pos(), "a panic with a value of type "+b.typeName(t)+", which kernels cannot make",
			"a panic with a string or with what errors.New returns")
		return false
	}
	c, ok := b.declared(e, m)
	if !ok {
		return false
	}
	text := b.enterBody(&ast.CallExpr{Fun: e.Args[0], Lparen: e.Lparen, Rparen: e.Rparen}, c, []val{x}, 1)
	if len(text) != 1 || text[0].t.kind != stringKind || b.cur == nil {
		return false
	}
	b.giveBasic(text[0], "string", e.Pos())
	made := b.madeError(typ{}, b.ask(ir.SiteNew, "", ir.TI64, e.Pos()), e.Pos())
	b.request(ir.SiteArg, "error", ir.TI64, e.Pos(), made.leaves[0], made.leaves[1])
	return true
}

// panicsWith ends the block with a panic whose value Go makes.
func (b *builder) panicsWith(e *ast.CallExpr) {
	xs := b.args(e.Args)
	if !b.giveError(e, xs[0]) && (b.broken() || !b.give(xs[0], e.Args[0], "")) {
		return
	}
	b.ask(ir.SiteValue, "", ir.TI64, e.Pos())
	b.check(ir.SiteRaise, e.Pos(), false, b.f.ConstBool(ir.TBool, false))
	b.cur.Kind = ir.BlockTrap
	b.cur = nil
}

// copiesBytes is the common start of messages about conversions that copy.
const copiesBytes = "the conversion copies its bytes to memory that Go makes, because "

// requests lists, in finished SSA, what Go makes for a kernel and what to write instead.
func (b *builder) requests() (list []Warning) {
	copies := map[*ir.Value]*conversion{}
	for _, c := range b.conversions {
		if c.store.Block != nil {
			copies[c.copied()] = c
		}
	}
	for v := range ir.Values(b.f.Blocks) {
		if v.Op != ir.OpCall {
			continue
		}
		text := ""
		switch kind := v.Aux.(*ir.Site).Kind; kind {
		case ir.SiteMake:
			switch c := copies[v]; {
			case c == nil:
				text = "Go makes memory here in each call; use a slice parameter, or an array that stays in the kernel"
			case c.stored:
				text = copiesBytes + "they may be stored to while the copy is in use; use the copy before the stores"
			default:
				text = copiesBytes + "the copy is stored to, returned or passed on; read it only"
			}
		case ir.SiteMove:
			text = "append has Go make memory where there is no room; pass a slice with enough capacity"
		case ir.SiteNew, ir.SiteErrorf, ir.SiteSprintf, ir.SiteSprint, ir.SiteSprintln:
			text = "Go makes an error or a text here; return a number, and make it in the caller"
		}
		if text != "" {
			list = append(list, Warning{Pos: b.Fset.Position(token.Pos(v.Pos)), Msg: text})
		}
	}
	return list
}
