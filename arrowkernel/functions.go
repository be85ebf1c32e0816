package arrowkernel

import (
	"fmt"
	"go/ast"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
)

// mathFunctions are the functions of floats, by their names in expressions.
var mathFunctions = map[string]string{
	"sqrt": "Sqrt", "floor": "Floor", "ceil": "Ceil", "trunc": "Trunc", "exp": "Exp", "ln": "Log", "sin": "Sin", "cos": "Cos",
}

// stringTest is a test of a string and a literal.
type stringTest uint8

const (
	equals stringTest = iota
	startsWithLiteral
	endsWithLiteral
	containsLiteral
)

var stringTests = map[string]stringTest{"starts_with": startsWithLiteral, "ends_with": endsWithLiteral, "contains": containsLiteral}

const functionNames = "abs, ceil, coalesce, col, contains, cos, ends_with, exp, floor, if_else, is_in, is_null, len, ln, max, min, sin, sqrt, " +
	"starts_with, trunc, and the names of Go's types"

func (g *generator) call(e *ast.CallExpr) node {
	id, ok := e.Fun.(*ast.Ident)
	if !ok {
		return g.fail(e.Fun, "this is no function; the functions are %s", functionNames)
	}
	name := id.Name
	if name == "col" {
		return g.named(e)
	}
	args := make([]node, len(e.Args))
	for i, a := range e.Args {
		args[i] = g.node(a)
		if g.err != nil {
			return node{}
		}
	}
	want := func(n int) bool {
		if len(args) != n {
			g.fail(e, "%s has %d arguments; it takes %d", name, len(args), n)
		}
		return g.err == nil
	}
	if k, ok := kindNamed(name); ok && k.numeric() {
		if want(1) {
			return g.conversion(e, args[0], k)
		}
		return node{}
	}
	if f, ok := mathFunctions[name]; ok {
		if want(1) {
			return g.float(e, args[0], f)
		}
		return node{}
	}
	if test, ok := stringTests[name]; ok {
		if want(2) {
			return g.testText(e, args, name, test)
		}
		return node{}
	}
	switch name {
	case "abs":
		if want(1) {
			return g.abs(e, args[0])
		}
	case "min", "max":
		return g.extreme(e, args, name)
	case "coalesce":
		return g.coalesce(e, args)
	case "if_else":
		if want(3) {
			return g.ifElse(e, args)
		}
	case "is_null":
		if want(1) {
			return g.isNull(e, args[0])
		}
	case "is_in":
		return g.isIn(e, args)
	case "len":
		if want(1) {
			return g.length(e, args[0])
		}
	default:
		return g.fail(e, "there is no function %s; the functions are %s", name, functionNames)
	}
	return node{}
}

// named is col("a name that is no identifier").
func (g *generator) named(e *ast.CallExpr) node {
	if len(e.Args) == 1 {
		if lit, ok := e.Args[0].(*ast.BasicLit); ok {
			if n := g.literal(lit); n.text != nil {
				return g.column(e.Args[0], n.text.literal)
			}
		}
	}
	return g.fail(e, `col takes the name of a column as a string, as in col("unit price")`)
}

func (g *generator) conversion(e *ast.CallExpr, x node, k kind) node {
	if x.number != nil {
		n := g.typed(e.Args[0], x, k)
		if g.err == nil && n.kind != k {
			return g.fail(e.Args[0], "%s is no value of type %v", x.number, k)
		}
		return n
	}
	if x.value == "" {
		return g.fail(e.Args[0], "this is %s; use a number", x.describe())
	}
	x.typ = nil
	return x.to(k)
}

// float applies a function of package math. Integers become float64.
func (g *generator) float(e *ast.CallExpr, x node, f string) node {
	if !x.isNumeric() {
		return g.fail(e.Args[0], "this is %s; use a number", x.describe())
	}
	x = g.typed(e.Args[0], x, float64s)
	if !x.kind.float() {
		x = x.to(float64s)
	}
	k := x.kind
	x = x.to(float64s)
	x.value = fmt.Sprintf("math.%s(%s)", f, x.value)
	return x.to(k)
}

func (g *generator) abs(e *ast.CallExpr, x node) node {
	switch {
	case !x.isNumeric():
		return g.fail(e.Args[0], "this is %s; use a number", x.describe())
	case x.number != nil || x.kind.float():
		return g.float(e, x, "Abs")
	case x.kind.signed():
		x.value = fmt.Sprintf("max(%s, -%s)", x.value, x.value)
	}
	return x
}

func (g *generator) extreme(e *ast.CallExpr, args []node, name string) node {
	if len(args) < 2 {
		return g.fail(e, "%s has %d arguments; it takes two or more", name, len(args))
	}
	list := g.numbers(e.Pos(), args, e.Args)
	if g.err != nil {
		return node{}
	}
	n := list[0]
	values := make([]string, len(list))
	for i, x := range list {
		values[i] = x.value
		n.ok, n.strict, n.divides = both(n.ok, x.ok), n.strict && x.strict, n.divides || x.divides
	}
	n.value = fmt.Sprintf("%s(%s)", name, strings.Join(values, ", "))
	return n
}

