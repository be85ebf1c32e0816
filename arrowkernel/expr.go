package arrowkernel

import (
	"errors"
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/scanner"
	"go/token"
	"strconv"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
)

// Error is an error in an expression.
type Error struct {
	Expr   string // as it was passed to [Expr]
	Column int    // byte of the expression at which the error is, from 1
	Msg    string
}

// Error returns the message, the expression, and a mark under the column.
func (e *Error) Error() string {
	return fmt.Sprintf("%s\n\t%s\n\t%*s", e.Msg, e.Expr, e.Column, "^")
}

// node is a checked expression as generated text.
type node struct {
	kind kind
	typ  arrow.DataType // of dates, times and durations; nil for others
	// A number has a value and terms that must all be true for it to be there. A condition is true where yes is, and false
	// where no is; it is null where neither is.
	value   string
	ok      []string
	yes, no string
	strict  bool           // null exactly where one of its columns is
	divides bool           // may panic
	number  constant.Value // of a literal, which has no type yet
	text    *text
}

// text is a string: a literal, or a column.
type text struct {
	literal string
	column  int // in the schema; -1 for a literal
}

// generator writes the text of a kernel.
type generator struct {
	expr    string
	schema  *arrow.Schema
	nulls   bool // columns may have nulls
	slots   slotsOf
	sources []source
	valid   map[int]int // slots of what is null, by column
	used    []int       // columns, in the order of the expression
	err     *Error
}

// maxText bounds the generated text.
const maxText = 1 << 16

// expression reads the text.
func (g *generator) expression() (node, error) {
	e, err := parser.ParseExpr(g.expr)
	var list scanner.ErrorList
	switch {
	case errors.As(err, &list):
		return node{}, &Error{g.expr, min(max(1, list[0].Pos.Offset+1), len(g.expr)+1), strings.ReplaceAll(list[0].Msg, "newline", "the end")}
	case err != nil:
		return node{}, &Error{g.expr, 1, err.Error()}
	}
	n := g.node(e)
	switch {
	case g.err != nil:
	case n.number != nil || len(g.used) == 0:
		g.fail(e, "the expression has no column")
	case n.text != nil:
		g.fail(e, "the result is a string; compare it, or use len")
	}
	if g.err != nil {
		return node{}, g.err
	}
	return n, nil
}

// fail keeps the first error.
func (g *generator) fail(at ast.Node, format string, args ...any) node {
	return g.failAt(at.Pos(), format, args...)
}

func (g *generator) failAt(at token.Pos, format string, args ...any) node {
	if g.err == nil {
		g.err = &Error{g.expr, int(at), fmt.Sprintf(format, args...)}
	}
	return node{}
}

func (g *generator) node(e ast.Expr) node {
	n := g.any(e)
	if len(n.value)+len(n.yes)+len(n.no) > maxText {
		return g.fail(e, "the expression is too long")
	}
	return n
}

func (g *generator) any(e ast.Expr) node {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return g.node(e.X)
	case *ast.Ident:
		if e.Name == "true" || e.Name == "false" {
			return g.condition(e.Name, nil, node{strict: true})
		}
		return g.column(e, e.Name)
	case *ast.BasicLit:
		return g.literal(e)
	case *ast.UnaryExpr:
		return g.unary(e)
	case *ast.BinaryExpr:
		return g.binary(e)
	case *ast.CallExpr:
		return g.call(e)
	}
	return g.fail(e, "this is no expression of columns, numbers and functions")
}

func (g *generator) literal(e *ast.BasicLit) node {
	switch e.Kind {
	case token.INT, token.FLOAT:
		return node{number: constant.MakeFromLiteral(e.Value, e.Kind, 0), strict: true}
	case token.STRING:
		s, err := strconv.Unquote(e.Value)
		if err == nil {
			return node{text: &text{s, -1}, strict: true}
		}
	}
	return g.fail(e, "%s is not supported; use a number or a string", e.Value)
}

