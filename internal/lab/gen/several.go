package gen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// several writes, rarely, a loop of one of these kinds: with several accumulators of one form, with a second-order
// recurrence, with an exit at the n-th match, one that permutes members of structs, a search, lookups in a table of
// bytes, classes of bytes, one that combines the members of structs, products of pairs, bytes assembled from bits of
// words, three bytes combined, and sums over members. It draws from a separate stream, so that other kernels do not
// change.
func (w *writer) several() {
	rng := rand.New(rand.NewPCG(w.k.Seed, 0x5e7e2a1))
	kind := rng.IntN(12)
	feature := map[int]string{0: "accumulators side by side", 1: "second-order recurrence", 2: "match of some number", 3: "members change places",
		4: "search", 5: "table of bytes", 6: "classes of bytes", 7: "members together", 8: "products of pairs", 9: "bits of words",
		10: "sums of terms", 11: "bytes in threes"}[kind]
	if feature == "" || w.opt.Without[feature] {
		return
	}
	saved := w.Rand
	w.Rand = rng
	defer func() { w.Rand = saved }()
	var of, to []slice
	for _, s := range w.slices {
		if s.t.isBool() || s.size > 0 || kind == 1 && s.t.isFloat() && w.small() {
			continue
		}
		of = append(of, s)
		if !s.ro {
			to = append(to, s)
		}
	}
	if len(to) == 0 {
		return
	}
	w.use(feature)
	d := pick(w, to...)
	a := d
	for range 4 {
		if s := pick(w, of...); s.t == d.t {
			a = s
		}
	}
	switch kind {
	case 0:
		w.sideBySide(a, pick(w, of...), d)
	case 1:
		w.secondOrder(a, d)
	case 3:
		w.changePlaces(a, d)
	case 4:
		w.search(a, d)
	case 5:
		w.tableOfBytes(a, d)
	case 6:
		w.classesOfBytes(a, d)
	case 7:
		for range 4 { // small elements, mostly
			if s := pick(w, of...); s.t.isInt() && s.t.bits() < a.t.bits() {
				a = s
			}
		}
		w.membersTogether(a, d)
	case 8:
		w.pairs(a, pick(w, of...), d)
	case 9:
		for range 4 {
			if s := pick(w, of...); !a.t.isInt() {
				a = s
			}
		}
		w.bitsOfWords(a)
	case 11:
		for range 4 {
			if s := pick(w, of...); !a.t.isInt() {
				a = s
			}
		}
		w.bytesInThrees(a)
	case 10:
		w.sumsOfTerms(a, pick(w, of...), d)
	default:
		w.someMatch(a, d)
	}
}

