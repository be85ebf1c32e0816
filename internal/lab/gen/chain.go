package gen

import (
	"fmt"
	"strings"

	"hotloop/loopopt/attrs"
)

// chain draws a request for a transformation, with followups that request transformations of the resulting loops, to
// the given depth. Most requests are suitable for the loop, the others arbitrary.
func (w *writer) chain(fits []string, depth int) string {
	w.requests = 0
	text := w.chainOf(fits, depth)
	if w.IntN(4) == 0 {
		text += " " + w.chainOf(fits, depth-1)
	}
	if w.IntN(12) == 0 {
		text += " " + strings.TrimSpace("disable_nonforced "+w.list(0, 1))
	}
	return text
}

// maxRequests bounds the requests of a chain: their transformations together make a large function.
const maxRequests = 10

// chainOf draws a request for a transformation, mostly one of fits, perhaps with an option and with followups that
// contain requests.
func (w *writer) chainOf(fits []string, depth int) string {
	w.requests++
	owner := pick(w, forced()...)
	if len(fits) > 0 && w.IntN(4) > 0 {
		owner = pick(w, fits...)
	}
	var demands, options, roles []*attrs.Attribute
	for i := range attrs.All() {
		switch a := &attrs.All()[i]; {
		case a.Owner != owner:
		case a.Class == attrs.Force:
			demands = append(demands, a)
		case a.Class == attrs.Option:
			options = append(options, a)
		case a.Class == attrs.Followup:
			roles = append(roles, a)
		}
	}
	list := []string{w.demand(pick(w, demands...))}
	if len(options) > 0 && w.IntN(4) == 0 {
		list = append(list, w.value(pick(w, options...), 0))
	}
	w.Shuffle(len(roles), func(i, j int) { roles[i], roles[j] = roles[j], roles[i] })
	for i, r := range roles {
		if depth < 1 || i > 0 && w.IntN(3) > 0 {
			break
		}
		inside := ""
		if w.IntN(10) > 0 && w.requests < maxRequests {
			inside = w.chainOf(fits, depth-1)
		}
		list = append(list, r.Name+"{"+inside+"}")
	}
	return strings.Join(list, " ")
}

// forced are the transformations that can be demanded.
func forced() (owners []string) {
	seen := map[string]bool{}
	for i := range attrs.All() {
		if a := &attrs.All()[i]; a.Class == attrs.Force && !seen[a.Owner] {
			seen[a.Owner] = true
			owners = append(owners, a.Owner)
		}
	}
	return owners
}

// demand returns an attribute with a value that requests its transformation.
func (w *writer) demand(a *attrs.Attribute) string {
	switch {
	case a.Kind == attrs.Width:
		return fmt.Sprintf("%s=%d", a.Name, pick(w, 2, 4, 8, 16))
	case a.Kind == attrs.Amount:
		return a.Name + pick(w, "=m", fmt.Sprintf("=%d", 3+w.IntN(30)), fmt.Sprintf("=%d", 3+w.IntN(30)))
	case a.Kind == attrs.Count:
		return fmt.Sprintf("%s=%d", a.Name, 2+w.IntN(3))
	case a.Kind == attrs.Place:
		return a.Name + pick(w, "=n", fmt.Sprintf("=%d", 3+w.IntN(30)))
	}
	return a.Name
}

// chained writes a loop with the counter l.v, and a chain above it if a transformation fits it.
func (w *writer) chained(l *loop, head string, fits []string, promise string, body func()) {
	l.raw, l.long, l.clean = l.v, true, true
	if l.bound == "" {
		l.bound = "n"
	}
	if fits != nil {
		w.line("//loop:%s", strings.TrimSpace(promise+" "+w.chain(fits, w.opt.Chains)))
	}
	w.loops = append(w.loops, l)
	w.block(head, func() {
		w.line("_ = %s", l.v)
		body()
	})
	w.loops = w.loops[:len(w.loops)-1]
}

