package gen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// nested describes parameters with two levels of references: slices of slices, and slices, arrays and numbers in a
// struct behind a pointer. Some kernels have such parameters and loops over them, drawn from a separate stream, so that
// other kernels do not change.
type nested struct {
	*rand.Rand
	rows  []slice // slices of slices, with the type of the inner elements
	lists []slice // fields of the struct
	array slice
	sums  []variable
	elem  typ // of the struct
}

// nestedParams draws such parameters.
func (w *writer) nestedParams() (params []string) {
	x := &nested{Rand: rand.New(rand.NewPCG(w.k.Seed, 0x2b992ddf))}
	if w.opt.Without["slices of slices"] || x.IntN(6) > 0 {
		return nil
	}
	w.nested = x
	defer w.draw(x.Rand)()
	w.use("slices of slices")
	for i := range 1 + w.IntN(3) {
		s := slice{name: fmt.Sprintf("w%d", i), t: pick(w, w.types...)}
		if i > 0 && w.IntN(3) > 0 {
			s.t = x.rows[0].t
		}
		x.rows = append(x.rows, s)
		params = append(params, s.name+" [][]"+s.t.name)
	}
	if w.k.Inst == "" && w.IntN(2) == 0 && w.may("method", 1) {
		params = append(params, "q2 *KS")
		w.object2()
	}
	return params
}

// draw makes the writer draw from r until the returned function is called.
func (w *writer) draw(r *rand.Rand) func() {
	saved := w.Rand
	w.Rand = r
	return func() { w.Rand = saved }
}

// object2 declares the struct behind a pointer, which embeds another one, and its methods.
func (w *writer) object2() {
	x := w.nested
	x.elem = x.rows[0].t
	t, u := x.elem.name, pick(w, w.types...)
	x.lists = []slice{{name: pick(w, "q2.B", "q2.KE.B"), t: x.elem}, {name: "q2.D", t: u}}
	x.array = slice{name: "q2.C", t: u, size: 4}
	x.sums = []variable{{"q2.A", x.elem}, {"q2.E", basic("int")}}
	w.top = append(w.top,
		fmt.Sprintf("type KE struct {\n\tA %s\n\tB []%s\n}\n", t, t),
		fmt.Sprintf("type KS struct {\n\tKE\n\tC [4]%s\n\tD []%s\n\tE int\n}\n", u.name, u.name),
		fmt.Sprintf("func (p KE) KTotal(least %s) (t %s) {\n\tfor _, x := range p.B {\n\t\tif x %s least {\n\t\t\tt += x\n"+
			"\t\t}\n\t}\n\treturn t\n}\n", t, t, pick(w, ">", "<", "!=")),
		fmt.Sprintf("func (p *KE) KPut(i int, x %s) {\n\tp.A = x - p.A\n\tif i < len(p.B) {\n\t\tp.B[i] = x\n\t}\n}\n", t),
		fmt.Sprintf("func (p *KS) KRow(r []%s) {\n\tfor i, x := range r {\n\t\tif i < len(p.B) {\n\t\t\tp.B[i] %s x\n\t\t\tp.E++\n"+
			"\t\t}\n\t}\n}\n", t, pick(w, "+=", "-=", "=")),
		fmt.Sprintf("func (p *KS) KAt(i int) %s {\n\treturn p.B[i&(len(p.B)-1)]\n}\n", t),
		fmt.Sprintf("func KLeast(xs ...[]%s) int {\n\tn := 1 << 30\n\tfor _, x := range xs {\n\t\tn = min(n, len(x))\n\t}\n\treturn n\n}\n", t))
}

// nestedLoops writes the loops over these parameters.
func (w *writer) nestedLoops() {
	x := w.nested
	if x == nil {
		return
	}
	defer w.draw(x.Rand)()
	saved := w.names
	defer func() { w.names = saved }()
	if x.lists != nil {
		w.arrays = append(w.arrays[:len(w.arrays):len(w.arrays)], x.array)
		w.accs = append(w.accs[:len(w.accs):len(w.accs)], x.sums...)
	}
	w.rows, w.strs, w.sentinel = nil, nil, nil // their lengths are unknown
	for range 1 + w.IntN(2) {
		switch k := w.IntN(10); {
		case k < 6 || x.lists == nil && k > 7:
			w.rowsNest()
		case k == 6:
			w.rowsProduct()
		case k == 7:
			w.rowsAgain()
		default:
			w.methods()
		}
	}
}

