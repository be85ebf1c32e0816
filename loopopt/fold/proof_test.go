package fold

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hotloop/loopopt/ir"
)

// allRules returns all rules in the order of their files.
func allRules() (list []*rule) {
	for op := range ir.NumOps {
		if t := rulesFor(op); t != nil {
			list = append(list, t.list...)
		}
	}
	slices.SortStableFunc(list, func(a, b *rule) int { return strings.Compare(a.src, b.src) })
	return list
}

// A typing gives each part of a rule its element.
type typing struct {
	r     *rule
	elems map[*node]ir.Elem
	names [maxNames]ir.Elem
}

// typer finds the typings of a rule: parts whose elements must be the same are joined.
type typer struct {
	r      *rule
	parent []int
	limits []elemSet
	at     map[*node]int
	names  [maxNames]int
	less   [][2]int // pairs of which the first has fewer bits
	same   [][2]int // pairs of the same number of bits
}

const (
	intElems   = elemSet(1<<ir.I8 | 1<<ir.I16 | 1<<ir.I32 | 1<<ir.I64)
	floatElems = elemSet(1<<ir.F32 | 1<<ir.F64)
	boolElems  = elemSet(1 << ir.Bool)
)

func (t *typer) fresh() int {
	t.parent = append(t.parent, len(t.parent))
	t.limits = append(t.limits, intElems|floatElems|boolElems)
	return len(t.parent) - 1
}

func (t *typer) find(x int) int {
	for t.parent[x] != x {
		x = t.parent[x]
	}
	return x
}

func (t *typer) join(x, y int) {
	if x, y = t.find(x), t.find(y); x != y {
		t.parent[y] = x
		t.limits[x] &= t.limits[y]
	}
}

func (t *typer) limit(x int, s elemSet) { t.limits[t.find(x)] &= s }

// visit returns the type of n.
func (t *typer) visit(n *node) int {
	at := t.fresh()
	t.at[n] = at
	if n.name >= 0 && n.kind != width && n.kind != signed && n.kind != low && n.kind != single &&
		!(n.kind == anyConst && n != nil && t.at[&t.r.out] != 0) {
		t.join(t.names[n.name], at)
	}
	switch n.kind {
	case low:
		t.join(at, t.names[0])
	case single:
		t.limit(at, 1<<ir.F32)
		t.limit(t.names[n.name], 1<<ir.F64)
	case number:
		t.limit(at, intElems|boolElems)
	case floating:
		t.limit(at, floatElems)
	}
	if n.kind != operation {
		return at
	}
	if n.elem != ir.Void {
		t.limit(at, 1<<n.elem)
	}
	if n.typ >= 0 {
		t.join(at, t.names[n.typ])
	}
	var args []int
	for i := range n.args {
		args = append(args, t.visit(&n.args[i]))
	}
	switch info := n.op.Info(); {
	case n.op.IsCompare():
		t.join(args[0], args[1])
		t.limit(at, boolElems)
		switch info.Rule {
		case ir.RuleCmpInt:
			t.limit(args[0], intElems)
		case ir.RuleCmpFloat:
			t.limit(args[0], floatElems)
		default:
			t.limit(args[0], intElems|floatElems)
		}
	case n.op == ir.OpSelect:
		t.limit(args[0], boolElems)
		t.join(args[1], at)
		t.join(args[2], at)
	case info.Rule == ir.RuleConv:
		t.conversion(n.op, at, args[0])
	default:
		for _, a := range args {
			t.join(a, at)
		}
		switch info.Rule {
		case ir.RuleInt, ir.RuleShift:
			t.limit(at, intElems)
		case ir.RuleFloat:
			t.limit(at, floatElems)
		case ir.RuleBits:
			t.limit(at, intElems|boolElems)
		default:
			t.limit(at, intElems|floatElems)
		}
	}
	return at
}

