package gen

import (
	"fmt"
	"strings"
)

// matrix is the state of a nest over matrices: the arguments are high rows of wide elements, or deep ones for a third
// loop. Its loops are in any order, and each may request transformations of nests.
type matrix struct {
	margin int       // rows and columns at the edge that loops omit, so that neighbours exist
	at     [3]string // the counters of rows, of columns, and of the third loop, if in scope
}

var extents = [3]string{"high", "wide", "deep"}

// overMatrices reports whether the kernel has nests over matrices. It draws nothing, so other kernels do not change.
func (w *writer) overMatrices() bool {
	return !w.opt.Without["matrix"] && w.k.Seed*0x9e3779b97f4a7c15>>60 < 4
}

// matrices writes the nests of such a kernel.
func (w *writer) matrices() {
	w.use("matrix")
	size := 1 + w.IntN(6)
	if w.IntN(2) == 0 {
		w.line("high := %d + m&15", size)
		w.line("wide := n / high")
	} else {
		w.line("wide := %d + m&15", size)
		w.line("high := n / wide")
	}
	w.line("deep := min(1+m&7, high, wide)")
	w.line("_ = deep")
	for range 1 + w.IntN(2) {
		order := []int{0, 1, 2}[:2+w.IntN(2)]
		order = append([]int(nil), order...)
		w.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		w.matrix = &matrix{margin: pick(w, 0, 0, 1)}
		w.matrixLoop(order, false)
		w.matrix = nil
	}
	if w.k.Seed*0x9e3779b97f4a7c15>>52&3 == 0 {
		w.matrixRows()
	}
	w.wave()
}

// matrixRows writes a product of matrices over rows sliced from them. Whether a kernel has it is not drawn.
func (w *writer) matrixRows() {
	w.use("rows of matrices")
	to, from := w.changing()
	i, k, j := w.name("i"), w.name("i"), w.name("i")
	row, other := w.name("r"), w.name("r")
	cut := func(name string, s slice, at string) {
		end := pick(w, at+"*wide + wide", "("+at+"+1)*wide")
		w.line("%s := %s[%s*wide : %s]", name, s.name, at, end)
	}
	w.block(fmt.Sprintf("for %s := range high", i), func() {
		cut(row, to, i)
		if w.IntN(2) == 0 {
			w.block(fmt.Sprintf("for %s := range %s", j, row), func() { w.line("%s[%s] = %s", row, j, w.constant(to.t)) })
		}
		w.block(fmt.Sprintf("for %s := range deep", k), func() {
			cut(other, from, k)
			w.block(fmt.Sprintf("for %s := range %s", j, pick(w, row, other, "wide")), func() {
				w.line("%s[%s] += %s[%s*deep+%s] * %s[%s]", row, j, from.name, i, k, other, j)
			})
		})
	})
}

// matrixLoop writes a loop over the first dimension of the list and, inside, over the others; with no other statements
// if the nest must remain perfect.
func (w *writer) matrixLoop(order []int, alone bool) {
	m, dim := w.matrix, order[0]
	v := w.name("i")
	l := &loop{v: v, raw: v, long: true, bound: extents[dim], label: fmt.Sprintf("L%d", w.labels)}
	w.labels++
	lo, hi := "0", l.bound
	if m.margin > 0 && dim < 2 {
		lo, hi = "1", l.bound+"-1"
	}
	if row := m.at[0]; dim == 1 && row != "" && w.IntN(6) == 0 {
		w.use("matrix triangular")
		if w.IntN(2) == 0 {
			lo = row
		} else {
			hi = fmt.Sprintf("min(%s+1, %s)", row, hi)
		}
	}
	sum := -1
	if !alone && len(order) > 1 && w.IntN(4) == 0 {
		if t := pick(w, w.types...); !t.isBool() {
			a := variable{w.name("a"), t}
			w.line("%s := %s(%d)", a.name, t.name, w.IntN(3))
			w.line("_ = %s", a.name)
			sum = len(w.accs)
			w.accs = append(w.accs, a)
		}
	}
	before, twice, after := w.IntN(4) == 0, w.IntN(5) == 0, w.IntN(5) == 0
	perfect := !before && !twice && !after && sum < 0
	w.matrixDirective(l, len(order), perfect)
	head := fmt.Sprintf("for %s := %s; %s < %s; %s++", v, lo, v, hi, v)
	blank := false
	switch k := w.IntN(12); {
	case k == 0:
		head = fmt.Sprintf("for %s := %s - 1; %s >= %s; %s--", v, hi, v, lo, v)
	case k == 1:
		head = fmt.Sprintf("for %s := %s; %s < %s; %s += 2", v, lo, v, hi, v)
	case k < 5 && lo == "0":
		head = fmt.Sprintf("for %s := range %s", v, hi)
		blank = true // an unused counter is an error
	}
	w.loops = append(w.loops, l)
	w.block(head, func() {
		m.at[dim] = v
		if blank {
			w.line("_ = %s", v)
		}
		if len(order) == 1 {
			for range 1 + w.IntN(2) {
				w.matrixStmt()
			}
		} else {
			if before {
				w.matrixStmt()
			}
			joined := twice && w.may("directive", 2)
			if joined {
				w.line("//loop:fuse.enable%s", pick(w, "", "", " fuse.followup_fused{"+w.list(1, 2)+"}"))
			}
			w.matrixLoop(order[1:], perfect || joined)
			if twice {
				w.matrixLoop(order[1:], false)
			}
			if after {
				w.matrixStmt()
			}
			if sum >= 0 {
				w.matrixSum(w.accs[sum])
			}
		}
		m.at[dim] = ""
	})
	w.loops = w.loops[:len(w.loops)-1]
	if sum >= 0 {
		w.accs = w.accs[:sum]
	}
}

