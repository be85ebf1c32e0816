package field

import "math"

// Vec is a vector of three.
type Vec struct{ X, Y, Z float64 }

// Transform multiplies points by a matrix and adds a vector.
// args: [n] [n] [9]~-1,1 1 2 3
func Transform(out, in []Vec, m []float64, x, y, z float64) {
	for i, p := range in {
		out[i].X = m[0]*p.X + m[1]*p.Y + m[2]*p.Z + x
		out[i].Y = m[3]*p.X + m[4]*p.Y + m[5]*p.Z + y
		out[i].Z = m[6]*p.X + m[7]*p.Y + m[8]*p.Z + z
	}
}

// Normalize makes vectors of length one.
// args: [n]~1,2
func Normalize(v []Vec) {
	for i, p := range v {
		l := 1 / math.Sqrt(p.X*p.X+p.Y*p.Y+p.Z*p.Z)
		v[i].X = p.X * l
		v[i].Y = p.Y * l
		v[i].Z = p.Z * l
	}
}

// Cross multiplies vectors that lie apart by coordinate.
// args: [n] [n] [n] [n] [n] [n]
func Cross(x, y, z, a, b, c []float32) {
	for i := range x {
		u, v, w := x[i], y[i], z[i]
		x[i] = v*c[i] - w*b[i]
		y[i] = w*a[i] - u*c[i]
		z[i] = u*b[i] - v*a[i]
	}
}

// Bounds is the box around points.
// args: [n]~-9,9
func Bounds(p []Vec) (lx, ly, lz, hx, hy, hz float64) {
	for _, v := range p {
		lx, hx = min(lx, v.X), max(hx, v.X)
		ly, hy = min(ly, v.Y), max(hy, v.Y)
		lz, hz = min(lz, v.Z), max(hz, v.Z)
	}
	return
}

// Polygon is the area between points.
// args: [n]~-9,9 [n]~-9,9
func Polygon(x, y []float64) float64 {
	a := 0.0
	j := len(x) - 1
	for i := range x {
		a += (x[j] + x[i]) * (y[j] - y[i])
		j = i
	}
	return a / 2
}

// Inside tests points against a polygon of eight corners.
// args: [n] [n]~0,10 [n]~0,10 [8]~0,10 [8]~0,10
func Inside(hit []bool, px, py []float32, x, y []float32) {
	for i := range hit {
		in := false
		j := len(x) - 1
		for k := range x {
			if (y[k] > py[i]) != (y[j] > py[i]) && px[i] < (x[j]-x[k])*(py[i]-y[k])/(y[j]-y[k])+x[k] {
				in = !in
			}
			j = k
		}
		hit[i] = in
	}
}

// Sphere is where rays meet a sphere, or less than zero.
// args: [n] [n]~-1,1 [n]~-1,1 [n]~1,2
func Sphere(t, dx, dy, dz []float32) {
	for i := range t {
		a := dx[i]*dx[i] + dy[i]*dy[i] + dz[i]*dz[i]
		b := 4 * dz[i]
		d := b*b - 4*a*3
		if d < 0 {
			t[i] = -1
		} else {
			t[i] = (b - float32(math.Sqrt(float64(d)))) / (2 * a)
		}
	}
}

// Box is a box in a plane.
type Box struct{ X0, Y0, X1, Y1 int32 }

// CountHits counts the boxes that meet one.
// args: [n]%100 20 20 40 40
func CountHits(boxes []Box, x0, y0, x1, y1 int32) int {
	n := 0
	for _, b := range boxes {
		if b.X0 <= x1 && b.X1 >= x0 && b.Y0 <= y1 && b.Y1 >= y0 {
			n++
		}
	}
	return n
}

// Nearest3 finds the nearest point.
// args: [n]~-9,9 0.5 0.25 0.125
func Nearest3(p []Vec, x, y, z float64) (int, float64) {
	at, best := -1, math.MaxFloat64
	for i, v := range p {
		dx, dy, dz := v.X-x, v.Y-y, v.Z-z
		if d := dx*dx + dy*dy + dz*dz; d < best {
			at, best = i, d
		}
	}
	return at, best
}

// Centroids adds points to the sums of their clusters.
// args: [24]=0 [8]=0 [n]~0,1 [n/3]%8
func Centroids(sum []float64, count []int32, p []float64, of []uint8) {
	for i, c := range of {
		for k := range 3 {
			sum[3*int(c)+k] += p[3*i+k]
		}
		count[c]++
	}
}

// Distances8 are squared distances of rows of eight.
// args: [n/8] [n]~0,1 [8]~0,1
func Distances8(d, rows, q []float32) {
	for i := range d {
		s := float32(0)
		for k, v := range q {
			e := rows[8*i+k] - v
			s += e * e
		}
		d[i] = s
	}
}

// Rotate2 turns points of a plane.
// args: [2*n]~-1,1 0.6 0.8
func Rotate2(p []float32, c, s float32) {
	for i := 0; i+1 < len(p); i += 2 {
		x, y := p[i], p[i+1]
		p[i], p[i+1] = c*x-s*y, s*x+c*y
	}
}

// Project divides by the distance.
// args: [n] [n] [n]~-1,1 [n]~-1,1 [n]~1,4
func Project(u, v []int32, x, y, z []float32) {
	for i := range u {
		w := 256 / z[i]
		u[i] = int32(x[i]*w) + 320
		v[i] = int32(y[i]*w) + 240
	}
}

// Haversine is the distance on a globe, by its half angle.
// args: [n] [n]~-1,1 [n]~-3,3
func Haversine(d, lat, lon []float64) {
	for i := range d {
		a, b := math.Sin(lat[i]/2), math.Sin(lon[i]/2)
		d[i] = a*a + math.Cos(lat[i])*b*b
	}
}

// Step moves bodies and lets them bounce.
// args: [n]~0,9 [n]~-1,1 0.01
func Step(y, v []float32, dt float32) {
	for i := range y {
		v[i] -= 9.81 * dt
		y[i] += v[i] * dt
		if y[i] < 0 {
			y[i] = -y[i]
			v[i] = -0.9 * v[i]
		}
	}
}

// Life is a row of Conway's game.
// args: [n] [n]%2 [n]%2 [n]%2
func Life(out, up, mid, down []uint8) {
	for i := 1; i < len(out)-1; i++ {
		n := up[i-1] + up[i] + up[i+1] + mid[i-1] + mid[i+1] + down[i-1] + down[i] + down[i+1]
		if n == 3 || n == 2 && mid[i] == 1 {
			out[i] = 1
		} else {
			out[i] = 0
		}
	}
}

// Rule is a step of a cellular automaton, 64 cells a word.
// args: [n] [n]*
func Rule(out, in []uint64) {
	for i := 1; i+1 < len(in); i++ {
		left := in[i]<<1 | in[i-1]>>63
		right := in[i]>>1 | in[i+1]<<63
		out[i] = left ^ (in[i] | right)
	}
}
