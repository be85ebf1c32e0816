package gen

import (
	"fmt"
	"math/rand/v2"
)

// appended describes parameters that some kernels have: slices of structs, pointers that may refer to their elements,
// and a pointer to an array that may lie in a slice of numbers. The kernel appends to the slices, copies between them,
// and then reads the same memory through other views. It draws from a separate stream, so that other kernels do not
// change.
type appended struct {
	*rand.Rand
	s     slice // of numbers, to which ae may refer
	rows  []string
	m, x  typ  // types of fields
	lists bool // the elements have slices
}

// appendedParams draws such parameters.
func (w *writer) appendedParams() (params []string) {
	x := &appended{Rand: rand.New(rand.NewPCG(w.k.Seed, 0x61707065)), rows: []string{"a0"}}
	if w.opt.Without["elements appended"] || w.k.Inst != "" || x.IntN(6) > 0 {
		return nil
	}
	for _, s := range w.slices {
		if !s.t.isBool() && !s.ro && s.size == 0 && (x.s.name == "" || x.IntN(2) == 0) {
			x.s = s
		}
	}
	if x.s.name == "" {
		return nil
	}
	w.appended = x
	defer w.draw(x.Rand)()
	w.use("elements appended")
	x.m, x.x, x.lists = basic(pick(w, ints...)), x.s.t, w.IntN(4) == 0 && !w.opt.Without["slices of slices"]
	list := ""
	if x.lists {
		list = "\tS []" + x.x.name + "\n"
	}
	w.top = append(w.top,
		fmt.Sprintf("type KA struct {\n\tN int\n\tM %s\n%s\tX %s\n\tF [2]int32\n}\n", x.m.name, list, x.x.name),
		"func (p *KA) KOnto(r []KA) []KA { return append(r, *p) }\n",
		"func (p KA) KAll() int { return p.N + int(p.M)*3 + int(p.F[0]) - int(p.F[1]) }\n",
		"func KSet(r []KA, n int) []KA { return append(r[:0], KA{N: n, F: [2]int32{1, int32(n)}}) }\n")
	params = append(params, "a0 []KA")
	if w.IntN(2) == 0 {
		x.rows = append(x.rows, "a1")
		params = append(params, "a1 []KA")
	}
	return append(params, "ap *KA", "aq *KA", "ae *[1]"+x.s.t.name)
}

// appends writes the loops over these slices.
func (w *writer) appends() {
	x := w.appended
	if x == nil {
		return
	}
	defer w.draw(x.Rand)()
	w.line("ar, an, ab := a0, m, %s", x.s.name)
	w.line("_, _ = ar, ab")
	for range w.IntN(2) {
		w.appendedStmt("m&3", false)
	}
	w.block(fmt.Sprintf("for i := range min(len(a0), %d)", pick(w, 1, 2, 5, 20)), func() {
		w.line("_ = i")
		for range 2 + w.IntN(4) {
			w.appendedStmt("i", true)
		}
	})
	if w.IntN(2) == 0 {
		w.line("an = an*3 + %s", w.viewed("", false))
	}
	w.sumMemory("an", x.s)
}

// viewed returns a number read through a view of the memory: a pointer, a slice, a variable that holds a copy of an
// element, or element i.
func (w *writer) viewed(i string, inside bool) string {
	views := []string{"ap", "aq", "ap", "aq"}
	if inside {
		views = append(views, "a0["+i+"]", "a0[0]")
	}
	switch v := pick(w, views...); w.IntN(7) {
	case 0, 1:
		return v + ".N"
	case 2:
		return "int(" + v + ".M)"
	case 3:
		return v + ".KAll()"
	case 4:
		if !w.small() && w.appended.x.isInt() {
			return pick(w, "int(ae[0])", "int("+v+".X)")
		}
		return "int(" + v + ".F[1])"
	case 5:
		if w.appended.lists {
			return "len(" + v + ".S)"
		}
		return pick(w, "len(ar)", "len(ab)")
	default:
		return "int(" + v + fmt.Sprintf(".F[%d])", w.IntN(2))
	}
}

