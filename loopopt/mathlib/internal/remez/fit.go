package main

import (
	"math"
	"math/big"
	"slices"
)

// prec is the working precision of all fits. The targets lose at most 100 bits to cancellation on the grid, and the
// linear systems, of 25 unknowns at most, a further 60.
const prec = 320

func num(x float64) *big.Float { return new(big.Float).SetPrec(prec).SetFloat64(x) }

func add(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(prec).Add(x, y) }
func sub(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(prec).Sub(x, y) }
func mul(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(prec).Mul(x, y) }
func quo(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(prec).Quo(x, y) }

func cmpAbs(x, y *big.Float) int { return new(big.Float).Abs(x).Cmp(new(big.Float).Abs(y)) }

// problem describes the polynomial p of a given degree that minimizes the maximum of |weight(x)·(target(x) − p(x))|
// on [lo, hi].
type problem struct {
	target, weight func(x *big.Float) *big.Float
	lo, hi         float64
	degree         int
	float32        bool // coefficients are rounded to float32
}

// solution holds rounded coefficients, lowest first, and the largest weighted error with them.
type solution struct {
	coef []float64
	err  float64
}

// gridSize is the number of sample points of the interval. Between neighbors on such a dense Chebyshev grid the error
// of a polynomial of degree 25 changes by less than one part in a thousand of its maximum.
const gridSize = 1200

// grid is the sampled interval: points, with target and weight there.
type grid struct{ x, f, w []*big.Float }

func sample(p *problem) *grid {
	g := &grid{}
	for i := range gridSize {
		c := math.Cos(math.Pi * (float64(i) + 0.5) / gridSize)
		x := num((p.hi+p.lo)/2 - (p.hi-p.lo)/2*c)
		if x.Sign() == 0 || math.Abs(p.hi-p.lo) > 0 && new(big.Float).Abs(x).Cmp(num((p.hi-p.lo)*0x1p-30)) < 0 {
			x = num((p.hi - p.lo) * 0x1p-30) // targets are quotients of the form 0/0 at zero
		}
		g.x, g.f, g.w = append(g.x, x), append(g.f, p.target(x)), append(g.w, new(big.Float).Abs(p.weight(x)))
	}
	return g
}

// fit finds the minimax polynomial and rounds its coefficients one by one, lowest first. After each rounding it fits
// the remaining polynomial again, so that the later coefficients compensate for the rounding of the earlier ones.
func fit(p *problem) solution {
	g := sample(p)
	target := append([]*big.Float(nil), g.f...)
	var s solution
	for k := 0; k <= p.degree; k++ {
		// What remains is x^k·(polynomial of degree−k).
		rest := &grid{x: g.x}
		var pows []*big.Float
		for i, x := range g.x {
			pow := num(1)
			for range k {
				pow = mul(pow, x)
			}
			rest.f = append(rest.f, quo(target[i], pow))
			rest.w = append(rest.w, mul(g.w[i], new(big.Float).Abs(pow))) // a weight is positive
			pows = append(pows, pow)
		}
		c := exchange(rest, p.degree-k)[0]
		r, _ := c.Float64()
		if p.float32 {
			f, _ := c.Float32()
			r = float64(f)
		}
		s.coef = append(s.coef, r)
		for i := range target {
			target[i] = sub(target[i], mul(num(r), pows[i]))
		}
	}
	for i := range target {
		e, _ := mul(target[i], g.w[i]).Float64()
		s.err = max(s.err, math.Abs(e))
	}
	return s
}

