package oracle

import "io"

// Methods, and structs that hold slices, pointers and other structs, for TestMethods: as arguments, behind pointers, and
// as variables that methods change.

type board struct {
	Rows, Cols int
	name       string
	Data       []float64
	Next       *board
	tag        any
	hits       int32
	Pos        cell
	Low        [3]int16
}

type cell struct {
	X, Y int
	W    float64
}

type deep struct {
	board
	Cells []cell
	Inner struct {
		Marks []uint8
		At    *cell
	}
	*cell
	index map[string]int
}

func (g *board) at(i, j int) float64     { return g.Data[i*g.Cols+j] }
func (g *board) set(i, j int, x float64) { g.Data[i*g.Cols+j] = x; g.hits++ }
func (g board) size() int                { return g.Rows * g.Cols }
func (c *cell) move(dx, dy int)          { c.X += dx; c.Y -= dy }
func (c cell) sum() int                  { return c.X + c.Y }
func (c *cell) swap(d *cell)             { *c, *d = *d, *c }
func (d *deep) shift(n int)              { d.move(n, 1); d.Pos.move(1, n) }
func (s series) total() (t int32) {
	for _, x := range s {
		t += x
	}
	return
}
func (s series) bump(i int, by int32) { s[i] += by }
func (k counter) next() counter       { return k + 1 }
func (k *counter) add(n int)          { *k += counter(n) }
func (p larger[T]) Larger() T {
	if p.A < p.B {
		return p.B
	}
	return p.A
}
func (p *larger[T]) Put(x T) { p.A, p.B = p.B, x }

type series []int32

type counter int64

type larger[T int32 | float64] struct{ A, B T }

func (g *board) Scale(f float64) {
	for i := range g.Data {
		g.Data[i] *= f
	}
	g.hits += int32(len(g.Data))
}

func (g *board) PanicTrace() (sum float64) {
	for i := 0; i < g.Rows; i++ {
		sum += g.at(i, i)
	}
	return sum
}

func (g *board) PanicAddNext() int {
	for i := 0; i < g.Rows; i++ {
		for j := 0; j < g.Cols; j++ {
			g.set(i, j, g.at(i, j)+g.Next.Data[i*g.Next.Cols+j])
		}
	}
	return g.size()
}

// PanicSelf may change what it reads: Next may be g.
func (g *board) PanicSelf(n int) int {
	for i := 0; i < g.Next.Rows && i < 20; i++ {
		g.Rows -= n & 3
		g.Next.Pos.X += g.Pos.X + i
		g.Low[i%3]++
		g.Next.Low[(i+n&1)%3] += g.Low[1]
	}
	return g.Rows + g.Next.Rows
}

func (g board) ByValue(n int) (float64, int) {
	s := 0.0
	for _, x := range g.Data {
		s += x
		g.Pos.move(n&7, 2)
	}
	return s + g.Pos.W, g.Pos.sum() + int(g.Low[2]) + len(g.name)
}

func (d *deep) PanicMarks(n int) int {
	for i := range d.Inner.Marks {
		if int(d.Inner.Marks[i]) > d.Inner.At.X {
			d.Inner.At.X = int(d.Inner.Marks[i])
			d.Cells[i&n].X++
		}
		d.shift(n & 15)
	}
	return d.X + d.Y + d.Rows
}

func PanicCells(cells []cell, p *cell, n *int) (total float64) {
	for i := range cells {
		c := &cells[i]
		c.move(*n&7, p.X)
		*n += c.sum() & 3
		total += c.W
		p.W = float64(i)
	}
	return total
}

func PanicSwaps(cells []cell, i, j int) {
	cells[i&15].swap(&cells[j&15])
	a, b := &cells[1], &cells[2]
	a.X, b.X = b.X, a.X+1
}

func LocalStruct(x []float64, buf []float64) (int, float64) {
	acc := struct {
		n   int
		sum float64
		buf []float64
		at  cell
	}{buf: buf}
	for i, v := range x {
		acc.n++
		acc.sum += v
		acc.at.move(i, int(acc.sum))
		if len(acc.buf) > 0 {
			acc.buf[acc.n%len(acc.buf)] = v + 1
			acc.buf = acc.buf[:len(acc.buf)-i&1]
		}
	}
	p := &acc
	p.n *= 3
	q := &p.at
	q.X += p.n
	return acc.n + acc.at.sum(), p.sum
}

func NamedMethods(s series, n int) (int32, int64) {
	k := counter(n)
	for i := range len(s) {
		s.bump(i, int32(k))
		k = k.next()
		k.add(i)
	}
	return s.total(), int64(k)
}

func Generics(x, y int32, a, b float64, n int) (int32, float64) {
	p, q := larger[int32]{x, y}, larger[float64]{a, b}
	for range n & 7 {
		p.Put(p.Larger() + 1)
		q.Put(q.Larger() / 2)
	}
	return p.A, q.B
}

func PanicPointers(p, q *cell, n int) int {
	s := 0
	if n&1 != 0 && p != nil {
		p, q = q, p
	}
	for i := range n & 7 {
		p.X += i
		s += q.X
		if p == q {
			s += 1000
		}
	}
	return s
}

func Numbers(n *int32, f *float64, s []int32) (r float64) {
	if n == nil || f == nil {
		return -1
	}
	for i := range len(s) {
		s[i] += *n
		*n = s[i] & 0xff
		*f++
		r += *f
	}
	return r
}

