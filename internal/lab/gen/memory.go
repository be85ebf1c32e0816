package gen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Some kernels have variables in memory: structs and arrays with variable subscripts, accessed by name, through
// pointers, in methods and by method values, beside slices and alone; ranges over functions that change results after
// the body was left; and assignments whose operands panic. They draw from a separate stream, so that other kernels do
// not change.

// kept holds the variables in scope for statements over such variables.
type kept struct {
	*rand.Rand
	s slice  // the slice that the loops iterate over
	v string // an int computed from its element
}

// memory writes the types, their methods and the statements.
func (w *writer) memory() {
	x := &kept{Rand: rand.New(rand.NewPCG(w.k.Seed, 0x6b657074)), v: "i"}
	if w.opt.Without["variable in memory"] || w.k.Inst != "" || x.IntN(5) > 0 {
		return
	}
	for _, s := range w.slices {
		if !s.t.isBool() && s.size == 0 && (x.s.name == "" || s.t.isInt() && x.IntN(2) == 0) {
			x.s = s
		}
	}
	if x.s.name == "" {
		return
	}
	defer w.draw(x.Rand)()
	w.use("variable in memory")
	w.k.Panicky = w.k.Panicky || w.IntN(4) == 0
	w.top = append(w.top, keptTypes(x.s.t.name)...)
	w.line("var kl, ku KL")
	w.line("km, ko := KM{A: %s, B: [5]int{1, 2}}, KM{KL: KL{W: [4]int{3, 4}}}", x.s.name)
	w.line("kr, kv := m, KV{n, m}")
	w.line("ka := []int{1, 2, 0, 3, n & 3, -1}")
	if w.k.Panicky {
		w.line("var kp *KL")
		w.line("var kq *[4]int")
		w.line("_, _ = kp, kq")
		w.block("if m&3 > 1", func() { w.line("kp, kq = &ku, &ku.W") })
	}
	w.block(fmt.Sprintf("for i := range min(len(%s), 40)", x.s.name), func() {
		if x.s.t.isInt() {
			w.line("v := int(%s[i])", x.s.name)
			x.v = pick(w, "v", "i")
		} else {
			w.line("v := i ^ m")
		}
		w.line("_ = v")
		for range 2 + w.IntN(5) {
			w.keptStmt(x)
		}
	})
	if w.IntN(2) == 0 {
		w.keptRange()
	}
	w.line("kr += kl.KSum()*3 + ku.KSum() + km.KOf(m) - ko.KOf(n) + kv[0] - kv[1]*5 + kv[2]*7 + ka[2]")
	w.sumMemory("kr", x.s)
}

// sumMemory adds the int sum to some of the accumulators and to an element of s.
func (w *writer) sumMemory(sum string, s slice) {
	for _, r := range append(w.accs[:len(w.accs):len(w.accs)], variable{s.name + "[0]", s.t}) {
		if r.t.isBool() || s.ro && r.name == s.name+"[0]" || w.IntN(2) == 0 {
			continue
		}
		add := sum
		if r.t.isFloat() || w.small() {
			add += " & 7"
		}
		w.block(fmt.Sprintf("if len(%s) > 0", s.name), func() { w.line("%s += %s", r.name, r.t.conv(add)) })
	}
}

// keptTypes returns the types and their methods.
func keptTypes(elem string) []string {
	return []string{
		"type KL struct {\n\tW [4]int\n\tN int\n\tV [2][3]int32\n}\n",
		"type KM struct {\n\tKL\n\tA []" + elem + "\n\tB [5]int\n}\n",
		"type KV [3]int\n",
		"func (p *KL) KAdd(i, x int) {\n\tp.W[i&3] += x\n\tp.N++\n}\n",
		"func (p KL) KWith(i, x int) KL {\n\tp.W[i&3] = x\n\tp.V[i&1][uint(x)%3]--\n\treturn p\n}\n",
		"func (p *KL) KSum() (t int) {\n\tfor i, x := range p.W {\n\t\tt += x * (i + 1)\n\t}\n" +
			"\treturn t + p.N + int(p.V[1][2])*3\n}\n",
		"func (p *KM) KCut(n int) {\n\tp.A = p.A[min(n&1, len(p.A)):]\n\tp.B[uint(n)%5] ^= n\n}\n",
		"func (p KM) KOf(i int) int {\n\tp.B[uint(i)%5] += 3\n\tp.KAdd(i, 7)\n" +
			"\treturn p.B[2] + p.B[4]*3 + p.KSum() + len(p.A)\n}\n",
		"func (p *KV) KSet(i, x int) { p[uint(i)%3] = x }\n",
		"func (p KV) KThen(i, x int) KV {\n\tp[uint(i)%3] += x\n\treturn p\n}\n",
		"func KUntil(n int, p *int) func(func(int) bool) {\n\treturn func(yield func(int) bool) {\n\t\tfor i := range n {\n" +
			"\t\t\tif !yield(i) {\n\t\t\t\t*p += 100\n\t\t\t\treturn\n\t\t\t}\n\t\t\t*p++\n\t\t}\n\t\t*p *= 3\n\t}\n}\n",
		"func KFind(n, m int) (r int, ok bool) {\n\tfor i := range KUntil(n, &r) {\n\t\tif i == m {\n\t\t\treturn r * 2, true\n" +
			"\t\t}\n\t\tr += i\n\t}\n\treturn -r, false\n}\n",
	}
}

