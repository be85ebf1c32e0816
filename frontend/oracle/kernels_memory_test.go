package oracle

// Variables that live in memory, ranges over functions that change results, and the order of panics, for TestMemory.
// Those whose names hold Panic must panic for some arguments.

type table struct {
	Rows []int
	W    [4]int
	Name string
}

type tables struct{ A, B table }

type wheel struct {
	At  [3]int
	N   int
	Sum [2][3]int16
}

type wheels struct {
	In  wheel
	Out [2]wheel
}

type vec [3]int

type boxed struct {
	vec
	Rows []int
}

type link struct {
	W [4]int
	N int
}

func (m table) with(i, x int) table { m.W[i&3] = x; m.Rows = m.Rows[:0]; return m }
func (m *table) put(i, x int)       { m.W[i&3] += x }
func (m *table) cut(n int) {
	if n >= 0 && n < len(m.Rows) {
		m.Rows = m.Rows[n:]
	}
}
func (m table) total() (n int) {
	for _, x := range m.W {
		n += x
	}
	return n + len(m.Rows)
}
func (r *wheel) add(i, v int) { r.At[uint(i)%3] += v; r.N++ }
func (r *wheel) row(i int) *[3]int16 {
	return &r.Sum[i&1]
}
func (r *wheel) total() (n int) {
	for _, x := range r.At {
		n = n*10 + x
	}
	return n + r.N
}
func (v *vec) set(i, x int)     { v[uint(i)%3] = x }
func (v vec) with(i, x int) vec { v[uint(i)%3] = x; return v }
func (v *vec) total() (n int) {
	for _, x := range v {
		n += x
	}
	return n
}
func (v *vec) fill(x int) {
	for i := range v {
		v[i] = x
	}
}
func (v *vec) tail(n int) []int { return v[uint(n)%3:] }
func (v *vec) first(x int)      { v[0] = x }

func bumpAt[T any](p *T, f func(*T)) { f(p) }

func putIn(v *vec, w *[4]int, i, x int) { v[uint(i)%3], w[i&3] = x, -x }

var memoryKernels = map[string]any{
	"TableParam": TableParam, "TableLocal": TableLocal, "TableMethod": TableMethod, "TableLoop": TableLoop,
	"TablePointer": TablePointer, "TablePair": TablePair, "TableRows": TableRows, "TableBranches": TableBranches,
	"TableNew": TableNew, "TableCapture": TableCapture, "TableValues": TableValues, "TableOfW": TableOfW,
	"TableShared": TableShared,
	"WheelLocal":  WheelLocal, "WheelResult": WheelResult, "WheelValue": WheelValue, "WheelRow": WheelRow, "WheelDeep": WheelDeep,
	"WheelEach": WheelEach, "WheelSwap": WheelSwap, "WheelLoop": WheelLoop,
	"VecResult": VecResult, "VecPromoted": VecPromoted, "VecRange": VecRange, "VecSlice": VecSlice, "VecOfVecs": VecOfVecs,
	"VecGeneric": VecGeneric, "VecArgs": VecArgs, "VecConstant": VecConstant, "VecExpr": VecExpr, "VecLiterals": VecLiterals,
	"SeqReturn": SeqReturn, "SeqBare": SeqBare, "SeqTwo": SeqTwo, "SeqNested": SeqNested, "SeqUnnamed": SeqUnnamed,
	"SeqArray": SeqArray, "SeqCalled": SeqCalled, "SeqBreak": SeqBreak, "SeqLabels": SeqLabels, "SeqMemory": SeqMemory,
	"PanicOpBase": PanicOpBase, "PanicOpElement": PanicOpElement, "PanicIncBase": PanicIncBase,
	"PanicOpDivide": PanicOpDivide, "PanicOpConverted": PanicOpConverted, "PanicSetConverted": PanicSetConverted,
	"PanicTupleConverted": PanicTupleConverted,
	"PanicTupleLit":       PanicTupleLit, "PanicTupleSeq": PanicTupleSeq, "PanicTupleTwo": PanicTupleTwo, "PanicTupleNil": PanicTupleNil,
	"PanicTupleStar": PanicTupleStar, "PanicReturnAhead": PanicReturnAhead,
}

