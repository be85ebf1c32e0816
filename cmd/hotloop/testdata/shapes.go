package k

type point struct{ x, y float32 }

// Count counts a byte in a string.
func Count(s string, c byte) (n int) {
	for i := range len(s) {
		if s[i] == c {
			n++
		}
	}
	return n
}

// Norms replaces points by their squared distance from the origin, in x.
func Norms(p []point) {
	for i, q := range p {
		p[i].x = q.x*q.x + q.y*q.y
	}
}

// Rows adds the weights to each row.
func Rows(m [][3]int32, w *[3]int32) {
	for i := range m {
		for j := range w {
			m[i][j] += w[j]
		}
	}
}

// Grid fills a table of two dimensions.
func Grid(g *[2][2]int16, v int16) { g[1][0], g[0][1] = v, -v }

type number interface {
	~int32 | ~float32 | ~float64
}

// Sum is generic.
func Sum[T number](x []T) (s T) {
	for _, v := range x {
		s += v
	}
	return s
}

// ByValue has a struct for a parameter.
func ByValue(x []int, p point) {
	for i := range x {
		x[i] = int(p.x)
	}
}
