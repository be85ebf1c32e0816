package field

import "math"

// ScaleCopy is y = a·x.
// args: [n] [n] 0.75
func ScaleCopy(y, x []float64, a float64) {
	for i := range y {
		y[i] = a * x[i]
	}
}

// TwoTriads are two updates by the same input.
// args: [n] [n] [n]~-1,1 0.5 -0.25
func TwoTriads(y, z, x []float64, a, b float64) {
	for i, v := range x {
		y[i] += a * v
		z[i] += b * v
	}
}

// Flux is an upwind difference with the sign of the speed.
// args: [n] [n]~1,2 [n]~-1,1
func Flux(f, q, u []float64) {
	for i := 1; i < len(f); i++ {
		if u[i] > 0 {
			f[i] = u[i] * q[i-1]
		} else {
			f[i] = u[i] * q[i]
		}
	}
}

// Limiter is van Leer's slope.
// args: [n] [n]~0,4
func Limiter(s, q []float64) {
	for i := 1; i < len(s)-1; i++ {
		a, b := q[i]-q[i-1], q[i+1]-q[i]
		if a*b > 0 {
			s[i] = 2 * a * b / (a + b)
		} else {
			s[i] = 0
		}
	}
}

// MinMod takes the smaller slope of two.
// args: [n] [n]~0,4
func MinMod(s, q []float32) {
	for i := 1; i+1 < len(q); i++ {
		a, b := q[i]-q[i-1], q[i+1]-q[i]
		v := float32(0)
		if a > 0 && b > 0 {
			v = min(a, b)
		} else if a < 0 && b < 0 {
			v = max(a, b)
		}
		s[i] = v
	}
}

// SoundSpeed computes pressure and speed of sound, and the fastest wave.
// args: [n] [n]~1,2 [n]~0,1 [n]~4,8
func SoundSpeed(p, rho, u, e []float64) float64 {
	fastest := 0.0
	for i := range p {
		p[i] = 0.4 * (e[i] - 0.5*rho[i]*u[i]*u[i])
		c := math.Abs(u[i]) + math.Sqrt(1.4*p[i]/rho[i])
		if c > fastest {
			fastest = c
		}
	}
	return fastest
}

// CopyGhosts fills the border of a plane, periodically.
// args: [s*s] s
func CopyGhosts(a []float64, w int) {
	if w < 3 {
		return
	}
	for y := 0; y < w; y++ {
		a[y*w] = a[y*w+w-2]
		a[y*w+w-1] = a[y*w+1]
	}
	for x := 0; x < w; x++ {
		a[x] = a[(w-2)*w+x]
		a[(w-1)*w+x] = a[w+x]
	}
}

// Diffuse is an explicit step of heat flow on a plane, with rows as slices.
// args: [s*s] [s*s] s 0.1
func Diffuse(next, now []float64, w int, k float64) {
	for y := 1; y < w-1; y++ {
		up, mid, down := now[(y-1)*w:y*w], now[y*w:(y+1)*w], now[(y+1)*w:(y+2)*w]
		out := next[y*w : (y+1)*w]
		for x := 1; x < w-1; x++ {
			out[x] = mid[x] + k*(up[x]+down[x]+mid[x-1]+mid[x+1]-4*mid[x])
		}
	}
}

// RedBlack relaxes every other point of a plane.
// args: [s*s] [s*s] s
func RedBlack(u, f []float64, w int) {
	for y := 1; y < w-1; y++ {
		for x := 1 + y&1; x < w-1; x += 2 {
			i := y*w + x
			u[i] = 0.25 * (u[i-1] + u[i+1] + u[i-w] + u[i+w] - f[i])
		}
	}
}

// Wave is a step of the wave equation in one dimension, fourth order.
// args: [n] [n] [n] 0.2
func Wave(next, now, before []float32, c float32) {
	for i := 2; i < len(now)-2; i++ {
		lap := (-now[i-2] + 16*now[i-1] - 30*now[i] + 16*now[i+1] - now[i+2]) / 12
		next[i] = 2*now[i] - before[i] + c*lap
	}
}

// Thomas solves a tridiagonal system forwards and backwards.
// args: [n] [n]~1,2 [n]~4,5 [n]~0,1
func Thomas(x, a, b, c []float64) {
	n := len(x)
	if n == 0 {
		return
	}
	for i := 1; i < n; i++ {
		m := a[i] / b[i-1]
		b[i] -= m * c[i-1]
		x[i] -= m * x[i-1]
	}
	x[n-1] /= b[n-1]
	for i := n - 2; i >= 0; i-- {
		x[i] = (x[i] - c[i]*x[i+1]) / b[i]
	}
}

