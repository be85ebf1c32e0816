package gen

import (
	"fmt"
	"regexp"
)

// loop is a loop around the statement being written.
type loop struct {
	v     string // the counter as an int expression
	raw   string // the counter itself
	long  bool   // iterates over the length of the arguments
	lo    int    // v+lo to v+hi are valid subscripts
	hi    int
	half  int    // if > 1, half*v to half*v+half-1 are valid too
	trips int    // of a short loop, an upper bound
	row   string // the start of this loop's row in a 2-D layout, for the inner loop
	col   string // a subscript that steps down a column
	bound string // one past the largest v
	label string
	value *variable
	body
}

// body describes the statements of a loop.
type body struct {
	// Clean loops have only what a vectorizer supports: every store goes to a target at v, and targets are read only
	// there.
	clean   bool
	targets []string
	carried []variable // carried between iterations
	picked  *picked
	cursor  *cursor
	ring    *ring
	table   *slice // whose elements are updated at data-dependent indexes
	busy    bool   // has statements that prevent a counter from being advanced in the middle of the body
}

// inner returns the innermost enclosing loop, or nil.
func (w *writer) inner() *loop {
	if len(w.loops) == 0 {
		return nil
	}
	return w.loops[len(w.loops)-1]
}

// longLoop returns the innermost enclosing loop over the arguments, or nil.
func (w *writer) longLoop() *loop {
	for i := len(w.loops) - 1; i >= 0; i-- {
		if w.loops[i].long {
			return w.loops[i]
		}
	}
	return nil
}

// nest writes a loop, perhaps with inner loops.
func (w *writer) nest(depth int) {
	l := &loop{label: fmt.Sprintf("L%d", w.labels), hi: 0, body: body{clean: w.IntN(100) < 78}}
	w.labels++
	around := w.longLoop()
	switch {
	case around == nil:
		l.long = depth == 2 || w.IntN(4) > 0
	case depth == 1 && w.may("two long loops", 14):
		l.long, l.bound = true, "min(n, 24)"
	}
	switch depth {
	case 1:
		w.use("nest of 2")
	case 2:
		w.use("nest of 3")
	}
	for _, s := range w.slices {
		if !s.ro && !s.t.isBool() && (len(l.targets) == 0 || w.IntN(3) == 0) {
			l.targets = append(l.targets, s.name)
		}
	}
	w.prologue()
	w.carriedVars(l)
	w.pickVars(l)
	w.cursorVars(l)
	w.ringVar(l)
	w.tableVar(l)
	// The contents of the loop determine whether it needs its label, and an unused label is an error: so the parts are
	// written one by one and joined.
	outer := w.take()
	head, tail := "", ""
	if l.long {
		head, tail = w.longHead(l)
	} else {
		head = w.shortHead(l)
	}
	before := w.take()
	w.directive(l, depth)
	directive := w.take()
	w.loops = append(w.loops, l)
	w.block(head, func() { w.loopBody(l, depth, tail) })
	w.loops = w.loops[:len(w.loops)-1]
	text := w.take()
	if len(text)%4 == 0 && !stores.MatchString(text) { // without a draw, so that other kernels do not change
		w.use("promise")
		w.line("//loop:%s", [...]string{"parallel_accesses", "ivdep", "mem.parallel_loop_access",
			"ivdep.enable"}[len(text)/4%4])
		directive += w.take()
	}
	w.WriteString(outer + before)
	if l.label[0] == '!' {
		w.in--
		w.line("%s:", l.label[1:])
		w.in++
	}
	w.WriteString(directive + text)
	w.carriedOut(l)
	w.pickedOut(l)
	w.cursorOut(l)
	if l.ring != nil {
		w.sumUp(l.ring.at)
	}
}

// stores matches what may be a store to an element: a loop without stores keeps the promise that its iterations do not
// depend on one another through memory. A loop combined from it and others need not.
var stores = regexp.MustCompile(`\].*(=|\+\+|--)|copy\(|clear\(`)

// take empties the writer and returns its text.
func (w *writer) take() string {
	s := w.String()
	w.Builder.Reset()
	return s
}

// prologue writes the declaration before the loop: a partial sum.
func (w *writer) prologue() {
	if len(w.loops) == 0 || w.IntN(3) > 0 {
		return
	}
	t := pick(w, w.types...)
	if t.isBool() {
		return
	}
	a := variable{w.name("a"), t}
	w.line("%s := %s(%d)", a.name, t.name, w.IntN(3))
	w.line("_ = %s", a.name)
	w.accs = append(w.accs, a)
}

