package bench

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"

	"hotloop/bench/nests"
	"hotloop/bench/nests/oracle"
)

// NestsLength is the length that stands for PolyBench's data set MEDIUM. Every size of a kernel grows with the length.
const NestsLength = 240

// nestLengths are the lengths at which nests are compared with gc. Their time grows with the cube of the length, so
// that these are fewer than for loops: all small ones, and some around tiles and multiples of vectors.
var nestLengths = []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 15, 16, 17, 19, 23, 31, 33, 40, 47, 64, 70, 97, 130}

// nest is a kernel of the suite nests, for one type of element.
type nest struct {
	name, fn             string
	iters                float64 // how often the innermost loops run for MEDIUM, all together
	dims                 float64 // the power of the length with which that grows
	plain, oracle, empty any
	args                 func(g nestData) []any
	// results are rounded also if arguments are whole: how far off mode fast may be, in units in the last place
	ulp int
}

// Nests returns the suite nests: the 30 computations of PolyBench for float32 under their usual names, and for float64
// with _f64 behind the name.
func Nests() []*Kernel {
	return join(nestKernels[float32]("float32", ""), nestKernels[float64]("float64", "_f64"))
}

func nestKernels[T float32 | float64](inst, suffix string) []*Kernel {
	texts := functions("nests")
	var all []*Kernel
	for _, l := range slices.Concat(productNests[T](), solverNests[T](), otherNests[T](), stencilNests[T]()) {
		all = append(all, &Kernel{
			Name: l.name + suffix, Suite: "nests",
			Code: Code{File: l.name + ".go", Text: texts[l.fn].text, Func: l.fn, Inst: inst},
			Type: reflect.TypeOf(l.plain), Builds: Builds{l.plain, l.oracle, l.empty, BindAny},
			Args: func(rng *rand.Rand, n int, d Data) []any {
				return typed[T](l.args(nestData{gen{rng, d, n}, l.ulp > 0}))
			},
			Work: func(n int) Work {
				return Work{Elems: l.iters * math.Pow(float64(n)/NestsLength, l.dims), Iterations: true}
			},
			Lengths:   nestLengths,
			Tolerance: Tolerance{Sums: true, Feeds: true, Rounds: l.ulp > 0, FastULP: l.ulp},
		})
	}
	return all
}

// typed gives floats and slices of floats the type of element T.
func typed[T float32 | float64](args []any) []any {
	for i, a := range args {
		switch a := a.(type) {
		case float64:
			args[i] = T(a)
		case []float64:
			s := make([]T, len(a))
			for j, x := range a {
				s[j] = T(x)
			}
			args[i] = s
		}
	}
	return args
}

// nestData makes up arguments. Whole numbers are such that all that is computed of them is whole and small, where the
// computation permits it: -1, 0 and 1, and matrices made from factors that are whole.
type nestData struct {
	gen
	rounds bool // whole numbers would not stay whole: take positive ones that lose no digits to each other instead
}

// size is a size of MEDIUM for the length at hand.
func (g nestData) size(medium int) int { return (medium*g.n + NestsLength - 1) / NestsLength }

// steps is a number of time steps, of which checks do few: errors add up.
func (g nestData) steps(timed int) int {
	if g.data == Steady {
		return timed
	}
	return min(g.n, 1+g.IntN(3))
}

// scalar is a factor.
func (g nestData) scalar(timed float64) float64 {
	switch g.data {
	case Steady:
		return timed
	case AnyFloat, Special:
		return g.NormFloat64()
	}
	return float64(g.IntN(4) - 1)
}

// tame reports whether the data are to be made by formula, in which special values may replace some.
func (g nestData) tame() bool { return g.data != AnyFloat && g.data != Special }

// make returns n elements: f(i) if the data are tame.
func (g nestData) make(n int, f func(i int) float64) []float64 {
	s := make([]float64, n)
	for i := range s {
		switch {
		case !g.tame():
			s[i] = g.float()
		case g.data == WholeSpecial && g.IntN(64) == 0: // infinities hide which of them came first
			s[i] = math.NaN()
		default:
			s[i] = f(i)
		}
	}
	return s
}