// counted is like chained, for a loop from lo to hi-1 in a random form.
func (w *writer) counted(l *loop, lo, hi string, fits []string, promise string, body func()) {
	head := fmt.Sprintf("for %s := %s; %s < %s; %[1]s++", l.v, lo, l.v, hi)
	switch k := w.IntN(8); {
	case k == 0:
		head = fmt.Sprintf("for %s := %s - 1; %s >= %s; %[1]s--", l.v, hi, l.v, lo)
	case k < 3 && lo == "0":
		head = fmt.Sprintf("for %s := range %s", l.v, hi)
	}
	w.chained(l, head, fits, promise, body)
}

// always lists the transformations that fit every loop.
var always = []string{"unroll", "peel", "stripmine", "split", "vectorize", "reverse", "reroll", "parallel"}

// with adds to the transformations that fit every loop.
func with(more ...string) []string { return append(more, always...) }

// chainShapes are the loops of kernels with chains: each has properties that some transformations require.
var chainShapes = []func(w *writer){
	(*writer).chainNest, (*writer).chainNest,
	(*writer).chainTable, (*writer).chainTable,
	(*writer).chainGrid, (*writer).chainGrid, (*writer).chainGrid, (*writer).chainRows, (*writer).chainMatrix,
	(*writer).chainEdges, (*writer).chainPairs, (*writer).chainPairs,
	(*writer).chainRecurrence, (*writer).chainParts, (*writer).chainCondition,
	(*writer).chainNeighbours, (*writer).chainCopies, (*writer).chainStride, (*writer).chainInvariant,
	(*writer).chainWindow,
	(*writer).chainFirst, (*writer).chainPromise, (*writer).chainPromise,
}

// chains writes the loops of a kernel.
func (w *writer) chains() {
	for range 1 + w.IntN(2) {
		pick(w, chainShapes...)(w)
	}
}

// changing returns a slice that may be stored to, and reading one of the same type, if possible another one.
func (w *writer) changing() (to, from slice) {
	list := w.writable()
	if len(list) == 0 {
		w.slices[0].ro = false
		list = w.slices[:1]
	}
	to = pick(w, list...)
	from = to
	for _, s := range w.slices {
		if s.t == to.t && (from.name == to.name || w.IntN(2) == 0) {
			from = s
		}
	}
	return to, from
}

// writable returns the slices that a kernel may store to.
func (w *writer) writable() (list []slice) {
	for _, s := range w.slices {
		if !s.ro && !s.t.isBool() && s.size == 0 {
			list = append(list, s)
		}
	}
	return list
}

// counter returns a loop with only its variable.
func (w *writer) counter() *loop { return &loop{v: w.name("i")} }

// chainNest writes any loop or nest of the generator.
func (w *writer) chainNest() { w.nest(0) }

// chainTable writes a histogram.
func (w *writer) chainTable() {
	to, _ := w.changing()
	var index *slice
	rest := w.slices[:0:0]
	for i, s := range w.slices {
		if s.name == to.name {
			continue
		}
		rest = append(rest, s)
		if s.t.isInt() && index == nil {
			index = &w.slices[i]
		}
	}
	if index == nil {
		w.nest(0)
		return
	}
	all := w.slices
	w.slices = rest
	l := w.counter()
	w.counted(l, "0", "n", with("subtables", "subtables", "subtables"), "", func() {
		w.use("update of few")
		for range 1 + w.IntN(2) {
			place := fmt.Sprintf("%s[int(%s[%s]) & (len(%s)-1) & %d]", to.name, index.name, l.v, to.name,
				1<<(1+w.IntN(5))-1)
			w.line("%s %s %s", place, pick(w, "+=", "-="),
				pick(w, w.constant(to.t), to.t.conv(l.v+" & 7"), strip(w.expr(to.t, 1))))
		}
		if w.IntN(3) == 0 {
			w.reduce(true)
		}
	})
	w.slices = all
}

