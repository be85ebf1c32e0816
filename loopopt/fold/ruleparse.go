package fold

import (
	"fmt"
	"strconv"
	"strings"

	"hotloop/loopopt/ir"
	"hotloop/loopopt/rules"
)

// ruleParser is a recursive-descent parser of a rule.
type ruleParser struct {
	rules.Scanner
	r *rule
}

// parseRule parses a rule without brace groups; a mistake in it is a bug.
func parseRule(src, text string) *rule {
	r := &rule{src: src, text: text}
	p := ruleParser{rules.Scanner{Rest: text}, r}
	if err := p.parse(); err != nil {
		panic(fmt.Sprintf("fold: %s: %v in %q", src, err, text))
	}
	return r
}

// parse parses "(pattern) && conditions => value".
func (p *ruleParser) parse() (err error) {
	defer rules.Recover(&err)
	r := p.r
	p.name("it") // the root
	p.Expect("(")
	r.pat = node{kind: operation, op: p.op(), name: 0, typ: -1, swap: -1}
	p.types()
	p.args(&r.pat, p.pattern)
	p.order(&r.pat)
	for p.Accept("&&") {
		if p.Accept("always") {
			r.always = true
			continue
		}
		r.conds = append(r.conds, p.cond())
	}
	p.Expect("=>")
	r.out = p.value()
	p.count(&r.out)
	p.End()
	return nil
}

// name returns the number of a name, adding it if it is new.
func (p *ruleParser) name(w string) int8 {
	for i, x := range p.r.names[:p.r.nnames] {
		if x == w {
			return int8(i)
		}
	}
	if p.r.nnames == maxNames {
		p.Fail("too many names")
	}
	p.r.names[p.r.nnames] = w
	p.r.nnames++
	return int8(p.r.nnames - 1)
}

// known returns the number of a name that the pattern has bound.
func (p *ruleParser) known(w string) int8 {
	for i, x := range p.r.names[:p.r.nnames] {
		if x == w {
			return int8(i)
		}
	}
	p.Fail("unknown name %s", w)
	return -1
}

func (p *ruleParser) op() ir.Op {
	w := p.Word()
	op, ok := ir.OpByName(w)
	if !ok {
		p.Fail("unknown operation %s", w)
	}
	return op
}

// types reads <i*>, <f32xN>, <i64>, and a second type for conversions.
func (p *ruleParser) types() {
	r := p.r
	p.Expect("<")
	w := p.Word()
	switch {
	case strings.HasSuffix(w, "xN"):
		r.shape, w = vectorShape, w[:len(w)-2]
	case strings.HasSuffix(w, "*"):
		r.shape, w = scalarShape|vectorShape, w[:len(w)-1]
	default:
		r.shape = scalarShape
	}
	r.elems = p.elems(w)
	if !p.Accept(">") {
		r.args = p.elems(p.Word())
		p.Expect(">")
	}
}

// elems reads an element, or a class of them: i integers, f floats, b bools, any all three.
func (p *ruleParser) elems(w string) elemSet {
	const ints, floats, bools = 1<<ir.I8 | 1<<ir.I16 | 1<<ir.I32 | 1<<ir.I64, 1<<ir.F32 | 1<<ir.F64, 1 << ir.Bool
	switch w {
	case "i":
		return ints
	case "f":
		return floats
	case "b":
		return bools
	case "ib":
		return ints | bools
	case "any":
		return ints | floats | bools | 1<<ir.Ptr
	}
	e, ok := ir.ElemByName(w)
	if !ok {
		p.Fail("unknown type %s", w)
	}
	return 1 << e
}

// args reads the arguments of n up to ")" or "]".
func (p *ruleParser) args(n *node, arg func() node) {
	end := ")"
	if n.kind == evaluation {
		end = "]"
	}
	for !p.Accept(end) {
		n.args = append(n.args, arg())
	}
	if k := n.op.Info().Arity; int(k) != len(n.args) {
		p.Fail("%s takes %d arguments", n.op, k)
	}
}

// leaf returns a node without arguments.
func leaf(kind nodeKind, name int8) node { return node{kind: kind, name: name, typ: -1, swap: -1} }

// literal reads a number, if w is one.
func (p *ruleParser) literal(w string) (n node, ok bool) {
	if w[0] != '-' && (w[0] < '0' || w[0] > '9') {
		return n, false
	}
	if strings.Contains(w, ".") {
		n = leaf(floating, -1)
		var err error
		if n.flt, err = strconv.ParseFloat(w, 64); err != nil {
			p.Fail("number %q", w)
		}
		return n, true
	}
	n = leaf(number, -1)
	n.num = p.Int(w)
	return n, true
}