// values returns elements of no particular kind: a multiple of 1/16 between 0 and 1 when timed.
func (g nestData) values(n int) []float64 {
	return g.make(n, func(i int) float64 {
		switch {
		case g.data == Steady:
			return float64(i*7%17) / 16
		case g.rounds:
			return 0.75 + g.Float64()/2
		}
		return float64(g.IntN(3) - 1)
	})
}

// small returns elements with a sum of about a quarter.
func (g nestData) small(n int) []float64 {
	return g.make(n, func(i int) float64 {
		if g.data != Steady && !g.rounds {
			return float64(g.IntN(3) - 1)
		}
		return (0.5 + float64(i*7%17)/17) / float64(4*n)
	})
}

// zeros returns what the kernel fills.
func (g nestData) zeros(n int) []float64 {
	return g.make(n, func(i int) float64 { return 0 })
}

// triangle returns an n×n matrix with ones on its diagonal and, when checked, about one other number a row, below the
// diagonal or above it.
func (g nestData) triangle(n int, above bool) []float64 {
	return g.make(n*n, func(at int) float64 {
		i, j := at/n, at%n
		switch {
		case i == j:
			return 1
		case g.data != Steady && i < j == above && g.IntN(n) == 0:
			return float64(1 - 2*g.IntN(2))
		}
		return 0
	})
}

// product returns an n×n matrix that is the product of a triangle and another, its transpose if it is to be symmetric.
// When timed it is the unit matrix, which decompositions in place leave as it is: they run on their own output then.
func (g nestData) product(n int, symmetric bool) []float64 {
	if !g.tame() {
		return g.make(n*n, nil)
	}
	l := g.triangle(n, false)
	u := g.triangle(n, true)
	s := make([]float64, n*n)
	for i := range n {
		for k := range n {
			if l[i*n+k] == 0 {
				continue
			}
			for j := range n {
				f := u[k*n+j]
				if symmetric {
					f = l[j*n+k]
				}
				if f != 0 {
					s[i*n+j] += l[i*n+k] * f
				}
			}
		}
	}
	return s
}

// columns returns an m×n matrix, m ≥ n, whose columns are whole after making them orthogonal: those of a signed
// permutation times a triangle.
func (g nestData) columns(m, n int) []float64 {
	if !g.tame() {
		return g.make(m*n, nil)
	}
	u := g.triangle(n, true)
	s := make([]float64, m*n)
	for k, row := range g.Perm(m)[:n] {
		sign := float64(1 - 2*g.IntN(2))
		for j := range n {
			if u[k*n+j] != 0 {
				s[row*n+j] = sign * u[k*n+j]
			}
		}
	}
	return s
}

// ramp returns an m×n matrix that rises by about down from row to row and by across from column to column, so that
// differences of neighbours are nowhere near zero.
func (g nestData) ramp(m, n int, down, across float64) []float64 {
	return g.make(m*n, func(at int) float64 {
		return 100 + down*float64(at/n) + across*float64(at%n) + float64(at*7%17)/64
	})
}

// observations returns n rows of m variables that vary alike and are never near their mean.
func (g nestData) observations(n, m int) []float64 {
	return g.make(n*m, func(at int) float64 {
		return 1 + 7*float64(at/m%2) + float64(at*7%17)/64
	})
}

// level returns elements so close to one that second differences are small.
func (g nestData) level(n int) []float64 {
	return g.make(n, func(i int) float64 { return 1 + float64(i*7%17)/(1<<20) })
}

// bases returns a strand of RNA.
func (g nestData) bases(n int) []float64 {
	return g.make(n, func(i int) float64 { return float64(i * 7 % 11 % 4) })
}