// chainRecurrence writes a loop that carries values in registers or in memory.
func (w *writer) chainRecurrence() {
	to, from := w.changing()
	l := w.counter()
	d := 1 + w.IntN(5)
	switch w.IntN(3) {
	case 0:
		w.use("memory recurrence")
		w.counted(l, fmt.Sprint(d), "n", with("distribute", "commoning"), "", func() {
			w.line("%s[%s] = %[1]s[%[2]s-%d] + %s[%[2]s]", to.name, l.v, d, from.name)
		})
	case 1:
		w.use("carried value")
		prev := w.name("p")
		w.line("%s := %s(%d)", prev, to.t.name, w.IntN(3))
		w.counted(l, "0", "n", with("commoning", "peel"), "", func() {
			w.line("t := %s[%s]", from.name, l.v)
			w.line("%s[%s] = t - %s", to.name, l.v, prev)
			w.line("%s = t", prev)
		})
	default:
		w.use("running sum")
		sum := w.name("p")
		w.line("%s := %s(%d)", sum, to.t.name, w.IntN(3))
		w.counted(l, "0", "n", with("distribute"), "", func() {
			w.line("%s += %s[%s]", sum, from.name, l.v)
			w.line("%s[%s] = %s", to.name, l.v, sum)
		})
	}
}

// chainParts writes a loop that can be distributed.
func (w *writer) chainParts() {
	l := w.counter()
	w.counted(l, "1", "n", with("distribute", "distribute", "licm_versioning"), "", func() {
		for range 2 + w.IntN(2) {
			to, from := w.changing()
			if w.IntN(2) == 0 {
				w.line("%s[%s] = %[1]s[%[2]s-1] - %s[%[2]s]", to.name, l.v, from.name)
			} else {
				w.line("%s[%s] = %s", to.name, l.v, strip(w.expr(to.t, 2)))
			}
		}
	})
}

// chainMatrix writes nests over matrices.
func (w *writer) chainMatrix() { w.block("if n > 0", w.matrices) }

// chainGrid writes a nest that nest transformations support.
func (w *writer) chainGrid() {
	to, from := w.changing()
	l, in, third := w.counter(), w.counter(), w.counter()
	cell := l.v + "*wide+" + in.v
	fits := []string{"interchange", "interchange", "unroll_and_jam", "unroll_and_jam", "flatten", "distribute",
		"stripmine", "unroll", "vectorize", "reverse"}
	up := func(l *loop, bound string, fits []string, body func()) {
		w.chained(l, fmt.Sprintf("for %s := 0; %[1]s < %s; %[1]s++", l.v, bound), fits, "", body)
	}
	shape := w.IntN(5)
	w.block("if wide, high := 2+m&15, n/(2+m&15); high > 0", func() {
		up(l, "high", fits, func() {
			switch shape {
			case 0: // sums of rows
				sum := w.name("p")
				w.line("%s := %s(0)", sum, to.t.name)
				up(in, "wide", always, func() { w.line("%s += %s[%s]", sum, from.name, cell) })
				w.line("%s[%s] = %s", to.name, l.v, sum)
				return
			case 1: // a product
				up(in, "wide", fits, func() {
					up(third, "min(high, wide)", always, func() {
						w.line("%s[%s] += %s[%s*wide+%s] - %[3]s[%[5]s*wide+%[6]s]", to.name, cell, from.name, l.v,
							third.v, in.v)
					})
				})
				return
			}
			up(in, "wide", fits, func() {
				switch shape {
				case 2: // sums of columns
					w.line("%s[%s] += %s[%s]", to.name, in.v, from.name, cell)
				case 3: // across the diagonal
					w.line("%s[%s*high+%s] = %s[%s]", to.name, in.v, l.v, from.name, cell)
				default:
					w.line("%s[%s] = %s[%[2]s] - %[4]s", to.name, cell, from.name, w.constant(to.t))
					if w.IntN(2) == 0 {
						w.line("%s[%s] += %s[%s]", to.name, cell, from.name, in.v)
					}
				}
			})
		})
	})
}

