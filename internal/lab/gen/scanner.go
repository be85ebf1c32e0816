package gen

import (
	"fmt"
	"math/rand/v2"
)

// scanner writes, rarely, a loop that skips most elements and processes the others, or a loop that searches for a word.
// It draws from a separate stream, so that other kernels do not change.
func (w *writer) scanner() {
	rng := rand.New(rand.NewPCG(w.k.Seed, 0x5ca22e4))
	kind := rng.IntN(12)
	feature := map[int]string{0: "steps over most elements", 1: "steps over most elements", 2: "search for a word"}[kind]
	if feature == "" || w.opt.Without[feature] {
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
	a, b := pick(w, of...), pick(w, of...)
	if kind == 2 {
		w.wordSearch(a, b)
		return
	}
	w.stepsOver(a, b)
}

// usual returns a condition that holds for most elements, or for all.
func (w *writer) usual(at string) string {
	return fmt.Sprintf(pick(w, "%s != %d", "%s != %d", "%s > %d", "%s < %d", "%s <= %d"), at, w.IntN(100))
}

// stepsOver writes a loop over a with a path that only continues.
func (w *writer) stepsOver(a, b slice) {
	v, n := w.name("qi"), w.name("qn")
	if w.IntN(3) == 0 {
		w.line("//loop:%s", pick(w, "runs.enable", "runs.enable runs.followup_run{vectorize.enable}", "runs.disable",
			"runs.enable runs.followup_remaining{unroll.disable}"))
	}
	down := w.IntN(4) == 0
	head, step := fmt.Sprintf("for %s := %d; %s < len(%s); {", v, w.IntN(3), v, a.name), fmt.Sprintf("%s++", v)
	if down {
		head, step = fmt.Sprintf("for %s := len(%s) - 1; %s >= 0; {", v, a.name, v), fmt.Sprintf("%s--", v)
	}
	w.line("%s := 0", n)
	at := fmt.Sprintf("%s[%s]", a.name, v)
	w.block(head[:len(head)-2], func() {
		cond := w.usual(at)
		if w.IntN(3) == 0 && !down {
			cond += fmt.Sprintf(" && (%s >= len(%s) || %s)", v, b.name, w.usual(fmt.Sprintf("%s[%s]", b.name, v)))
		}
		w.block("if "+cond, func() {
			if w.IntN(3) == 0 {
				w.line("%s += %d", n, 1+w.IntN(3))
			}
			w.line("%s", step)
			w.line("continue")
		})
		for range 1 + w.IntN(3) {
			w.rare(a, v, n, down)
		}
		w.line("%s", step)
	})
	w.keepCount(n)
}

// rare writes the code for an element that is not skipped.
func (w *writer) rare(a slice, v, n string, down bool) {
	at := fmt.Sprintf("%s[%s]", a.name, v)
	switch w.IntN(6) {
	case 0:
		if !a.ro {
			w.line("%s = %s", at, a.t.conv(n+" & 63"))
		}
	case 1:
		w.block(fmt.Sprintf("if %s > %d", n, w.IntN(200)), func() { w.line("break") })
	case 2:
		k := w.name("qk")
		w.block(fmt.Sprintf("for %s := %s; %s < min(%s+%d, len(%s)) && %s[%s] == %s; %s++", k, v, k, v, 2+w.IntN(6),
			a.name, a.name, k, at, k), func() { w.line("%s += 2", n) })
	case 3:
		if down {
			w.line("%s -= %s & 3", v, n)
			w.block(fmt.Sprintf("if %s < 0", v), func() { w.line("break") })
		} else {
			w.line("%s += %s & 3", v, n)
			w.block(fmt.Sprintf("if %s >= len(%s)", v, a.name), func() { w.line("break") })
		}
	case 4:
		w.block(fmt.Sprintf("switch %s & 3", n), func() {
			w.line("case 0:\n%s += 3", n)
			w.line("case 2:\n%s = %s*3 + 1", n, n)
		})
	default:
		w.line("%s = %s*5&255 + 1", n, n)
	}
}

// wordSearch writes a loop that searches a for the first elements of b, if it has the same type, or else of a.
func (w *writer) wordSearch(a, b slice) {
	if b.t != a.t {
		b = a
	}
	i, k, n, m := w.name("qi"), w.name("qk"), w.name("qn"), w.name("qm")
	w.line("%s, %s := -1, min(len(%s), %d)", n, m, b.name, w.IntN(6))
	w.block(fmt.Sprintf("for %s := %d; %s+%s <= len(%s); %s++", i, w.IntN(2), i, m, a.name, i), func() {
		w.line("%s := 0", k)
		w.block(fmt.Sprintf("for %s < %s && %s[%s+%s] == %s[%s]", k, m, a.name, i, k, b.name, k),
			func() { w.line("%s++", k) })
		w.block(fmt.Sprintf("if %s == %s", k, m), func() {
			w.line("%s = %s", n, i)
			w.line("break")
		})
	})
	w.keepCount(n)
}

// keepCount adds a count to the kernel's results.
func (w *writer) keepCount(n string) {
	for _, acc := range w.accs {
		if !acc.t.isBool() {
			w.line("%s += %s", acc.name, acc.t.conv(n+" & 127"))
			return
		}
	}
	w.line("_ = %s", n)
}