// loopBody writes the statements of a loop and its inner loops.
func (w *writer) loopBody(l *loop, depth int, tail string) {
	if l.value != nil {
		w.temps = append(w.temps, *l.value)
		w.line("_ = %s", l.value.name)
	}
	if tail == endless {
		w.line("%s++", l.raw)
		w.block(fmt.Sprintf("if %s >= %s", l.raw, l.bound), func() { w.line("break") })
		tail = ""
	}
	w.line("_ = %s", l.raw)
	n := 1 + w.IntN(3)
	carry, keep, move := w.IntN(n), w.IntN(n), 0
	if l.cursor != nil {
		move = w.IntN(n)
	}
	for i := range n {
		if i == carry && len(l.carried) > 0 {
			w.carry(l)
		}
		if i == keep && l.picked != nil {
			w.choosePicked(l)
		}
		if i == move && l.cursor != nil {
			w.moveCursor(l)
		}
		if i == n-1 && l.ring != nil {
			w.turnRing(l)
		}
		if i == n-1 && l.table != nil && w.longLoop() == l {
			w.update(l)
		}
		w.fuel--
		inside := depth < 2 && w.fuel > 0 && (w.IntN(9) == 0 || i == 0 && !l.long && w.longLoop() == nil)
		switch {
		case inside:
			w.nest(depth + 1)
		case l.clean:
			w.cleanStmt(l)
		default:
			w.stmt(2)
		}
	}
	if tail != "" {
		w.line("%s", tail)
	}
}

// endless marks a loop that counts and exits at the beginning of its body.
const endless = "endless"

// longHead draws the form of a loop over the arguments. tail is the end of the body.
func (w *writer) longHead(l *loop) (head, tail string) {
	i := w.name("i")
	l.v, l.raw = i, i
	whole := l.bound == ""
	if whole {
		l.bound = "n"
	}
	s := pick(w, w.slices...).name
	if row := w.rowAround(); row != nil && whole && w.IntN(3) > 0 {
		l.bound, l.row, l.col = "cols", row.v+"*cols+"+i, i+"*rows+"+row.v
		return w.plainHead(l, i), ""
	}
	if whole && !w.guarded && w.IntN(3) > 0 {
		l.bound = "len(" + s + ")"
	}
	switch k := w.IntN(20); {
	case k < 5:
		return w.plainHead(l, i), ""
	case k < 8 && whole:
		l.lo, l.hi = -w.IntN(3), w.IntN(5)
		w.use("loop to bound")
		return fmt.Sprintf("for %s := %d; %s < %s-%d; %s++", i, -l.lo, i, l.bound, l.hi, i), ""
	case k < 10:
		w.use("loop down")
		return fmt.Sprintf("for %s := %s - 1; %s >= 0; %s--", i, l.bound, i, i), ""
	case k < 12 && whole:
		l.half = pick(w, 2, 3, 4, 8)
		w.use("loop to bound")
		l.bound += fmt.Sprintf("/%d", l.half)
		return fmt.Sprintf("for %s := 0; %s < %s; %s++", i, i, l.bound, i), ""
	case k < 13:
		w.use("loop by step")
		step := 2 + w.IntN(3)
		return fmt.Sprintf("for %s := %d; %s < %s; %s += %d", i, w.IntN(2), i, l.bound, i, step), ""
	case k < 15 && whole:
		return w.rangeSlice(l, i, s), ""
	}
	if l.clean {
		w.use("range int")
		return fmt.Sprintf("for %s := range %s", i, l.bound), ""
	}
	switch w.IntN(5) {
	case 0:
		w.use("loop !=")
		return fmt.Sprintf("for %s := 0; %s != max(%s, 0); %s++", i, i, l.bound, i), ""
	case 1:
		w.use("narrow counter")
		l.v = "int(" + i + ")"
		t := pick(w, "int32", "uint32", "int64")
		return fmt.Sprintf("for %s := %s(0); %s < %s(max(%s, 0)); %s++", i, t, i, t, l.bound, i), ""
	case 2:
		w.use("while")
		w.line("%s := 0", i)
		l.busy = true
		return fmt.Sprintf("for %s < %s", i, l.bound), i + "++"
	case 3:
		w.use("endless")
		w.line("%s := -1", i)
		return "for", endless
	}
	w.use("range int")
	return fmt.Sprintf("for %s := range %s", i, l.bound), ""
}

// plainHead returns the head of a loop that counts up to its bound.
func (w *writer) plainHead(l *loop, i string) string {
	if w.IntN(3) == 0 {
		w.use("range int")
		return fmt.Sprintf("for %s := range %s", i, l.bound)
	}
	w.use("loop up")
	return fmt.Sprintf("for %s := 0; %s < %s; %s++", i, i, l.bound, i)
}

// rangeSlice returns the head of a loop over a slice, resliced to the bound if bounds should be known.
func (w *writer) rangeSlice(l *loop, i, s string) string {
	over := s
	if w.guarded {
		over = s + "[:max(n, 0)]"
		w.use("slicing")
	}
	l.bound = "len(" + over + ")"
	if w.IntN(2) == 0 {
		w.use("range slice")
		return fmt.Sprintf("for %s := range %s", i, over)
	}
	w.use("range value")
	for _, x := range w.slices {
		if x.name == s && (!w.isTarget(l, s) || !l.clean) {
			l.value = &variable{w.name("v"), x.t}
			return fmt.Sprintf("for %s, %s := range %s", i, l.value.name, over)
		}
	}
	return fmt.Sprintf("for %s := range %s", i, over)
}

// isTarget reports whether the slice is among those drawn for the loop to store to. A clean loop stores to no other.
func (w *writer) isTarget(l *loop, s string) bool {
	for _, t := range l.targets {
		if t == s {
			return true
		}
	}
	return false
}

