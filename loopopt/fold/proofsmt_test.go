package fold

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"hotloop/loopopt/ir"
)

// smt writes the question whether a rule can be wrong in the language of SMT solvers. Integers are bit vectors, bools are
// bit vectors of one bit, and floats are floats, of which there is one NaN.
type smt struct {
	g   *typing
	any map[*node]string // what _ is
	b   strings.Builder  // declarations
}

func sort(e ir.Elem) string {
	switch e {
	case ir.F32:
		return "(_ FloatingPoint 8 24)"
	case ir.F64:
		return "(_ FloatingPoint 11 53)"
	}
	return fmt.Sprintf("(_ BitVec %d)", e.Bits())
}

func bv(x uint64, w int) string {
	if w < 64 {
		x &= 1<<w - 1
	}
	return fmt.Sprintf("(_ bv%d %d)", x, w)
}

func floatConst(e ir.Elem, bits uint64) string {
	if e == ir.F32 {
		return fmt.Sprintf("((_ to_fp 8 24) %s)", bv(bits, 32))
	}
	return fmt.Sprintf("((_ to_fp 11 53) %s)", bv(bits, 64))
}

// bit makes a bit of a condition.
func bit(cond string) string { return "(ite " + cond + " #b1 #b0)" }

func extend(sign bool, by int, x string) string {
	if sign {
		return fmt.Sprintf("((_ sign_extend %d) %s)", by, x)
	}
	return fmt.Sprintf("((_ zero_extend %d) %s)", by, x)
}

func low64(w int, x string) string { return fmt.Sprintf("((_ extract %d 0) %s)", w-1, x) }

func name(n int8) string { return fmt.Sprintf("x%d", n) }

// value returns the term for n.
func (s *smt) value(n *node) string {
	e := s.g.elems[n]
	switch n.kind {
	case anyValue, anyConst:
		if n.name < 0 {
			v := s.any[n]
			if v == "" {
				v = fmt.Sprintf("any%d", len(s.any))
				s.any[n] = v
				fmt.Fprintf(&s.b, "(declare-const %s %s)\n", v, sort(e))
			}
			return v
		}
		if op := s.g.r.operation(&s.g.r.pat, n.name); op != nil {
			return s.value(op)
		}
		return s.fit(name(n.name), s.g.names[n.name], e)
	case low:
		return low64(e.Bits(), name(n.name))
	case single:
		return fmt.Sprintf("((_ to_fp 8 24) RNE %s)", name(n.name))
	case floating:
		return floatConst(e, ir.FloatBits(e, n.flt))
	case number:
		return bv(uint64(n.num), e.Bits())
	case operation:
		var a []string
		for i := range n.args {
			a = append(a, s.value(&n.args[i]))
		}
		return operationOf(n.op, e, s.g.elems[&n.args[0]], a)
	}
	return low64(e.Bits(), s.constant(n))
}

// fit changes the width of a constant to that which is wanted.
func (s *smt) fit(x string, from, to ir.Elem) string {
	switch {
	case from == to || from.IsFloat() || to.IsFloat():
		return x
	case from.Bits() > to.Bits():
		return low64(to.Bits(), x)
	}
	return extend(false, to.Bits()-from.Bits(), x)
}

// constant returns the term for a part of a condition or for what is computed of constants: 64 bits.
func (s *smt) constant(n *node) string {
	of := func(n int8) string { return name(n) }
	e := ir.I64
	if n.name >= 0 {
		e = s.g.names[n.name]
	}
	switch n.kind {
	case number:
		return bv(uint64(n.num), 64)
	case width:
		return bv(uint64(e.Bits()), 64)
	case ones:
		return bv(ir.Truncate(e, ^uint64(0)), 64)
	case signed:
		return extend(true, 64-e.Bits(), of(n.name))
	case evaluation:
		var a []string
		for i := range n.args {
			a = append(a, s.constant(&n.args[i]))
		}
		x := operationOf(n.op, ir.I64, ir.I64, a)
		if n.op.IsCompare() {
			x = extend(false, 63, x)
		}
		return x
	}
	return extend(false, 64-e.Bits(), of(n.name))
}