// keptStmt writes a statement that changes one of the variables.
func (w *writer) keptStmt(x *kept) {
	at := func() string { return pick(w, x.v, "i", "i+m", "n-i", "v>>1", "kr", "2") }
	e := func() string {
		return pick(w, x.v, "i*3", "kr", "kl.W[1]", "km.B["+"uint("+at()+")%5]", "ku.N", "kv[2]-1", "len(km.A)")
	}
	w3, w4, w5 := "uint("+at()+")%3", at()+"&3", "uint("+at()+")%5"
	if w4[0] >= '0' && w4[0] <= '9' {
		w3, w4, w5 = "1", "2", "3"
	}
	op := pick(w, "=", "+=", "^=", "-=")
	if w.k.Panicky && w.IntN(2) == 0 {
		w.keptFailing(x)
		return
	}
	switch w.IntN(13) {
	case 0:
		w.line("%s[%s] %s %s", pick(w, "km.W", "kl.W", "ko.KL.W"), w4, op, e())
	case 1:
		w.line("km.B[%s] %s %s", w5, op, e())
	case 2:
		w.line("%s.V[(%s)&1][%s]%s", pick(w, "km", "kl"), at(), w3, pick(w, "++", "--"))
	case 3:
		w.line("%s.KAdd(%s, %s)", pick(w, "kl", "km", "km.KL", "(&ko.KL)", "(&ku)"), at(), e())
	case 4:
		w.line("%s = %s.KWith(%s, %s)", pick(w, "kl", "km.KL", "ku"), pick(w, "kl", "ko", "ko.KL"), at(), e())
	case 5:
		p := w.name("p")
		w.line("%s := &%s", p, pick(w, "kl", "km", "ko.KL"))
		w.line("%s.W[%s] %s %s", p, w4, op, e())
	case 6:
		p := w.name("p")
		w.line("%s := &%s", p, pick(w, "km.V[i&1]", "kl.V[1]", "ko.KL.V[v&1]"))
		w.line("%s[%s] += int32(%s)", p, w3, e())
	case 7:
		w.line("%s.KCut(%s)", pick(w, "km", "ko"), at())
	case 8:
		w.line("kr += %s.KOf(%s)", pick(w, "km", "ko"), at())
	case 9:
		w.line("kv.KSet(%s, %s)", at(), e())
		w.line("kv = kv.KThen(%s, %s)", at(), e())
	case 10:
		f := w.name("f")
		w.line("%s := %s", f, pick(w, "kl.KAdd", "km.KAdd", "kv.KSet", "(*KL).KAdd"))
		if w.IntN(2) == 0 {
			w.line("kv[%s], km.B[%s] = km.B[1], kv[0]", w3, w5)
		}
		w.line("_ = %s", f)
		g := w.name("f")
		w.line("%s := km.KOf", g)
		w.line("km.B[2]%s", pick(w, "++", "--"))
		w.line("kr += %s(%s)", g, at())
	case 11:
		w.block(fmt.Sprintf("if %s&7 == m&7", x.v), func() { w.line("%s", pick(w, "km, ko = ko, km", "ko = km", "kl, ku = ku, kl", "km.KL = kl")) })
	case 12:
		w.line("func() { %s[%s] %s %s }()", pick(w, "km.W", "kl.W"), w4, op, e())
	}
}