// sideBySide writes a loop with accumulators over adjacent elements of a, and of b if it has the same type, and stores
// them in d.
func (w *writer) sideBySide(a, b, d slice) {
	if b.t != a.t {
		b = a
	}
	n, i := 2+w.IntN(4), w.name("wi")
	if w.IntN(3) == 0 {
		n = 8
	}
	t := a.t
	if t.isInt() && w.IntN(2) == 0 {
		t = basic(pick(w, "int32", "int64", "uint32"))
	}
	var sums []variable
	for range n {
		v := variable{w.name("w"), t}
		w.line("%s := %s(%d)", v.name, t.name, w.IntN(3)/2*w.IntN(9))
		sums = append(sums, v)
	}
	head := fmt.Sprintf("for %s := 0; %s+%d < len(%s) && %s+%d < len(%s); %s += %d", i, i, n-1, a.name, i, n-1, b.name, i, n)
	at := i
	switch w.IntN(3) {
	case 0:
		head, at = fmt.Sprintf("for %s := range min(len(%s), len(%s)) / %d", i, a.name, b.name, n), fmt.Sprintf("%d*%s", n, i)
	case 1:
		head = fmt.Sprintf("for %s := 0; %s+%d <= min(len(%s), len(%s)); %s += %d", i, i, n, a.name, b.name, i, n)
	}
	join, same := pick(w, "+", "*", "*", "-"), w.IntN(4) == 0
	w.block(head, func() {
		for k, v := range sums {
			x := t.conv(fmt.Sprintf("%s[%s+%d]", a.name, at, k))
			y := t.conv(fmt.Sprintf("%s[%s+%d]", b.name, at, pick(w, k, n-1-k)))
			if same {
				y = t.conv(fmt.Sprintf("%s[%s]", b.name, at))
			}
			e := fmt.Sprintf("%s%s%s", x, join, y)
			if !w.small() && w.IntN(3) == 0 {
				e += pick(w, " + ", " - ") + y + "*" + x
			}
			w.line("%s %s %s", v.name, pick(w, "+=", "+=", "+=", "-="), e)
		}
		if w.IntN(5) == 0 {
			w.block("if "+w.cond(), func() { w.line("%s", pick(w, "break", "continue")) })
		}
	})
	w.block(fmt.Sprintf("if len(%s) >= %d", d.name, n), func() {
		for k, v := range sums {
			w.line("%s[%d] %s %s", d.name, k, pick(w, "=", "+="), d.t.conv(v.name))
		}
	})
	if w.IntN(2) == 0 {
		w.sumUp(sums[0])
	}
}

// secondOrder writes a loop in which an element of d depends on the two before it and on one of a.
func (w *writer) secondOrder(a, d slice) {
	i := w.name("wi")
	o := pick(w, 2, 2, 1, 0)
	y := func(k int) string { return strings.Replace(fmt.Sprintf("%s[%s+%d]", d.name, i, k), "+0", "", 1) }
	head := fmt.Sprintf("for %s := %d; %s+%d < len(%s) && %s < len(%s); %s++", i, o, i, 2-o, d.name, i, a.name, i)
	if w.IntN(3) == 0 {
		head = fmt.Sprintf("for %s := %d; %s < min(len(%s)-%d, len(%s)); %s++", i, o, i, d.name, 2-o, a.name, i)
	}
	w.block(head, func() {
		x := fmt.Sprintf("%s[%s]", a.name, i)
		before, last := strings.Replace(y(-o), "+-", "-", 1), strings.Replace(y(1-o), "+-", "-", 1)
		to := strings.Replace(y(2-o), "+-", "-", 1)
		e := fmt.Sprintf("%s %s %s %s %s", pick(w, x, x+"*"+w.constant(d.t)), pick(w, "+", "-"), pick(w, last, last+"/2"),
			pick(w, "+", "-"), pick(w, before, before+"/4"))
		if w.IntN(4) == 0 {
			e = fmt.Sprintf("%s - %s", last, before)
		}
		w.line("%s %s %s", to, pick(w, "=", "=", "+="), e)
	})
}

