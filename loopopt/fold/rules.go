package fold

import (
	"fmt"
	"math/bits"

	"hotloop/loopopt/ir"
	"hotloop/loopopt/rules"
	"hotloop/reuse"
)

// A rule says what a value equals that its pattern matches. Package rules has the texts; loopopt/rules/README.md describes
// them.
type rule struct {
	pat    node
	conds  []condition
	out    node
	elems  elemSet // of the root, or of the operands of a comparison
	args   elemSet // of the operand of a conversion
	shape  shape
	names  [maxNames]string
	nnames int
	swaps  int  // commutative operations of pat whose arguments may come in either order
	made   int  // the weight of the operations of out
	always bool // even if more is left to do than before

	src, text string
}

const (
	maxNames = 8
	maxInner = 8 // operations of a pattern below the root
	maxRules = 128
)

// elemSet is a set of elements.
type elemSet uint16

func (s elemSet) has(e ir.Elem) bool { return s>>e&1 != 0 }

const elemSetBits = 16

// shape is the set of lane counts that a rule applies to: scalars, vectors, or both.
type shape uint8

const (
	scalarShape shape = 1 << iota
	vectorShape
)

// node is a part of a pattern, of a condition, or of what replaces the value.
type node struct {
	kind nodeKind
	op   ir.Op
	elem ir.Elem // of an operation that is made, if its type is written
	name int8    // of the value or constant, or of an operation; -1 if it has none
	typ  int8    // the name whose type an operation that is made has; -1 if it is not written
	swap int8    // the number of a commutative operation whose arguments may come in either order, or -1
	kept bool    // of an operation of a pattern: what replaces the value uses it
	num  int64
	flt  float64
	args []node
}

type nodeKind uint8

const (
	anyValue   nodeKind = iota // x; a second occurrence of the name must be the same value
	anyConst                   // #c
	number                     // 7
	floating                   // 1.0
	operation                  // (Op …)
	evaluation                 // [Op …], of constants
	width                      // w, the bits of the root's element, or w.x, of another value's
	signed                     // s.c, a constant as a signed number
	ones                       // ones, the largest unsigned number of the root's element
	low                        // low(x), the lowest bits of x, in lanes of the root's element
	single                     // single(x), a float in 32 bits that is known to fit
)

// ruleTable has the rules of an operation.
type ruleTable struct {
	list  []*rule
	first [2][ir.NumOps]ruleSet   // the rules whose argument 0 or 1 may be that operation
	types [2][elemSetBits]ruleSet // the rules for scalars and for vectors of that element
}

// ruleSet is a set of rules of an operation, by index.
type ruleSet [maxRules / 64]uint64

// ruleLines are the texts by operation; they are parsed when the operation is first met, as kernels use few.
type ruleLines struct {
	lines  [ir.NumOps][]rules.Line
	tables [ir.NumOps]reuse.Once[*ruleTable]
}

var ruleLinesRead reuse.Once[*ruleLines]

// rulesFor returns the rules of an operation.
func rulesFor(op ir.Op) *ruleTable {
	l := ruleLinesRead.Get(readRules)
	if l.lines[op] == nil {
		return nil
	}
	return l.tables[op].Get(func() *ruleTable { return newRuleTable(op, l.lines[op]) })
}

func readRules() *ruleLines {
	l := &ruleLines{}
	for line := range rules.All() {
		for name := range line.Heads() {
			op, ok := ir.OpByName(name)
			if !ok {
				panic(fmt.Sprintf("fold: %s:%d: unknown operation %s", line.File, line.N, name))
			}
			l.lines[op] = append(l.lines[op], line)
		}
	}
	return l
}

func newRuleTable(op ir.Op, lines []rules.Line) *ruleTable {
	t := &ruleTable{}
	for _, l := range lines {
		for k, text := range rules.Expand(l.Text) {
			if r := parseRule(fmt.Sprintf("%s:%d/%d", l.File, l.N, k), text); r.pat.op == op {
				t.add(r)
			}
		}
	}
	return t
}

func (t *ruleTable) add(r *rule) {
	i := len(t.list)
	if i == maxRules {
		panic("fold: too many rules of " + r.pat.op.String())
	}
	t.list = append(t.list, r)
	for sh := range t.types {
		for e := range t.types[sh] {
			if r.shape>>sh&1 != 0 && r.elems.has(ir.Elem(e)) {
				t.types[sh][e][i/64] |= 1 << (i % 64)
			}
		}
	}
	for k, p := range r.pat.args[:min(2, len(r.pat.args))] {
		for _, at := range [2]int{k, 1 - k} {
			if at == k || r.pat.swap >= 0 {
				for o := range t.first[at] {
					if p.mayBe(ir.Op(o)) {
						t.first[at][o][i/64] |= 1 << (i % 64)
					}
				}
			}
		}
	}
}

// mayBe reports whether a value of operation op may match p.
func (p *node) mayBe(op ir.Op) bool {
	switch p.kind {
	case anyValue:
		return true
	case operation:
		return p.op == op
	}
	return op == ir.OpConst
}

