package features

import (
	"cmp"
	"math"
	"math/bits"
)

const step = 3

type sample int16

// Narrow arithmetic wraps at 8 and 16 bits although C computes in int.
func Narrow(dst, a, b []uint8, s []sample) {
	for i := range dst {
		dst[i] = (a[i] + b[i]) / 2
		dst[i] += a[i] * b[i]
		dst[i] ^= ^a[i] & (b[i] - 1) << 1
		s[i] = -s[i] + sample(a[i])*step
		s[i]++
	}
}

// Shift counts may exceed the width.
func Shifts(x []int32, u []uint16, k uint, j int) {
	for i, v := range x {
		x[i] = v<<k ^ v>>k ^ v>>40 ^ v<<33 ^ v>>3
		u[i] = u[i]<<(k&7) | u[i]>>(uint(j)&15)
		u[i] <<= 2
		u[i] &^= 0xf0 | uint16(i)
		x[i] &= 1 << j
	}
}

// Scopes shadow names; int, double and restrict are no names in C.
func Scopes(int []float64, double, restrict float64) (x, n float64) {
	x = double
	for i, v := range int {
		x := x + v
		if x, y := x*2, v; x > restrict {
			n += x - y
		} else if z := x - 1; z < 0 || y > 0 && z > 1 {
			n -= z
		}
		int[i] = x
	}
	return
}

func Loops(x []int, n int, y []float32) int {
	s, t := 0, 1
	for i, j := 0, len(x)-1; i < j; i, j = i+1, j-1 {
		x[i], x[j] = x[j], x[i]
	}
	for range n {
		s, t = t, s+t
	}
	for i := range n {
		n--
		i += 2
		s += i
	}
	for i := range uint8(200) {
		s += int(i)
	}
	x = x[1 : len(x)-1]
	for i, v := range x {
		x[len(x)-1-i] = v
	}
	var k int
	for k = range y {
		y[k] = 0
	}
	for s > 100 {
		s /= 2
	}
	return s + k
}

func Jumps(a []int32, w int) (int, bool) {
	found := 0
outer:
	for i := 0; i+w <= len(a); i += w {
		for j := range w {
			switch v := a[i+j]; {
			case v < 0:
				continue outer
			case v == 99:
				break outer
			case v == 98:
				break
			default:
				found++
				continue
			}
			found += 2
		}
	}
	switch found {
	case 1, 2:
		return found, true
	case 3:
		found = 0
	}
	return found, false
}

func clamp(v, lo, hi float32) float32 { return min(max(v, lo), hi) }

func divmod(a, b int64) (q, r int64) { return a / b, a % b }

func Calls(x []float32, y []int64, z []float64, b []uint64) (n int) {
	for i, v := range x {
		x[i] = clamp(float32(math.Sqrt(float64(v))), -1.5e-3, 1<<20) + float32(math.Floor(float64(v)))
		q, r := divmod(y[i], 7)
		y[i] = min(q, r, math.MinInt64, 5)
		z[i] = math.FMA(z[i], math.Pi, math.Abs(z[i])) + math.RoundToEven(z[i]) - math.Max(z[i], 1)
		n += bits.OnesCount64(b[i]) + bits.LeadingZeros8(uint8(b[i])) + bits.Len32(uint32(b[i]))
		b[i] = bits.RotateLeft64(b[i], n) ^ uint64(math.Float32bits(v)) - math.MaxUint64
		if math.IsNaN(z[i]) || !(v != 0) {
			x[i] = math.Float32frombits(uint32(n))
		}
	}
	clear(x[:n])
	return n + copy(z, z[1:])
}

func Grouping(x []int32, a, b, c int32, p, q bool) bool {
	x[0] = a - (b - c) - (a+b)*c
	x[1] = a&b | c ^ a&^(b|c) + 1<<2
	x[2] = -(-a) - -5 + ^b
	x[3] = a / b * c % (a * b)
	x[4] = int32(int8(a)) + int32(uint16(b+1))
	return (a < b) == (b < c) && (p || q && a == b) || !p
}