// like returns a slice of slices, mostly of the type of s.
func (w *writer) like(s slice) slice {
	o := pick(w, w.nested.rows...)
	for range 3 {
		if o.t != s.t {
			o = pick(w, w.nested.rows...)
		}
	}
	return o
}

// measured returns the number of columns that all rows of the list have, which a preceding loop computes.
func (w *writer) measured(list ...slice) string {
	wide := w.name("wide")
	w.line("%s := %s", wide, pick(w, "n", "1 << 20"))
	for _, s := range list {
		r := w.name("r")
		if w.nested.lists != nil && s.t == w.nested.elem && w.IntN(2) == 0 {
			w.use("variadic function")
			w.line("%s = min(%s, KLeast(%s...))", wide, wide, s.name)
			continue
		}
		w.block(fmt.Sprintf("for _, %s := range %s", r, s.name), func() { w.line("%s = min(%s, len(%s))", wide, wide, r) })
	}
	return wide
}

// rowsNest writes a nest over the rows of some slices: by rows, by columns, with neighbours in four directions.
func (w *writer) rowsNest() {
	d := pick(w, w.nested.rows...)
	list := []slice{d}
	for range w.IntN(3) {
		list = append(list, w.like(d))
	}
	margin := pick(w, 0, 0, 1)
	i, j := w.name("y"), w.name("x")
	var lens []string
	for _, s := range list {
		lens = append(lens, "len("+s.name+")")
	}
	high := w.name("high")
	w.line("%s := min(%s)", high, strings.Join(append(lens, "40"), ", "))
	bound, byColumn, turned := "", false, false
	switch w.IntN(5) {
	case 0, 1:
		bound = w.measured(list...)
		byColumn, turned = w.IntN(3) == 0, w.IntN(4) == 0
	case 2:
		w.use("rows as they are")
		bound = pick(w, "n", "len("+d.name+"[0])")
		w.line("if %s == 0 {\n\t\treturn\n\t}", high)
		byColumn = w.IntN(3) == 0
	}
	outer := &loop{v: i, raw: i, bound: high, label: fmt.Sprintf("L%d", w.labels)}
	inner := &loop{v: j, raw: j, long: true, bound: bound, lo: -margin, hi: margin, label: fmt.Sprintf("L%d", w.labels+1),
		body: body{clean: w.IntN(100) < 78}}
	w.labels += 2
	head := func(v, bound string) string {
		if margin == 0 && w.IntN(3) == 0 {
			return fmt.Sprintf("for %s := range %s", v, bound)
		}
		return fmt.Sprintf("for %s := %d; %s < %s-%d; %s++", v, margin, v, bound, margin, v)
	}
	if byColumn {
		w.columns(inner, outer, list, turned, head)
		return
	}
	w.labelled(outer, head(i, high), func() {
		w.line("_ = %s", i)
		if inner.bound == "" {
			inner.bound = w.name("wide")
			var lens []string
			for _, s := range list {
				for k := -margin; k <= margin; k++ {
					lens = append(lens, fmt.Sprintf("len(%s[%s])", s.name, at(i, k)))
				}
			}
			w.line("%s := min(%s, n)", inner.bound, strings.Join(lens, ", "))
		}
		w.rowsInScope(inner, list, i, margin, turned)
		if w.IntN(4) == 0 {
			w.rowStmt(list)
		}
		w.labelled(inner, head(j, inner.bound), func() { w.rowBody(inner) })
	})
}

// at returns v+k as text.
func at(v string, k int) string {
	if k == 0 {
		return v
	}
	return fmt.Sprintf("%s%+d", v, k)
}

// labelled writes a loop with its statements, and its label if a statement needs it.
func (w *writer) labelled(l *loop, head string, body func()) {
	before := w.take()
	w.loops = append(w.loops, l)
	w.block(head, body)
	w.loops = w.loops[:len(w.loops)-1]
	text := w.take()
	w.WriteString(before)
	if l.label[0] == '!' {
		w.in--
		w.line("%s:", l.label[1:])
		w.in++
	}
	w.WriteString(text)
}