func TableParam(m table, i, x int) [4]int { m.W[i&3] = x; return m.W }

func TableLocal(m *table, i, x int) int {
	if m == nil {
		return 0
	}
	l := *m
	l.W[i&3] += x
	l.Rows = l.Rows[:0]
	m.W[0] = l.W[1]
	return len(l.Rows) + l.W[2] + len(l.Name)
}

func TableMethod(m table, i, x int) int {
	n := m.with(i, x)
	return n.total()*100 + m.total() + len(m.with(x, i).Name)
}

func TableLoop(m table, x []int) (n int) {
	for _, v := range x {
		m.W[v&3]++
		if v > 3 {
			m.Rows = x[1:]
		}
	}
	return m.W[0] + 10*m.W[1] + 100*m.W[3] + len(m.Rows)
}

func TablePointer(m table, x []int) int {
	p := &m
	for i, v := range x {
		p.W[i&3] += v
		p.put(v, 1)
		p.cut(v)
	}
	q := &p.W
	q[len(x)&3] = 7
	return m.total()
}

func TablePair(m tables, x []int) (table, [4]int) {
	for i, v := range x {
		m.A.W[v&3], m.B.W[i&3] = m.B.W[v&3], i
		if v == 2 {
			m.A, m.B = m.B, m.A
		}
	}
	return m.A, m.B.W
}

func TableRows(m table, i int) (r []int) {
	m.W[i&3] = 1
	if m.W[2] == 1 {
		m.Rows = nil
	}
	return m.Rows
}

func TableBranches(m, o table, x []int) int {
	for _, v := range x {
		switch v & 3 {
		case 0:
			m = o
		case 1:
			m.W[v>>2&3] = v
		case 2:
			o = m
			o.Rows = nil
		default:
			m.put(v, v)
		}
	}
	return m.total() - o.total()
}

func TableNew(x []int, i int) int {
	p, q := new(table), &table{Rows: x, W: [4]int{1, 2, 3, 4}}
	p.W[i&3] = 5
	q.W[i&3] += 5
	p.Rows = q.Rows
	for _, v := range p.Rows {
		q.put(v, v)
	}
	return p.total()*1000 + q.total()
}

func TableCapture(m table, x []int) int {
	f := func(i int) { m.W[i&3] += i; m.cut(i) }
	for _, v := range x {
		f(v)
	}
	g := m.put
	g(1, 10)
	h := m.total
	m.W[len(x)&3] = 0
	return h()*100 + m.total()
}

func TableValues(t []table, i, x int) (n int) {
	for _, m := range t {
		m.W[i&3] = x
		n += m.total()
	}
	return n
}

func TableOfW(m table, i int) (r [4]int) {
	w := m.W
	m.W[i&3] = 9
	r = w
	r[(i+1)&3] += m.W[i&3]
	return r
}

func TableShared(m *table, i int) int {
	if m == nil {
		return 0
	}
	m.put(i, 3)
	l := *m
	k := l
	k.put(i, 5)
	m.W = k.W
	return l.total()*100 + k.total()
}

func WheelLocal(x []int) int {
	var r wheel
	for i, v := range x {
		r.add(i, v)
	}
	return r.total()
}

func WheelResult(x []int) (r wheel) {
	p := &r
	for i, v := range x {
		p.add(v, i)
		r.Sum[v&1][uint(i)%3] += int16(v)
	}
	return
}

func WheelValue(r wheel, x []int) (int, wheel) {
	f, g := r.add, r.total
	for i, v := range x {
		f(i, v)
	}
	return g(), r
}

func WheelRow(x []int) (r wheel) {
	for i, v := range x {
		row := r.row(v)
		row[uint(i)%3]++
		(&r).row(i)[uint(v)%3] -= 2
	}
	return r
}

func WheelDeep(x []int) (o wheels) {
	for i, v := range x {
		o.In.add(i, v)
		p := &o.Out[v&1]
		p.add(v, i)
		q := &p.Sum
		q[i&1][uint(v)%3]++
	}
	return
}