func (t *typer) conversion(op ir.Op, to, from int) {
	switch op {
	case ir.OpSExt, ir.OpZExt:
		t.limit(to, intElems)
		t.limit(from, intElems|boolElems)
		if op == ir.OpSExt {
			t.limit(from, intElems)
		}
		t.less = append(t.less, [2]int{from, to})
	case ir.OpTruncI:
		t.limit(to, intElems)
		t.limit(from, intElems)
		t.less = append(t.less, [2]int{to, from})
	case ir.OpFExt:
		t.limit(to, 1<<ir.F64)
		t.limit(from, 1<<ir.F32)
	case ir.OpFTrunc:
		t.limit(to, 1<<ir.F32)
		t.limit(from, 1<<ir.F64)
	case ir.OpSIToF, ir.OpUIToF:
		t.limit(to, floatElems)
		t.limit(from, intElems)
	case ir.OpBitcast:
		t.same = append(t.same, [2]int{from, to})
	case ir.OpFToSI:
		t.limit(to, 1<<ir.I32|1<<ir.I64)
		t.limit(from, floatElems)
	}
}

// typings returns all typings of r.
func typings(r *rule) (list []*typing) {
	t := &typer{r: r, at: map[*node]int{}}
	for i := range t.names {
		t.names[i] = t.fresh()
	}
	root := t.visit(&r.pat)
	if r.pat.op.IsCompare() {
		t.limit(t.at[&r.pat.args[0]], r.elems)
	} else {
		t.limit(root, r.elems)
	}
	if r.args != 0 {
		t.limit(t.at[&r.pat.args[0]], r.args)
	}
	t.at[&r.out] = 1 // so that constants there have the types that are wanted
	t.join(t.visit(&r.out), root)
	for _, c := range r.conds {
		switch of := func(i int) int { return t.names[c.args[i].name] }; c.name {
		case "same":
			t.join(of(0), of(1))
		case "narrower":
			t.less = append(t.less, [2]int{of(0), of(1)})
		case "bool", "int":
			set := map[string]elemSet{"bool": boolElems, "int": intElems}[c.name]
			if c.not {
				set = ^set
			}
			t.limit(of(0), set)
		}
	}
	var classes []int
	for x := range t.parent {
		used := slices.ContainsFunc(t.names[:r.nnames], func(n int) bool { return t.find(n) == x })
		for n := range t.at {
			used = used || t.find(t.at[n]) == x
		}
		if used && t.find(x) == x {
			classes = append(classes, x)
		}
	}
	chosen := map[int]ir.Elem{}
	var choose func(k int)
	choose = func(k int) {
		for _, p := range t.less {
			a, okA := chosen[t.find(p[0])]
			b, okB := chosen[t.find(p[1])]
			if okA && okB && a.Bits() >= b.Bits() {
				return
			}
		}
		for _, p := range t.same {
			a, okA := chosen[t.find(p[0])]
			b, okB := chosen[t.find(p[1])]
			if okA && okB && a.Bits() != b.Bits() {
				return
			}
		}
		if k == len(classes) {
			g := &typing{r: r, elems: map[*node]ir.Elem{}}
			for n, at := range t.at {
				g.elems[n] = chosen[t.find(at)]
			}
			for i, at := range t.names[:r.nnames] {
				g.names[i] = chosen[t.find(at)]
			}
			list = append(list, g)
			return
		}
		for e := ir.Bool; e <= ir.F64; e++ {
			if t.limits[classes[k]].has(e) {
				chosen[classes[k]] = e
				choose(k + 1)
				delete(chosen, classes[k])
			}
		}
	}
	choose(0)
	return list
}

// variables returns the names that have values of their own, and says which are constants.
func (r *rule) variables() (vars []int8, constant [maxNames]bool) {
	var visit func(n *node)
	visit = func(n *node) {
		if (n.kind == anyValue || n.kind == anyConst) && n.name >= 0 && !r.isOperation(n.name) && !slices.Contains(vars, n.name) {
			vars = append(vars, n.name)
			constant[n.name] = n.kind == anyConst
		}
		for i := range n.args {
			visit(&n.args[i])
		}
	}
	visit(&r.pat)
	return vars, constant
}

func (r *rule) isOperation(name int8) bool { return r.operation(&r.pat, name) != nil }