// someMatch writes a loop with an exit at the n-th match: found, counted, moved to d or added up.
func (w *writer) someMatch(a, d slice) {
	i, j, k := w.name("wi"), w.name("wj"), w.name("wk")
	w.line("%s, %s := %d, 0", k, j, w.IntN(4)*w.IntN(30))
	if w.IntN(2) == 0 {
		w.line("%s = m & 63", k)
	}
	v := fmt.Sprintf("%s[%s]", a.name, i)
	cond := fmt.Sprintf("%s %s %s", v, pick(w, ">", "<", "!=", ">="), w.constant(a.t))
	head := fmt.Sprintf("for %s := range %s", i, a.name)
	switch w.IntN(4) {
	case 0: // at the match itself
		at := variable{w.name("w"), basic("int")}
		w.line("%s := -1", at.name)
		w.block(head, func() {
			w.block("if "+cond, func() {
				if w.IntN(2) == 0 {
					w.line("%s++", j)
					w.block(fmt.Sprintf("if %s %s %s", j, pick(w, "==", ">", ">="), k), func() { w.line("%s = %s", at.name, i); w.line("break") })
				} else {
					w.block(fmt.Sprintf("if %s == %s", j, k), func() { w.line("%s = %s", at.name, i); w.line("break") })
					w.line("%s++", j)
				}
			})
		})
		w.sumUp(at)
	case 1: // moved, until d is full
		w.block(head, func() {
			stop := func() {
				w.block(fmt.Sprintf("if %s >= %s", j, pick(w, "len("+d.name+")", "min("+k+", len("+d.name+"))")), func() { w.line("break") })
			}
			first := w.IntN(2) == 0
			if first {
				stop()
			}
			w.block("if "+cond, func() {
				if !first {
					stop()
				}
				w.line("%s[%s] = %s", d.name, j, v)
				w.line("%s++", j)
			})
		})
	case 2: // added up, until the n-th
		s := variable{w.name("w"), a.t}
		w.line("%s := %s(0)", s.name, s.t.name)
		w.block(head, func() {
			w.block("if "+cond, func() {
				w.line("%s += %s", s.name, v)
				w.line("%s++", j)
			})
			w.block(fmt.Sprintf("if %s > %s", j, k), func() { w.line("break") })
		})
		w.sumUp(s)
	default: // counted
		w.block(head, func() {
			w.block("if "+cond, func() { w.line("%s++", j) })
			w.block(fmt.Sprintf("if %s %s %s", j, pick(w, ">", ">="), k), func() { w.line("%s", pick(w, "break", "return")) })
		})
	}
	w.sumUp(variable{j, basic("int")})
	w.line("_ = %s", k)
}

// changePlaces writes a loop that moves the members of structs in a to other members of those in d, or assigns to them.
func (w *writer) changePlaces(a, d slice) {
	n, i := pick(w, 2, 4, 4, 8, 3), w.name("wi")
	places := w.Perm(n)
	if w.IntN(4) == 0 {
		places[w.IntN(n)] = w.IntN(n)
	}
	var to, from []string
	for k, p := range places {
		to = append(to, fmt.Sprintf("%s[%s+%d]", d.name, i, k))
		from = append(from, fmt.Sprintf("%s[%s+%d]", a.name, i, p))
	}
	if w.IntN(3) == 0 {
		from[w.IntN(n)] = w.constant(d.t)
	}
	w.block(fmt.Sprintf("for %s := 0; %s+%d < len(%s) && %s+%d < len(%s); %s += %d", i, i, n-1, a.name, i, n-1, d.name,
		i, n), func() {
		if w.IntN(3) > 0 { // in one assignment
			w.line("%s = %s", strings.Join(to, ", "), strings.Join(from, ", "))
			return
		}
		for k := range to { // in place, values assigned first are read again
			w.line("%s = %s", to[k], from[k])
		}
	})
}

// pairs writes a loop that computes members of structs in d from those of a and b, as complex products do: each with
// other members and signs, and sometimes a combination that does not match.
func (w *writer) pairs(a, b, d slice) {
	if b.t != a.t {
		b = a
	}
	n, i, t := pick(w, 2, 2, 2, 4), w.name("wi"), d.t
	same, swapped := w.IntN(5) == 0, w.IntN(2) == 0
	first, second := pick(w, "+", "-"), pick(w, "+", "-")
	c := w.constant(t)
	of := func(s slice, k int) string { return t.conv(fmt.Sprintf("%s[%s+%d]", s.name, i, k)) }
	var to, from []string
	for k := range n {
		sign := first
		if k%2 == 1 && !same {
			sign = second
		}
		x := [4]string{of(a, k&^1), of(b, k), of(a, k|1), of(b, k^1)}
		if swapped {
			x[2], x[3] = x[3], x[2]
		}
		switch e := ""; {
		case w.IntN(12) == 0:
			from = append(from, pick(w, x[0], x[1], c, "-"+x[3]))
		case w.small(): // sums of small integers remain integral
			from = append(from, fmt.Sprintf("%s %s %s", x[1], sign, x[2]))
		default:
			e = fmt.Sprintf("%s %s %s", t.conv(x[0]+" * "+x[1]), sign, t.conv(x[2]+" * "+x[3]))
			switch w.IntN(4) {
			case 0:
				e = fmt.Sprintf("%s %s %s", of(d, k), sign, t.conv(e))
			case 1:
				e = fmt.Sprintf("%s - %s", c, t.conv(e))
			}
			from = append(from, e)
		}
		to = append(to, fmt.Sprintf("%s[%s+%d]", d.name, i, k))
	}
	w.block(fmt.Sprintf("for %s := 0; %s+%d < len(%s) && %s+%d < len(%s) && %s+%d < len(%s); %s += %d", i, i, n-1, a.name, i, n-1,
		b.name, i, n-1, d.name, i, n), func() { w.line("%s = %s", strings.Join(to, ", "), strings.Join(from, ", ")) })
}

