package lower

import (
	"strings"

	"hotloop/isel/mach"
	"hotloop/loopopt/ir"
	text "hotloop/loopopt/rules"
)

// elemNamed returns the element of that name; m is that of masks.
func elemNamed(name string) (ir.Elem, bool) {
	if name == "m" {
		return ir.Bool, true
	}
	return ir.ElemByName(name)
}

// ruleParser is a recursive-descent parser for one rule.
type ruleParser struct {
	text.Scanner
	r     *rule
	arch  Arch
	names [maxNames]string
	uses  [maxNames]int
}

// parse parses one rule, "(pattern) && conditions => (instruction)". The head of x86.rules documents the syntax.
func (p *ruleParser) parse() (err error) {
	defer text.Recover(&err)
	r := p.r
	p.Expect("(")
	r.pat = p.op()
	p.typ()
	p.args(&r.pat)
	r.vars = r.nnames
	for p.Accept("&&") {
		r.conds = append(r.conds, p.cond())
	}
	p.Expect("=>")
	if p.Accept("(") {
		r.out = p.node()
	} else { // a plain name: the value is one of its arguments
		r.out = node{op: NoOp, args: []atom{p.atom()}, mask: -1, let: -1}
	}
	p.markOnce(&r.out)
	p.End()
	return nil
}

// name returns the number of a name, adding it if it is new.
func (p *ruleParser) name(w string) int8 {
	for i := range p.r.nnames {
		if p.names[i] == w {
			return int8(i)
		}
	}
	if p.r.nnames == maxNames {
		p.Fail("too many names")
	}
	p.names[p.r.nnames] = w
	p.r.nnames++
	return int8(p.r.nnames - 1)
}

// known returns the number of a name that the pattern has bound.
func (p *ruleParser) known(w string) int8 {
	for i := range p.r.nnames {
		if p.names[i] == w {
			return int8(i)
		}
	}
	p.Fail("unknown name %s", w)
	return -1
}

// op reads the operation of a pattern.
func (p *ruleParser) op() pattern {
	w := p.Word()
	op, ok := ir.OpByName(w)
	if !ok {
		p.Fail("unknown operation %s", w)
	}
	return pattern{kind: patOp, op: op, name: -1}
}

// typ reads <f32xN>, <f32>, <f32*> (both), and a second type for conversions.
func (p *ruleParser) typ() {
	p.Expect("<")
	w := p.Word()
	r := p.r
	switch {
	case strings.HasSuffix(w, "xN"):
		r.shape, w = vectorShape, w[:len(w)-2]
	case strings.HasSuffix(w, "*"):
		r.shape, w = scalarShape|vectorShape, w[:len(w)-1]
	default:
		r.shape = scalarShape
	}
	e, ok := elemNamed(w)
	if !ok {
		p.Fail("unknown type %s", w)
	}
	r.elem = e
	if !p.Accept(">") {
		if r.arg, ok = elemNamed(p.Word()); !ok {
			p.Fail("unknown argument type")
		}
		p.Expect(">")
	}
}

func (p *ruleParser) args(pat *pattern) {
	for !p.Accept(")") {
		pat.args = append(pat.args, p.pattern())
	}
	if n := pat.op.Info().Arity; n >= 0 && int(n) != len(pat.args) {
		p.Fail("%s takes %d arguments", pat.op, n)
	}
}

// pattern reads an argument: an operation in parentheses, _ for anything, #name for a constant, a number, or a
// name.
func (p *ruleParser) pattern() pattern {
	if p.Accept("(") {
		pat := p.op()
		p.args(&pat)
		return pat
	}
	w := p.Word()
	switch c := w[0]; {
	case w == "_":
		return pattern{name: -1}
	case c == '#':
		return pattern{kind: patConst, name: p.name(w[1:])}
	case c == '-' || c >= '0' && c <= '9':
		return pattern{kind: patNum, name: -1, num: p.Int(w)}
	}
	return pattern{name: p.name(w)}
}

// cond reads a shared or architecture-specific condition, with the value it applies to and a number.
func (p *ruleParser) cond() cond {
	w := p.Word()
	f, ok := condByName()[w]
	if !ok {
		f = p.arch.Condition(w)
	}
	if f == nil {
		p.Fail("unknown condition %s", w)
	}
	c := cond{f: f, name: -1}
	if p.Accept("(") {
		c.name = p.known(p.Word())
		if p.Accept(",") {
			c.num = p.Int(p.Word())
		}
		p.Expect(")")
	}
	return c
}

// node reads the instruction after its "(": NAME[|NAME][.size][/mask][/z] operands.
func (p *ruleParser) node() node {
	n := node{mask: -1, let: -1, imm: immSpec{name: -1}}
	w := p.Word()
	parts := strings.Split(w, "/")
	name, size, _ := strings.Cut(parts[0], ".")
	byName := func(name string) uint16 {
		op, ok := p.arch.OpByName(name)
		if !ok {
			p.Fail("unknown instruction %s", name)
		}
		return op
	}
	name, odd, two := strings.Cut(name, "|")
	n.op = byName(name)
	if two {
		n.odd = byName(odd)
	}
	switch size {
	case "":
	case "x":
		n.size = 16
	case "y":
		n.size = 32
	case "z":
		n.size = 64
	case "h":
		n.size = halfSize
	default:
		n.size = sizeSpec(p.Int(size))
	}
	for _, d := range parts[1:] {
		if d == "z" {
			n.zero = true
		} else {
			n.mask = p.known(d)
		}
	}
	for !p.Accept(")") {
		if p.Skip(); p.Rest != "" && p.Rest[0] == '#' {
			p.Rest = p.Rest[1:]
			n.imm = p.imm(p.Word())
			continue
		}
		n.args = append(n.args, p.atom())
	}
	p.checkNode(&n)
	return n
}

