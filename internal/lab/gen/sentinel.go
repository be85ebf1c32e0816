package gen

import (
	"fmt"
	"math/rand/v2"
)

// sentinel is a loop over arrays of unknown extent with a data-dependent exit. It draws from a separate stream, so that
// other kernels do not change.
type sentinel struct {
	rng    *rand.Rand
	arrays []slice // e0, and maybe e1
	stop   string
}

// drawSentinel draws a sentinel loop, rarely, and returns its parameters and directives.
func (w *writer) drawSentinel() (params []string, doc string) {
	rng := rand.New(rand.NewPCG(w.k.Seed, 0x5e17))
	if w.opt.Without["unknown extent"] || rng.IntN(8) > 0 {
		return nil, ""
	}
	w.use("unknown extent")
	s := &sentinel{rng: rng, stop: []string{"0", "0", "7", "61", "100"}[rng.IntN(5)]}
	for i := range 1 + rng.IntN(2) {
		t := w.types[rng.IntN(len(w.types))]
		if t.isBool() {
			t = basic("uint8")
		}
		size := []int{300, 1025, 4097, 5000}[rng.IntN(4)] / max(1, t.bits()/16)
		a := slice{name: fmt.Sprintf("e%d", i), t: t, size: size}
		s.arrays = append(s.arrays, a)
		params = append(params, fmt.Sprintf("%s *[%d]%s", a.name, size, t.name))
		doc += fmt.Sprintf("//loop:extent %s unknown\n", a.name)
	}
	w.sentinel = s
	return params, doc
}

// sentinelLoop writes the loop. An element always ends it, at the end that it steps towards.
func (w *writer) sentinelLoop() {
	s := w.sentinel
	if s == nil {
		return
	}
	saved := w.Rand
	w.Rand = s.rng
	defer func() { w.Rand = saved }()

	a, v := s.arrays[0], w.name("ev")
	least := a.size
	for _, b := range s.arrays {
		least = min(least, b.size)
	}
	start, end, next := "0", least-1, "++"
	switch w.IntN(6) {
	case 0:
		start = "m & 15"
	case 1:
		start, end, next = fmt.Sprint(least-1), 0, "--"
	case 2:
		k := 2 + w.IntN(3)
		end, next = (least-1)/k*k, fmt.Sprintf(" += %d", k)
	case 3:
		k := 2 + w.IntN(8)
		start, end, next = fmt.Sprint((least-1)/k*k), 0, fmt.Sprintf(" -= %d", k)
	}
	w.line("%s[%d] = %s", a.name, end, s.stop)
	w.line("%s := %s", v, start)
	cond := fmt.Sprintf("%s[%s] != %s", a.name, v, s.stop)
	if len(s.arrays) > 1 {
		b := s.arrays[1]
		if w.IntN(2) == 0 && (a.t == b.t) {
			cond += fmt.Sprintf(" && %s[%s] %s %s[%s]", a.name, v, pick(w, "==", "!="), b.name, v)
		} else {
			cond += fmt.Sprintf(" && %s[%s] != %d", b.name, v, w.IntN(100))
		}
	}
	if w.IntN(3) == 0 {
		w.line("//loop:vectorize.exits=%s", pick(w, "page_pair", "page_predicate", "page_align", "check_first", "clamp",
			"load_predicate", "page"))
	}
	w.block(fmt.Sprintf("for ; %s; %s%s", cond, v, next), func() {
		for range 1 + w.IntN(2) {
			w.sentinelStmt(a, v)
		}
	})
	if t := w.slices[0].t; !t.isBool() {
		w.block(fmt.Sprintf("if len(%s) > 0", w.slices[0].name), func() {
			w.line("%s[0] += %s", w.slices[0].name, t.conv(v+" & 63"))
		})
	}
}

// sentinelStmt writes a statement of such a loop: a sum, a count, a store to a slice, another exit.
func (w *writer) sentinelStmt(a slice, v string) {
	at := fmt.Sprintf("%s[%s]", a.name, v)
	value := func(t typ) string {
		if t.isFloat() || a.t.isInt() { // other kernels convert floats to integers
			return t.conv(at)
		}
		return t.conv(v + " & 7")
	}
	switch k := w.IntN(6); {
	case k < 3 && len(w.accs) > 0:
		acc := w.accs[w.IntN(len(w.accs))]
		switch {
		case acc.t.isBool():
		case k == 0:
			w.line("%s += %s", acc.name, acc.t.conv(v+" & 7"))
		case k == 1:
			w.line("%s += %s", acc.name, value(acc.t))
		default:
			w.block(fmt.Sprintf("if %s > 3", at), func() { w.line("%s++", acc.name) })
		}
	case k < 4:
		for _, d := range w.slices {
			if !d.ro && !d.t.isBool() && w.IntN(2) == 0 {
				w.block(fmt.Sprintf("if %s < len(%s)", v, d.name), func() {
					w.line("%s[%s] = %s", d.name, v, value(d.t))
				})
				return
			}
		}
	case k < 5:
		w.block(fmt.Sprintf("if %s == %d", at, 1+w.IntN(90)), func() { w.line("break") })
	}
}