// keptFailing writes an assignment whose operands may panic: the failing operand, and the stores before it, must be the
// same as in the Go compiler's code.
func (w *writer) keptFailing(x *kept) {
	w.use("operand fails")
	at := func() string {
		return pick(w, "i", "v", "i/(m&3)", "ka[v&7]", "ka[i]&3", "(ka[n&7]+1)&3", "i&3", "1", "ku.N&7", "kp.N&3", "v/(n&3)&3",
			"ka[(v+m)&7]&3")
	}
	place := func() string {
		switch to := pick(w, "ka[%s]", "kp.W[%s]", "kp.W[%s]", "kq[%s]", "(*kq)[%s]", "ku.W[%s]", "km.B[%s]", "ka[%s:][0]",
			"(*[4]int)(ka)[%s]", "kp.N"); {
		case to == "kp.N":
			return to
		case (to[1] == 'p' || strings.Contains(to, "kq")) && w.IntN(3) > 0: // pointer and subscript often fail together
			return fmt.Sprintf(to, pick(w, "i/(m&3)&3", "ka[m-n]&3", "(ka[n]+1)&3", "v/(m&3)&1", "ka[v+5]&3", "ka[9-m&3*4]^1"))
		default:
			return fmt.Sprintf(to, at())
		}
	}
	e := func() string {
		return pick(w, "i", "ka["+at()+"]", "i/(n&3)", "kp.N", "kp.W["+at()+"]", "ku.N+ka[i]", "kr")
	}
	if x.s.t.isInt() && !x.s.ro && w.IntN(2) == 0 { // reveals which stores were done
		w.line("%s[0], %s, %s[(%s)&3] = %s, %s, %s", x.s.name, place(), x.s.name, at(), x.s.t.conv("i"), e(), x.s.t.conv(e()))
		return
	}
	switch w.IntN(5) {
	case 0, 1:
		w.line("%s %s %s", place(), pick(w, "+=", "-=", "|=", "/=", "<<="), e())
	case 2:
		w.line("%s%s", place(), pick(w, "++", "--"))
	case 3:
		f, c := w.name("f"), w.name("c")
		w.line("%s := %s", c, pick(w, "i&1", "m&3"))
		w.line("%s := func() int { return %s }", f, c)
		w.line("ka[0], %s = %s, i/%s", place(), e(), c)
		w.line("kr += %s()", f)
	default:
		w.line("%s, %s = %s, %s", place(), place(), e(), e())
	}
}

// keptRange writes ranges over functions that continue after the body has been left.
func (w *writer) keptRange() {
	w.use("range over function")
	leave := func(head string) { w.block(head, func() { w.line("%s", pick(w, "break", "continue", "kr--")) }) }
	switch w.IntN(3) {
	case 0:
		a, ok := w.name("a"), w.name("ok")
		w.line("%s, %s := KFind(n&15, m&7)", a, ok)
		w.block("if "+ok, func() { w.line("kr += %s", a) })
	case 1:
		j, k := w.name("j"), w.name("k")
		w.block(fmt.Sprintf("for %s := range KUntil(n&7, &kr)", j), func() {
			w.block(fmt.Sprintf("for %s := range KUntil(%s, &kl.W[%s&3])", k, j, j), func() {
				leave(fmt.Sprintf("if %s == m&3", k))
				w.line("kl.KAdd(%s, %s)", j, k)
			})
			leave(fmt.Sprintf("if %s == m&7", j))
		})
	}
	for _, r := range w.accs {
		if r.name[0] != 'r' || !r.t.isInt() || len(w.parts) > 0 {
			continue
		}
		f, j := w.name("f"), w.name("j")
		w.block(fmt.Sprintf("%s := func(yield func(int) bool)", f), func() {
			w.block("for i := range n & 7", func() {
				w.block("if !yield(i)", func() {
					w.line("%s", pick(w, r.name+" += 5", r.name+" *= 3", "kl, "+r.name+" = ku, "+r.t.conv("i")))
					w.line("return")
				})
				w.line("%s++", r.name)
			})
		})
		w.block(fmt.Sprintf("for %s := range %s", j, f), func() {
			w.block(fmt.Sprintf("if %s == m&7", j), func() { w.line("return %s", pick(w, "", w.returned())) })
			w.line("kr += %s", j)
		})
		return
	}
}