// rowsInScope makes rows of the list available to the statements of l, directly or by a name.
func (w *writer) rowsInScope(l *loop, list []slice, i string, margin int, turned bool) {
	w.slices = nil
	add := func(s slice, k int) {
		name := fmt.Sprintf("%s[%s]", s.name, at(i, k))
		if w.IntN(3) == 0 {
			r := w.name("r")
			w.line("%s := %s", r, name+pick(w, "", "", "["+pick(w, "0", "")+":"+l.bound+"]"))
			w.line("_ = len(%s)", r)
			name = r
		}
		w.slices = append(w.slices, slice{name: name, t: s.t})
	}
	for n, s := range list {
		add(s, 0)
		if n == 0 || w.IntN(3) == 0 {
			l.targets = append(l.targets, w.slices[len(w.slices)-1].name)
		}
		if margin > 0 && w.IntN(2) == 0 {
			add(s, 1)
			add(s, -1)
		}
	}
	if !turned {
		return
	}
	for _, s := range list { // transposed: as many rows are needed as columns
		w.line("%s = min(%s, len(%s))", l.bound, l.bound, s.name)
	}
	l.lo, l.hi = 0, 0
}

// rowBody writes the body of a loop over a row.
func (w *writer) rowBody(l *loop) {
	w.line("_ = %s", l.v)
	for range 1 + w.IntN(3) {
		if l.clean {
			w.cleanStmt(l)
		} else {
			w.stmt(1)
		}
	}
}

// columns writes a nest whose inner loop steps down a column, or that transposes a matrix.
func (w *writer) columns(l, rows *loop, list []slice, turned bool, head func(v, bound string) string) {
	w.use("columns of rows")
	j, i := l.v, rows.v
	element := func(s slice, turned bool) string {
		if turned {
			return fmt.Sprintf("%s[%s][%s]", s.name, j, i)
		}
		return fmt.Sprintf("%s[%s][%s]", s.name, i, j)
	}
	if turned {
		for _, s := range list {
			w.line("%s = min(%s, len(%s))", l.bound, l.bound, s.name)
		}
		w.line("%s = min(%s, %s)", rows.bound, rows.bound, l.bound)
	}
	first, second := head(j, l.bound), head(i, rows.bound)
	if w.IntN(2) == 0 {
		first, second = second, first
	}
	w.block(first, func() {
		w.block(second, func() {
			w.line("_, _ = %s, %s", i, j)
			d, a := list[0], pick(w, list...)
			e := element(a, turned)
			switch {
			case d.t.isBool():
			case a.t == d.t:
			case a.t.isFloat() || a.t.isBool():
				e = element(d, turned)
			default:
				e = d.t.conv(e + " & 7")
			}
			w.line("%s %s %s", element(d, false), pick(w, "=", "=", "+=", "-="), e)
			if w.IntN(3) == 0 && !d.t.isBool() && len(w.accs) > 0 {
				if s := pick(w, w.accs...); s.t == d.t {
					w.line("%s += %s", s.name, element(d, false))
				}
			}
		})
	})
}

// rowStmt writes a statement about a whole row.
func (w *writer) rowStmt(list []slice) {
	a, b := w.slices[0], pick(w, w.slices...)
	switch w.IntN(3) {
	case 0:
		if a.t == b.t {
			w.use("copy")
			w.line("copy(%s, %s)", a.name, b.name)
		}
	case 1:
		w.use("conditional append")
		k, v := w.name("k"), w.name("v")
		w.line("%s := %s[:0]", k, a.name)
		w.block(fmt.Sprintf("for _, %s := range %s", v, b.name), func() {
			if a.t != b.t {
				w.line("_ = %s", v)
				return
			}
			w.block(fmt.Sprintf("if %s %s %s", v, pick(w, ">", "<", "!="), w.constant(a.t)), func() {
				w.line("%s = append(%s, %s)", k, k, v)
			})
		})
		w.line("_ = len(%s)", k)
	case 2:
		for _, s := range w.accs {
			if s.t.base == "int" {
				w.line("%s += len(%s) - cap(%s)", s.name, a.name, b.name)
				return
			}
		}
	}
}