// sumsOfTerms writes a loop with sums, each of which has a term for each member of the structs in a and b: products, as
// for complex numbers and distances, or members alone; and sometimes another term. It stores them in d.
func (w *writer) sumsOfTerms(a, b, d slice) {
	if b.t != a.t {
		b = a
	}
	n, i, t := pick(w, 2, 2, 4), w.name("wi"), a.t
	c := w.constant(t)
	of := func(s slice, k int) string { return t.conv(fmt.Sprintf("%s[%s+%d]", s.name, i, k)) }
	var sums, lines []string
	for range 1 + w.IntN(3) {
		v, turn, kind, e := w.name("w"), pick(w, 0, 0, 1, n-1), w.IntN(6), ""
		w.line("%s := %s(%d)", v, t.name, w.IntN(3)/2*w.IntN(9))
		for j, k := range w.Perm(n) {
			x := of(a, k)
			switch {
			case w.IntN(20) == 0:
				x += "*" + pick(w, of(a, k^1), c, v)
			case kind == 0: // alone
			case kind == 1:
				x = fmt.Sprintf("(%s-%s)*(%s-%s)", x, of(b, k), x, of(b, k))
			case kind == 2:
				x += "*" + pick(w, c, of(a, k))
			default:
				x += "*" + of(b, k^turn)
			}
			if j > 0 {
				e += pick(w, " + ", " + ", " - ")
			}
			e += t.conv(x)
		}
		sums, lines = append(sums, v), append(lines, fmt.Sprintf("%s %s %s", v, pick(w, "+=", "+=", "-="), e))
	}
	w.block(fmt.Sprintf("for %s := 0; %s+%d < len(%s) && %s+%d < len(%s); %s += %d", i, i, n-1, a.name, i, n-1, b.name, i, n), func() {
		for _, l := range lines {
			w.line("%s", l)
		}
	})
	w.block(fmt.Sprintf("if len(%s) >= %d", d.name, len(sums)), func() {
		for k, v := range sums {
			w.line("%s[%d] %s %s", d.name, k, pick(w, "=", "+="), d.t.conv(v))
		}
	})
}