// productNests returns the routines of BLAS and other products of matrices.
func productNests[T float32 | float64]() []nest {
	return []nest{
		{name: "gemm", fn: "Gemm", iters: 10560000, dims: 3, plain: nests.Gemm[T], oracle: oracle.Gemm[T],
			empty: oracle.EmptyGemm[T],
			args: func(g nestData) []any {
				ni, nj, nk := g.size(200), g.size(220), g.size(240)
				return []any{
					ni, nj, nk, g.scalar(1.5), g.scalar(0.5), g.values(ni * nj), g.values(ni * nk), g.values(nk * nj),
				}
			}},
		{name: "gemver", fn: "Gemver", iters: 480000, dims: 2, plain: nests.Gemver[T], oracle: oracle.Gemver[T],
			empty: oracle.EmptyGemver[T],
			args: func(g nestData) []any {
				n := g.size(400)
				return []any{
					n, g.scalar(0.5), g.scalar(0.25), g.values(n * n), g.small(n), g.small(n), g.small(n), g.small(n),
					g.values(n), g.values(n), g.values(n), g.values(n),
				}
			}},
		{name: "gesummv", fn: "Gesummv", iters: 125000, dims: 2, plain: nests.Gesummv[T], oracle: oracle.Gesummv[T],
			empty: oracle.EmptyGesummv[T],
			args: func(g nestData) []any {
				n := g.size(250)
				return []any{
					n, g.scalar(1.5), g.scalar(1.25), g.values(n * n), g.values(n * n), g.zeros(n), g.values(n),
					g.zeros(n),
				}
			}},
		{name: "symm", fn: "Symm", iters: 4800000, dims: 3, plain: nests.Symm[T], oracle: oracle.Symm[T],
			empty: oracle.EmptySymm[T],
			args: func(g nestData) []any {
				m, n := g.size(200), g.size(240)
				return []any{m, n, g.scalar(1.5), g.scalar(0.5), g.values(m * n), g.values(m * m), g.values(m * n)}
			}},
		{name: "syr2k", fn: "Syr2k", iters: 5760000, dims: 3, plain: nests.Syr2k[T], oracle: oracle.Syr2k[T],
			empty: oracle.EmptySyr2k[T],
			args: func(g nestData) []any {
				n, m := g.size(240), g.size(200)
				return []any{n, m, g.scalar(1.5), g.scalar(0.5), g.values(n * n), g.values(n * m), g.values(n * m)}
			}},
		{name: "syrk", fn: "Syrk", iters: 5760000, dims: 3, plain: nests.Syrk[T], oracle: oracle.Syrk[T],
			empty: oracle.EmptySyrk[T],
			args: func(g nestData) []any {
				n, m := g.size(240), g.size(200)
				return []any{n, m, g.scalar(1.5), g.scalar(0.5), g.values(n * n), g.values(n * m)}
			}},
		{name: "trmm", fn: "Trmm", iters: 4800000, dims: 3, plain: nests.Trmm[T], oracle: oracle.Trmm[T],
			empty: oracle.EmptyTrmm[T],
			args: func(g nestData) []any {
				m, n := g.size(200), g.size(240)
				return []any{m, n, g.scalar(1), g.triangle(m, false), g.values(m * n)}
			}},
		{name: "2mm", fn: "MM2", iters: 14706000, dims: 3, plain: nests.MM2[T], oracle: oracle.MM2[T],
			empty: oracle.EmptyMM2[T],
			args: func(g nestData) []any {
				ni, nj, nk, nl := g.size(180), g.size(190), g.size(210), g.size(220)
				return []any{
					ni, nj, nk, nl, g.scalar(1.5), g.scalar(0.5), g.zeros(ni * nj), g.values(ni * nk),
					g.values(nk * nj),
					g.values(nj * nl), g.values(ni * nl),
				}
			}},
		{name: "3mm", fn: "MM3", iters: 22800000, dims: 3, plain: nests.MM3[T], oracle: oracle.MM3[T],
			empty: oracle.EmptyMM3[T],
			args: func(g nestData) []any {
				ni, nj, nk, nl, nm := g.size(180), g.size(190), g.size(200), g.size(210), g.size(220)
				return []any{
					ni, nj, nk, nl, nm, g.zeros(ni * nj), g.values(ni * nk), g.values(nk * nj), g.zeros(nj * nl),
					g.values(nj * nm), g.values(nm * nl), g.zeros(ni * nl),
				}
			}},
		{name: "atax", fn: "ATAX", iters: 319800, dims: 2, plain: nests.ATAX[T], oracle: oracle.ATAX[T],
			empty: oracle.EmptyATAX[T],
			args: func(g nestData) []any {
				m, n := g.size(390), g.size(410)
				return []any{m, n, g.values(m * n), g.values(n), g.zeros(n), g.zeros(m)}
			}},
		{name: "bicg", fn: "BiCG", iters: 319800, dims: 2, plain: nests.BiCG[T], oracle: oracle.BiCG[T],
			empty: oracle.EmptyBiCG[T],
			args: func(g nestData) []any {
				m, n := g.size(390), g.size(410)
				return []any{m, n, g.values(n * m), g.zeros(m), g.zeros(n), g.values(m), g.values(n)}
			}},
		{name: "doitgen", fn: "Doitgen", iters: 7200000, dims: 3, plain: nests.Doitgen[T], oracle: oracle.Doitgen[T],
			empty: oracle.EmptyDoitgen[T],
			args: func(g nestData) []any {
				nr, nq, np := g.size(50), g.size(40), g.size(60)
				return []any{nr, nq, np, g.values(nr * nq * np), g.triangle(np, false), g.zeros(np)}
			}},
		{name: "mvt", fn: "MVT", iters: 320000, dims: 2, plain: nests.MVT[T], oracle: oracle.MVT[T],
			empty: oracle.EmptyMVT[T],
			args: func(g nestData) []any {
				n := g.size(400)
				return []any{n, g.values(n), g.values(n), g.values(n), g.values(n), g.values(n * n)}
			}},
	}
}