// rowsProduct writes the product of matrices that are slices of rows, with the loops in one of the usual orders.
func (w *writer) rowsProduct() {
	c := pick(w, w.nested.rows...)
	a, b := w.like(c), w.like(c)
	if a.t != c.t || b.t != c.t || c.t.isFloat() && w.small() {
		w.rowsNest()
		return
	}
	w.use("product of rows")
	wide := w.measured(a, b, c)
	i, j, k := w.name("y"), w.name("x"), w.name("z")
	w.line("high%s := min(len(%s), len(%s), %s, 9)", i, a.name, c.name, wide)
	w.line("deep%s := min(len(%s), %s, 7)", i, b.name, wide)
	heads := map[byte]string{
		'i': fmt.Sprintf("for %s := range high%s", i, i),
		'j': fmt.Sprintf("for %s := 0; %s < %s; %s++", j, j, wide, j),
		'k': fmt.Sprintf("for %s := range deep%s", k, i),
	}
	order := pick(w, "ijk", "ikj", "kij", "jik")
	if order == "ijk" && w.IntN(2) == 0 {
		w.block(heads['i'], func() {
			w.block(heads['j'], func() {
				s := w.name("s")
				w.line("%s := %s(0)", s, c.t.name)
				w.block(heads['k'], func() {
					w.line("%s += %s[%s][%s] * %s[%s][%s]", s, a.name, i, k, b.name, k, j)
				})
				w.line("%s[%s][%s] = %s", c.name, i, j, s)
			})
		})
		return
	}
	w.block(heads[order[0]], func() {
		w.block(heads[order[1]], func() {
			w.block(heads[order[2]], func() {
				w.line("%s[%s][%s] += %s[%s][%s] * %s[%s][%s]", c.name, i, j, a.name, i, k, b.name, k, j)
			})
		})
	})
}

// rowsAgain writes a loop over the rows by goto.
func (w *writer) rowsAgain() {
	s := pick(w, w.nested.rows...)
	i, j := w.name("y"), w.name("x")
	again := fmt.Sprintf("again%d", w.labels)
	w.labels++
	if w.opt.Without["goto"] {
		return
	}
	w.use("goto")
	w.line("%s := 0", i)
	w.in--
	w.line("%s:", again)
	w.in++
	w.block(fmt.Sprintf("if %s < len(%s)", i, s.name), func() {
		l := &loop{v: j, raw: j, long: true, bound: fmt.Sprintf("len(%s[%s])", s.name, i), label: fmt.Sprintf("L%d", w.labels),
			body: body{clean: true}}
		w.labels++
		w.rowsInScope(l, []slice{s}, i, 0, false)
		w.labelled(l, fmt.Sprintf("for %s := range %s[%s]", j, s.name, i), func() { w.rowBody(l) })
		w.line("%s++", i)
		if w.IntN(2) == 0 {
			w.block(fmt.Sprintf("if %s %s m", i, pick(w, "!=", ">")), func() { w.line("goto %s", again) })
		} else {
			w.line("goto %s", again)
		}
	})
}

// methods writes loops over the fields of the struct, and calls of its methods.
func (w *writer) methods() {
	x := w.nested
	r := x.rows[0]
	switch w.IntN(4) {
	case 0:
		y := w.name("y")
		w.block(fmt.Sprintf("for %s := range %s", y, r.name), func() {
			w.line("q2.KRow(%s[%s])", r.name, y)
		})
		return
	case 1:
		w.line("q2.A %s q2.KTotal(%s)", pick(w, "=", "+=", "-="), pick(w, "q2.A", w.constant(x.elem)))
		return
	}
	w.slices = x.lists
	j := w.name("x")
	wide := fmt.Sprintf("min(n, len(%s), len(%s))", x.lists[0].name, x.lists[1].name)
	l := &loop{v: j, raw: j, long: true, bound: wide, label: fmt.Sprintf("L%d", w.labels), body: body{clean: w.IntN(2) == 0,
		targets: []string{pick(w, x.lists...).name}}}
	w.labels++
	w.labelled(l, fmt.Sprintf("for %s := range %s", j, wide), func() {
		w.rowBody(l)
		switch w.IntN(4) {
		case 0:
			w.line("q2.KPut(%s, %s)", j, strip(w.expr(x.elem, 1)))
		case 1:
			w.line("%s", pick(w, "q2.A += q2.KAt("+j+"+1)", "q2.A += (*KS).KAt(q2, "+j+")"))
		case 2:
			f := w.name("f")
			w.line("%s := q2.KAt", f)
			w.line("q2.KE.A = max(q2.A, %s(m))", f)
		}
	})
}