// Recurrence is a filter of the first order that starts over at marks.
// args: [n] [n]~-1,1 [n]%10
func Recurrence(y, x []float64, mark []uint8) {
	s := 0.0
	for i, v := range x {
		if mark[i] == 0 {
			s = 0
		}
		s = 0.5*s + v
		y[i] = s
	}
}

// Energies adds up kinetic and potential energy.
// args: [n]~-1,1 [n]~-1,1 [n]~0,1 [n]~1,2
func Energies(u, v, h, m []float64) (kin, pot float64) {
	for i := range m {
		kin += 0.5 * m[i] * (u[i]*u[i] + v[i]*v[i])
		pot += 9.81 * m[i] * h[i]
	}
	return kin, pot
}

// Collide is a step of a lattice gas on a line with three speeds.
// args: [n]~0,1 [n]~0,1 [n]~0,1 0.6
func Collide(f0, f1, f2 []float64, omega float64) {
	for i := range f0 {
		rho := f0[i] + f1[i] + f2[i]
		u := (f1[i] - f2[i]) / (rho + 0.001)
		sq := u * u
		f0[i] += omega * (rho*2/3*(1-1.5*sq) - f0[i])
		f1[i] += omega * (rho/6*(1+3*u+3*sq) - f1[i])
		f2[i] += omega * (rho/6*(1-3*u+3*sq) - f2[i])
	}
}

// Deposit spreads the charge of particles over a grid.
// args: [258] [n]~0,255 0.5
func Deposit(grid, x []float64, q float64) {
	for _, p := range x {
		i := int(p)
		f := p - float64(i)
		grid[i] += q * (1 - f)
		grid[i+1] += q * f
	}
}

// Push moves particles in a field on a grid, and turns them round at the ends.
// args: [n]~0,255 [n]~-1,1 [258]~-1,1
func Push(x, v, field []float64) {
	for i := range x {
		c := int(x[i])
		f := x[i] - float64(c)
		v[i] += 0.01 * (field[c]*(1-f) + field[c+1]*f)
		p := x[i] + v[i]*0.01
		if p < 0 {
			p = -p
		} else if p > 255 {
			p = 510 - p
		}
		x[i] = p
	}
}

// Norms are three norms of a difference.
// args: [n] [n]
func Norms(a, b []float64) (one, two, most float64) {
	for i := range a {
		d := math.Abs(a[i] - b[i])
		one += d
		two += d * d
		most = max(most, d)
	}
	return one, math.Sqrt(two), most
}

// Interpolate looks a table up and interpolates.
// args: [n] [n]~0,62 [64]
func Interpolate(y, x, table []float32) {
	for i, v := range x {
		k := int(v)
		f := v - float32(k)
		y[i] = table[k] + f*(table[k+1]-table[k])
	}
}

// Cutoff adds forces between neighbours in a list, within a radius.
// args: [n/8] [n/8]~0,4 [n]%n/8
func Cutoff(force, x []float64, near []int32) {
	for i := range force {
		f := 0.0
		for _, j := range near[8*i : 8*i+8] {
			d := x[i] - x[j]
			r2 := d*d + 0.01
			if r2 < 2 {
				inv := 1 / r2
				f += d * inv * inv * (inv - 0.5)
			}
		}
		force[i] = f
	}
}

// Gauss computes a bell curve.
// args: [n] [n]~-3,3 0.4 1.2
func Gauss(y, x []float64, mu, sigma float64) {
	k := 1 / (sigma * math.Sqrt(2*math.Pi))
	for i, v := range x {
		z := (v - mu) / sigma
		y[i] = k * math.Exp(-0.5*z*z)
	}
}

// Trapezoid integrates samples at uneven places.
// args: [n]sorted%1000 [n]
func Trapezoid(x, y []float64) float64 {
	s := 0.0
	for i := 1; i < len(x); i++ {
		s += (x[i] - x[i-1]) * (y[i] + y[i-1])
	}
	return s / 2
}

// Horner evaluates a polynomial at many places.
// args: [n] [n]~-1,1 []~-1,1
func Horner(y, x []float64, c *[8]float64) {
	for i, v := range x {
		s := c[7]
		for k := 6; k >= 0; k-- {
			s = s*v + c[k]
		}
		y[i] = s
	}
}

// Legendre sums a series of orthogonal polynomials.
// args: [n] [n]~-1,1 [6]~-1,1
func Legendre(y, x, c []float64) {
	for i, v := range x {
		p0, p1 := 1.0, v
		s := 0.0
		for k, ck := range c {
			s += ck * p0
			p0, p1 = p1, (float64(2*k+3)*v*p1-float64(k+1)*p0)/float64(k+2)
		}
		y[i] = s
	}
}