// condition returns the term for a condition, as far as it is about values; ok says whether the solver can be asked.
func (s *smt) condition(c *condition) (term string, ok bool) {
	x := func(i int) string { return s.constant(&c.args[i]) }
	f := func(i int) string { return name(c.args[i].name) }
	root := s.g.names[0]
	switch c.name {
	case "":
		term = fmt.Sprintf("(not (= %s %s))", x(0), bv(0, 64))
	case "within":
		term = fmt.Sprintf("(= (bvand %s (bvnot %s)) %s)", x(0), x(1), bv(0, 64))
	case "disjoint":
		term = fmt.Sprintf("(= (bvand %s %s) %s)", x(0), x(1), bv(0, 64))
	case "atmost":
		term = fmt.Sprintf("(bvule %s %s)", x(0), x(1))
	case "below":
		term = fmt.Sprintf("(bvult %s %s)", x(0), x(1))
	case "lowU", "lowS":
		w := s.g.names[c.args[0].name].Bits()
		term = fmt.Sprintf("(= %s %s)", extend(c.name == "lowS", w-root.Bits(), low64(root.Bits(), f(0))), f(0))
	case "notzero":
		term = fmt.Sprintf("(not (and (fp.isZero %s) (fp.isNegative %s)))", f(0), f(0))
	case "single":
		term = fmt.Sprintf("(= ((_ to_fp 11 53) RNE ((_ to_fp 8 24) RNE %s)) %s)", f(0), f(0))
	case "less":
		term = fmt.Sprintf("(or (fp.lt %s %s) (= %s %s))", f(0), f(1), f(0), f(1))
	case "reciprocal", "whole", "short", "small":
		return "", false
	default:
		return "true", true
	}
	if c.not {
		term = "(not " + term + ")"
	}
	return term, true
}