// grid writes a nest of two loops over the cells of a grid without some of its edges. The given functions write the
// bodies for a row and for a cell.
func (w *writer) grid(edge int, fits, inner []string, row, cell func(i, j string)) {
	l, in := w.counter(), w.counter()
	up := func(l *loop, bound string, fits []string, body func()) {
		head := fmt.Sprintf("for %[1]s := %[2]d; %[1]s < %[3]s-%[2]d; %[1]s++", l.v, edge, bound)
		if edge == 0 {
			head = fmt.Sprintf("for %s := range %s", l.v, bound)
		}
		w.chained(l, head, fits, "", body)
	}
	up(l, "high", fits, func() {
		if row != nil {
			row(l.v, "")
		}
		up(in, "wide", inner, func() { cell(l.v, in.v) })
	})
}

// chainEdges writes a nest that omits its edges, or whose edges can be split off so that the rest may be reordered.
func (w *writer) chainEdges() {
	to, from := w.changing()
	fits := []string{"peel", "peel", "split", "split", "interchange", "interchange", "interchange", "distribute"}
	inner := []string{"peel", "interchange"}
	if w.IntN(2) == 0 {
		inner = nil
	}
	edge, shift := w.IntN(2), ""
	if edge > 0 {
		shift = pick(w, "", "-1", "+1", "-wide", "+wide", "-wide+1", "+wide-1")
	}
	across := w.IntN(3) == 0
	w.block("if wide, high := 3+m&15, n/(3+m&15); high > 0", func() {
		w.grid(edge, fits, inner, nil, func(i, j string) {
			if across {
				w.line("%s[%s*high+%s] = %s[%s*wide+%s]", to.name, j, i, from.name, i, j)
				return
			}
			w.line("%s[%s*wide+%s] = %s[%[2]s*wide+%[3]s%[5]s] - %[6]s", to.name, i, j, from.name, shift, w.constant(to.t))
		})
	})
}

// chainPairs writes two consecutive nests to be fused: the second may need what the first computes before or after the
// same cell.
func (w *writer) chainPairs() {
	fits := []string{"fuse", "fuse", "fuse", "fuse", "peel", "split", "interchange", "unroll_and_jam"}
	edge := w.IntN(2)
	w.block("if wide, high := 3+m&15, n/(3+m&15); high > 0", func() {
		for k := range 2 + w.IntN(5)/4 {
			to, from := w.changing()
			var row func(i, j string)
			if w.IntN(4) == 0 {
				row = func(i, _ string) { w.line("%s[%s*wide] += %s[%[2]s]", to.name, i, from.name) }
			}
			asked, inner := fits, []string(nil)
			if k > 0 && w.IntN(3) > 0 {
				asked = nil
			}
			if w.IntN(3) == 0 {
				inner = []string{"fuse"}
			}
			shift := ""
			if edge > 0 {
				shift = pick(w, "", "", "-1", "+1", "-wide", "+wide", "-wide+1", "+wide-1")
			}
			w.grid(edge, asked, inner, row, func(i, j string) {
				w.line("%s[%s*wide+%s] = %s[%[2]s*wide+%[3]s%[5]s] + %[6]s", to.name, i, j, from.name, shift, w.constant(to.t))
			})
		}
	})
}

// chainRows writes a nest with consecutive accesses over both loops. Its inner loop has no requests: these would be
// served first, and prevent flattening.
func (w *writer) chainRows() {
	to, from := w.changing()
	l, in := w.counter(), w.counter()
	w.block("if wide, high := 1+m&15, n/(1+m&15); high > 0", func() {
		w.chained(l, fmt.Sprintf("for %s := range high", l.v), []string{"flatten", "flatten", "flatten", "interchange",
			"unroll_and_jam"}, "", func() {
			w.chained(in, fmt.Sprintf("for %s := range wide", in.v), nil, "", func() {
				w.line("%s[%s*wide+%s] += %s[%[2]s*wide+%[3]s] - %[5]s", to.name, l.v, in.v, from.name,
					w.constant(to.t))
			})
		})
	})
}