// column is a column of the schema.
func (g *generator) column(at ast.Expr, name string) node {
	found := g.schema.FieldIndices(name)
	switch len(found) {
	case 0:
		return g.fail(at, "the schema has no column %s%s", name, g.similar(name))
	case 1:
	default:
		return g.fail(at, "the schema has %d columns %s", len(found), name)
	}
	column := found[0]
	g.use(column)
	typ := g.schema.Field(column).Type
	read := readValues
	if d, ok := typ.(*arrow.DictionaryType); ok {
		typ, read = d.ValueType, readDictionary
	}
	if isText(typ) {
		return node{text: &text{"", column}, strict: true, ok: g.validity(at, column)}
	}
	k, ok := kindOf(typ)
	switch {
	case !ok || k == bools && read == readDictionary:
		return g.fail(at, "column %s is of type %v; numbers, bools, dates, times and strings are supported", name, g.schema.Field(column).Type)
	case k == bools:
		read = readBits
	}
	value := g.source(at, source{column: column, kind: k, read: read}) + "[i]"
	if k == bools {
		return g.condition(value, g.validity(at, column), node{strict: true})
	}
	n := node{kind: k, value: value, ok: g.validity(at, column), strict: true}
	if _, ok := numericKind(typ); !ok {
		n.typ = typ
	}
	return n
}

func isText(t arrow.DataType) bool {
	switch t.ID() {
	case arrow.STRING, arrow.LARGE_STRING, arrow.BINARY, arrow.LARGE_BINARY:
		return true
	}
	return false
}

// similar suggests a name that differs in case only, or begins alike.
func (g *generator) similar(name string) string {
	for _, f := range g.schema.Fields() {
		if strings.EqualFold(f.Name, name) || len(name) > 1 && strings.HasPrefix(f.Name, name[:len(name)-1]) {
			return "; did you mean " + f.Name + "?"
		}
	}
	return ""
}

// use records a column.
func (g *generator) use(column int) {
	for _, c := range g.used {
		if c == column {
			return
		}
	}
	g.used = append(g.used, column)
}

// source returns the variable with the elements of a source.
func (g *generator) source(at ast.Node, s source) string {
	for i, other := range g.sources {
		s.slot = other.slot
		if s == other {
			return fmt.Sprintf("c%d", i)
		}
	}
	slot, ok := g.slots.next(s.kind)
	if !ok {
		g.fail(at, "too many columns: an expression reads at most %d of type %v", slots-1, s.kind)
		return ""
	}
	s.slot = slot
	g.sources = append(g.sources, s)
	return fmt.Sprintf("c%d", len(g.sources)-1)
}

// validity returns the terms for "the column is not null".
func (g *generator) validity(at ast.Node, column int) []string {
	if !g.nulls {
		return nil
	}
	if _, ok := g.valid[column]; !ok {
		slot, ok := g.slots.next(bools)
		if !ok {
			g.fail(at, "too many columns and conditions of strings")
			return nil
		}
		g.valid[column] = slot
	}
	return []string{fmt.Sprintf("v%d[i]", column)}
}

// condition is the node of what is true by the expression is, where all of ok are. The rest is from like.
func (g *generator) condition(is string, ok []string, like node) node {
	like.kind, like.typ, like.value, like.ok = bools, nil, "", nil
	terms := ""
	if len(ok) > 0 {
		terms = strings.Join(ok, " && ") + " && "
	}
	like.yes, like.no = "("+terms+is+")", "("+terms+"!("+is+"))"
	return like
}

// both returns the terms of two nodes.
func both(x, y []string) []string {
	terms := append([]string(nil), x...)
next:
	for _, t := range y {
		for _, u := range x {
			if t == u {
				continue next
			}
		}
		terms = append(terms, t)
	}
	return terms
}

func (n node) describe() string {
	switch {
	case n.text != nil:
		return "a string"
	case n.number != nil:
		return "a number"
	case n.typ != nil:
		return n.typ.String()
	case n.kind == bools:
		return "a condition"
	}
	return n.kind.String()
}