// operationOf returns the term for an operation of element e, whose first argument is of element arg.
func operationOf(op ir.Op, e, arg ir.Elem, a []string) string {
	w := arg.Bits()
	call := func(f string) string { return "(" + f + " " + strings.Join(a, " ") + ")" }
	wide := func(sign bool, by int, f string) string {
		return fmt.Sprintf("(%s %s %s)", f, extend(sign, by, a[0]), extend(sign, by, a[1]))
	}
	part := func(hi, lo int, x string) string { return fmt.Sprintf("((_ extract %d %d) %s)", hi, lo, x) }
	clamp := func(sign bool, x string) string { // of w+2 bits, signed
		lo, hi := uint64(0), uint64(1)<<w-1
		if w == 64 {
			hi = math.MaxUint64
		}
		if sign {
			lo, hi = uint64(1)<<(w-1), uint64(1)<<(w-1)-1
		}
		l, h := extend(sign, 2, bv(lo, w)), extend(sign, 2, bv(hi, w))
		return part(w-1, 0, fmt.Sprintf("(ite (bvslt %s %s) %s (ite (bvslt %s %s) %s %s))", x, l, l, h, x, h, x))
	}
	if arg.IsFloat() && op != ir.OpSelect {
		return floatOperation(op, e, a)
	}
	switch op {
	case ir.OpAdd:
		return call("bvadd")
	case ir.OpSub:
		return call("bvsub")
	case ir.OpMul:
		return call("bvmul")
	case ir.OpDivS:
		return call("bvsdiv")
	case ir.OpDivU:
		return call("bvudiv")
	case ir.OpRemS:
		return call("bvsrem")
	case ir.OpRemU:
		return call("bvurem")
	case ir.OpMulHiS, ir.OpMulHiU:
		return part(2*w-1, w, wide(op == ir.OpMulHiS, w, "bvmul"))
	case ir.OpMulRound:
		x := fmt.Sprintf("(bvadd %s %s)", wide(true, w, "bvmul"), bv(1<<(w-2), 2*w))
		return part(2*w-2, w-1, x)
	case ir.OpAddSatS, ir.OpAddSatU:
		return clamp(op == ir.OpAddSatS, wide(op == ir.OpAddSatS, 2, "bvadd"))
	case ir.OpSubSatS, ir.OpSubSatU:
		return clamp(op == ir.OpSubSatS, wide(op == ir.OpSubSatS, 2, "bvsub"))
	case ir.OpAbsDiffS:
		return fmt.Sprintf("(ite (bvslt %s %s) (bvsub %s %s) (bvsub %s %s))", a[0], a[1], a[1], a[0], a[0], a[1])
	case ir.OpAbsDiffU:
		return fmt.Sprintf("(ite (bvult %s %s) (bvsub %s %s) (bvsub %s %s))", a[0], a[1], a[1], a[0], a[0], a[1])
	case ir.OpHalfSumS, ir.OpHalfSumU:
		return part(w, 1, wide(op == ir.OpHalfSumS, 1, "bvadd"))
	case ir.OpAverageS, ir.OpAverageU:
		return part(w, 1, fmt.Sprintf("(bvadd %s %s)", wide(op == ir.OpAverageS, 1, "bvadd"), bv(1, w+1)))
	case ir.OpNeg:
		return call("bvneg")
	case ir.OpAbs:
		return fmt.Sprintf("(ite (bvslt %s %s) (bvneg %s) %s)", a[0], bv(0, w), a[0], a[0])
	case ir.OpMinS, ir.OpMaxU, ir.OpMinU, ir.OpMaxS:
		f := map[ir.Op]string{ir.OpMinS: "bvslt", ir.OpMaxS: "bvsgt", ir.OpMinU: "bvult", ir.OpMaxU: "bvugt"}[op]
		return fmt.Sprintf("(ite (%s %s %s) %s %s)", f, a[0], a[1], a[0], a[1])
	case ir.OpAnd:
		return call("bvand")
	case ir.OpOr:
		return call("bvor")
	case ir.OpXor:
		return call("bvxor")
	case ir.OpNot:
		return call("bvnot")
	case ir.OpAndNot:
		return fmt.Sprintf("(bvand %s (bvnot %s))", a[0], a[1])
	case ir.OpShl:
		return call("bvshl")
	case ir.OpShrS:
		return call("bvashr")
	case ir.OpShrU:
		return call("bvlshr")
	case ir.OpRotL:
		n := fmt.Sprintf("(bvurem %s %s)", a[1], bv(uint64(w), w))
		return fmt.Sprintf("(bvor (bvshl %s %s) (bvlshr %s (bvsub %s %s)))", a[0], n, a[0], bv(uint64(w), w), n)
	case ir.OpByteSwap:
		var parts []string
		for i := 0; i < w; i += 8 {
			parts = append(parts, part(i+7, i, a[0]))
		}
		if len(parts) == 1 {
			return parts[0]
		}
		return "(concat " + strings.Join(parts, " ") + ")"
	case ir.OpBitReverse:
		var parts []string
		for i := range w {
			parts = append(parts, part(i, i, a[0]))
		}
		return "(concat " + strings.Join(parts, " ") + ")"
	case ir.OpTrailingZeros:
		x := bv(uint64(w), w)
		for i := w - 1; i >= 0; i-- {
			x = fmt.Sprintf("(ite (= %s #b1) %s %s)", part(i, i, a[0]), bv(uint64(i), w), x)
		}
		return x
	case ir.OpEq, ir.OpNe:
		if op == ir.OpNe {
			return bit("(not " + call("=") + ")")
		}
		return bit(call("="))
	case ir.OpLtS:
		return bit(call("bvslt"))
	case ir.OpLeS:
		return bit(call("bvsle"))
	case ir.OpLtU:
		return bit(call("bvult"))
	case ir.OpLeU:
		return bit(call("bvule"))
	case ir.OpSelect:
		return fmt.Sprintf("(ite (= %s #b1) %s %s)", a[0], a[1], a[2])
	case ir.OpSExt, ir.OpZExt:
		return extend(op == ir.OpSExt, e.Bits()-w, a[0])
	case ir.OpTruncI:
		return low64(e.Bits(), a[0])
	case ir.OpSIToF, ir.OpUIToF:
		f := map[ir.Op]string{ir.OpSIToF: "to_fp", ir.OpUIToF: "to_fp_unsigned"}[op]
		if e == ir.F32 {
			return fmt.Sprintf("((_ %s 8 24) RNE %s)", f, a[0])
		}
		return fmt.Sprintf("((_ %s 11 53) RNE %s)", f, a[0])
	}
	panic("no term for " + op.String())
}