// solverNests returns decompositions and solvers.
func solverNests[T float32 | float64]() []nest {
	return []nest{
		{name: "cholesky", fn: "Cholesky", iters: 10666666, dims: 3, plain: nests.Cholesky[T],
			oracle: oracle.Cholesky[T], empty: oracle.EmptyCholesky[T],
			args: func(g nestData) []any {
				n := g.size(400)
				return []any{n, g.product(n, true)}
			}},
		{name: "durbin", fn: "Durbin", iters: 160000, dims: 2, ulp: 1 << 10, plain: nests.Durbin[T],
			oracle: oracle.Durbin[T], empty: oracle.EmptyDurbin[T],
			args: func(g nestData) []any {
				n := g.size(400)
				return []any{n, g.small(n), g.zeros(n), g.zeros(n)}
			}},
		{name: "gramschmidt", fn: "GramSchmidt", iters: 9600000, dims: 3, plain: nests.GramSchmidt[T],
			oracle: oracle.GramSchmidt[T], empty: oracle.EmptyGramSchmidt[T],
			args: func(g nestData) []any {
				m, n := g.size(240), g.size(200)
				return []any{m, n, g.columns(m, n), g.zeros(n * n), g.zeros(m * n)}
			}},
		{name: "lu", fn: "LU", iters: 21333333, dims: 3, plain: nests.LU[T], oracle: oracle.LU[T],
			empty: oracle.EmptyLU[T],
			args: func(g nestData) []any {
				n := g.size(400)
				return []any{n, g.product(n, false)}
			}},
		{name: "ludcmp", fn: "LUDCmp", iters: 21333333, dims: 3, plain: nests.LUDCmp[T], oracle: oracle.LUDCmp[T],
			empty: oracle.EmptyLUDCmp[T],
			args: func(g nestData) []any {
				n := g.size(400)
				return []any{n, g.product(n, false), g.values(n), g.zeros(n), g.zeros(n)}
			}},
		{name: "trisolv", fn: "TriSolv", iters: 80000, dims: 2, plain: nests.TriSolv[T], oracle: oracle.TriSolv[T],
			empty: oracle.EmptyTriSolv[T],
			args: func(g nestData) []any {
				n := g.size(400)
				return []any{n, g.triangle(n, false), g.zeros(n), g.values(n)}
			}},
	}
}