// pattern reads an argument of a pattern: x, #c, 7, 1.0, (Op …), s:(Op …), or _ for anything.
func (p *ruleParser) pattern() node {
	name := int8(-1)
	if !p.Accept("(") {
		w := p.Word()
		if n, ok := p.literal(w); ok {
			return n
		}
		switch {
		case w == "_":
			return leaf(anyValue, -1)
		case w[0] == '#':
			return leaf(anyConst, p.name(w[1:]))
		case !strings.HasSuffix(w, ":"):
			return leaf(anyValue, p.name(w))
		}
		name = p.name(strings.TrimSuffix(w, ":"))
		p.Expect("(")
	}
	n := node{kind: operation, op: p.op(), name: name, typ: -1, swap: -1}
	p.args(&n, p.pattern)
	p.order(&n)
	return n
}

// order finds out whether the arguments of n, a commutative operation, may come in either order: constants come last.
func (p *ruleParser) order(n *node) {
	if n.op.Is(ir.FlagCommutative) && n.args[1].kind != number && n.args[1].kind != anyConst && n.args[1].kind != floating {
		n.swap = int8(p.r.swaps)
		p.r.swaps++
	}
}

// cond reads a condition: [Op …], which must not be 0, or the name of one with its arguments.
func (p *ruleParser) cond() condition {
	c := condition{not: p.Accept("!")}
	if p.Accept("[") {
		c.args = []node{p.evaluation()}
		c.holds = evaluatesToTrue
		return c
	}
	c.name = p.Word()
	if c.holds = conditions()[c.name]; c.holds == nil {
		p.Fail("unknown condition %s", c.name)
	}
	p.Expect("(")
	for !p.Accept(")") {
		c.args = append(c.args, p.constant())
		p.Accept(",")
	}
	return c
}

// evaluation reads an operation on constants behind its "[".
func (p *ruleParser) evaluation() node {
	n := node{kind: evaluation, op: p.op(), name: -1, typ: -1, swap: -1}
	p.args(&n, p.constant)
	return n
}

// constant reads an operand of an evaluation.
func (p *ruleParser) constant() node {
	if p.Accept("[") {
		return p.evaluation()
	}
	w := p.Word()
	if n, ok := p.literal(w); ok {
		return n
	}
	switch head, of, ok := strings.Cut(w, "."); {
	case w == "w":
		return leaf(width, 0)
	case w == "ones":
		return leaf(ones, 0)
	case ok && head == "w":
		return leaf(width, p.known(of))
	case ok && head == "s":
		return leaf(signed, p.known(of))
	}
	return leaf(anyValue, p.known(w))
}

// value reads what replaces the root, or an argument of that.
func (p *ruleParser) value() node {
	if !p.Accept("(") {
		if p.Skip(); p.Rest != "" && p.Rest[0] == '[' {
			return p.constant()
		}
		w := p.Word()
		if n, ok := p.literal(w); ok {
			return n
		}
		if w[0] == '#' { // the constant, of the type that is wanted here
			return leaf(anyConst, p.known(w[1:]))
		}
		if form, ok := map[string]nodeKind{"low": low, "single": single}[w]; ok {
			p.Expect("(")
			n := leaf(form, p.known(p.Word()))
			p.Expect(")")
			return n
		}
		return leaf(anyValue, p.known(w))
	}
	n := node{kind: operation, op: p.op(), name: -1, typ: -1, swap: -1}
	if p.Accept("<") {
		w := p.Word()
		if e, ok := ir.ElemByName(w); ok {
			n.elem = e
		} else {
			n.typ = p.known(w)
		}
		p.Expect(">")
	}
	p.args(&n, p.value)
	return n
}

// count counts the operations of what replaces the root, and marks the operations of the pattern that it uses.
func (p *ruleParser) count(n *node) {
	if n.kind == operation {
		p.r.made += weight(n.op)
	}
	if n.name >= 0 {
		keep(&p.r.pat, n.name)
	}
	for i := range n.args {
		p.count(&n.args[i])
	}
}

func keep(n *node, name int8) {
	if n.name == name && n.kind == operation {
		n.kept = true
	}
	for i := range n.args {
		keep(&n.args[i], name)
	}
}