// bitsOfWords writes a loop that assembles structs of bytes from the bits of others, or of the elements of a.
func (w *writer) bitsOfWords(a slice) {
	if !a.t.isInt() {
		return
	}
	from, to, i, s := w.name("wa"), w.name("wb"), w.name("wi"), variable{w.name("w"), basic("uint64")}
	in, out := pick(w, 4, 4, 4, 8, 2), pick(w, 3, 3, 2, 4, 6)
	w.line("var %s, %s [448]byte", from, to)
	w.block(fmt.Sprintf("for %s := range min(len(%s), len(%s))", i, a.name, from), func() {
		w.line("%s[%s] = byte(%s[%s])%s", from, i, a.name, i, pick(w, "", " & 63", " & 15"))
	})
	if w.IntN(3) == 0 {
		in = pick(w, 4, 8, 8, 2)
		out = pick(w, min(out, in), in, in)
		w.block(fmt.Sprintf("for %s := 0; %s < len(%s) && %d*%s+%d < len(%s); %s++", i, i, a.name, out, i, out-1, to, i), func() {
			w.line("x := uint%d(%s[%s])%s", in*8, a.name, i, pick(w, "", "*5", "+3", "<<3"))
			size, mask := 1+w.IntN(8), pick(w, "", fmt.Sprintf(" & %d", w.IntN(256))) // of adjacent fields, if they are
			side, last := w.IntN(2) == 0, w.IntN(2)*(out-1)
			for k := range out {
				if side {
					w.line("%s[%d*%s+%d] = byte(x >> %d)%s", to, out, i, k, max(k-last, last-k)*size, mask)
					continue
				}
				at := pick(w, k, out-1-k, w.IntN(in)) * 8
				w.line("%s[%d*%s+%d] = byte(x >> %d)", to, out, i, k, min(in*8-1, at+pick(w, 0, 0, w.IntN(8))))
			}
		})
	} else {
		w.block(fmt.Sprintf("for %s := 0; %d*%s+%d < len(%s) && %d*%s+%d < len(%s); %s++", i, in, i, in-1, from, out, i, out-1, to, i), func() {
			w.fieldsOfBytes(from, to, i, in, out)
		})
	}
	w.line("%s := uint64(0)", s.name)
	w.block(fmt.Sprintf("for _, x := range %s", to), func() { w.line("%s = %s*31 + uint64(x)", s.name, s.name) })
	w.sumUp(s)
}

// fieldsOfBytes writes the body of a loop that assembles bytes from bits of others: consecutive bits, some of each
// byte, or arbitrary ones.
func (w *writer) fieldsOfBytes(from, to, i string, in, out int) {
	var xs []string
	clean := w.IntN(2) == 0
	for k := range in {
		x := fmt.Sprintf("%s[%d*%s+%d]", from, in, i, k)
		if clean {
			x += " & 63"
		}
		xs = append(xs, w.name("wx"))
		w.line("%s := %s", xs[k], x)
	}
	if w.IntN(3) > 0 {
		w.block(fmt.Sprintf("if (%s)&%s != 0", strings.Join(xs, "|"), pick(w, "0xC0", "0xF0", "0x80")), func() { w.line("break") })
	} else {
		w.line("_ = %s", strings.Join(xs, "|"))
	}
	bits, any := pick(w, 6, 6, 4, 8), w.IntN(4) == 0
	high := w.IntN(2) == 0
	for k := range out {
		var terms []string
		for m, x := range xs {
			by := m*bits - 8*k // the destinations of the byte's bits, lowest first
			if high {
				by = 8 - bits - by
			}
			if any {
				by = w.IntN(25) - 12
			}
			switch {
			case by >= 8 || by <= -8:
				continue
			case by > 0:
				x = fmt.Sprintf("%s<<%d", x, by)
			case by < 0:
				x = fmt.Sprintf("%s>>%d", x, -by)
			}
			if any && w.IntN(3) == 0 {
				x = fmt.Sprintf("(%s)&%d", x, w.IntN(256))
			}
			terms = append(terms, x)
		}
		if len(terms) == 0 {
			terms = xs[:1]
		}
		w.line("%s[%d*%s+%d] = %s", to, out, i, k, strings.Join(terms, " | "))
	}
}

// search writes a loop that looks for the first element of a that exceeds a bound, or that d does not match.
func (w *writer) search(a, d slice) {
	i, at := w.name("wi"), variable{w.name("w"), basic("int")}
	bound := variable{w.name("w"), a.t}
	w.line("%s := %s(%s)", bound.name, a.t.name, w.constant(a.t))
	with, head := bound.name, fmt.Sprintf("for %s := range %s", i, a.name)
	switch w.IntN(4) {
	case 0:
		with = w.constant(a.t)
	case 1:
		if a.t == d.t {
			with, head = fmt.Sprintf("%s[%s]", d.name, i), fmt.Sprintf("for %s := range min(len(%s), len(%s))", i, a.name, d.name)
		}
	}
	w.line("%s := -1", at.name)
	w.block(head, func() {
		w.block(fmt.Sprintf("if %s[%s] %s %s", a.name, i, pick(w, "<", ">", "<=", ">=", "==", "!="), with), func() {
			w.line("%s = %s", at.name, i)
			w.line("break")
		})
	})
	w.line("_ = %s", bound.name)
	w.sumUp(at)
}

