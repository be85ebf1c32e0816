package gen

import (
	"fmt"
	"math/rand/v2"
)

// lanes writes, rarely, a loop around loops with data-dependent trip counts: lanes of a vectorized outer loop leave
// them one by one. It draws from a separate stream, so that other kernels do not change.
func (w *writer) lanes() {
	rng := rand.New(rand.NewPCG(w.k.Seed, 0x1a9e5))
	if w.opt.Without["loop by data inside"] || rng.IntN(5) > 0 {
		return
	}
	saved := w.Rand
	w.Rand = rng
	defer func() { w.Rand = saved }()
	var ints, targets []slice
	for _, s := range w.slices {
		if s.t.isInt() && s.size == 0 {
			ints = append(ints, s)
			if !s.ro {
				targets = append(targets, s)
			}
		}
	}
	if len(targets) == 0 {
		return
	}
	w.use("loop by data inside")
	d, a := pick(w, targets...), pick(w, ints...)
	i, x, k := w.name("li"), w.name("lx"), w.name("lk")
	t := basic(pick(w, "int32", "uint32", "int64", "uint64", "int16", "uint8"))
	if w.IntN(2) == 0 {
		t = a.t
	}
	head := fmt.Sprintf("for %s := range %s", i, d.name)
	if w.IntN(2) == 0 {
		head = fmt.Sprintf("for %s := range min(len(%s), len(%s))", i, d.name, a.name)
	}
	switch w.IntN(6) {
	case 0:
		w.line("//loop:vectorize.enable")
	case 1:
		w.line("//loop:vectorize.enable vectorize.width=%d interleave.count=%d", 2<<w.IntN(4), 1<<w.IntN(3))
	case 2:
		w.line("//loop:vectorize.enable vectorize.predicate.enable=0")
	}
	w.block(head, func() {
		w.line("%s, %s := %s, 0", x, k, t.conv(fmt.Sprintf("%s[%s]", a.name, i)))
		w.line("_ = %s", x)
		for range 1 + w.IntN(2) {
			w.laneLoop(t, ints, i, x, k, 0)
		}
		switch value := pick(w, d.t.conv(x), d.t.conv(k)); w.IntN(4) {
		case 0:
			w.line("%s[%s] += %s", d.name, i, value)
		case 1:
			w.block(fmt.Sprintf("if %s > 2", k), func() { w.line("%s[%s] = %s", d.name, i, value) })
		default:
			w.line("%s[%s] = %s", d.name, i, value)
		}
	})
}

// laneLoop writes an inner loop. Its counter bounds it whatever the data are.
func (w *writer) laneLoop(t typ, ints []slice, i, x, k string, depth int) {
	n := w.name("ln")
	most := pick(w, "9", "m & 15", fmt.Sprintf("int(%s & 7)", x), "33")
	head := fmt.Sprintf("for %s := 0; %s < %s; %s++", n, n, most, n)
	if w.IntN(2) == 0 {
		head = fmt.Sprintf("for %s := 0; %s < 40 && %s > %d; %s++", n, n, x, w.IntN(9), n)
	}
	w.block(head, func() {
		for range 1 + w.IntN(3) {
			switch w.IntN(11) {
			case 0:
				w.line("%s += %s>>1 + 1", x, x)
			case 1:
				w.line("%s ^= %s", x, t.conv(n))
			case 2:
				w.block(fmt.Sprintf("if %s&%d != 0", x, 1+w.IntN(7)), func() { w.line("%s -= 3", x) })
			case 3:
				w.block(fmt.Sprintf("if %s&%d == 1", x, 3+w.IntN(5)), func() { w.line("break") })
			case 4:
				s := pick(w, ints...)
				w.block(fmt.Sprintf("if %s < len(%s)", n, s.name), func() {
					w.line("%s += %s", x, t.conv(fmt.Sprintf("%s[%s]", s.name, n)))
				})
			case 5:
				s := pick(w, ints...)
				at := w.name("la")
				w.line("%s := int(uint8(%s))", at, x)
				w.block(fmt.Sprintf("if %s < len(%s)", at, s.name), func() {
					w.line("%s += %s", k, basic("int").conv(fmt.Sprintf("%s[%s]", s.name, at)))
				})
			case 6:
				w.line("%s = %s / (%s&3 + 1)", x, x, t.conv(n))
			case 7:
				if depth == 0 {
					w.laneLoop(t, ints, i, x, k, 1)
				}
			case 8:
				s := pick(w, ints...)
				w.line("%s ^= int(%s[%s]) + %s", k, s.name, i, n)
			default:
				w.line("%s >>= 1", x)
			}
		}
		if w.IntN(4) == 0 {
			w.block(fmt.Sprintf("if %s > 20", k), func() { w.line("continue") })
		}
		w.line("%s += %s", k, pick(w, "1", n, "2"))
	})
}