// checkNode checks the number of operands. An instruction that also reads its destination takes all of them,
// since the old value is its first operand. Other instructions take all but the destination.
func (p *ruleParser) checkNode(n *node) {
	d := p.arch.Desc(n.op)
	want := int(d.N)
	if want > 0 && d.Roles[0].Access == mach.Def {
		want--
	}
	if n.mask >= 0 && !n.zero && len(n.args) == want+1 {
		want++ // merging: the first operand is the value of the inactive lanes
	}
	if len(n.args) != want {
		p.Fail("%s has %d operands", p.arch.OpName(n.op), want)
	}
	if (d.Flags&mach.Immediate != 0) != n.imm.has {
		p.Fail("%s: immediate is missing or not supported", p.arch.OpName(n.op))
	}
}

// imm reads the text after "#": a number, a name, number-name, or an architecture-specific number, which adds its
// availability to the rule's conditions.
func (p *ruleParser) imm(w string) immSpec {
	if num, name, ok := strings.Cut(w, "-"); ok && num != "" && (name[0] < '0' || name[0] > '9') {
		return immSpec{has: true, name: p.known(name), num: p.Int(num), neg: true}
	}
	if w[0] == '-' || w[0] >= '0' && w[0] <= '9' {
		return immSpec{has: true, name: -1, num: p.Int(w)}
	}
	if f := p.arch.Number(w); f != nil {
		p.r.conds = append(p.r.conds, cond{f: func(_ *Lowerer, v, _ *ir.Value, _ int64) bool {
			_, ok := f(v)
			return ok
		}, name: -1})
		return immSpec{has: true, name: -1, of: f}
	}
	return immSpec{has: true, name: p.known(w)}
}

// atom reads an operand: name, t:(…), (…), zero, i32:0x80, i8:c, @table.
func (p *ruleParser) atom() atom {
	if p.Accept("(") {
		n := p.node()
		return atom{kind: atomNode, node: &n, name: -1}
	}
	w := p.Word()
	if w == "zero" {
		return atom{kind: atomSplat, elem: ir.I32, name: -1}
	}
	if w[0] == '@' {
		if byteTable(w[1:]) == "" {
			p.Fail("unknown table %s", w)
		}
		return atom{kind: atomTable, tab: w[1:], name: -1}
	}
	pre, num, ok := strings.Cut(w, ":")
	if !ok {
		i := p.known(w)
		p.uses[i]++
		kind := atomName
		if int(i) >= p.r.vars {
			kind = atomLet
		}
		return atom{kind: kind, name: i}
	}
	if num == "" { // a let-name
		p.Expect("(")
		n := p.node()
		n.let = p.name(pre)
		return atom{kind: atomNode, node: &n, name: -1}
	}
	e, ok := elemNamed(pre)
	if !ok {
		p.Fail("unknown element %s", pre)
	}
	if num[0] != '-' && (num[0] < '0' || num[0] > '9') {
		return atom{kind: atomConst, elem: e, name: p.known(num)}
	}
	return atom{kind: atomSplat, elem: e, bits: ir.Truncate(e, uint64(p.Int(num))), name: -1}
}

// markOnce marks the operands that are the only occurrence of their name.
func (p *ruleParser) markOnce(n *node) {
	for i := range n.args {
		a := &n.args[i]
		if a.kind == atomName {
			a.once = p.uses[a.name] == 1
		}
		if a.node != nil {
			p.markOnce(a.node)
		}
	}
}

// byteTable returns a named constant of rules, 16 bytes that are repeated over the register, or "" if the name is
// unknown.
func byteTable(name string) string {
	if name == "popcount" { // number of ones in a nibble
		return "\x00\x01\x01\x02\x01\x02\x02\x03\x01\x02\x02\x03\x02\x03\x03\x04"
	}
	if name == "turned" { // the bits of a nibble in reverse order
		return "\x00\x08\x04\x0c\x02\x0a\x06\x0e\x01\x09\x05\x0d\x03\x0b\x07\x0f"
	}
	if name == "turnedup" { // the same in the upper nibble
		return "\x00\x80\x40\xc0\x20\xa0\x60\xe0\x10\x90\x50\xd0\x30\xb0\x70\xf0"
	}
	if width := map[string]int{"swap2": 2, "swap4": 4, "swap8": 8}[name]; width > 0 { // the bytes of each lane reversed
		b := make([]byte, 16)
		for i := range b {
			b[i] = byte(i ^ (width - 1))
		}
		return string(b)
	}
	return ""
}
