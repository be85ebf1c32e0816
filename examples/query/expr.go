package query

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"slices"
	"strconv"
	"strings"
)

// Expressions are written as in Go. Operands are columns and numbers; there are + - * / %, comparisons, && || !, and the
// functions abs, min, max, coalesce and null. What is computed from a null is null, but for coalesce and null. A
// comparison with a null is neither true nor false, and && and || follow SQL: false && null is false.

// Error is what is wrong with an expression.
type Error struct {
	Expr   string // as it was typed
	Column int    // of the place in it, from 1
	Msg    string
}

// Error shows the place.
func (e *Error) Error() string {
	return fmt.Sprintf("%s\n\t%s\n\t%*s", e.Msg, e.Expr, e.Column, "^")
}

// kind is what an expression is.
type kind int

const (
	integer kind = iota
	float
	truth
)

func (k kind) String() string { return [...]string{"a whole number", "a number", "a condition"}[k] }

// node is a checked expression in the generated text: for numbers the name of its value and of what says that it is
// there, "" if it always is; for conditions the names of "it is true" and "it is false".
type node struct {
	kind      kind
	value, ok string
	yes, no   string
}

// Limits of what one query takes from a table.
const (
	maxSlots = 12  // columns of each kind
	maxNodes = 500 // operations
)

// generator writes the text of a function that has one expression after another computed for a row.
type generator struct {
	table *Table
	ints  []string // columns, in the order of their slots
	flts  []string
	lines []string
	at    map[int]place // by line of lines
	names int
	err   error
}

// place is a place in an expression.
type place struct {
	expr   string
	column int
}

func newGenerator(t *Table) *generator { return &generator{table: t, at: map[int]place{}} }

// where adds a condition to the text and returns the name of "it is true"; without a text that is always so.
func (g *generator) where(text string) (string, error) {
	if text == "" {
		return "true", nil
	}
	n, err := g.expression(text)
	if err == nil && n.kind != truth {
		err = &Error{text, 1, fmt.Sprintf("this is %v, and not a condition", n.kind)}
	}
	return n.yes, err
}

// expression adds an expression to the text.
func (g *generator) expression(text string) (node, error) {
	if text == "" {
		return node{}, &Error{text, 1, "an expression is missing"}
	}
	e, err := parser.ParseExpr(text)
	if err != nil {
		var list scanner.ErrorList
		if errors.As(err, &list) {
			return node{}, &Error{text, max(1, list[0].Pos.Column), list[0].Msg}
		}
		return node{}, &Error{text, 1, err.Error()}
	}
	g.err = nil
	n := g.node(text, e)
	return n, g.err
}

// fail keeps the first error.
func (g *generator) fail(text string, at ast.Node, format string, args ...any) node {
	if g.err == nil {
		g.err = &Error{text, int(at.Pos()), fmt.Sprintf(format, args...)}
	}
	return node{}
}

// let adds a line that names a value.
func (g *generator) let(text string, at token.Pos, format string, args ...any) string {
	g.names++
	name := "v" + strconv.Itoa(g.names)
	g.at[len(g.lines)] = place{text, int(at)}
	g.lines = append(g.lines, name+" := "+fmt.Sprintf(format, args...))
	return name
}

func (g *generator) node(text string, e ast.Expr) node {
	if g.names > maxNodes {
		return g.fail(text, e, "this is too long: a query has at most %d operations", maxNodes)
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return g.node(text, e.X)
	case *ast.Ident:
		return g.columnNode(text, e)
	case *ast.BasicLit:
		return g.literal(text, e)
	case *ast.UnaryExpr:
		return g.unary(text, e)
	case *ast.BinaryExpr:
		return g.binary(text, e)
	case *ast.CallExpr:
		return g.call(text, e)
	}
	return g.fail(text, e, "this is no expression of columns and numbers")
}

func (g *generator) columnNode(text string, e *ast.Ident) node {
	c := g.table.column(e.Name)
	if c == nil {
		return g.fail(text, e, "there is no column %s%s", e.Name, g.nearest(e.Name))
	}
	slots, array, first, k := &g.ints, "Int", 0, integer
	if c.Floats != nil {
		slots, array, first, k = &g.flts, "Float", maxSlots, float
	}
	slot := slices.Index(*slots, e.Name)
	if slot < 0 {
		if slot = len(*slots); slot == maxSlots {
			return g.fail(text, e, "too many columns: a query takes %d of each kind", maxSlots)
		}
		*slots = append(*slots, e.Name)
	}
	n := node{kind: k, value: g.let(text, e.Pos(), "%s%d[i]", array, slot)}
	if c.Valid != nil {
		n.ok = g.let(text, e.Pos(), "Valid%d[i]", first+slot)
	}
	return n
}

// nearest suggests a name that differs in case alone, or begins alike.
func (g *generator) nearest(name string) string {
	for _, c := range g.table.columns {
		if strings.EqualFold(c.Name, name) || len(name) > 1 && strings.HasPrefix(c.Name, name[:len(name)-1]) {
			return "; did you mean " + c.Name + "?"
		}
	}
	return ""
}

func (g *generator) literal(text string, e *ast.BasicLit) node {
	switch e.Kind {
	case token.INT:
		n, err := strconv.ParseInt(e.Value, 0, 64)
		if err != nil {
			return g.fail(text, e, "%s is no number of 64 bits", e.Value)
		}
		return node{kind: integer, value: fmt.Sprintf("int64(%d)", n)}
	case token.FLOAT:
		f, err := strconv.ParseFloat(e.Value, 64)
		if err != nil {
			return g.fail(text, e, "%s is no number of 64 bits", e.Value)
		}
		return node{kind: float, value: fmt.Sprintf("float64(%v)", f)}
	}
	return g.fail(text, e, "only numbers can be written here")
}