// choose is the value of x where the condition is true, and of y elsewhere. Only the one that is chosen is computed.
func choose(condition string, x, y node) string {
	return fmt.Sprintf("func() %v { if %s { return %s }; return %s }()", x.kind, condition, x.value, y.value)
}

func (g *generator) coalesce(e *ast.CallExpr, args []node) node {
	if len(args) < 2 {
		return g.fail(e, "coalesce has %d arguments; it takes two or more", len(args))
	}
	list := g.numbers(e.Pos(), args, e.Args)
	if g.err != nil {
		return node{}
	}
	n := list[len(list)-1]
	for i := len(list) - 2; i >= 0; i-- {
		x := list[i]
		n.divides = n.divides || x.divides
		if !g.nulls {
			n.value, n.ok = x.value, nil
			continue
		}
		if len(x.ok) == 0 {
			n.value, n.ok = x.value, nil
			continue
		}
		there := strings.Join(x.ok, " && ")
		n.value = choose(there, x, n)
		if len(n.ok) > 0 {
			n.ok = []string{fmt.Sprintf("(%s || %s)", there, strings.Join(n.ok, " && "))}
		}
	}
	n.strict = false
	return n
}

func (g *generator) ifElse(e *ast.CallExpr, args []node) node {
	if args[0].yes == "" {
		return g.fail(e.Args[0], "this is %s; use a condition", args[0].describe())
	}
	list := g.numbers(e.Pos(), args[1:], e.Args[1:])
	if g.err != nil {
		return node{}
	}
	n, y := list[0], list[1]
	yes := args[0].yes
	n.value = choose(yes, list[0], y)
	n.divides = n.divides || y.divides || args[0].divides
	n.strict = false
	if len(n.ok)+len(y.ok) > 0 {
		all := func(terms []string) string { return strings.Join(append([]string{"true"}, terms...), " && ") }
		n.ok = []string{fmt.Sprintf("(%s && %s || !%s && %s)", yes, all(n.ok), yes, all(y.ok))}
	}
	return n
}

func (g *generator) isNull(e *ast.CallExpr, x node) node {
	n := node{kind: bools, yes: "false", no: "true", divides: x.divides}
	switch {
	case x.yes != "" && g.nulls:
		n.yes, n.no = "!("+x.yes+" || "+x.no+")", "("+x.yes+" || "+x.no+")"
	case len(x.ok) > 0:
		n.no = "(" + strings.Join(x.ok, " && ") + ")"
		n.yes = "!" + n.no
	}
	return n
}

func (g *generator) testText(e *ast.CallExpr, args []node, name string, test stringTest) node {
	if args[0].text == nil || args[0].text.column < 0 {
		return g.fail(e.Args[0], "this is %s; use a column of strings", args[0].describe())
	}
	if args[1].text == nil || args[1].text.column >= 0 {
		return g.fail(e.Args[1], "%s takes a string literal here", name)
	}
	return g.predicate(e, args[0], test, args[1].text.literal)
}

// isIn is x == a || x == b and so on.
func (g *generator) isIn(e *ast.CallExpr, args []node) node {
	if len(args) < 2 {
		return g.fail(e, "is_in takes a column and the values to find")
	}
	var n node
	for i, a := range args[1:] {
		var c node
		if x := args[0].text; x != nil && x.column >= 0 && a.text != nil && a.text.column < 0 {
			c = g.predicate(e, args[0], equals, a.text.literal)
		} else {
			list := g.numbers(e.Pos(), []node{args[0], a}, []ast.Expr{e.Args[0], e.Args[i+1]})
			if g.err != nil {
				return node{}
			}
			c = g.condition(list[0].value+" == "+list[1].value, both(list[0].ok, list[1].ok), node{strict: list[0].strict && list[1].strict, divides: list[0].divides || list[1].divides})
		}
		if i == 0 {
			n = c
		} else {
			n = node{kind: bools, yes: "(" + n.yes + " || " + c.yes + ")", no: "(" + n.no + " && " + c.no + ")",
				strict: n.strict && c.strict && args[0].strict, divides: n.divides || c.divides}
		}
	}
	// With literals, the result is null where x is.
	for _, a := range args[1:] {
		n.strict = n.strict && (a.number != nil || a.text != nil && a.text.column < 0)
	}
	return n
}

// length is the number of bytes of a string.
func (g *generator) length(e *ast.CallExpr, x node) node {
	if x.text == nil || x.text.column < 0 {
		return g.fail(e.Args[0], "this is %s; use a column of strings", x.describe())
	}
	typ := g.schema.Field(x.text.column).Type
	read := readLength
	if d, ok := typ.(*arrow.DictionaryType); ok {
		typ, read = d.ValueType, readDictionaryLength
	}
	k := int32s
	if typ.ID() == arrow.LARGE_STRING || typ.ID() == arrow.LARGE_BINARY {
		k = int64s
	}
	return node{kind: k, value: g.source(e, source{column: x.text.column, kind: k, read: read}) + "[i]", ok: x.ok, strict: true}
}
