// Package prove proves that the rules that select instructions compute what the operations of the SSA mean.
//
// Both sides of a rule become a term: a function of bit vectors. One table has the terms of operations, which a test
// compares with the evaluator of package ir. Another has those of instructions, which a test of package isel/x86 compares
// with the processor. A solver then finds operands for which the sides differ, or shows that there are none.
//
// Start with Rule. The report is docs/rules.md.
package prove

import (
	"fmt"
	"strings"
)

// Term is a bit vector of W bits, up to 64, that is computed from variables.
type Term struct {
	op   string // an operator of SMT-LIB, or "const", "var"
	W    int
	args []*Term
	n    uint64 // the value of a constant; the lowest bit that extract takes
	name string // of a variable
}

func mask(w int) uint64 { return ^uint64(0) >> (64 - w) }

// Var returns a variable.
func Var(name string, w int) *Term { return &Term{op: "var", W: w, name: name} }

// Num returns the constant n.
func Num(n uint64, w int) *Term { return &Term{op: "const", W: w, n: n & mask(w)} }

func apply(op string, w int, args ...*Term) *Term { return &Term{op: op, W: w, args: args} }

func binary(op string) func(a, b *Term) *Term {
	return func(a, b *Term) *Term {
		if a.W != b.W {
			panic(fmt.Sprintf("%s of %d and %d bits", op, a.W, b.W))
		}
		return apply(op, a.W, a, b)
	}
}

// compare returns a function whose result has one bit.
func compare(op string) func(a, b *Term) *Term {
	return func(a, b *Term) *Term {
		if a.W != b.W {
			panic(fmt.Sprintf("%s of %d and %d bits", op, a.W, b.W))
		}
		return apply(op, 1, a, b)
	}
}

// The operations of terms have the names of SMT-LIB.
var (
	bvadd, bvsub, bvmul = binary("bvadd"), binary("bvsub"), binary("bvmul")
	bvand, bvor, bvxor  = binary("bvand"), binary("bvor"), binary("bvxor")
	bvshl, bvlshr       = binary("bvshl"), binary("bvlshr")
	bvashr              = binary("bvashr")
	eq, ult, ule        = compare("="), compare("bvult"), compare("bvule")
	slt, sle            = compare("bvslt"), compare("bvsle")
)

func bvnot(a *Term) *Term { return apply("bvnot", a.W, a) }
func bvneg(a *Term) *Term { return apply("bvneg", a.W, a) }

// ite returns a if the bit c is 1, else b.
func ite(c, a, b *Term) *Term {
	if c.W != 1 || a.W != b.W {
		panic("ite of other widths")
	}
	return apply("ite", a.W, c, a, b)
}

// slice returns w bits of a from bit lo on.
func slice(a *Term, lo, w int) *Term {
	switch {
	case lo == 0 && w == a.W:
		return a
	case lo+w > a.W:
		panic(fmt.Sprintf("bits %d to %d of %d", lo, lo+w-1, a.W))
	case a.op == "const":
		return Num(a.n>>lo, w)
	}
	return &Term{op: "extract", W: w, args: []*Term{a}, n: uint64(lo)}
}

// zext and sext extend a to w bits or, if it has more, cut it.
func zext(a *Term, w int) *Term {
	if a.W >= w {
		return slice(a, 0, w)
	}
	return apply("zero_extend", w, a)
}

func sext(a *Term, w int) *Term {
	if a.W >= w {
		return slice(a, 0, w)
	}
	return apply("sign_extend", w, a)
}

// join concatenates lanes; the first is the lowest.
func join(lanes []*Term) *Term {
	t := lanes[0]
	for _, l := range lanes[1:] {
		t = apply("concat", t.W+l.W, l, t)
	}
	return t
}

// lanes splits a into lanes of w bits.
func lanes(a *Term, w int) []*Term {
	list := make([]*Term, a.W/w)
	for i := range list {
		list[i] = slice(a, i*w, w)
	}
	return list
}

// Env has the values of variables.
type Env map[string]uint64

// Eval computes t.
func (t *Term) Eval(env Env) uint64 { return t.eval(env, map[*Term]uint64{}) }

