package gen

import (
	"fmt"
	"math/rand/v2"
)

// shared writes, rarely, a loop with several carried values that have the same next value and different initial ones: a
// running sum or extreme, a recurrence, a conditional assignment, and the previous values of those. It draws from a
// separate stream, so that other kernels do not change.
func (w *writer) shared() {
	rng := rand.New(rand.NewPCG(w.k.Seed, 0x5ba7ed))
	if w.opt.Without["shared next value"] || rng.IntN(6) > 0 {
		return
	}
	saved := w.Rand
	w.Rand = rng
	defer func() { w.Rand = saved }()
	var of, to []slice
	for _, s := range w.slices {
		if s.t.isBool() || s.size > 0 {
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
	w.use("shared next value")
	d, a := pick(w, to...), pick(w, of...)
	t := pick(w, d.t, a.t)
	var p []variable
	for range 2 + w.IntN(3) {
		v := variable{w.name("p"), t}
		w.line("%s := %s", v.name, pick(w, t.conv(fmt.Sprint(w.IntN(100))), t.conv("m & 63"), t.conv("0")))
		p = append(p, v)
	}
	i := w.name("wi")
	head := fmt.Sprintf("for %s := range min(len(%s), len(%s))", i, a.name, d.name)
	if w.IntN(3) == 0 {
		head = fmt.Sprintf("for %s := 0; %s < len(%s) && %s < len(%s); %s++", i, i, a.name, i, d.name, i)
	}
	x := t.conv(fmt.Sprintf("%s[%s]", a.name, i))
	cond := fmt.Sprintf("%s > %s", x, w.constant(t))
	store := func() {
		e := pick(w, p...).name
		if w.IntN(2) == 0 {
			e += pick(w, " + ", " - ") + pick(w, p...).name
		}
		at := fmt.Sprintf("%s[%s]", d.name, i)
		if w.IntN(6) == 0 {
			w.block("if "+cond, func() { w.line("%s = %s", at, d.t.conv(e)) })
			return
		}
		w.line("%s %s %s", at, pick(w, "=", "=", "+="), d.t.conv(e))
	}
	w.block(head, func() {
		first := p[0].name
		early := w.IntN(2) == 0
		if early {
			store()
		}
		w.sharedStep(first, x, cond, t)
		if w.IntN(4) == 0 {
			store()
		}
		for k := 1; k < len(p); k++ {
			from := first
			if w.IntN(5) == 0 { // the previous or the new value of another one
				from = pick(w, p...).name
			}
			switch {
			case from == p[k].name:
				w.line("%s = %s", p[k].name, x)
			case w.IntN(6) == 0:
				w.block("if "+cond, func() { w.line("%s = %s", p[k].name, from) })
			default:
				w.line("%s = %s", p[k].name, from)
			}
			if w.IntN(4) == 0 {
				store()
			}
		}
		if !early && w.IntN(3) > 0 {
			store()
		}
	})
	for _, v := range p {
		w.sumUp(v)
	}
}

// sharedStep assigns the next value to p, a carried value of type t.
func (w *writer) sharedStep(p, x, cond string, t typ) {
	k := w.IntN(10)
	if t.isFloat() && w.small() && (k < 4 || k == 7) { // sums that are stored and used again do not remain small
		k = 4 + w.IntN(3)
	}
	switch k {
	case 0, 1:
		w.line("%s %s %s", p, pick(w, "+=", "+=", "-="), x)
	case 2:
		op := "*="
		if t.isInt() {
			op = pick(w, "*=", "&=", "|=", "^=")
		}
		w.line("%s %s %s", p, op, x)
	case 3:
		w.line("%s = %s*%s + %s", p, p, w.constant(t), x)
	case 4, 5:
		w.line("%s = %s(%s, %s)", p, pick(w, "min", "max"), p, x)
	case 6:
		w.block("if "+cond, func() { w.line("%s = %s", p, x) })
	case 7:
		w.block("if "+cond, func() { w.line("%s += %s", p, pick(w, "1", x)) })
	case 8:
		w.line("%s %s %s", p, pick(w, "+=", "-="), w.constant(t))
	default:
		w.line("%s = %s", p, x)
	}
}
