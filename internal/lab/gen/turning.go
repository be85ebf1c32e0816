package gen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// turning writes, rarely, a loop over rows of a slice with local arrays that accumulate them by chains of one
// operation, and swap roles at the end of an iteration. It draws from a separate stream, so that other kernels do not
// change.
func (w *writer) turning() {
	rng := rand.New(rand.NewPCG(w.k.Seed, 0x7a211))
	if w.opt.Without["local array"] || w.opt.Without["arrays change roles"] || rng.IntN(10) > 0 {
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
	w.use("arrays change roles")
	d, a := pick(w, to...), pick(w, of...)
	t, n := a.t, pick(w, 2, 2, 4, 4, 8, 3)
	var arrays []string
	for range 2 + w.IntN(3) {
		name := w.name("ta")
		w.line("var %s [%d]%s", name, n, t.name)
		if w.IntN(3) == 0 {
			w.line("%s[%d] = %s", name, w.IntN(n), t.conv("m & 31"))
		}
		arrays = append(arrays, name)
	}
	ops := []string{"min", "max", "max"}
	if !t.isFloat() || !w.small() {
		ops = append(ops, "+", "+", "-")
	}
	if t.isInt() {
		ops = append(ops, "^", "&", "|")
	}
	op := pick(w, ops...)
	join := func(x, y string) string {
		if w.IntN(8) == 0 {
			op = pick(w, ops...)
		}
		if w.IntN(4) == 0 {
			x, y = y, x
		}
		if op[0] == 'm' {
			return fmt.Sprintf("%s(%s, %s)", op, x, y)
		}
		return x + " " + op + " " + y
	}
	i, j := w.name("wi"), w.name("wj")
	head := fmt.Sprintf("for %s := 0; %d*%s+%d < len(%s); %s++", i, n, i, n-1, a.name, i)
	if w.IntN(2) == 0 {
		head = fmt.Sprintf("for %s := range len(%s) / %d", i, a.name, n)
	}
	w.block(head, func() {
		w.block(fmt.Sprintf("for %s := range %d", j, n), func() {
			at := func(s string) string { return fmt.Sprintf("%s[%s]", s, j) }
			for range 1 + w.IntN(3) {
				x := at(pick(w, arrays...))
				y := pick(w, at(pick(w, arrays...)), fmt.Sprintf("%s[%s*%d+%s]", a.name, i, n, j))
				if w.IntN(6) == 0 {
					y = fmt.Sprintf("%s[%d-%s]", pick(w, arrays...), n-1, j)
				}
				w.line("%s = %s", x, join(x, y))
			}
			w.line("%s = %s", at(arrays[0]), join(at(arrays[0]), fmt.Sprintf("%s[%s*%d+%s]", a.name, i, n, j)))
		})
		if w.IntN(5) > 0 {
			turned := make([]string, len(arrays))
			for k, p := range w.Perm(len(arrays)) {
				turned[k] = arrays[p]
			}
			if w.IntN(4) == 0 {
				turned[0] = arrays[len(arrays)-1]
			}
			w.line("%s = %s", strings.Join(arrays, ", "), strings.Join(turned, ", "))
		}
	})
	w.block(fmt.Sprintf("if len(%s) >= %d", d.name, n), func() {
		for _, s := range arrays {
			k := w.IntN(n)
			w.line("%s[%d] %s %s", d.name, k, pick(w, "=", "+="), d.t.conv(fmt.Sprintf("%s[%d]", s, n-1-k)))
		}
	})
	w.sumUp(variable{fmt.Sprintf("%s[%d]", arrays[0], w.IntN(n)), t})
}