// applyRules returns what v equals by the first rule that matches: another value, v itself if it was rewritten in place, or
// nil. Operations that nothing uses then become copies if free.
func applyRules(f *ir.Func, v *ir.Value, free bool) *ir.Value {
	t := rulesFor(v.Op)
	if t == nil || len(v.Args) == 0 {
		return nil
	}
	sh, e := 0, v.Type.Elem
	if v.Type.IsVector() {
		sh = 1
	}
	if v.Op.IsCompare() {
		e = v.Args[0].Type.Elem
	}
	may := t.types[sh][e]
	for k := range min(2, len(v.Args)) {
		for i, s := range t.first[k][v.Args[k].Op] {
			may[i] &= s
		}
	}
	m := match{f: f, v: v} // on the stack: most values match no rule
	for i, set := range may {
		for ; set != 0; set &= set - 1 {
			if w := m.apply(t.list[64*i+bits.TrailingZeros64(set)], free); w != nil {
				return w
			}
		}
	}
	return nil
}

// weight is what an operation costs, where it matters: a rule leaves no more to do than before.
func weight(op ir.Op) int {
	switch op {
	case ir.OpMul:
		return 3
	case ir.OpDivS, ir.OpDivU, ir.OpRemS, ir.OpRemU, ir.OpDiv, ir.OpSqrt:
		return 20
	}
	return 1
}

// match is an attempt to match a rule.
type match struct {
	f     *ir.Func
	v     *ir.Value // the root
	names [maxNames]*ir.Value
	order uint // bit i: the arguments of commutative operation i are swapped
	inner [maxInner]*ir.Value
	n     int // of inner
	dies  int // the weight of the operations that nothing uses any more
	fp    ir.FPFlags
	float bool      // fp is that of an operation
	cond  *ir.Value // of a root that is a selection
	guess ir.Likely // how likely it is
}

// apply returns what the root equals by r, or nil.
func (m *match) apply(r *rule, free bool) *ir.Value {
	if r.args != 0 && !r.args.has(m.v.Args[0].Type.Elem) {
		return nil
	}
	for order := range uint(1) << r.swaps {
		clear(m.names[:r.nnames])
		m.order, m.n, m.dies, m.fp, m.float = order, 0, 0, 0, false
		if !m.matches(&r.pat, m.v, true) || !r.always && r.made > m.dies {
			continue
		}
		h := matches.Get()
		*h = *m
		w := h.finally(r, free)
		*h = match{}
		if matches.Put(h); w != nil {
			return w
		}
	}
	return nil
}

// matches holds matches whose conditions are tested, which calls functions that keep them from the stack.
var matches = reuse.Pool[match]{New: func() *match { return new(match) }}

// finally returns what the root equals if the conditions of r hold, or nil.
func (m *match) finally(r *rule, free bool) *ir.Value {
	if !m.hold(r.conds) {
		return nil
	}
	w := m.replace(r)
	if w == m.v && free {
		for _, x := range m.inner[:m.n] {
			if x.Uses == 0 { // it uses nothing from now on, so that its operands may have one use left
				x.CopyOf(m.f.Const(x.Type, 0))
			}
		}
	}
	return w
}

// matches reports whether v matches p; dies says whether nothing but the root's former self keeps v.
func (m *match) matches(p *node, v *ir.Value, dies bool) bool {
	for v.Op == ir.OpCopy {
		v = v.Args[0]
	}
	switch p.kind {
	case number:
		return v.IsConstInt(p.num) || p.num == -1 && v.Type.Elem == ir.Bool && v.IsConstInt(1)
	case floating:
		return v.IsConst() && v.Type.Elem.IsFloat() && uint64(v.AuxInt) == ir.FloatBits(v.Type.Elem, p.flt)
	case anyConst:
		return v.IsConst() && m.bind(p.name, v)
	case anyValue:
		return m.bind(p.name, v)
	}
	if v.Op != p.op || !m.bind(p.name, v) {
		return false
	}
	if v != m.v {
		m.inner[m.n] = v
		m.n++
	}
	// What another block has may be outside of the loop, and costs nothing there.
	if dies = dies && (v == m.v || v.Uses == 1 && !p.kept && v.Block == m.v.Block); dies {
		m.dies += weight(v.Op)
	}
	if len(v.Args) > 0 && v.Args[0].Type.Elem.IsFloat() && carriesFP(v.Op) {
		if m.float {
			m.fp = m.fp.And(v.FP)
		} else {
			m.fp, m.float = v.FP, true
		}
	}
	for i := range p.args {
		a := v.Args[i]
		if p.swap >= 0 && m.order>>p.swap&1 != 0 {
			a = v.Args[1-i]
		}
		if !m.matches(&p.args[i], a, dies) {
			return false
		}
	}
	return true
}

// carriesFP reports whether an operation on floats has permissions.
func carriesFP(op ir.Op) bool { return op.Info().Rule != ir.RuleConv && op != ir.OpSelect }