// isNumeric reports whether n can be computed with.
func (n node) isNumeric() bool {
	return n.text == nil && n.typ == nil && (n.number != nil || n.value != "")
}

// typed gives a literal number a kind. It is the kind of the other operand if that holds it, as in Go.
func (g *generator) typed(at ast.Node, n node, k kind) node {
	if n.number == nil {
		return n
	}
	if v := constant.ToInt(n.number); !k.float() && v.Kind() == constant.Int {
		for _, k := range []kind{k, int64s, uint64s} {
			if holds(k, v) {
				return node{kind: k, value: fmt.Sprintf("%v(%s)", k, v.ExactString()), strict: true}
			}
		}
		return g.fail(at, "%s does not fit in 64 bits", v)
	} else if !k.float() {
		k = float64s
	}
	f, _ := constant.Float64Val(constant.ToFloat(n.number))
	return node{kind: k, value: fmt.Sprintf("%v(%s)", k, strconv.FormatFloat(f, 'g', -1, 64)), strict: true}
}

// holds reports whether an integer is a value of an integer kind.
func holds(k kind, v constant.Value) bool {
	bits := uint(8 * k.size())
	if k.signed() {
		i, exact := constant.Int64Val(v)
		return exact && i>>(bits-1) == i>>63
	}
	u, exact := constant.Uint64Val(v)
	return exact && u>>(bits-1)>>1 == 0
}

// to converts a number.
func (n node) to(k kind) node {
	if n.kind != k {
		n.kind, n.value = k, fmt.Sprintf("%v(%s)", k, n.value)
	}
	return n
}

// numbers gives numbers a common kind. Those with the type of a date or time keep it.
func (g *generator) numbers(at token.Pos, list []node, args []ast.Expr) []node {
	out := make([]node, len(list))
	var typ arrow.DataType
	k, known := int64s, false // of the operands that are no literals
	for i, n := range list {
		switch {
		case g.err != nil:
			return out
		case n.typ != nil:
			if typ != nil && !arrow.TypeEqual(typ, n.typ) {
				g.failAt(at, "%v and %v have different types; convert them, as in int64(x)", typ, n.typ)
				return out
			}
			typ = n.typ
		case n.text != nil && n.text.column < 0: // maybe a date
			continue
		case !n.isNumeric():
			g.fail(args[i], "this is %s; use a number", n.describe())
			return out
		}
		if n.number == nil && !known {
			k, known = n.kind, true
		} else if n.number == nil {
			k = common(k, n.kind)
		}
	}
	for i, n := range list {
		switch {
		case typ != nil && n.text != nil:
			n = g.moment(args[i], n.text.literal, typ)
		case typ != nil && n.typ == nil:
			return []node{g.fail(args[i], "this is %s, the other operand is of type %v; use a string such as %s, or convert that operand, as in %v(x)",
				n.describe(), typ, example(typ), k)}
		case n.text != nil:
			g.fail(args[i], "this is a string; use a number")
		default:
			n = g.typed(args[i], n, k)
		}
		if g.err != nil {
			return out
		}
		out[i] = n
	}
	k = out[0].kind
	for _, n := range out {
		k = common(k, n.kind)
	}
	for i, n := range out {
		out[i] = n.to(k)
		out[i].typ = typ
	}
	return out
}

// example is a literal of a type.
func example(typ arrow.DataType) string {
	switch typ.ID() {
	case arrow.DATE32, arrow.DATE64:
		return `"1998-09-02"`
	case arrow.TIME32, arrow.TIME64:
		return `"13:30:00"`
	}
	return `"1998-09-02T13:30:00Z"`
}