// operation returns the operation of the pattern with that name, or nil.
func (r *rule) operation(n *node, name int8) *node {
	if n.kind == operation && n.name == name {
		return n
	}
	for i := range n.args {
		if x := r.operation(&n.args[i], name); x != nil {
			return x
		}
	}
	return nil
}

// evaluator computes a rule's sides.
type evaluator struct {
	g   *typing
	env [maxNames]uint64
	any uint64 // what _ is
}

func (x *evaluator) value(n *node) uint64 {
	e := x.g.elems[n]
	switch n.kind {
	case anyValue:
		if n.name < 0 {
			return ir.Truncate(e, x.any)
		}
		if op := x.g.r.operation(&x.g.r.pat, n.name); op != nil {
			return x.value(op)
		}
		return x.env[n.name]
	case anyConst:
		return ir.Truncate(e, x.env[n.name])
	case low:
		return ir.Truncate(e, x.env[n.name])
	case single:
		return ir.OpFTrunc.Info().Eval(ir.F32, ir.F64, x.env[n.name], 0, 0)
	case operation:
		var a [3]uint64
		for i := range n.args {
			a[i] = x.value(&n.args[i])
		}
		if n.op.Is(ir.FlagPartial) && a[1] == 0 {
			return 0
		}
		return ir.Truncate(e, n.op.Info().Eval(e, x.g.elems[&n.args[0]], a[0], a[1], a[2]))
	case floating:
		return ir.FloatBits(e, n.flt)
	}
	return ir.Truncate(e, x.constant(n, e))
}

// constant evaluates a part of a condition, or what is computed of constants, in e or else 64 bits.
func (x *evaluator) constant(n *node, e ir.Elem) uint64 {
	return n.eval(e, func(name int8) (uint64, ir.Elem) { return x.env[name], x.g.names[name] })
}

// holds reports whether a condition holds as far as it is about values.
func (x *evaluator) holds(c *condition) bool {
	arg := func(i int) uint64 { return x.constant(&c.args[i], ir.I64) }
	elem := func(i int) ir.Elem { return x.g.names[c.args[i].name] }
	float := func(i int) float64 {
		if v := arg(i); elem(i) == ir.F32 {
			return float64(math.Float32frombits(uint32(v)))
		} else {
			return math.Float64frombits(v)
		}
	}
	is := func(b bool) bool { return b != c.not }
	switch root := x.g.names[0]; c.name {
	case "":
		return is(arg(0) != 0)
	case "within":
		return is(arg(0)&^arg(1) == 0)
	case "disjoint":
		return is(arg(0)&arg(1) == 0)
	case "atmost":
		return is(arg(0) <= arg(1))
	case "below":
		return is(arg(0) < arg(1))
	case "lowU":
		return is(ir.Truncate(root, arg(0)) == arg(0))
	case "lowS":
		return is(ir.SignExtend(root, arg(0)) == ir.SignExtend(elem(0), arg(0)))
	case "notzero":
		return is(float(0) != 0 || !math.Signbit(float(0)))
	case "single":
		return is(float64(float32(float(0))) == float(0) || math.IsNaN(float(0)))
	case "whole":
		return is(math.Trunc(float(0)) == float(0) || math.IsNaN(float(0)))
	case "short":
		return is(math.Trunc(float(0)) == float(0) && float(0) >= -1<<15 && float(0) < 1<<16)
	case "small":
		return is(math.Abs(float(0)) <= smallBound && float64(float32(float(0))) == float(0))
	case "less":
		return is(float(0) < float(1) || arg(0) == arg(1))
	case "reciprocal":
		f := ir.NewFunc("f")
		return is(hasReciprocal(f.Const(ir.Scalar(elem(0)), arg(0)), false))
	}
	return true // about types, permissions, or what is cheaper
}

// semantic reports whether a condition is about values, so that a rule is wrong without it.
func semantic(c *condition) bool {
	switch c.name {
	case "same", "narrower", "bool", "int", "once", "near", "const", "noindex", "nsz", "arcp", "fast", "rounded":
		return false
	}
	return true
}