// chainCondition writes a loop with an invariant condition, or one that changes once.
func (w *writer) chainCondition() {
	to, from := w.changing()
	l := w.counter()
	cond, fits := "m > 3", with("unswitch", "unswitch")
	if w.IntN(3) == 0 {
		cond, fits = fmt.Sprintf("%s < %s", l.v, pick(w, "m*4", "17", "n-3")), with("split", "split")
	}
	w.counted(l, "0", "n", fits, "", func() {
		w.block("if "+cond, func() { w.line("%s[%s] = %s", to.name, l.v, strip(w.expr(to.t, 2))) })
		if w.IntN(2) == 0 {
			w.line("%s[%s] += %s[%[2]s]", to.name, l.v, from.name)
		}
	})
}

// chainNeighbours writes loops to be fused.
func (w *writer) chainNeighbours() {
	first, second := w.counter(), w.counter()
	for i, l := range []*loop{first, second} {
		to, from := w.changing()
		fits := with("fuse", "fuse", "fuse")
		if i == 1 {
			fits = nil
		}
		w.chained(l, fmt.Sprintf("for %s := 0; %[1]s < n; %[1]s++", l.v), fits, "", func() {
			if w.IntN(3) == 0 {
				w.reduce(true)
			}
			w.line("%s[%s] = %s[%[2]s] + %s", to.name, l.v, from.name, strip(w.expr(to.t, 1)))
		})
	}
}

// chainCopies writes a body that repeats a computation, in any order.
func (w *writer) chainCopies() {
	to, from := w.changing()
	l := w.counter()
	n, c := pick(w, 2, 4), w.constant(to.t)
	sums := 0 // accumulators
	if to.t.isInt() && w.IntN(2) == 0 {
		sums = pick(w, 1, n)
		for k := range sums {
			w.line("var s%s%d %s = %d", l.v, k, to.t.name, k)
		}
	}
	places := make([]int, n)
	for k := range places {
		places[k] = k
	}
	if w.IntN(3) == 0 {
		w.Shuffle(n, func(i, j int) { places[i], places[j] = places[j], places[i] })
	}
	only := w.IntN(4) == 0 // under a condition
	head, place := fmt.Sprintf("for %s := 0; %[1]s+%d < n; %[1]s += %d", l.v, n-1, n), l.v+"+%d"
	if w.IntN(3) == 0 {
		head, place = fmt.Sprintf("for %s := 0; %[1]s < n/%d; %[1]s++", l.v, n), fmt.Sprintf("%d*%s+%%d", n, l.v)
	}
	value := from.name + "[" + place + "]"
	switch k := w.IntN(4); {
	case k == 0: // strided
		value = to.t.conv(place)
	case k == 1 && to.t.isInt(): // invariant
		value += " << 64"
	}
	copyAt := func(k int) {
		at := fmt.Sprintf(value, k)
		if sums > 0 {
			w.line("s%s%d += %s * %s", l.v, k%sums, at, c)
		} else {
			w.line("%s[%s] = %s - %s", to.name, fmt.Sprintf(place, k), at, c)
		}
	}
	w.chained(l, head, with("reroll", "reroll", "reroll"),
		"", func() {
			for _, k := range places {
				if only {
					w.block(fmt.Sprintf("if %s[%s] > %s", from.name, fmt.Sprintf(place, k), c), func() { copyAt(k) })
				} else {
					copyAt(k)
				}
			}
		})
	if sums == 0 {
		return
	}
	together := w.IntN(2) == 0
	w.block(fmt.Sprintf("if len(%s) >= %d", to.name, sums), func() {
		total := ""
		for k := range sums {
			if s := fmt.Sprintf("s%s%d", l.v, k); together {
				total += " + " + s
			} else {
				w.line("%s[%d] ^= %s", to.name, k, s)
			}
		}
		if together {
			w.line("%s[0] = %s", to.name, total[len(" + "):])
		}
	})
}

// chainStride writes a loop with a stride given by the caller.
func (w *writer) chainStride() {
	to, from := w.changing()
	l := w.counter()
	st := w.name("w")
	w.line("%s := 1 + m&%d", st, pick(w, 1, 3))
	w.counted(l, "0", "n/"+st, with("stride_versioning", "stride_versioning"), "", func() {
		w.line("%s[%s*%s] = %s[%[2]s*%[3]s] + %[4]s[%[2]s]", to.name, l.v, st, from.name)
	})
}