func (g *generator) unary(text string, e *ast.UnaryExpr) node {
	x := g.node(text, e.X)
	switch {
	case g.err != nil:
	case e.Op == token.SUB && x.kind != truth:
		x.value = g.let(text, e.OpPos, "-%s", x.value)
	case e.Op == token.NOT && x.kind == truth:
		x.yes, x.no = x.no, x.yes
	default:
		return g.fail(text, e, "%s cannot be applied to %v", e.Op, x.kind)
	}
	return x
}

func (g *generator) binary(text string, e *ast.BinaryExpr) node {
	x, y := g.node(text, e.X), g.node(text, e.Y)
	if g.err != nil {
		return node{}
	}
	logical := e.Op == token.LAND || e.Op == token.LOR
	if (x.kind == truth) != logical || (y.kind == truth) != logical {
		return g.fail(text, e, "%s cannot be applied to %v and %v", e.Op, x.kind, y.kind)
	}
	at := e.OpPos
	switch e.Op {
	case token.LAND:
		return node{kind: truth, yes: g.let(text, at, "%s && %s", x.yes, y.yes), no: g.let(text, at, "%s || %s", x.no, y.no)}
	case token.LOR:
		return node{kind: truth, yes: g.let(text, at, "%s || %s", x.yes, y.yes), no: g.let(text, at, "%s && %s", x.no, y.no)}
	}
	x, y = g.oneKind(text, at, x, y)
	ok := g.both(text, at, x, y)
	switch e.Op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ, token.EQL, token.NEQ:
		is := g.let(text, at, "%s %s %s", x.value, e.Op, y.value)
		return g.condition(text, at, is, ok)
	case token.REM:
		if x.kind == float {
			return g.fail(text, e, "%% wants whole numbers")
		}
		fallthrough
	case token.ADD, token.SUB, token.MUL, token.QUO:
		divisor := y.value
		if x.kind == integer && ok != "" && (e.Op == token.QUO || e.Op == token.REM) {
			// What stands in place of a null divides nothing.
			divisor = g.let(text, at, "int64(1)")
			g.lines = append(g.lines, fmt.Sprintf("if %s { %s = %s }", ok, divisor, y.value))
		}
		return node{kind: x.kind, value: g.let(text, at, "%s %s %s", x.value, e.Op, divisor), ok: ok}
	}
	return g.fail(text, e, "there is no %s here", e.Op)
}

// condition is the node of what is true by the value called is, where ok.
func (g *generator) condition(text string, at token.Pos, is, ok string) node {
	if ok == "" {
		return node{kind: truth, yes: is, no: g.let(text, at, "!%s", is)}
	}
	return node{kind: truth, yes: g.let(text, at, "%s && %s", ok, is), no: g.let(text, at, "%s && !%s", ok, is)}
}

// oneKind converts whole numbers where the other operand is none.
func (g *generator) oneKind(text string, at token.Pos, x, y node) (node, node) {
	if x.kind != y.kind {
		for _, n := range []*node{&x, &y} {
			if n.kind == integer {
				n.kind, n.value = float, g.let(text, at, "float64(%s)", n.value)
			}
		}
	}
	return x, y
}

// both is the name of "x and y are there".
func (g *generator) both(text string, at token.Pos, x, y node) string {
	switch {
	case x.ok == "":
		return y.ok
	case y.ok == "" || x.ok == y.ok:
		return x.ok
	}
	return g.let(text, at, "%s && %s", x.ok, y.ok)
}

func (g *generator) call(text string, e *ast.CallExpr) node {
	id, ok := e.Fun.(*ast.Ident)
	if !ok {
		return g.fail(text, e, "there is no such function")
	}
	want := map[string]int{"abs": 1, "null": 1, "min": 2, "max": 2, "coalesce": 2}[id.Name]
	if want == 0 {
		return g.fail(text, e, "there is no function %s, only abs, min, max, coalesce and null", id.Name)
	}
	if len(e.Args) != want {
		return g.fail(text, e, "%s wants %d operands", id.Name, want)
	}
	args := make([]node, want)
	for i, a := range e.Args {
		if args[i] = g.node(text, a); g.err == nil && args[i].kind == truth {
			g.fail(text, a, "%s wants numbers", id.Name)
		}
		if g.err != nil {
			return node{}
		}
	}
	x, at := args[0], e.Pos()
	switch id.Name {
	case "abs":
		if x.kind == float {
			x.value = g.let(text, at, "math.Abs(%s)", x.value)
		} else {
			x.value = g.let(text, at, "max(%s, -%s)", x.value, x.value)
		}
		return x
	case "null":
		if x.ok == "" {
			return node{kind: truth, yes: "false", no: "true"}
		}
		return node{kind: truth, yes: g.let(text, at, "!%s", x.ok), no: x.ok}
	}
	x, y := g.oneKind(text, at, x, args[1])
	if id.Name != "coalesce" {
		return node{kind: x.kind, value: g.let(text, at, "%s(%s, %s)", id.Name, x.value, y.value), ok: g.both(text, at, x, y)}
	}
	if x.ok == "" {
		return x
	}
	name := g.let(text, at, "%s", y.value)
	g.lines = append(g.lines, fmt.Sprintf("if %s { %s = %s }", x.ok, name, x.value))
	if y.ok == "" {
		return node{kind: x.kind, value: name}
	}
	return node{kind: x.kind, value: name, ok: g.let(text, at, "%s || %s", x.ok, y.ok)}
}