// equal reports whether two results are as good as each other: any NaN is, and if nsz, zeros of any sign.
func equal(e ir.Elem, a, b uint64, nsz bool) bool {
	if a == b || !e.IsFloat() {
		return a == b
	}
	x, y := math.Float64frombits(a), math.Float64frombits(b)
	if e == ir.F32 {
		x, y = float64(math.Float32frombits(uint32(a))), float64(math.Float32frombits(uint32(b)))
	}
	return x != x && y != y || nsz && x == 0 && y == 0
}

func (r *rule) needs(cond string) bool {
	return slices.ContainsFunc(r.conds, func(c condition) bool { return c.name == cond })
}

// trial is what evaluating a rule has shown.
type trial struct {
	tried int    // inputs for which the conditions hold
	sharp []bool // of each condition: the rule is wrong without it
	wrong string // an input for which the sides differ
}

// inputs of 16 bits and more that tell functions apart; those of floats are read as such.
func someInputs(e ir.Elem) (list []uint64) {
	w := e.Bits()
	if w <= 8 {
		for x := range uint64(1) << w {
			list = append(list, x)
		}
		return list
	}
	if e.IsFloat() {
		for _, x := range []float64{0, 1, -1, 0.5, 2, 3, -3.5, 127, 128, 255.5, 32767, 65535, 1 << 22, 1<<24 + 1, 0.1, 1e-40, -1e-310, 5e-324,
			1e30, 1e300, math.MaxFloat32, math.Inf(1), math.Inf(-1), math.NaN(), math.Copysign(0, -1)} {
			list = append(list, ir.FloatBits(e, x))
		}
	} else {
		for _, x := range []uint64{0, 1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 24, 31, 32, 48, 56, 63, 64, 127, 128, 129, 255, 256, 0x3fff, 0x4000, 0x7fff, 0x8000,
			0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 1 << 63, 1<<63 - 1} {
			list = append(list, ir.Truncate(e, x), ir.Truncate(e, -x))
		}
		slices.Sort(list)
		list = slices.Compact(list)
	}
	rng := rand.New(rand.NewPCG(uint64(w), 3))
	for range 6 {
		list = append(list, ir.Truncate(e, rng.Uint64()))
	}
	return list
}

// mostInputs is how many inputs of a typing are tried.
const mostInputs = 1 << 16

// try evaluates both sides of r: for all inputs of 8 bits where two names have values, for many others.
func (r *rule) try() (t trial) {
	t.sharp = make([]bool, len(r.conds))
	vars, _ := r.variables()
	for _, g := range typings(r) {
		total := 1
		var inputs [][]uint64
		for _, v := range vars {
			list := someInputs(g.names[v])
			inputs = append(inputs, list)
			total *= len(list)
		}
		for thin := 0; total > mostInputs; thin++ { // leave inputs out where there are too many together
			k := len(vars) - 1 - thin%len(vars)
			if n := len(inputs[k]); n > 40 {
				total = total / n
				var some []uint64
				for i := 0; i < n; i += 3 {
					some = append(some, inputs[k][i])
				}
				inputs[k] = some
				total *= len(some)
			} else if thin > 30 {
				break
			}
		}
		step := 1 + total/mostInputs
		x := evaluator{g: g}
		for at := 0; at < total; at += step {
			for i, rest := 0, at; i < len(vars); i++ {
				x.env[vars[i]] = inputs[i][rest%len(inputs[i])]
				rest /= len(inputs[i])
			}
			x.any = uint64(at) * 0x9e3779b97f4a7c15 >> 7
			failed := -1
			for k := range r.conds {
				if !x.holds(&r.conds[k]) {
					if failed >= 0 || t.sharp[k] {
						failed = -2
						break
					}
					failed = k
				}
			}
			if failed == -2 {
				continue
			}
			a, b := x.value(&r.pat), x.value(&r.out)
			same := equal(g.names[0], a, b, r.needs("nsz"))
			switch {
			case failed >= 0:
				t.sharp[failed] = t.sharp[failed] || !same
			case !same:
				t.wrong = fmt.Sprintf("%v for %#x: %#x, should be %#x", g.names[:r.nnames], x.env[:r.nnames], b, a)
				return t
			default:
				t.tried++
			}
		}
	}
	return t
}