func PanicOrder(g *board, x []float64, i int) {
	g.hits++
	g.Pos.W = x[i]
	g.Next.hits, g.Pos.X = g.hits, int(x[i+1])
	x[i+2], g.Next.Pos.W = g.Next.Next.Pos.W, x[i]
}

func StructPair(c cell, d cell, a [2]int32, n int) (cell, [2]int32, cell) {
	for i := range n & 15 {
		c.X, d.Y = d.Y+i, c.X
		a[i&1] += int32(c.X)
		c.swap(&d)
	}
	return c, a, d
}

var turns = [4]complex128{1, 1i, -1, -1i}

func PanicComplex(x, y []complex128, w []complex64, n int) (sum complex128, t complex64, same bool) {
	for i := range x {
		z := x[i]*y[i] + complex(float64(i), 2)
		z -= turns[i&3] * 2
		x[i] = -z
		sum += z
		u := complex64(z) * w[i]
		w[i] = u + 1i
		t += u
		if real(z) > imag(y[i]) {
			z *= 1 + 2i
			sum++
		}
		same = same != (z == y[n&7])
	}
	return sum, t, same
}

// What follows returns what arguments refer to.

func Trimmed(x []int32) []int32 {
	i := 0
	for i < len(x) && x[i] < 3 {
		i++
	}
	for n := len(x); n > i && x[n-1] < 3; n-- {
		x = x[:n-1]
	}
	return x[i:]
}

func Compacted(x []float64, from, to int) (kept []float64, sum float64) {
	if from > to {
		return nil, -1
	}
	kept = x[:0]
	for _, v := range x {
		if v > 20 {
			kept = kept[:len(kept)+1]
			kept[len(kept)-1] = v
			sum += v
		}
	}
	return
}

func PanicEither(x, y []int32, n int) (a []int32, isNil bool, b []int32) {
	a = x
	for i := range y {
		if int(y[i]) > n {
			a, b = y[i:], a
			n++
		}
	}
	if n&3 == 1 {
		a = nil
	} else if n&7 == 2 {
		a = a[len(a):]
	}
	if b != nil && b[n&3] > 0 {
		b = b[:1:2]
	}
	return a, a == nil, b
}

func Word(s string, n int) (string, string) {
	for i := range len(s) {
		if s[i] == ' ' {
			return s[:i], s[i+1:]
		}
	}
	if n < 3 {
		return "", s[len(s):]
	}
	if n == 5 {
		s = "five"
	}
	return s[min(n, len(s)):], "no space"[3:]
}

func PanicBiggest(cells []cell, g *board) (*cell, *float64, *board) {
	at := 0
	for i := range cells {
		if cells[i].W > cells[at].W {
			at = i
		}
	}
	if cells[at].X == 1 {
		return nil, &cells[at].W, g
	}
	g.hits++
	return &cells[at], &g.Data[at], g.Next
}

type span struct {
	Data []float64
	Low  float64
	At   *cell
	Name string
}

func (g *board) Row(i int) []float64 { return g.Data[i*g.Cols : (i+1)*g.Cols] }

func (g *board) PanicSpan(i int) (s span, rows [2][]float64) {
	r := g.Row(i)
	s.Low = r[0]
	for j := range r {
		s.Low = min(s.Low, r[j])
		r[j]++
	}
	s.Data, s.At, s.Name = r[1:], &g.Pos, g.name
	rows[1] = s.Data[len(s.Data):]
	return s, rows
}

func Nils(x []int32, p []cell, s series) (n int) {
	if x == nil {
		n++
	}
	if y := x[:0]; y != nil {
		n += 2
	}
	if q := p[len(p):]; nil == q {
		n += 4
	}
	var z series
	if s[:len(s):len(s)] != nil {
		z = s
	}
	for i := range z {
		n += int(z[i])
	}
	if z == nil {
		n += 8
	}
	return n
}

func Parsed(s string, x []int32) (n int, err error) {
	for i := range len(s) {
		if i >= len(x) {
			return n, io.ErrShortBuffer
		}
		if s[i] == ' ' {
			err = io.EOF
			break
		}
		x[i] = int32(s[i])
		n++
	}
	if err == nil && n > 5 {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

func (d *deep) Tagged(n int, other any) (tag any, e error, at *cell) {
	for i := range d.Cells {
		if d.Cells[i].X > n {
			tag, at = d.tag, &d.Cells[i]
			if i&1 == 1 {
				tag = other
			}
		}
	}
	if tag != nil {
		d.hits++
		e = io.EOF
	}
	return tag, e, at
}

var methodKernels = map[string]any{
	"(*board).Scale": (*board).Scale, "(*board).PanicTrace": (*board).PanicTrace, "(*board).PanicAddNext": (*board).PanicAddNext,
	"(*board).PanicSelf": (*board).PanicSelf, "board.ByValue": board.ByValue, "(*deep).PanicMarks": (*deep).PanicMarks,
	"PanicCells": PanicCells, "PanicSwaps": PanicSwaps, "LocalStruct": LocalStruct, "NamedMethods": NamedMethods, "Generics": Generics,
	"PanicPointers": PanicPointers, "Numbers": Numbers, "PanicOrder": PanicOrder, "StructPair": StructPair,
	"PanicComplex": PanicComplex, "Trimmed": Trimmed, "Compacted": Compacted, "PanicEither": PanicEither, "Word": Word,
	"PanicBiggest": PanicBiggest, "(*board).PanicSpan": (*board).PanicSpan, "Nils": Nils,
	"Parsed": Parsed, "(*deep).Tagged": (*deep).Tagged,
}