// tableOfBytes writes lookups in a table computed by shifts and exclusive ors, sometimes with wrong entries.
func (w *writer) tableOfBytes(a, d slice) {
	if !a.t.isInt() || d.t.isFloat() && w.small() {
		return
	}
	t, i, c := w.name("w"), w.name("wi"), w.name("wj")
	w.line("var %s [256]uint8", t)
	w.block(fmt.Sprintf("for %s := range %s", i, t), func() {
		w.line("%s := uint8(%s)", c, i)
		w.line("%s[%s] = %s<<%d ^ %s>>%d ^ %s&%d ^ %d", t, i, c, w.IntN(8), c, w.IntN(8), c, w.IntN(256), w.IntN(3)*77)
	})
	if w.IntN(3) == 0 {
		w.line("%s[m&255] %s %d", t, pick(w, "=", "+=", "^="), w.IntN(256))
	}
	x := fmt.Sprintf("%s[uint8(%s[%s])]", t, a.name, i)
	w.block(fmt.Sprintf("for %s := range min(len(%s), len(%s))", i, a.name, d.name), func() {
		w.line("%s[%s] %s %s", d.name, i, pick(w, "=", "=", "+="), d.t.conv(x))
	})
}

// classesOfBytes writes a loop that maps bytes to numbers by ranges: within one the number increases with the byte, or
// is constant; outside of all it is constant.
func (w *writer) classesOfBytes(a, d slice) {
	if !a.t.isInt() || d.t.isFloat() && w.small() {
		return
	}
	i, c, v := w.name("wi"), w.name("wj"), w.name("w")
	w.block(fmt.Sprintf("for %s := range min(len(%s), len(%s))", i, a.name, d.name), func() {
		w.line("%s, %s := uint8(%s[%s]), uint8(%d)", c, v, a.name, i, pick(w, 255, 0, w.IntN(256)))
		w.block("switch", func() {
			for range 1 + w.IntN(5) {
				from := w.IntN(256)
				to := min(255, from+pick(w, 0, 9, 25, 25, w.IntN(256)))
				w.line("case %s >= %d && %s <= %d:", c, from, c, to)
				w.line("%s = %s", v, pick(w, fmt.Sprintf("%s - %d", c, from), fmt.Sprintf("%s + %d", c, w.IntN(256)),
					fmt.Sprint(w.IntN(256))))
			}
		})
		w.line("%s[%s] %s %s", d.name, i, pick(w, "=", "=", "+="), d.t.conv(v))
	})
}

// membersTogether writes a loop that combines all or some members of each struct into one number.
func (w *writer) membersTogether(a, d slice) {
	if !a.t.isInt() || d.t.isFloat() && w.small() {
		return
	}
	n, i := pick(w, 2, 3, 3, 4, 4, 8), w.name("wi")
	x := ""
	for k, place := range w.Perm(n)[:n-w.IntN(2)] {
		if k > 0 {
			x += pick(w, " + ", " ^ ", " - ", " &^ ")
		}
		x += fmt.Sprintf("%s[%d*%s+%d]", a.name, n, i, place)
	}
	w.block(fmt.Sprintf("for %s := range min(len(%s)/%d, len(%s))", i, a.name, n, d.name), func() {
		w.line("%s[%s] %s %s", d.name, i, pick(w, "=", "=", "+="), d.t.conv("("+x+")"))
	})
}
