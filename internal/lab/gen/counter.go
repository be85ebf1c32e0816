package gen

import (
	"fmt"
	"math/rand/v2"
)

// counters writes, rarely, a loop with a counter of any integer type, which counts up or down, by one or by more, and ends
// by a comparison, by inequality, or by wrapping. The bound may have more bits than the counter. It draws from a separate
// stream, so that other kernels do not change.
func (w *writer) counters() {
	rng := rand.New(rand.NewPCG(w.k.Seed, 0xc0417e25))
	const feature = "counter of any type"
	if rng.IntN(8) > 0 || w.opt.Without[feature] {
		return
	}
	saved := w.Rand
	w.Rand = rng
	defer func() { w.Rand = saved }()
	var of []slice
	for _, s := range w.slices {
		if !s.t.isBool() && s.size == 0 {
			of = append(of, s)
		}
	}
	if len(of) == 0 {
		return
	}
	w.use(feature)
	for range 1 + w.IntN(2) {
		w.typedCounter(of)
	}
}

// counter is the loop that writer.typedCounter writes: its counter i has type t, and is below the bound.
type counter struct {
	i, t  string
	bound string
	a     slice
	short bool // the type has fewer values than slices have elements
}

// typedCounter writes a loop, perhaps around or inside another.
func (w *writer) typedCounter(of []slice) {
	c := counter{i: w.name("ci"), a: pick(w, of...)}
	c.t = pick(w, "uint", "uint", "uint64", "uintptr", "uint32", "uint32", "uint16", "uint8", "int", "int64", "int32", "int16",
		"int8")
	c.short = c.t == "uint8" || c.t == "int8"
	n := "len(" + c.a.name + ")"
	switch b := pick(w, of...); w.IntN(5) {
	case 0:
		n = fmt.Sprintf("min(%s, len(%s))", n, b.name)
	case 1:
		m := w.name("cm")
		w.line("%s := %s", m, n)
		w.block(fmt.Sprintf("if len(%s) < %s", b.name, m), func() { w.line("%s = len(%s)", m, b.name) })
		n = m
	}
	c.bound = c.t + "(" + n + ")"
	if w.IntN(2) == 0 {
		m := w.name("cn")
		w.line("%s := %s", m, c.bound)
		w.line("_ = %s", m)
		c.bound = m
	}
	if w.IntN(6) > 0 {
		w.typedLoop(c, of)
		return
	}
	rows := c
	rows.i = w.name("cj")
	w.block(fmt.Sprintf("for %s := %s(0); %s < min(%s, %d); %s++", rows.i, c.t, rows.i, c.bound, 1+w.IntN(6), rows.i), func() {
		w.line("_ = %s", rows.i)
		w.typedLoop(c, of)
	})
}

// typedLoop writes the loop itself.
func (w *writer) typedLoop(c counter, of []slice) {
	i, t, n := c.i, c.t, c.bound
	signed := t[0] == 'i'
	k := pick(w, 2, 3, 4, 8)
	body := func(index ...string) func() {
		return func() {
			for _, x := range index {
				w.typedStmt(c, x, of)
			}
		}
	}
	form := w.IntN(14)
	if c.short && (form == 3 || form == 4 || form == 12) {
		form = 0 // it would not end
	}
	switch form {
	case 1:
		w.block(fmt.Sprintf("for %s := %s(%d); %s != %s; %s++", i, t, w.IntN(2), i, n, i), body(i))
	case 2:
		w.block(fmt.Sprintf("if %s > 1", n), func() {
			w.block(fmt.Sprintf("for %s := %s(1); %s < %s-1; %s++", i, t, i, n, i), body(i, i+"-1", i+"+1"))
		})
	case 3:
		w.block(fmt.Sprintf("for %s := %s(%d); %s+%d <= %s; %s += %d", i, t, w.IntN(2), i, k, n, i, pick(w, 1, k)),
			body(i, fmt.Sprintf("%s+%d", i, k-1), fmt.Sprintf("%s+%d", i, w.IntN(k))))
	case 4:
		w.block(fmt.Sprintf("for %s := %s(0); %s < %s; %s += %d", i, t, i, n, i, k), body(i))
	case 5:
		w.block(fmt.Sprintf("for %s := %s(0); %s < %s/%d; %s++", i, t, i, n, k, i),
			body(fmt.Sprintf("%d*%s", k, i), fmt.Sprintf("%d*%s+%d", k, i, w.IntN(k))))
	case 6:
		w.block(fmt.Sprintf("for %s := %s; %s > 0; %s--", i, n, i, i), body(i+"-1"))
	case 7:
		w.line("%s := %s", i, n)
		w.block(fmt.Sprintf("for %s %s 0", i, pick(w, "!=", ">")), func() {
			w.line("%s--", i)
			body(i)()
		})
	case 8:
		w.block(fmt.Sprintf("for %s := %s - 1; %s < %s; %s--", i, n, i, n, i), body(i))
	case 9:
		if signed {
			w.block(fmt.Sprintf("for %s := %s - 1; %s >= 0; %s--", i, n, i, i), body(i))
			break
		}
		w.block(fmt.Sprintf("for %s := %s; %s >= %d; %s -= %d", i, n, i, k, i, k), body(i+"-1", fmt.Sprintf("%s-%d", i, k)))
	case 10:
		w.block(fmt.Sprintf("for %s := %s(0); %s < %s; %s++", i, t, i, n, i), body(n+"-1-"+i))
	case 11: // from an argument, which has any value
		w.block(fmt.Sprintf("for %s := %s(n); %s", i, t, pick(w, i+" < "+n+"; "+i+"++", i+" > 0; "+i+"--")), body(i))
	case 12: // a bound of 64 bits
		w.block(fmt.Sprintf("for %s := %s(0); uint64(%s) < uint64(len(%s)); %s++", i, t, i, c.a.name, i), body(i))
	case 13:
		j := w.name("cj")
		w.block(fmt.Sprintf("for %s, %s := %s(0), %s-1; %s < %s; %s, %s = %s+1, %s-1", i, j, t, n, i, j, i, j, i, j),
			body(i, j))
	default:
		w.block(fmt.Sprintf("for %s := %s(%d); %s < %s; %s++", i, t, w.IntN(3), i, n, i), body(i))
	}
}

// typedStmt writes a statement about an element.
func (w *writer) typedStmt(c counter, index string, of []slice) {
	at := fmt.Sprintf("%s[%s]", c.a.name, index)
	b := pick(w, of...)
	with := fmt.Sprintf("%s[%s]", b.name, index)
	switch w.IntN(4) {
	case 0:
		if !c.a.ro {
			w.line("%s = %s", at, c.a.t.conv(with))
			return
		}
	case 1:
		if !c.a.ro {
			w.line("%s += %s", at, c.a.t.conv("3"))
			return
		}
	}
	for _, acc := range w.accs {
		if acc.t.isInt() && c.a.t.isInt() {
			w.line("%s += %s", acc.name, acc.t.conv(at))
			return
		}
	}
	w.line("_ = %s", at)
}