type point struct{ x, y float32 }

type line struct {
	from, to point
	double   int8
	_        int16
	at       [2]uint8
}

var corners = [...]point{{0, 1}, {y: 2}, {-1, 0}}

var weights = []float64{0.5, 4: 0.125}

var matrix = [2][3]int32{{1, 2, 3}, {2: 9}}

var limit, title = 6, "a \"b\"?\n\xff1"

const digits = "0123456789abcdef"

// Structs are copied, compared, changed in part, made of others.
func Structs(s []point, l []line, k int) (n int) {
	for i, p := range s {
		q := point{p.y, 1}
		q.x += p.x
		s[i] = q
		s[i].y *= 2
		if p == q || s[i] != (point{}) {
			n++
		}
	}
	for i := range l {
		l[i].from, l[i].to = l[i].to, l[i].from
		l[i].at[k&1]++
		l[i].double = int8(k)
		var z line
		if l[i] == z {
			n += int(l[i].at[1])
		}
	}
	anon := struct {
		a int
		b [2]float32
	}{b: [2]float32{1}}
	switch s[0] {
	case point{1, 1}, corners[1]:
		n += anon.a + int(anon.b[0])
	}
	return n
}

// Arrays are values: copied, compared, ranged over by copy.
func Arrays(s []int32, m [][3]int16, i, j int) (n int32) {
	var a, b [4]int32
	c := [...]int32{2: 5, 3: -1}
	grid := [2][3]float64{{1}, {2, 3}}
	for k, v := range s {
		a[k&3] += v
		grid[k&1][2] += grid[1][k%3]
	}
	b = a
	if a != b || c == [4]int32{1, 2, 3, 4} {
		n++
	}
	for k, v := range b {
		b[3-k] = v
	}
	for k := range b {
		n += b[k] + c[k]*int32(len(b))
	}
	m[i], m[j] = m[j], m[i]
	m[0] = [3]int16{m[1][2], 7}
	for _, row := range m {
		n += int32(row[1])
	}
	return n + int32(grid[0][2])
}

// Pointers to arrays are ranged over in place, and may be nil.
func Pointers(p, q *[4]float32, m *[2][4]float32) (s float32) {
	if p == nil || q != p {
		return -1
	}
	for i, v := range p {
		q[3-i] = v
		s += v
	}
	*q = m[1]
	row := &m[0]
	row[1]++
	t := p[1:3]
	t[0] = float32(len(m))
	return s + row[1]
}

func half(v [4]float32) [4]float32 {
	for i := range v {
		v[i] /= 2
	}
	return v
}

func ends(p point, v [2]float32) (a, b point, w [2]float32) {
	w = v
	return p, point{v[1], v[0]}, w
}

func bump(p *[4]float32, s []float32) {
	p[0] += s[0]
}

// Passed hands structs and arrays to functions and takes them back.
func Passed(s []float32) float32 {
	v := [4]float32(s)
	v = half(half(v))
	bump(&v, v[2:])
	a, b, w := ends(point{1, v[1]}, [2]float32{v[0], 2})
	_, b, _ = ends(b, w)
	p := (*[2]float32)(s[1:])
	p[1] = half([4]float32{1})[0]
	return a.x + b.y + w[1]
}

// Slicing knows capacities, nil, several slices at once, and arrays.
func Slicing(s, t []int32, n int) int32 {
	var u []int32
	if n > 3 {
		u = s[1:n:n]
	} else {
		u = nil
	}
	s, t = t, s
	for v := s; len(v) > 0; v = v[1:] {
		u = v
	}
	i := 1
	i, s[i] = 2, s[i-1]
	s[t[0]], t[0] = 5, 6
	var local [8]int32
	w := local[:4]
	copy(w, t)
	clear(local[2:])
	x := []int32{4, 5, 6}
	return u[0] + w[0] + local[1] + x[i]
}