// floatOperation returns the term for an operation on floats.
func floatOperation(op ir.Op, e ir.Elem, a []string) string {
	call := func(f string) string { return "(" + f + " " + strings.Join(a, " ") + ")" }
	choose := func(less, zero string) string { // Go's min and max
		return fmt.Sprintf("(ite (or (fp.isNaN %[1]s) (fp.isNaN %[2]s)) (_ NaN %[5]s) (ite (and (fp.isZero %[1]s) (fp.isZero %[2]s)) "+
			"(ite (%[4]s %[1]s) %[1]s %[2]s) (ite (%[3]s %[1]s %[2]s) %[1]s %[2]s)))", a[0], a[1], less, zero,
			map[ir.Elem]string{ir.F32: "8 24", ir.F64: "11 53"}[e])
	}
	switch op {
	case ir.OpAdd:
		return "(fp.add RNE " + strings.Join(a, " ") + ")"
	case ir.OpSub:
		return "(fp.sub RNE " + strings.Join(a, " ") + ")"
	case ir.OpMul:
		return "(fp.mul RNE " + strings.Join(a, " ") + ")"
	case ir.OpDiv:
		return "(fp.div RNE " + strings.Join(a, " ") + ")"
	case ir.OpSqrt:
		return "(fp.sqrt RNE " + a[0] + ")"
	case ir.OpFloor:
		return "(fp.roundToIntegral RTN " + a[0] + ")"
	case ir.OpCeil:
		return "(fp.roundToIntegral RTP " + a[0] + ")"
	case ir.OpTrunc:
		return "(fp.roundToIntegral RTZ " + a[0] + ")"
	case ir.OpRoundEven:
		return "(fp.roundToIntegral RNE " + a[0] + ")"
	case ir.OpNeg:
		return call("fp.neg")
	case ir.OpAbs:
		return call("fp.abs")
	case ir.OpMin:
		return choose("fp.lt", "fp.isNegative")
	case ir.OpMax:
		return choose("fp.gt", "fp.isPositive")
	case ir.OpMinNum:
		return fmt.Sprintf("(ite (fp.lt %s %s) %s %s)", a[0], a[1], a[0], a[1])
	case ir.OpMaxNum:
		return fmt.Sprintf("(ite (fp.lt %s %s) %s %s)", a[1], a[0], a[0], a[1])
	case ir.OpEq:
		return bit(call("fp.eq"))
	case ir.OpNe:
		return bit("(not " + call("fp.eq") + ")")
	case ir.OpLt:
		return bit(call("fp.lt"))
	case ir.OpLe:
		return bit(call("fp.leq"))
	case ir.OpFExt:
		return "((_ to_fp 11 53) RNE " + a[0] + ")"
	case ir.OpFTrunc:
		return "((_ to_fp 8 24) RNE " + a[0] + ")"
	}
	return ""
}