// rowAround returns the enclosing short loop over rows, if the arguments are accessed as a matrix.
func (w *writer) rowAround() *loop {
	if l := w.inner(); l != nil && l.bound == "rows" {
		return l
	}
	return nil
}

// shortHead draws the form of a loop of a few iterations.
func (w *writer) shortHead(l *loop) string {
	k := w.name("k")
	l.v, l.raw = k, k
	if w.longLoop() == nil && w.IntN(3) > 0 {
		l.bound, l.trips = "rows", 4
		w.use("range int")
		return fmt.Sprintf("for %s := range rows", k)
	}
	for _, a := range w.arrays {
		if !a.t.isBool() && a.name != "u1[m&3]" && w.may("range array", 3) {
			l.trips, l.bound = a.size, fmt.Sprint(a.size)
			l.value = &variable{w.name("v"), a.t}
			return fmt.Sprintf("for %s, %s := range %s", k, l.value.name, a.name)
		}
	}
	l.trips = 2 + w.IntN(4)
	l.bound = fmt.Sprint(l.trips)
	switch w.IntN(6) {
	case 0:
		w.use("narrow counter")
		l.v = "int(" + k + ")"
		t := pick(w, "uint8", "int8", "uint16", "int32")
		return fmt.Sprintf("for %s := %s(0); %s < %d; %s++", k, t, k, l.trips, k)
	case 1:
		w.use("loop down")
		return fmt.Sprintf("for %s := %d; %s >= 0; %s--", k, l.trips-1, k, k)
	case 2:
		w.use("loop by step")
		return fmt.Sprintf("for %s := 0; %s <= %d; %s += 2", k, k, l.trips-1, k)
	}
	w.use("constant trip count")
	if w.IntN(2) == 0 {
		return fmt.Sprintf("for %s := range %d", k, l.trips)
	}
	return fmt.Sprintf("for %s := 0; %s < %d; %s++", k, k, l.trips, k)
}

// at returns a subscript for slice s. A clean loop reads its targets, and stores, at the counter itself.
func (w *writer) at(s slice, write bool) string {
	if s.size > 0 {
		return w.arrayAt(s)
	}
	if w.matrix != nil {
		return w.matrixAt(s, write)
	}
	l := w.longLoop()
	if l == nil {
		return fmt.Sprintf("m & (len(%s)-1)", s.name)
	}
	if w.k.Panicky && w.IntN(9) == 0 {
		w.use("panic bounds")
		return pick(w, l.v+"+1", l.v+"+m", "2*"+l.v, l.v+"-1", "n-"+l.v, l.v+" ^ 1")
	}
	target := w.isTarget(l, s.name)
	if l.clean && target || l.clean && write {
		if l.row != "" {
			return l.row
		}
		if l.half > 1 && write && w.IntN(2) == 0 {
			w.use("subscript strided")
			return fmt.Sprintf("%d*%s", l.half, l.v)
		}
		return l.v
	}
	in := w.inner()
	switch k := w.IntN(24); {
	case k < 3 && l.lo < l.hi:
		off := l.lo + w.IntN(l.hi-l.lo+1)
		w.use("subscript offset")
		return fmt.Sprintf("%s%+d", l.v, off)
	case k < 7 && in != l && in.trips > 0 && in.trips <= l.hi+1:
		w.use("subscript offset")
		return l.v + "+" + in.v
	case k < 4 && l.half < 2 && l.row == "":
		w.use("subscript reversed")
		return fmt.Sprintf("%s-1-%s", l.bound, l.v)
	case k == 4 && l.half < 2 && l.row == "":
		w.use("subscript clamped")
		return pick(w, fmt.Sprintf("min(%s+%d, %s-1)", l.v, 1+w.IntN(2), l.bound),
			fmt.Sprintf("max(%s-%d, 0)", l.v, 1+w.IntN(2)))
	case k < 8 && l.half > 1:
		w.use("subscript strided")
		return fmt.Sprintf("%d*%s+%d", l.half, l.v, w.IntN(l.half))
	case k < 14 && l.row != "":
		w.use("subscript 2-D")
		if w.IntN(5) == 0 {
			return l.col
		}
		return l.row
	case k == 14:
		w.use("subscript uniform")
		return fmt.Sprintf("m & (len(%s)-1)", s.name)
	case k < 17:
		if x := w.intSlice(); x != nil && w.inexpr < 3 {
			w.use("subscript indirect")
			if write {
				w.use("scatter")
			}
			return fmt.Sprintf("int(%s[%s]) & (len(%s)-1)", x.name, l.v, s.name)
		}
	case k == 17 && l.row == "" || k == 18 && l.ring != nil:
		return w.ringAt(l)
	}
	return l.v
}

// intSlice returns a slice of integers that a clean loop does not write, or nil.
func (w *writer) intSlice() *slice {
	l := w.longLoop()
	for range 4 {
		s := &w.slices[w.IntN(len(w.slices))]
		if s.t.isInt() && !(l.clean && w.isTarget(l, s.name)) {
			return s
		}
	}
	return nil
}