// Text reads strings, tables and constants of the package.
func Text(s string, dst []byte, k uint) (f float64) {
	n := 0
	for i := range len(s) {
		if s[i] == '\n' {
			n++
		}
	}
	t := s[n:]
	u := t
	for len(u) > 2 {
		u = u[2:]
	}
	copy(dst, t)
	for i := range dst {
		dst[i] = digits[k&15] + title[i&7] + "xyz"[i%3]
	}
	for _, w := range weights[k&1:] {
		f += w
	}
	for i, c := range corners {
		f += float64(c.x) * float64(matrix[i&1][k%3])
	}
	a := matrix
	a[1][1]++
	return f + float64(len(u)+limit+len(weights)) + float64(a[1][1])
}

type number interface {
	~int32 | ~float32 | ~float64
}

type pairOf[T any] struct{ first, second T }

func dot[T number](a, b []T) (s T) {
	for i, v := range a {
		s += v * b[i]
	}
	return s
}

func sum[S ~[]E, E number](s S) (p pairOf[E]) {
	for _, v := range s {
		p = pairOf[E]{p.first + v, E(2)}
	}
	return p
}

// Generic calls several instances.
func Generic(a, b []float32, c []int32) float32 {
	p := sum(a)
	return dot(a, b) + float32(dot[int32](c, c)) + p.first*p.second
}

// Switches fall through, and jump out from inside.
func Switches(s []uint8, k int) (n int) {
	for i, v := range s {
		switch {
		case v > 200:
			n += 5
			fallthrough
		case v > 100:
			n++
			fallthrough
		default:
			n += 2
		case v == 7:
			n += int(v)
			break
		}
	again:
		switch v & 3 {
		case 1, 2:
			for j := range k {
				if j == i {
					break again
				}
			}
			n--
		}
	}
	return n
}

func carry(x, y, c uint64) (lo, hi uint64) {
	return bits.Add64(x, y, c)
}

// Bits has functions with two results, comparisons, remainders.
func Bits(x []uint64, y []uint32, f []float64) (n int) {
	for i, v := range x {
		hi, lo := bits.Mul64(v, x[0])
		s, c := bits.Add64(hi, lo, v&1)
		d, b := bits.Sub64(s, v, c)
		x[i] = d ^ b ^ bits.Reverse64(v)
		y[0], _ = carry32(y[i], y[0])
		s, c = carry(s, v, c)
		n += int(s+c) + cmp.Compare(v, lo)
		n += int(bits.Reverse8(uint8(v)) + uint8(bits.Reverse16(uint16(v))))
		if cmp.Less(f[i], 2) || cmp.Compare(f[0], f[i]) > 0 {
			f[i] = math.Mod(f[i], 3)
		}
	}
	return n
}

func carry32(x, y uint32) (uint32, uint32) {
	s, c := bits.Sub32(x, y, 1)
	h, l := bits.Mul32(s, c)
	t, _ := bits.Add32(h, l, 0)
	return s, t
}

type counter struct {
	n, most int
	last    [2]int32
}

// Count works on a struct behind a pointer.
func Count(c *counter, x []int32) {
	for _, v := range x {
		if c.n++; int(v) > c.most {
			c.most = int(v)
		}
		c.last[c.n&1] = v
	}
	*c = counter{n: c.n, most: (*c).most}
}

func forward(c *counter, by *int) {
	c.n += *by
	*by++
}

// Addresses has pointers to elements, fields and variables, and a function that stores through them.
func Addresses(x []counter, y []float32, at *int) int {
	k := 3
	for i := range x {
		p, q := &x[i], &x[i].most
		forward(p, &k)
		forward(&x[0], at)
		*q -= p.n
		f := &y[i]
		*f *= 2
		if r := &p.last; r[0] > 0 {
			r[1]++
		}
	}
	return k
}

// Complex has complex numbers of both sizes.
func Complex(x, y []complex64, z []complex128, c complex64) (s complex64, n int) {
	for i, v := range x {
		y[i] = v*c + y[i]
		y[i] *= complex(imag(v), real(v))
		s += y[i]
		z[i] = complex128(v) - (2-1i)*z[i]
		if z[i] == 0 || v != 1i {
			n++
		}
	}
	return -s, n
}