// question returns the text that asks whether r can be wrong with the elements of g, where its conditions hold; the
// condition without is left out. It is empty if there is no such text.
func question(g *typing, without int) string {
	r := g.r
	s := &smt{g: g, any: map[*node]string{}}
	vars, _ := r.variables()
	for _, v := range vars {
		fmt.Fprintf(&s.b, "(declare-const %s %s)\n", name(v), sort(g.names[v]))
	}
	var asserts []string
	for i := range r.conds {
		if i == without {
			continue
		}
		term, ok := s.condition(&r.conds[i])
		if !ok {
			return ""
		}
		asserts = append(asserts, term)
	}
	left, right := s.value(&r.pat), s.value(&r.out)
	same := fmt.Sprintf("(= %s %s)", left, right)
	if r.needs("nsz") {
		same = fmt.Sprintf("(or %s (fp.eq %s %s))", same, left, right)
	}
	return s.b.String() + "(assert (and true " + strings.Join(asserts, " ") + " (not " + same + ")))\n(check-sat)\n"
}

// hard reports whether no solver is asked, and why: what it would take hours for, or cannot express.
func hard(r *rule) string {
	var ops []ir.Op
	var visit func(n *node)
	visit = func(n *node) {
		if n.kind == operation {
			ops = append(ops, n.op)
		}
		for i := range n.args {
			visit(&n.args[i])
		}
	}
	visit(&r.pat)
	has := func(list ...ir.Op) bool {
		return slices.ContainsFunc(ops, func(o ir.Op) bool { return slices.Contains(list, o) })
	}
	switch {
	case r.needs("reciprocal"):
		return "a power of two has an exact reciprocal: TestFoldReciprocal"
	case r.needs("whole"):
		return "sums below 1<<24 are exact: TestFoldBoundedSum"
	case r.needs("rounded"):
		return "rounding a choice is choosing what is rounded"
	case has(ir.OpBitcast):
		return "the same bits"
	case has(ir.OpFToSI):
		return "the same number"
	case has(ir.OpCopysign):
		return "exact"
	case r.needs("single") && has(ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpDiv, ir.OpSqrt):
		return "53 >= 2*24 + 2: Figueroa, When is double rounding innocuous?, 1995"
	}
	return ""
}

// steps is how much work z3 may do for a question: no answer depends on a time.
const steps = 300_000

// solve asks z3 many questions.
func solve(t *testing.T, questions []string) []string {
	var in bytes.Buffer
	fmt.Fprintf(&in, "(set-option :rlimit %d)\n", steps)
	for _, q := range questions {
		in.WriteString("(push)\n" + q + "(pop)\n")
	}
	cmd := exec.Command("z3", "-in", "-smt2")
	cmd.Stdin = &in
	out, err := cmd.Output()
	answers := strings.Fields(string(out))
	if len(answers) != len(questions) || slices.ContainsFunc(answers, func(a string) bool { return a != "sat" && a != "unsat" && a != "unknown" }) {
		t.Fatalf("z3: %v: %d answers to %d questions: %.2000s", err, len(answers), len(questions), out)
	}
	return answers
}

func needZ3(t *testing.T) {
	if _, err := exec.LookPath("z3"); err != nil {
		t.Skip("z3 is not installed")
	}
	if testing.Short() {
		t.Skip("takes a minute")
	}
}

// A proof is what shows that a rule holds.
type proof struct {
	asked  bool     // a solver was asked
	widths []string // what a solver has proved it for
	not    string   // the input, or the reason, that speaks against it
	by     string   // what shows it where no solver is asked
}

// widthsOf names a typing: its widths, the root's first.
func (g *typing) String() string {
	var list []string
	for _, e := range g.names[:g.r.nnames] {
		if w := strings.TrimPrefix(e.String(), "i"); e != ir.Void && !slices.Contains(list, w) && e != ir.Bool {
			list = append(list, w)
		}
	}
	switch {
	case g.elems == nil:
		return "any"
	case len(list) == 0:
		return "1"
	}
	return strings.Join(list, ":")
}