// moment is a literal of a date, time or timestamp.
func (g *generator) moment(at ast.Node, s string, typ arrow.DataType) node {
	var v int64
	var err error
	switch t := typ.(type) {
	case *arrow.Date32Type, *arrow.Date64Type:
		var day arrow.Timestamp
		if day, err = arrow.TimestampFromString(s, arrow.Second); err == nil {
			if v = int64(day) / 86400; day%86400 != 0 {
				err = errors.New("not a day")
			} else if typ.ID() == arrow.DATE64 {
				v = int64(day) * 1000
			}
		}
	case *arrow.TimestampType:
		var moment arrow.Timestamp
		moment, err = arrow.TimestampFromString(s, t.Unit)
		v = int64(moment)
	case *arrow.Time32Type:
		var moment arrow.Time32
		moment, err = arrow.Time32FromString(s, t.Unit)
		v = int64(moment)
	case *arrow.Time64Type:
		var moment arrow.Time64
		moment, err = arrow.Time64FromString(s, t.Unit)
		v = int64(moment)
	default:
		err = errors.New("no literal")
	}
	if err != nil {
		return g.fail(at, "%q is no value of type %v; use a string such as %s", s, typ, example(typ))
	}
	k, _ := kindOf(typ)
	return node{kind: k, typ: typ, value: fmt.Sprintf("%v(%d)", k, v), strict: true}
}

func (g *generator) unary(e *ast.UnaryExpr) node {
	x := g.node(e.X)
	switch {
	case g.err != nil:
		return node{}
	case e.Op == token.NOT && x.kind == bools && x.yes != "":
		x.yes, x.no = x.no, x.yes
		return x
	case (e.Op == token.SUB || e.Op == token.ADD) && x.number != nil:
		x.number = constant.UnaryOp(e.Op, x.number, 0)
		return x
	case e.Op == token.SUB && x.isNumeric():
		x.value = "(-" + x.value + ")"
		return x
	}
	return g.fail(e, "%s cannot be applied to %s", e.Op, x.describe())
}

func (g *generator) binary(e *ast.BinaryExpr) node {
	x, y := g.node(e.X), g.node(e.Y)
	if g.err != nil {
		return node{}
	}
	like := node{strict: x.strict && y.strict, divides: x.divides || y.divides}
	xc, yc := x.yes != "", y.yes != ""
	switch e.Op {
	case token.LAND, token.LOR, token.EQL, token.NEQ:
		if xc && yc {
			return g.logical(e.Op, x, y, like)
		}
	}
	if xc || yc || e.Op == token.LAND || e.Op == token.LOR {
		return g.failAt(e.OpPos, "%s cannot be applied to %s and %s", e.Op, x.describe(), y.describe())
	}
	switch e.Op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return g.comparison(e, x, y, like)
	case token.ADD, token.SUB, token.MUL, token.QUO, token.REM, token.AND, token.OR, token.XOR:
		return g.arithmetic(e, x, y, like)
	}
	return g.failAt(e.OpPos, "%s is not supported", e.Op)
}

// logical combines conditions. A null is neither true nor false: false && null is false.
func (g *generator) logical(op token.Token, x, y, like node) node {
	like.strict = like.strict && (op == token.EQL || op == token.NEQ)
	like.kind = bools
	switch op {
	case token.LAND:
		like.yes, like.no = "("+x.yes+" && "+y.yes+")", "("+x.no+" || "+y.no+")"
	case token.LOR:
		like.yes, like.no = "("+x.yes+" || "+y.yes+")", "("+x.no+" && "+y.no+")"
	case token.EQL, token.NEQ:
		like.yes = "(" + x.yes + " && " + y.yes + " || " + x.no + " && " + y.no + ")"
		like.no = "(" + x.yes + " && " + y.no + " || " + x.no + " && " + y.yes + ")"
		if op == token.NEQ {
			like.yes, like.no = like.no, like.yes
		}
	}
	return like
}

func (g *generator) comparison(e *ast.BinaryExpr, x, y, like node) node {
	if x.number != nil && y.number != nil {
		return g.condition(fmt.Sprint(constant.Compare(x.number, e.Op, y.number)), nil, like)
	}
	if x.text != nil && x.typ == nil && y.typ == nil || y.text != nil && x.typ == nil && y.typ == nil {
		return g.compareText(e, x, y)
	}
	list := g.numbers(e.OpPos, []node{x, y}, []ast.Expr{e.X, e.Y})
	if g.err != nil {
		return node{}
	}
	x, y = list[0], list[1]
	return g.condition(fmt.Sprintf("%s %s %s", x.value, e.Op, y.value), both(x.ok, y.ok), like)
}