func WheelEach(x []int) (n int) {
	for r := (wheel{}); r.N < len(x); r.add(r.N, 1) {
		p := &r
		p.At[uint(x[r.N])%3] += 2
		n += p.total()
	}
	return n
}

func WheelSwap(r wheel, i int) wheel {
	p, q := &r.At[uint(i)%3], &r.At[uint(i+1)%3]
	*p, *q = *q, *p+1
	return r
}

func WheelLoop(x []int) (n int) {
	for i, v := range x {
		var r wheel
		r.add(v, i+1)
		p := &r
		for j := range 3 {
			p.At[j] += r.At[uint(i)%3]
		}
		n += r.total()
	}
	return n
}

func VecResult(x []int) (v vec) {
	for i, y := range x {
		v.set(i, y)
		v = v.with(y, i)
	}
	return
}

func VecPromoted(b boxed, x []int) (vec, int) {
	for i, y := range x {
		b.set(i, y)
		b.vec = b.vec.with(y, i)
		if b.total() > 10 {
			b.Rows = b.Rows[:0]
		}
	}
	return b.vec, len(b.Rows)
}

func VecRange(v vec, x int) (n int) {
	v.fill(x)
	v.set(x, 1)
	return v.total()
}

func VecSlice(v vec, i, x int) (n int) {
	for _, y := range v.tail(i) {
		n = n*10 + y
	}
	s := v.tail(x)
	s[0] = 4
	return n*100 + v.total()
}

func VecOfVecs(x []int) (n int) {
	var v [2]vec
	for i, y := range x {
		v[1].set(i, y)
		v[y&1].set(y, i)
	}
	for _, w := range v {
		n = n*7 + w.total()
	}
	return n
}

func VecGeneric(x []int) (v vec, r wheel) {
	for i, y := range x {
		bumpAt(&v, func(p *vec) { p[uint(y)%3] += i })
		bumpAt(&r, func(p *wheel) { p.At[uint(i)%3] += y })
	}
	return
}

func VecArgs(x []int) (v vec, w [4]int) {
	for i, y := range x {
		putIn(&v, &w, y, i)
	}
	return
}

func VecConstant(v vec, x int) int {
	v.first(x)
	p := &v
	p[1] += v[0]
	return v[0] + v[1]*10 + v[2]*100
}

func VecExpr(v vec, x int) int {
	vec.with(v, x, 4)
	(*vec).set(&v, x, 5)
	f := (*vec).set
	f(&v, x+1, 6)
	return v[0] + v[1]*10 + v[2]*100
}

func VecLiterals(i, x int) int {
	v := &vec{1, 2, 3}
	w := &link{W: [4]int{1, 2, 3, 4}}
	v[uint(i)%3], w.W[i&3] = x, x
	u := [2]*link{w, {N: 1}}
	u[1].W[x&3]++
	return v.total() + w.W[0] + w.W[1]*3 + u[1].W[1]
}

func until(x []int, s *int) func(func(int, int) bool) {
	return func(yield func(int, int) bool) {
		for i, v := range x {
			if !yield(i, v) {
				*s += 1000
				return
			}
			*s += 3
		}
		*s *= 2
	}
}

func SeqReturn(x []int, n int) (s int) {
	for _, v := range until(x, &s) {
		if v == n {
			return s * 7
		}
		s += v
	}
	return
}

func SeqBare(x []int, n int) (s, t int) {
	gen := func(yield func(int) bool) {
		for _, v := range x {
			if !yield(v) {
				s, t = t+1, s+2
				return
			}
			t++
		}
	}
	for v := range gen {
		if v == n {
			return
		}
		if v > n {
			return t, s
		}
		s += v
	}
	return s, -t
}

func SeqTwo(x []int, n int) (s int, w [4]int) {
	gen := func(yield func(int) bool) {
		for _, v := range x {
			if !yield(v) {
				w[v&3] += s
				s--
				break
			}
			w[v&3]++
		}
		s += w[0]
	}
	for v := range gen {
		if v == n {
			return v, w
		}
		if v == n+1 {
			return 5, [4]int{v}
		}
	}
	return
}