// ring returns the question whether r, of sums and products only, can be wrong for integers without bound, or "" if there is
// more in it. What holds for those holds for numbers of any width, which wrap.
func ring(r *rule) string {
	var term func(n *node) string
	vars, _ := r.variables()
	term = func(n *node) string {
		f, ok := map[ir.Op]string{ir.OpAdd: "+", ir.OpSub: "-", ir.OpMul: "*", ir.OpNeg: "-"}[n.op]
		switch {
		case n.kind == number:
			return fmt.Sprintf("(- %d)", -n.num)
		case (n.kind == anyValue || n.kind == anyConst || n.kind == signed) && n.name >= 0:
			if op := r.operation(&r.pat, n.name); op != nil {
				return term(op)
			}
			return name(n.name)
		case (n.kind == operation || n.kind == evaluation) && ok:
			text := "(" + f
			for i := range n.args {
				text += " " + term(&n.args[i])
			}
			return text + ")"
		}
		vars = nil
		return "0"
	}
	left, right := term(&r.pat), term(&r.out)
	if vars == nil || slices.ContainsFunc(r.conds, func(c condition) bool { return semantic(&c) }) || !r.elems.has(ir.I64) {
		return ""
	}
	text := ""
	for _, v := range vars {
		text += "(declare-const " + name(v) + " Int)\n"
	}
	return text + fmt.Sprintf("(assert (not (= %s %s)))\n(check-sat)\n", left, right)
}

// mostTypings is how many typings of a rule the solver is asked about.
const mostTypings = 8

// asked returns the typings that the solver is asked about: products and quotients of bit vectors take it long.
func asked(r *rule) (list []*typing) {
	slow := strings.Contains(r.text, "Mul") || strings.Contains(r.text, "Div") || strings.Contains(r.text, "Rem")
	for _, g := range typings(r) {
		most := 0
		for _, e := range g.names[:r.nnames] {
			if !e.IsFloat() {
				most = max(most, e.Bits())
			}
		}
		if !slow || most <= 16 {
			list = append(list, g)
		}
	}
	for len(list) > mostTypings { // the ones in the middle go
		list = slices.Delete(list, len(list)/2, len(list)/2+1)
	}
	return list
}

// solved asks the solver about rules.
func solved(t *testing.T, list []*rule) map[*rule]*proof {
	proofs := map[*rule]*proof{}
	var questions []string
	var of []*typing
	for _, r := range list {
		p := &proof{by: hard(r)}
		proofs[r] = p
		if p.by != "" {
			continue
		}
		if q := ring(r); q != "" {
			questions, of = append(questions, fmt.Sprintf("; %s\n%s", r.text, q)), append(of, &typing{r: r})
			continue
		}
		for _, g := range asked(r) {
			if q := question(g, -1); q != "" {
				questions, of = append(questions, fmt.Sprintf("; %s %s\n%s", r.text, g, q)), append(of, g)
			}
		}
	}
	for i, a := range solve(t, questions) {
		p, g := proofs[of[i].r], of[i]
		p.asked = true
		switch a {
		case "unsat":
			p.widths = append(p.widths, g.String())
		case "sat":
			p.not = "wrong for " + g.String()
		}
	}
	return proofs
}

// proofsFile is the table of the rules and of what shows that they hold.
const proofsFile = "../rules/PROOFS.md"

var update = flag.Bool("update-proofs", false, "write "+proofsFile)