// compareText compares a column of strings with a literal.
func (g *generator) compareText(e *ast.BinaryExpr, x, y node) node {
	if x.text == nil || y.text == nil {
		return g.failAt(e.OpPos, "%s cannot be applied to %s and %s", e.Op, x.describe(), y.describe())
	}
	if x.text.column < 0 {
		x, y = y, x
	}
	if x.text.column < 0 || y.text.column >= 0 || e.Op != token.EQL && e.Op != token.NEQ {
		return g.failAt(e.OpPos, "strings can be compared by == and != with a literal, and by starts_with, ends_with, contains and is_in")
	}
	n := g.predicate(e, x, equals, y.text.literal)
	if e.Op == token.NEQ {
		n.yes, n.no = n.no, n.yes
	}
	return n
}

// predicate is a condition of a column of strings, which is evaluated before the kernel.
func (g *generator) predicate(at ast.Node, x node, test stringTest, literal string) node {
	read := readPredicate
	if g.schema.Field(x.text.column).Type.ID() == arrow.DICTIONARY {
		read = readDictionaryPredicate
	}
	value := g.source(at, source{column: x.text.column, kind: bools, read: read, test: test, literal: literal}) + "[i]"
	return g.condition(value, x.ok, node{strict: true})
}

func (g *generator) arithmetic(e *ast.BinaryExpr, x, y, like node) node {
	for i, n := range []node{x, y} {
		if !n.isNumeric() {
			hint := ""
			if n.typ != nil {
				hint = fmt.Sprintf("; convert it, as in %v(x)", n.kind)
			}
			return g.fail([]ast.Expr{e.X, e.Y}[i], "this is %s, which %s cannot be applied to%s", n.describe(), e.Op, hint)
		}
	}
	divides := e.Op == token.QUO || e.Op == token.REM
	if x.number != nil && y.number != nil {
		return g.fold(e, x, y)
	}
	list := g.numbers(e.OpPos, []node{x, y}, []ast.Expr{e.X, e.Y})
	if g.err != nil {
		return node{}
	}
	literal := y.number != nil
	x, y = list[0], list[1]
	like.kind, like.ok = x.kind, both(x.ok, y.ok)
	switch {
	case x.kind.float() && (e.Op == token.REM || e.Op == token.AND || e.Op == token.OR || e.Op == token.XOR):
		return g.failAt(e.OpPos, "%s cannot be applied to %v; use integers", e.Op, x.kind)
	case divides && !x.kind.float() && literal && y.value == y.kind.String()+"(0)":
		return g.fail(e.Y, "division by zero")
	case divides && !x.kind.float():
		like.divides = like.divides || !literal
	}
	// A panic is reported at the operator of the expression.
	like.value = fmt.Sprintf("(%s /*line %s:1:%d*/%s %s)", x.value, exprFile, e.OpPos, e.Op, y.value)
	return like
}

// exprFile is the file of positions in an expression.
const exprFile = "expr"

// fold computes with literals.
func (g *generator) fold(e *ast.BinaryExpr, x, y node) node {
	op := e.Op
	ints := x.number.Kind() == constant.Int && y.number.Kind() == constant.Int
	if op == token.QUO || op == token.REM {
		if constant.Sign(y.number) == 0 {
			return g.fail(e.Y, "division by zero")
		}
		if ints && op == token.QUO {
			op = token.QUO_ASSIGN // integer division
		}
	}
	if !ints && (op == token.REM || op == token.AND || op == token.OR || op == token.XOR) {
		return g.failAt(e.OpPos, "%s cannot be applied to floats; use integers", op)
	}
	return node{number: constant.BinaryOp(x.number, op, y.number), strict: true}
}