func SeqNested(x []int, n int) (s int) {
	for i, v := range until(x, &s) {
		for j, w := range until(x, &s) {
			if w == n {
				return s + i
			}
			if j > i {
				break
			}
			if w == v {
				continue
			}
			s++
		}
		s += v
	}
	return s
}

func SeqUnnamed(x []int, n int) (int, int) {
	s := 0
	for i, v := range until(x, &s) {
		if v == n {
			return s, i
		}
	}
	return s, -1
}

func SeqArray(x []int, n int) (r wheel) {
	gen := func(yield func(int) bool) {
		for i := range x {
			if !yield(i) {
				r.add(i, 100)
				return
			}
			r.add(i, 1)
		}
	}
	for i := range gen {
		if x[i] == n {
			o := r
			o.At[uint(i)%3] = 50
			return o
		}
	}
	return wheel{N: 1}
}

func sumUntil(x []int, n int) (s int, found bool) {
	for i, v := range until(x, &s) {
		if v == n {
			return i, true
		}
		s += v
	}
	return s + 1, false
}

func SeqCalled(x []int, n int) (t int) {
	for _, v := range until(x, &t) {
		s, ok := sumUntil(x, v+n)
		if t += s; ok {
			return t
		}
	}
	f := func() (s int) {
		for _, v := range until(x, &s) {
			if v == n {
				return 1
			}
		}
		return 2
	}
	return t + f()
}

func SeqBreak(x []int, n int) (s int) {
all:
	for i, v := range until(x, &s) {
		for j := range x {
			switch {
			case x[j] == n:
				break all
			case x[j] == v:
				continue all
			case x[j] > 6:
				return i
			}
			s += j
		}
	}
	return
}

func SeqLabels(x []int, n int) (s int) {
rows:
	for range 3 {
		for i, v := range until(x, &s) {
			for j, w := range until(x, &s) {
				if w == n {
					continue rows
				}
				if w == v && i != j {
					break rows
				}
			}
			if v > n {
				return s - v
			}
		}
	}
	return s + 1
}

func SeqMemory(x []int, n int) (m table) {
	for i, v := range until(x, &m.W[1]) {
		if m.W[v&3] += i; v == n {
			return m
		}
		m.Rows = x[i:]
	}
	m.Rows = nil
	return
}

func PanicOpBase(q *[4]int, b []int, z int) { q[b[z]&3] += 1 }

func PanicOpElement(s []link, b []int, y, z int) { s[y].W[b[z]&3] |= 1 }

func PanicIncBase(p *wheel, b []int, z int) { p.Sum[b[z]&1][uint(z)%3]++ }

func PanicOpDivide(p *link, x, z int) { p.W[x/z&3] <<= uint(x) & 7 }

func PanicOpConverted(b, c []int, y, z int) { (*[4]int)(b)[c[y]&3] -= c[z] }

func PanicSetConverted(b, c []int, y, z int) { (*[2]int)(b)[y&1] = c[z] }

func PanicTupleConverted(q *[4]int, b []int, r *int, x, z int) {
	q[x&3], (*[4]int)(b)[*r&3] = 1, x/z
}

func PanicTupleLit(b []int, i, o int) int {
	f := func() int { return o }
	b[0], b[1] = i, i/o
	return f()
}

func PanicTupleSeq(b []int, i int) (o int) {
	n := 0
	for _, v := range until(b, &n) {
		o += v
		b[0], b[1] = 7, i/o
	}
	return
}

func PanicTupleTwo(b []int, y int) (j int) {
	f := func() int { j++; return j }
	f()
	p := &y
	j, y = b[1], b[y&7]
	*p++
	return j
}

func PanicTupleNil(a []int, q *[4]int) (h [4]int) {
	func() { h, *q = *q, [4]int{3: a[2]} }()
	return
}

func PanicTupleStar(a []int, p *int, i int) (x, y, z int) {
	x, y, z = 1, a[i], *p
	return z, x, y
}

func PanicReturnAhead(a []int, p *int, i int) (x, y, z int) {
	return 1, a[i], *p + a[y]
}