// bind gives a name its value, and reports whether it has no other.
func (m *match) bind(name int8, v *ir.Value) bool {
	if name < 0 {
		return true
	}
	if m.names[name] == nil {
		m.names[name] = v
	}
	return m.names[name] == v
}

func (m *match) hold(list []condition) bool {
	for i := range list {
		if c := &list[i]; c.holds(m, c.args) == c.not {
			return false
		}
	}
	return true
}

// replace makes what the rule says.
func (m *match) replace(r *rule) *ir.Value {
	v := m.v
	if r.out.kind != operation {
		return m.make(&r.out, v.Type)
	}
	var store [3]*ir.Value
	if v.Op == ir.OpSelect {
		m.cond, m.guess = v.Args[0], v.Guess()
	}
	v.Rewrite(r.out.op, m.makeArgs(&r.out, v.Type, &store)...)
	m.finish(v)
	return v
}

// finish gives an operation that was made what the rule does not write: permissions, and how likely a condition is.
func (m *match) finish(v *ir.Value) {
	if m.float && v.Args[0].Type.Elem.IsFloat() && carriesFP(v.Op) {
		v.FP = m.fp
	}
	if v.Op == ir.OpSelect && m.cond != nil {
		switch c := v.Args[0]; {
		case c == m.cond:
			v.SetGuess(m.guess)
		case m.cond.Op == ir.OpNot && m.cond.Args[0] == c:
			v.SetGuess(m.guess.Not())
		}
	}
}

// make makes a value in front of the root; t is its type, if that is known, which Void is not.
func (m *match) make(n *node, t ir.Type) *ir.Value {
	switch n.kind {
	case anyValue:
		return m.names[n.name]
	case low:
		e := m.v.Type.Elem
		return (&narrower{f: m.f, at: m.v, e: e}).make(m.names[n.name], e.Bits())
	case single:
		return m.single(m.names[n.name])
	case operation:
		if u := m.typeOf(n); u.Elem != ir.Void {
			t = u
		}
		var store [3]*ir.Value
		v := m.v.Block.InsertBefore(m.v, n.op, t, m.v.Pos, m.makeArgs(n, t, &store)...)
		m.finish(v)
		return v
	case floating:
		return m.f.ConstFloat(t, n.flt)
	}
	return m.f.Const(t, m.eval(n, t.Elem))
}

// makeArgs makes the arguments of an operation of type t.
func (m *match) makeArgs(n *node, t ir.Type, store *[3]*ir.Value) []*ir.Value {
	if n.op.IsCompare() || n.op.Info().Rule == ir.RuleConv {
		t = ir.Type{}
		for i := range n.args {
			if u := m.typeOf(&n.args[i]); u.Elem != ir.Void {
				t = u
			}
		}
	}
	for i := range n.args {
		if n.op == ir.OpSelect && i == 0 {
			store[i] = m.make(&n.args[i], ir.Type{})
		} else {
			store[i] = m.make(&n.args[i], t)
		}
	}
	return store[:len(n.args)]
}

// typeOf returns the type of what n makes as far as n says so, or Void.
func (m *match) typeOf(n *node) ir.Type {
	switch n.kind {
	case anyValue:
		return m.names[n.name].Type
	case low:
		return m.v.Type
	case single:
		return m.v.Type.WithElem(ir.F32)
	case operation:
		switch {
		case n.typ >= 0:
			return m.v.Type.WithElem(m.names[n.typ].Type.Elem)
		case n.elem != ir.Void:
			return m.v.Type.WithElem(n.elem)
		case n.op.Info().Rule == ir.RuleConv:
			return ir.Type{}
		case n.op.IsCompare():
			return m.v.Type.WithElem(ir.Bool)
		}
		for i := range n.args {
			if i == 0 && n.op == ir.OpSelect {
				continue
			}
			if t := m.typeOf(&n.args[i]); t.Elem != ir.Void {
				return t
			}
		}
	}
	return ir.Type{}
}

// eval computes a constant for lanes of e: integers in 64 bits.
func (m *match) eval(n *node, e ir.Elem) uint64 {
	return n.eval(e, func(name int8) (uint64, ir.Elem) {
		x := m.names[name]
		return uint64(x.AuxInt), x.Type.Elem
	})
}

// eval computes a constant from the constants that names stand for, and their elements; name 0 is the root.
func (n *node) eval(e ir.Elem, of func(name int8) (uint64, ir.Elem)) uint64 {
	switch n.kind {
	case number:
		return uint64(n.num)
	case floating:
		return ir.FloatBits(e, n.flt)
	case width:
		_, e := of(n.name)
		return uint64(e.Bits())
	case ones:
		_, e := of(0)
		return ir.Truncate(e, ^uint64(0))
	case signed:
		c, e := of(n.name)
		return uint64(ir.SignExtend(e, c))
	case evaluation:
		if !e.IsFloat() {
			e = ir.I64
		}
		var x [3]uint64
		for i := range n.args {
			x[i] = n.args[i].eval(e, of)
		}
		return n.op.Info().Eval(e, e, x[0], x[1], x[2])
	}
	c, _ := of(n.name)
	return c
}