// exchange is the algorithm of Remez on a finite grid. It solves for the polynomial whose weighted error has equal
// size and alternating sign on degree+2 points, and moves the points to the extrema of the error, until the largest
// error is on them. (Muller, Elementary Functions, 3rd edition, section 3.5.)
func exchange(g *grid, degree int) []*big.Float {
	n := degree + 2
	at := make([]int, n)
	for i := range at {
		at[i] = (2*i + 1) * len(g.x) / (2 * n)
	}
	var best []*big.Float
	for range 60 {
		coef, level := alternate(g, at, degree)
		best = coef
		errs := make([]*big.Float, len(g.x))
		worst := num(0)
		for i, x := range g.x {
			v := num(0)
			for k := degree; k >= 0; k-- {
				v = add(mul(v, x), coef[k])
			}
			errs[i] = mul(g.w[i], sub(g.f[i], v))
			if a := new(big.Float).Abs(errs[i]); a.Cmp(worst) > 0 {
				worst = a
			}
		}
		next := extrema(errs, n)
		if next == nil || level.Sign() == 0 {
			break
		}
		ratio, _ := quo(worst, new(big.Float).Abs(level)).Float64()
		at = next
		if ratio < 1.0001 {
			break
		}
	}
	return best
}

// extrema selects n points with errors of alternating signs: the largest of every run of one sign, without the
// smallest of these. A point at an end is removed alone; an inner point is removed with a neighbor, to keep the signs
// alternating.
func extrema(errs []*big.Float, n int) []int {
	var peaks []int
	for i, e := range errs {
		if len(peaks) > 0 && errs[peaks[len(peaks)-1]].Sign() == e.Sign() {
			if last := peaks[len(peaks)-1]; cmpAbs(e, errs[last]) > 0 {
				peaks[len(peaks)-1] = i
			}
			continue
		}
		if e.Sign() != 0 {
			peaks = append(peaks, i)
		}
	}
	for len(peaks) > n {
		last := len(peaks) - 1
		low := 0
		for i := range peaks {
			if cmpAbs(errs[peaks[i]], errs[peaks[low]]) < 0 {
				low = i
			}
		}
		switch {
		case low == 0 || low == last || len(peaks) == n+1:
			if cmpAbs(errs[peaks[0]], errs[peaks[last]]) < 0 {
				peaks = peaks[1:]
			} else {
				peaks = peaks[:last]
			}
		case cmpAbs(errs[peaks[low-1]], errs[peaks[low+1]]) < 0:
			peaks = slices.Delete(peaks, low-1, low+1)
		default:
			peaks = slices.Delete(peaks, low, low+2)
		}
	}
	if len(peaks) < n {
		return nil
	}
	return peaks
}

// alternate solves Σ c_k·x^k + (−1)^i·level/w = f at the points.
func alternate(g *grid, at []int, degree int) (coef []*big.Float, level *big.Float) {
	n := degree + 2
	m := make([][]*big.Float, n)
	for i, j := range at {
		row := make([]*big.Float, 0, n+1)
		pow := num(1)
		for range degree + 1 {
			row = append(row, pow)
			pow = mul(pow, g.x[j])
		}
		sign := num(1)
		if i%2 != 0 {
			sign = num(-1)
		}
		m[i] = append(row, quo(sign, g.w[j]), g.f[j])
	}
	x := solve(m)
	return x[:n-1], x[n-1]
}

// solve performs Gaussian elimination with row pivots; m has one column more than rows.
func solve(m [][]*big.Float) []*big.Float {
	n := len(m)
	for c := range n {
		p := c
		for r := c + 1; r < n; r++ {
			if cmpAbs(m[r][c], m[p][c]) > 0 {
				p = r
			}
		}
		m[c], m[p] = m[p], m[c]
		for r := c + 1; r < n; r++ {
			q := quo(m[r][c], m[c][c])
			for k := c; k <= n; k++ {
				m[r][k] = sub(m[r][k], mul(q, m[c][k]))
			}
		}
	}
	x := make([]*big.Float, n)
	for r := n - 1; r >= 0; r-- {
		v := m[r][n]
		for k := r + 1; k < n; k++ {
			v = sub(v, mul(m[r][k], x[k]))
		}
		x[r] = quo(v, m[r][r])
	}
	return x
}