// measure bounds the work left in what n makes: it is monotone in the names' measures, and every rule makes it less, so
// that no rules can undo each other. What goes inward or outward decides whether an operation multiplies: extensions move
// outward through selections and operations that are exact, and inward through sums; roundings move inward.
func measure(n *node, of func(name int8) float64) float64 {
	const extension = 7
	switch n.kind {
	case anyValue, low:
		if n.name >= 0 {
			return of(n.name)
		}
		return 1
	case single: // what was extended, or is a constant
		return max(1, (of(n.name)-extension)/2)
	case operation:
	default:
		return 1
	}
	var a [3]float64
	sum := 0.0
	for i := range n.args {
		a[i] = measure(&n.args[i], of)
		sum += a[i]
	}
	switch n.op {
	case ir.OpSelect:
		return (a[0]+2)*(a[1]+a[2]) + 1
	case ir.OpZExt, ir.OpSExt, ir.OpFExt:
		return 2*sum + extension
	case ir.OpTruncI:
		return 3*sum + 8
	case ir.OpFTrunc:
		return sum*sum + 1
	case ir.OpDiv, ir.OpDivS, ir.OpDivU:
		return 2*sum + 20
	case ir.OpRemS, ir.OpRemU:
		return 2*sum + 30
	case ir.OpMul:
		return 2*sum + 4
	case ir.OpSub, ir.OpAndNot:
		return a[0] + 2*a[1] + 1
	case ir.OpShl, ir.OpXor, ir.OpNeg, ir.OpNot, ir.OpFloor, ir.OpCeil, ir.OpTrunc, ir.OpRoundEven:
		return 2*sum + 1
	case ir.OpAbs, ir.OpMin, ir.OpMax, ir.OpMinNum, ir.OpMaxNum, ir.OpMinS, ir.OpMaxS, ir.OpMinU, ir.OpMaxU:
		return 2 * sum
	}
	return sum + 1
}

// reduces reports whether r makes the measure less.
func (r *rule) reduces() error {
	vars, constant := r.variables()
	sizes := []float64{1, 2, 3, 7, 50, 1e4}
	total := 1
	for range vars {
		total *= len(sizes)
	}
	for at := range total {
		var env [maxNames]float64
		for i, rest := 0, at; i < len(vars); i++ {
			env[vars[i]] = sizes[rest%len(sizes)]
			if constant[vars[i]] {
				env[vars[i]] = 1
			}
			rest /= len(sizes)
		}
		var of func(name int8) float64
		of = func(name int8) float64 {
			if op := r.operation(&r.pat, name); op != nil {
				return measure(op, of)
			}
			return env[name]
		}
		if a, b := measure(&r.pat, of), measure(&r.out, of); b >= a {
			return fmt.Errorf("the measure is %g, and was %g for %v", b, a, env[:r.nnames])
		}
	}
	return nil
}

// TestRulesEnd checks that no rules can undo each other.
func TestRulesEnd(t *testing.T) {
	for _, r := range allRules() {
		if err := r.reduces(); err != nil {
			t.Errorf("%s: %s: %v", r.src, r.text, err)
		}
	}
	if parseRule("", "(And <i*> (Or x y) z) => (Or (And x z) (And y z))").reduces() == nil {
		t.Error("a rule that makes more operations is taken to end")
	}
}

// TestRulesHold evaluates both sides of every rule.
func TestRulesHold(t *testing.T) {
	for _, r := range allRules() {
		got := r.try()
		switch {
		case got.wrong != "":
			t.Errorf("%s: %s: %s", r.src, r.text, got.wrong)
		case got.tried == 0:
			t.Errorf("%s: %s: never applies", r.src, r.text)
		}
		for k, sharp := range got.sharp {
			if !sharp && semantic(&r.conds[k]) {
				t.Logf("%s: %s: condition %d may be superfluous", r.src, r.text, k)
			}
		}
	}
}