// chainInvariant writes loads of invariant addresses that stores may change.
func (w *writer) chainInvariant() {
	to, from := w.changing()
	l := w.counter()
	w.counted(l, "0", "n", with("licm_versioning", "licm_versioning"), "", func() {
		w.line("%s[%s] = %s[m & (len(%[3]s)-1)] - %s", to.name, l.v, from.name, strip(w.expr(to.t, 1)))
	})
}

// chainWindow writes loads that later iterations repeat.
func (w *writer) chainWindow() {
	to, from := w.changing()
	l := w.counter()
	w.counted(l, "1", "n-1", with("commoning", "commoning"), "", func() {
		w.line("%s[%s] = %s[%[2]s-1] - %[3]s[%[2]s] + %[3]s[%[2]s+1]", to.name, l.v, from.name)
	})
}

// chainFirst writes code that only the first or last iterations run.
func (w *writer) chainFirst() {
	to, _ := w.changing()
	l := w.counter()
	w.counted(l, "0", "n", with("peel", "peel", "split"), "", func() {
		w.line("%s[%s] = %s", to.name, l.v, strip(w.expr(to.t, 2)))
		w.block(fmt.Sprintf("if %s %s", l.v, pick(w, "== 0", "< 2", "== n-1", "> n-3")), func() {
			w.line("%s[%s] = %s", to.name, l.v, strip(w.expr(to.t, 1)))
		})
	})
}

// chainPromise writes a loop that keeps its promise: its iterations access disjoint elements, however the arguments
// overlap. A loop combined from it and others need not keep the promise.
func (w *writer) chainPromise() {
	w.use("promise")
	to, from := w.changing()
	c := w.constant(to.t)
	promise := pick(w, "parallel_accesses", "ivdep", "mem.parallel_loop_access", "ivdep.enable")
	l, in := w.counter(), w.counter()
	ofInner, group := promise, ""
	if w.IntN(2) == 0 { // about some accesses; no promise is made about the others
		w.use("access group")
		promise, ofInner, group = "parallel_accesses=g"+l.v, "parallel_accesses=g"+in.v, "g"+l.v+" g"+in.v
	}
	promised := func(format string, args ...any) {
		if group == "" {
			w.line(format, args...)
			return
		}
		others := fmt.Sprintf("%s[%s] = %s[%[2]s/2] - %s", from.name, l.v, to.name, c)
		if w.IntN(3) == 0 {
			w.line("%s", others)
		}
		w.line("//loop:access.group %s", group)
		w.line(format, args...)
		if w.IntN(3) == 0 {
			w.line("%s", others)
		}
	}
	if w.IntN(3) == 0 {
		w.counted(l, "0", "n", with("fuse", "distribute", "subtables"), promise, func() {
			promised("%s[%s] = %[1]s[%[2]s]*2 - %s", to.name, l.v, c)
		})
		l = w.counter()
		w.counted(l, "2", "n", with("fuse"), "", func() {
			w.line("%s[%s] = %s[%[2]s-2] + %[4]s", from.name, l.v, to.name, c)
		})
		return
	}
	nest := with("interchange", "interchange", "unroll_and_jam", "unroll_and_jam", "flatten", "distribute")
	outer, inner, lo, place, other := promise, ofInner, "0", l.v+"*wide+"+in.v, ""
	switch w.IntN(3) {
	case 0: // of the inner loop only: rows are one
		outer, place = "", in.v
	case 1: // of the outer loop only: rows are chains
		inner, lo, other = "", "1", "-1"
	}
	w.block("if wide, high := 1+m&15, n/(1+m&15); high > 0", func() {
		w.chained(l, fmt.Sprintf("for %s := 0; %[1]s < high; %[1]s++", l.v), nest, outer, func() {
			w.chained(in, fmt.Sprintf("for %s := %s; %[1]s < wide; %[1]s++", in.v, lo), always, inner, func() {
				promised("%s[%s] = %[1]s[%[2]s%s]*2 - %s", to.name, place, other, to.t.conv(l.v+"&3"))
			})
		})
	})
}