// matrixStmt writes a statement over rows and columns.
func (w *writer) matrixStmt() {
	switch w.IntN(9) {
	case 0:
		w.reduce(false)
	case 1:
		w.block("if "+w.cond(), func() { w.store(false) })
	default:
		w.store(false)
	}
}

// matrixSum stores a sum that an inner loop may have computed.
func (w *writer) matrixSum(a variable) {
	for _, s := range w.slices {
		if s.t == a.t && !s.ro {
			w.line("%s[%s] = %s", s.name, w.matrixAt(s, true), a.name)
			return
		}
	}
}

// matrixAt returns a subscript: of the element at the counters in scope, of a neighbour, or of the transposed element.
func (w *writer) matrixAt(s slice, write bool) string {
	m := w.matrix
	i, j, k := m.at[0], m.at[1], m.at[2]
	off := func(v string) string {
		d := w.IntN(2*m.margin+1) - m.margin
		if d == 0 || write && w.IntN(4) > 0 {
			return v
		}
		w.use("subscript offset")
		return fmt.Sprintf("%s%+d", v, d)
	}
	row := func(v string) string {
		if strings.ContainsAny(v, "+-") {
			return "(" + v + ")"
		}
		return v
	}
	w.use("subscript 2-D")
	var list []string
	if i != "" && j != "" {
		list = append(list, row(off(i))+"*wide+"+off(j), i+"*wide+"+j)
		if w.IntN(5) == 0 {
			list = append(list, j+"*high+"+i)
		}
	}
	if k != "" && !(write && w.IntN(3) > 0) {
		if i != "" {
			list = append(list, i+"*deep+"+k)
		}
		if j != "" {
			list = append(list, k+"*wide+"+j)
		}
	}
	if len(list) == 0 || w.IntN(6) == 0 {
		for _, v := range m.at {
			if v != "" {
				list = append(list, v)
			}
		}
	}
	if i != "" && w.IntN(12) == 0 {
		list = append(list, i+"*wide")
	}
	if w.IntN(20) == 0 {
		w.use("subscript uniform")
		return fmt.Sprintf("m & (len(%s)-1)", s.name)
	}
	return pick(w, list...)
}

// matrixDirective writes requests for a loop of depth nested loops, which are perfectly nested if perfect.
func (w *writer) matrixDirective(l *loop, depth int, perfect bool) {
	if w.opt.Chains > 0 {
		if depth == 1 {
			w.line("//loop:%s", w.chain(always, w.opt.Chains-1))
		} else {
			w.line("//loop:%s", w.chain([]string{"interchange", "unroll_and_jam", "flatten", "distribute", "stripmine"},
				w.opt.Chains))
		}
		return
	}
	if w.IntN(3) == 0 || !w.may("directive", 1) {
		return
	}
	if depth == 1 {
		if w.IntN(2) == 0 {
			w.line("//loop:%s", w.attr(l, 1))
		}
		return
	}
	if w.IntN(8) == 0 {
		w.use("pragma")
		list := []string{"omp tile sizes(4)", "unroll_and_jam(2)", "clang loop unroll_count(2)",
			"omp unroll partial(2)", "clang loop distribute(enable)"}
		if perfect {
			list = append(list, "omp tile sizes(8,4)", "omp interchange permutation(2,1)")
		}
		w.line("//pragma:%s", pick(w, list...))
		return
	}
	w.use("metadata")
	w.line("//loop:%s", w.matrixRequest(2))
}

// matrixRequest returns a request for a transformation of nests, with followups up to the given depth.
func (w *writer) matrixRequest(depth int) string {
	name, roles := "", []string(nil)
	switch w.IntN(9) {
	case 0, 1:
		name, roles = "interchange.enable", []string{"outer", "inner", "all"}
	case 2, 3:
		name, roles = fmt.Sprintf("unroll_and_jam.count=%d", 2+w.IntN(3)),
			[]string{"outer", "inner", "remainder_outer", "remainder_inner", "all"}
	case 4:
		name, roles = "flatten.enable", []string{"flattened"}
	case 5, 6:
		name, roles = "distribute.enable", []string{"coincident", "sequential", "fallback", "all"}
	case 7:
		name, roles = fmt.Sprintf("stripmine.size=%d", 2+w.IntN(12)), []string{"outer", "inner", "all"}
	default:
		if list := w.list(depth, 1+w.IntN(3)); list != "" {
			return list
		}
		return "disable_nonforced"
	}
	for depth > 0 && w.IntN(2) == 0 {
		depth--
		prefix, _, _ := strings.Cut(name, ".")
		name += " " + prefix + ".followup_" + pick(w, roles...) + "{" +
			pick(w, w.matrixRequest(depth), w.list(depth, 1+w.IntN(2))) + "}"
	}
	if w.IntN(5) == 0 {
		name += " " + w.matrixRequest(0)
	}
	return name
}