// TestRulesProved has a solver prove the rules. Widths are those of the names in a rule, the root's first.
func TestRulesProved(t *testing.T) {
	needZ3(t)
	list := allRules()
	proofs := solved(t, list)
	var b strings.Builder
	b.WriteString("# Proofs of the rules\n\nWritten by `go test ./loopopt/fold -run TestRulesProved -update-proofs`. TestRulesHold evaluates both sides of every rule,\n" +
		"for all inputs of 8 bits where two names have values, and for many of other widths. z3 proves a rule for the widths in the\n" +
		"last column, where several joined by a colon are those of different names, the result's first; `any` is a proof for integers\n" +
		"without bound. Where it has no widths, the column says what shows that the rule holds; `evaluated` rules are too much work\n" +
		"for the solver within its limit.\n\n| rule | proved for |\n|---|---|\n")
	for _, r := range list {
		p := proofs[r]
		if p.not != "" {
			t.Errorf("%s: %s: %s", r.src, r.text, p.not)
		}
		if p.by == "" && len(p.widths) == 0 {
			p.by = "evaluated"
		}
		fmt.Fprintf(&b, "| `%s` | %s |\n", r.text, strings.Join(append(p.widths, p.by), " "))
	}
	if *update {
		if err := os.WriteFile(proofsFile, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	text, err := os.ReadFile(proofsFile)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range list {
		if !strings.Contains(string(text), "| `"+r.text+"` |") {
			t.Errorf("%s lacks %s: write it with -update-proofs", proofsFile, r.text)
		}
	}
}

// wrong are rules of every kind that do not hold, for some or for all inputs.
var wrong = []string{
	"(Sub <i*> x (Sub x y)) => (Sub y x)",                                                   // algebra
	"(Mul <i*> x #c) && [Eq [And c [Sub c 1]] 0] => (Shl x c)",                              // strength
	"(And <i*> (Or x #c) #d) => (And x d)",                                                  // a condition is missing
	"(ShrS <i*> s:(ShrS x #c) #d) => (ShrS x [Add c d])",                                    // counts beyond the width
	"(ShrS <i*> (Shl x #c) c) => x",                                                         // bits that are lost
	"(Not <b*> (LtS x y)) => (LtS y x)",                                                     // equal numbers
	"(LtS <i*> (ZExt x) (ZExt y)) && same(x, y) && !bool(x) => (LtS x y)",                   // signs
	"(Select <i*> (LtU x y) x y) && same(x, it) => (MinS x y)",                              // signs
	"(TruncI <i*> m:(MaxS s:(Sub x y) 0)) && lowS(x) && lowS(y) => (SubSatU low(x) low(y))", // ranges
	"(ZExt <i64> (Add x #c)) => (Add (ZExt x) #c)",                                          // a sum that wraps
	"(DivS <i*> (DivS x #c) #d) && [Ne c 0] && [Ne d 0] => (DivS x [Mul c d])",              // a product that wraps
	"(Add <f*> x 0.0) => x",                                                                 // -0
	"(Select <f*> (Lt x y) x y) && same(x, it) => (Min x y)",                                // NaN
	"(Select <f*> (Lt x 0.0) (Neg x) x) && same(x, it) => (Abs x)",                          // zeros
	"(FTrunc <f32*> (Floor x)) => (Floor single(x))",                                        // what is no number of 32 bits
	"(RotL <i*> x #c) => (Shl x c)",                                                         // rotations
}

// TestWrongRulesFound plants wrong rules: trials find all, and the solver those that it is asked about.
func TestWrongRulesFound(t *testing.T) {
	var list []*rule
	for _, text := range wrong {
		r := parseRule("wrong", text)
		list = append(list, r)
		if r.try().wrong == "" {
			t.Errorf("%s: no trial finds it wrong", text)
		}
	}
	needZ3(t)
	for r, p := range solved(t, list) {
		switch gaveUp := p.not == "" && len(p.widths) == 0; {
		case p.asked && gaveUp && strings.Contains(r.text, "<f"): // conversions of floats take many steps
			t.Logf("%s: the solver gives up", r.text)
		case p.asked && p.not == "":
			t.Errorf("%s: the solver does not find it wrong: proved for %v", r.text, p.widths)
		}
	}
}