// otherNests returns statistics and what belongs nowhere else.
func otherNests[T float32 | float64]() []nest {
	return []nest{
		{name: "correlation", fn: "Correlation", iters: 7488000, dims: 3, ulp: 1 << 12, plain: nests.Correlation[T],
			oracle: oracle.Correlation[T], empty: oracle.EmptyCorrelation[T],
			args: func(g nestData) []any {
				m, n := g.size(240), g.size(260)
				return []any{m, n, g.observations(n, m), g.zeros(m * m), g.zeros(m), g.zeros(m)}
			}},
		{name: "covariance", fn: "Covariance", iters: 7488000, dims: 3, ulp: 1 << 12, plain: nests.Covariance[T],
			oracle: oracle.Covariance[T], empty: oracle.EmptyCovariance[T],
			args: func(g nestData) []any {
				m, n := g.size(240), g.size(260)
				return []any{m, n, g.observations(n, m), g.zeros(m * m), g.zeros(m)}
			}},
		{name: "deriche", fn: "Deriche", iters: 2073600, dims: 2, ulp: 1 << 12, plain: nests.Deriche[T],
			oracle: oracle.Deriche[T], empty: oracle.EmptyDeriche[T],
			args: func(g nestData) []any {
				w, h := g.size(720), g.size(480)
				return []any{w, h, 0.25, math.Exp(-0.25), math.Exp2(-0.25), g.level(w * h), g.zeros(w * h),
					g.zeros(w * h), g.zeros(w * h)}
			}},
		{name: "floyd-warshall", fn: "FloydWarshall", iters: 15625000, dims: 3, plain: nests.FloydWarshall[T],
			oracle: oracle.FloydWarshall[T], empty: oracle.EmptyFloydWarshall[T],
			args: func(g nestData) []any {
				n := g.size(250)
				return []any{n, g.values(n * n)}
			}},
		{name: "nussinov", fn: "Nussinov", iters: 2604166, dims: 3, plain: nests.Nussinov[T],
			oracle: oracle.Nussinov[T], empty: oracle.EmptyNussinov[T],
			args: func(g nestData) []any {
				n := g.size(250)
				return []any{n, g.bases(n), g.zeros(n * n)}
			}},
	}
}

// stencilNests returns the stencils over time.
func stencilNests[T float32 | float64]() []nest {
	return []nest{
		{name: "adi", fn: "ADI", iters: 3200000, dims: 2, ulp: 1 << 17, plain: nests.ADI[T], oracle: oracle.ADI[T],
			empty: oracle.EmptyADI[T],
			args: func(g nestData) []any {
				n, steps := g.size(200), g.steps(20)
				return []any{steps, n, g.level(n * n), g.zeros(n * n), g.zeros(n * n), g.zeros(n * n)}
			}},
		{name: "fdtd-2d", fn: "FDTD2D", iters: 2880000, dims: 2, ulp: 1 << 12, plain: nests.FDTD2D[T],
			oracle: oracle.FDTD2D[T], empty: oracle.EmptyFDTD2D[T],
			args: func(g nestData) []any {
				nx, ny, steps := g.size(200), g.size(240), g.steps(20)
				return []any{
					steps, nx, ny, g.ramp(nx, ny, 0, 1), g.ramp(nx, ny, 1, 0), g.ramp(nx, ny, 2, 3),
					g.ramp(steps, 1, 0, 0),
				}
			}},
		{name: "heat-3d", fn: "Heat3D", iters: 2560000, dims: 3, ulp: 1 << 10, plain: nests.Heat3D[T],
			oracle: oracle.Heat3D[T], empty: oracle.EmptyHeat3D[T],
			args: func(g nestData) []any {
				n, steps := g.size(40), g.steps(20)
				return []any{steps, n, g.values(n * n * n), g.values(n * n * n)}
			}},
		{name: "jacobi-1d", fn: "Jacobi1D", iters: 400000, dims: 1, ulp: 1 << 10, plain: nests.Jacobi1D[T],
			oracle: oracle.Jacobi1D[T], empty: oracle.EmptyJacobi1D[T],
			args: func(g nestData) []any {
				n, steps := g.size(2000), g.steps(100)
				return []any{steps, n, g.values(n), g.values(n)}
			}},
		{name: "jacobi-2d", fn: "Jacobi2D", iters: 2500000, dims: 2, ulp: 1 << 10, plain: nests.Jacobi2D[T],
			oracle: oracle.Jacobi2D[T], empty: oracle.EmptyJacobi2D[T],
			args: func(g nestData) []any {
				n, steps := g.size(250), g.steps(20)
				return []any{steps, n, g.values(n * n), g.values(n * n)}
			}},
		{name: "seidel-2d", fn: "Seidel2D", iters: 3200000, dims: 2, ulp: 1 << 10, plain: nests.Seidel2D[T],
			oracle: oracle.Seidel2D[T], empty: oracle.EmptySeidel2D[T],
			args: func(g nestData) []any {
				n, steps := g.size(400), g.steps(20)
				return []any{steps, n, g.values(n * n)}
			}},
	}
}