func (t *Term) eval(env Env, memo map[*Term]uint64) uint64 {
	if r, ok := memo[t]; ok {
		return r
	}
	var x [3]uint64
	for i, a := range t.args {
		x[i] = a.eval(env, memo)
	}
	signed := func(i int) int64 {
		n := 64 - t.args[i].W
		return int64(x[i]<<n) >> n
	}
	truth := func(b bool) uint64 {
		if b {
			return 1
		}
		return 0
	}
	r := uint64(0)
	switch t.op {
	case "const":
		r = t.n
	case "var":
		r = env[t.name]
	case "bvadd":
		r = x[0] + x[1]
	case "bvsub":
		r = x[0] - x[1]
	case "bvmul":
		r = x[0] * x[1]
	case "bvand":
		r = x[0] & x[1]
	case "bvor":
		r = x[0] | x[1]
	case "bvxor":
		r = x[0] ^ x[1]
	case "bvnot":
		r = ^x[0]
	case "bvneg":
		r = -x[0]
	case "bvshl":
		r = x[0] << x[1]
	case "bvlshr":
		r = x[0] >> x[1]
	case "bvashr":
		r = uint64(signed(0) >> x[1])
	case "=":
		r = truth(x[0] == x[1])
	case "bvult":
		r = truth(x[0] < x[1])
	case "bvule":
		r = truth(x[0] <= x[1])
	case "bvslt":
		r = truth(signed(0) < signed(1))
	case "bvsle":
		r = truth(signed(0) <= signed(1))
	case "ite":
		if r = x[2]; x[0] != 0 {
			r = x[1]
		}
	case "extract":
		r = x[0] >> t.n
	case "zero_extend":
		r = x[0]
	case "sign_extend":
		r = uint64(signed(0))
	case "concat":
		r = x[0]<<t.args[1].W | x[1]
	default:
		panic(t.op)
	}
	r &= mask(t.W)
	memo[t] = r
	return r
}

// smt writes the definitions of t and all it is made of, and returns its name.
func (t *Term) smt(b *strings.Builder, done map[*Term]string, vars map[string]int) string {
	if name, ok := done[t]; ok {
		return name
	}
	var name string
	switch t.op {
	case "const":
		name = fmt.Sprintf("(_ bv%d %d)", t.n, t.W)
	case "var":
		name = t.name
		vars[name] = t.W
	default:
		var list []string
		for _, a := range t.args {
			list = append(list, a.smt(b, done, vars))
		}
		text := strings.Join(list, " ")
		switch t.op {
		case "=", "bvult", "bvule", "bvslt", "bvsle":
			text = fmt.Sprintf("(ite (%s %s) #b1 #b0)", t.op, text)
		case "ite":
			text = fmt.Sprintf("(ite (= %s #b1) %s %s)", list[0], list[1], list[2])
		case "extract":
			text = fmt.Sprintf("((_ extract %d %d) %s)", int(t.n)+t.W-1, t.n, text)
		case "zero_extend", "sign_extend":
			text = fmt.Sprintf("((_ %s %d) %s)", t.op, t.W-t.args[0].W, text)
		default:
			text = fmt.Sprintf("(%s %s)", t.op, text)
		}
		name = fmt.Sprintf("t%d", len(done))
		fmt.Fprintf(b, "(define-fun %s () (_ BitVec %d) %s)\n", name, t.W, text)
	}
	done[t] = name
	return name
}

// Script returns a script for a solver, which answers unsat if a and b are equal wherever the conditions hold.
func Script(a, b *Term, conditions []*Term) string {
	var body strings.Builder
	done, vars := map[*Term]string{}, map[string]int{}
	for _, c := range conditions {
		fmt.Fprintf(&body, "(assert (= %s #b1))\n", c.smt(&body, done, vars))
	}
	x, y := a.smt(&body, done, vars), b.smt(&body, done, vars)
	fmt.Fprintf(&body, "(assert (not (= %s %s)))\n(check-sat)\n", x, y)
	var s strings.Builder
	for _, name := range sortedKeys(vars) {
		fmt.Fprintf(&s, "(declare-const %s (_ BitVec %d))\n", name, vars[name])
	}
	return s.String() + body.String()
}

// Bitwise functions that SMT-LIB lacks, of terms with any number of bits.

func popcount(a *Term) *Term {
	t := Num(0, a.W)
	for _, l := range lanes(a, 1) {
		t = bvadd(t, zext(l, a.W))
	}
	return t
}

// leadingZeros returns the number of zeros above the highest one; the width for 0.
func leadingZeros(a *Term) *Term {
	t := Num(uint64(a.W), a.W)
	for i, l := range lanes(a, 1) {
		t = ite(l, Num(uint64(a.W-1-i), a.W), t)
	}
	return t
}

func trailingZeros(a *Term) *Term {
	t := Num(uint64(a.W), a.W)
	for i := a.W - 1; i >= 0; i-- {
		t = ite(slice(a, i, 1), Num(uint64(i), a.W), t)
	}
	return t
}

// reverse returns the lanes of w bits of a in reverse order.
func reverse(a *Term, w int) *Term {
	list := lanes(a, w)
	for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
		list[i], list[j] = list[j], list[i]
	}
	return join(list)
}

// rotate rotates a to the left by n, modulo the width, which is a power of two.
func rotate(a, n *Term) *Term {
	n = bvand(zext(n, a.W), Num(uint64(a.W-1), a.W))
	rest := bvand(bvneg(n), Num(uint64(a.W-1), a.W))
	return bvor(bvshl(a, n), bvlshr(a, rest))
}

// clamp returns a, which has more than w bits and is signed, as a number of w bits from lo to hi.
func clamp(a *Term, w int, lo, hi int64) *Term {
	l, h := Num(uint64(lo), a.W), Num(uint64(hi), a.W)
	return slice(ite(slt(a, l), l, ite(slt(h, a), h, a)), 0, w)
}
