package mod

import _ "embed"

//go:embed kernels.go
var text string

var gain = 2.0

func Scale(x []float64, f float64) {
	for i := range x {
		x[i] *= f
	}
}

func Sum(x []float64) (s float64) {
	for _, v := range x {
		s += v
	}
	return s
}

func Amplify(x []float64) {
	for i := range x {
		x[i] *= gain
	}
}

func Send(c chan int, x []int) {
	for i, v := range x {
		c <- x[i] + v
	}
}

func Plain(x []int) int { return len(x) }

type vec struct{ x []float32 }

func (v *vec) Add(w *vec) {
	for i := range v.x {
		v.x[i] += w.x[i]
	}
}

func Many(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u []int) {
	for z := range a {
		a[z] = b[z] + c[z] + d[z] + e[z] + f[z] + g[z] + h[z] + i[z] + j[z] + k[z] + l[z] + m[z] + n[z] + o[z] + p[z] +
			q[z] + r[z] + s[z] + t[z] + u[z]
	}
}

func Abs(x int) int {
	if x < 0 {
		return -x
	}
	return x
}