// element returns a new element for append.
func (w *writer) element(i string, inside bool) string {
	x := w.appended
	n := pick(w, "an", "m", "n&15", "len(ar)")
	list := []string{"*ap", "*aq", "KA{N: " + n + "}", "KA{N: " + n + ", M: " + x.m.conv(n) + ", X: " + pick(w, "ap.X", "ae[0]", "aq.X") + "}",
		"KA{F: [2]int32{int32(" + n + "), 7}, X: ap.X}"}
	if inside {
		list = append(list, "a0["+i+"]", "a0[len(a0)-1]")
	}
	if x.lists {
		list = append(list, "KA{S: "+x.s.name+", N: "+n+"}", "KA{M: aq.M, S: ap.S}")
	}
	return pick(w, list...)
}

// appendedStmt changes memory by append or copy between two reads. In its scope a0 has element i.
func (w *writer) appendedStmt(i string, inside bool) {
	x := w.appended
	e := func() string { return w.element(i, inside) }
	see := func() { w.line("an = an*5 + %s", w.viewed(i, inside)) }
	to := pick(w, "ar[:0]", "ar[:0]", "ar[:len(ar)/2]", "a0[:min(m&3, len(a0))]", "ar", x.rows[len(x.rows)-1]+"[:0]")
	row := pick(w, x.rows...)
	if w.IntN(3) > 0 {
		see()
	}
	switch w.IntN(14) {
	case 0, 1:
		w.line("ar = append(%s, %s)", to, e())
	case 2:
		w.line("ar = append(%s, %s, %s)", to, e(), e())
	case 3:
		// Not all of ar: it would double in every iteration.
		w.line("ar = append(%s, %s...)", to, pick(w, row, "a0[len(a0)/2:]", "ar[:min(len(ar), 8)]"))
	case 4: // removes elements in place
		w.line("ar = append(a0[:len(a0)/%d], a0[len(a0)/%d:]...)", 3+w.IntN(3), 1+w.IntN(2))
	case 5:
		w.line("copy(%s, %s)", pick(w, "a0", "ar", "a0[len(a0)/2:]", "a0[min(1, len(a0)):]"), pick(w, row, "a0[len(a0)/3:]", "ar"))
	case 6:
		w.line("ar = %s", pick(w, "ap.KOnto("+to+")", "KSet("+to+", an)", "KSet(a0, n)"))
	case 7:
		v := w.name("v")
		w.block(fmt.Sprintf("for _, %s := range %s", v, pick(w, "a0[:min(3, len(a0))]", row, "ar")), func() {
			w.line("ar = append(a0[:0], %s)", pick(w, v, e(), e()))
			w.line("an += %s.N + %s", v, w.viewed(i, inside))
		})
	case 8:
		p, j := w.name("p"), w.name("j")
		w.block(fmt.Sprintf("for %s := range a0[:min(4, len(a0))]", j), func() {
			w.line("%s := &a0[%s]", p, j)
			w.line("an += %s.N", p)
			w.line("ar = append(%s, %s)", pick(w, "a0[:"+j+"]", "a0[:0]", to), e())
			w.line("an = an*3 + %s.N + int(%s.M)", p, p)
		})
	case 9:
		w.line("%s = %s", pick(w, "*ap", "*aq"), e())
	case 10:
		w.line("%s", pick(w, "ap.N++", "aq.M ^= ap.M", "aq.F[an&1]--", "ap.F, aq.N = aq.F, ap.N+1", "*ap, *aq = *aq, *ap"))
	case 11: // an array over the elements
		a := w.name("a")
		w.block("if len(a0) > 1", func() {
			w.line("%s := (*[2]KA)(a0)", a)
			w.line("an += %s[1].N", a)
			w.line("ar = append(%s, %s)", pick(w, "a0[:1]", a+"[:1]", a+"[:0]"), e())
			w.line("an = an*3 + %s[0].N - %s[an&1].KAll()", a, a)
		})
	case 12:
		w.line("func() { ar = append(%s, %s) }()", to, e())
	case 13: // numbers
		s := x.s.name
		w.line("ab = append(%s, %s)", pick(w, "ab[:0]", s+"[:min(n&3, len("+s+"))]", "ab[:len(ab)/2]"), pick(w, "ae[0]", "ap.X", "ae[0], aq.X", s+"...", "ab...", s+"[len("+s+")/2:]..."))
		w.line("%s", pick(w, "ae[0] = ap.X", "copy(ab, "+s+")", "copy("+s+", ab)", "ap.X = ae[0]", "_ = ab"))
	}
	see()
	if inside && w.IntN(4) == 0 {
		w.line("%s", pick(w, "a0["+i+"].N = an", "ap.N += a0["+i+"].N", "a0["+i+"], a0[0] = a0[0], *ap", "ar = a0"))
	}
}
