package bench

import (
	"math"

	"hotloop/bench/nests"
	"hotloop/bench/nests/oracle"
)

// productNests returns the routines of BLAS and other products of matrices.
func productNests[T float32 | float64]() []nest {
	return []nest{
		{name: "gemm", fn: "Gemm", iters: 10560000, dims: 3, plain: nests.Gemm[T], oracle: oracle.Gemm[T], empty: oracle.EmptyGemm[T],
			args: func(g nestData) []any {
				ni, nj, nk := g.size(200), g.size(220), g.size(240)
				return []any{
					ni, nj, nk, g.scalar(1.5), g.scalar(0.5), g.values(ni * nj), g.values(ni * nk), g.values(nk * nj),
				}
			}},
		{name: "gemver", fn: "Gemver", iters: 480000, dims: 2, plain: nests.Gemver[T], oracle: oracle.Gemver[T], empty: oracle.EmptyGemver[T],
			args: func(g nestData) []any {
				n := g.size(400)
				return []any{
					n, g.scalar(0.5), g.scalar(0.25), g.values(n * n), g.small(n), g.small(n), g.small(n), g.small(n),
					g.values(n), g.values(n), g.values(n), g.values(n),
				}
			}},
		{name: "gesummv", fn: "Gesummv", iters: 125000, dims: 2, plain: nests.Gesummv[T], oracle: oracle.Gesummv[T], empty: oracle.EmptyGesummv[T],
			args: func(g nestData) []any {
				n := g.size(250)
				return []any{
					n, g.scalar(1.5), g.scalar(1.25), g.values(n * n), g.values(n * n), g.zeros(n), g.values(n),
					g.zeros(n),
				}
			}},
		{name: "symm", fn: "Symm", iters: 4800000, dims: 3, plain: nests.Symm[T], oracle: oracle.Symm[T], empty: oracle.EmptySymm[T],
			args: func(g nestData) []any {
				m, n := g.size(200), g.size(240)
				return []any{m, n, g.scalar(1.5), g.scalar(0.5), g.values(m * n), g.values(m * m), g.values(m * n)}
			}},
		{name: "syr2k", fn: "Syr2k", iters: 5760000, dims: 3, plain: nests.Syr2k[T], oracle: oracle.Syr2k[T], empty: oracle.EmptySyr2k[T],
			args: func(g nestData) []any {
				n, m := g.size(240), g.size(200)
				return []any{n, m, g.scalar(1.5), g.scalar(0.5), g.values(n * n), g.values(n * m), g.values(n * m)}
			}},
		{name: "syrk", fn: "Syrk", iters: 5760000, dims: 3, plain: nests.Syrk[T], oracle: oracle.Syrk[T], empty: oracle.EmptySyrk[T],
			args: func(g nestData) []any {
				n, m := g.size(240), g.size(200)
				return []any{n, m, g.scalar(1.5), g.scalar(0.5), g.values(n * n), g.values(n * m)}
			}},
		{name: "trmm", fn: "Trmm", iters: 4800000, dims: 3, plain: nests.Trmm[T], oracle: oracle.Trmm[T], empty: oracle.EmptyTrmm[T],
			args: func(g nestData) []any {
				m, n := g.size(200), g.size(240)
				return []any{m, n, g.scalar(1), g.triangle(m, false), g.values(m * n)}
			}},
		{name: "2mm", fn: "MM2", iters: 14706000, dims: 3, plain: nests.MM2[T], oracle: oracle.MM2[T], empty: oracle.EmptyMM2[T],
			args: func(g nestData) []any {
				ni, nj, nk, nl := g.size(180), g.size(190), g.size(210), g.size(220)
				return []any{
					ni, nj, nk, nl, g.scalar(1.5), g.scalar(0.5), g.zeros(ni * nj), g.values(ni * nk), g.values(nk * nj),
					g.values(nj * nl), g.values(ni * nl),
				}
			}},
		{name: "3mm", fn: "MM3", iters: 22800000, dims: 3, plain: nests.MM3[T], oracle: oracle.MM3[T], empty: oracle.EmptyMM3[T],
			args: func(g nestData) []any {
				ni, nj, nk, nl, nm := g.size(180), g.size(190), g.size(200), g.size(210), g.size(220)
				return []any{
					ni, nj, nk, nl, nm, g.zeros(ni * nj), g.values(ni * nk), g.values(nk * nj), g.zeros(nj * nl),
					g.values(nj * nm), g.values(nm * nl), g.zeros(ni * nl),
				}
			}},
		{name: "atax", fn: "ATAX", iters: 319800, dims: 2, plain: nests.ATAX[T], oracle: oracle.ATAX[T], empty: oracle.EmptyATAX[T],
			args: func(g nestData) []any {
				m, n := g.size(390), g.size(410)
				return []any{m, n, g.values(m * n), g.values(n), g.zeros(n), g.zeros(m)}
			}},
		{name: "bicg", fn: "BiCG", iters: 319800, dims: 2, plain: nests.BiCG[T], oracle: oracle.BiCG[T], empty: oracle.EmptyBiCG[T],
			args: func(g nestData) []any {
				m, n := g.size(390), g.size(410)
				return []any{m, n, g.values(n * m), g.zeros(m), g.zeros(n), g.values(m), g.values(n)}
			}},
		{name: "doitgen", fn: "Doitgen", iters: 7200000, dims: 3, plain: nests.Doitgen[T], oracle: oracle.Doitgen[T], empty: oracle.EmptyDoitgen[T],
			args: func(g nestData) []any {
				nr, nq, np := g.size(50), g.size(40), g.size(60)
				return []any{nr, nq, np, g.values(nr * nq * np), g.triangle(np, false), g.zeros(np)}
			}},
		{name: "mvt", fn: "MVT", iters: 320000, dims: 2, plain: nests.MVT[T], oracle: oracle.MVT[T], empty: oracle.EmptyMVT[T],
			args: func(g nestData) []any {
				n := g.size(400)
				return []any{n, g.values(n), g.values(n), g.values(n), g.values(n), g.values(n * n)}
			}},
	}
}

// solverNests returns decompositions and solvers.
func solverNests[T float32 | float64]() []nest {
	return []nest{
		{name: "cholesky", fn: "Cholesky", iters: 10666666, dims: 3, plain: nests.Cholesky[T], oracle: oracle.Cholesky[T], empty: oracle.EmptyCholesky[T],
			args: func(g nestData) []any {
				n := g.size(400)
				return []any{n, g.product(n, true)}
			}},
		{name: "durbin", fn: "Durbin", iters: 160000, dims: 2, ulp: 1 << 10, plain: nests.Durbin[T], oracle: oracle.Durbin[T], empty: oracle.EmptyDurbin[T],
			args: func(g nestData) []any {
				n := g.size(400)
				return []any{n, g.small(n), g.zeros(n), g.zeros(n)}
			}},
		{name: "gramschmidt", fn: "GramSchmidt", iters: 9600000, dims: 3, plain: nests.GramSchmidt[T], oracle: oracle.GramSchmidt[T], empty: oracle.EmptyGramSchmidt[T],
			args: func(g nestData) []any {
				m, n := g.size(240), g.size(200)
				return []any{m, n, g.columns(m, n), g.zeros(n * n), g.zeros(m * n)}
			}},
		{name: "lu", fn: "LU", iters: 21333333, dims: 3, plain: nests.LU[T], oracle: oracle.LU[T], empty: oracle.EmptyLU[T],
			args: func(g nestData) []any {
				n := g.size(400)
				return []any{n, g.product(n, false)}
			}},
		{name: "ludcmp", fn: "LUDCmp", iters: 21333333, dims: 3, plain: nests.LUDCmp[T], oracle: oracle.LUDCmp[T], empty: oracle.EmptyLUDCmp[T],
			args: func(g nestData) []any {
				n := g.size(400)
				return []any{n, g.product(n, false), g.values(n), g.zeros(n), g.zeros(n)}
			}},
		{name: "trisolv", fn: "TriSolv", iters: 80000, dims: 2, plain: nests.TriSolv[T], oracle: oracle.TriSolv[T], empty: oracle.EmptyTriSolv[T],
			args: func(g nestData) []any {
				n := g.size(400)
				return []any{n, g.triangle(n, false), g.zeros(n), g.values(n)}
			}},
	}
}

// otherNests returns statistics and what belongs nowhere else.
func otherNests[T float32 | float64]() []nest {
	return []nest{
		{name: "correlation", fn: "Correlation", iters: 7488000, dims: 3, ulp: 1 << 12, plain: nests.Correlation[T], oracle: oracle.Correlation[T], empty: oracle.EmptyCorrelation[T],
			args: func(g nestData) []any {
				m, n := g.size(240), g.size(260)
				return []any{m, n, g.observations(n, m), g.zeros(m * m), g.zeros(m), g.zeros(m)}
			}},
		{name: "covariance", fn: "Covariance", iters: 7488000, dims: 3, ulp: 1 << 12, plain: nests.Covariance[T], oracle: oracle.Covariance[T], empty: oracle.EmptyCovariance[T],
			args: func(g nestData) []any {
				m, n := g.size(240), g.size(260)
				return []any{m, n, g.observations(n, m), g.zeros(m * m), g.zeros(m)}
			}},
		{name: "deriche", fn: "Deriche", iters: 2073600, dims: 2, ulp: 1 << 12, plain: nests.Deriche[T], oracle: oracle.Deriche[T], empty: oracle.EmptyDeriche[T],
			args: func(g nestData) []any {
				w, h := g.size(720), g.size(480)
				return []any{w, h, 0.25, math.Exp(-0.25), math.Exp2(-0.25), g.level(w * h), g.zeros(w * h), g.zeros(w * h), g.zeros(w * h)}
			}},
		{name: "floyd-warshall", fn: "FloydWarshall", iters: 15625000, dims: 3, plain: nests.FloydWarshall[T], oracle: oracle.FloydWarshall[T], empty: oracle.EmptyFloydWarshall[T],
			args: func(g nestData) []any {
				n := g.size(250)
				return []any{n, g.values(n * n)}
			}},
		{name: "nussinov", fn: "Nussinov", iters: 2604166, dims: 3, plain: nests.Nussinov[T], oracle: oracle.Nussinov[T], empty: oracle.EmptyNussinov[T],
			args: func(g nestData) []any {
				n := g.size(250)
				return []any{n, g.bases(n), g.zeros(n * n)}
			}},
	}
}

// stencilNests returns the stencils over time.
func stencilNests[T float32 | float64]() []nest {
	return []nest{
		{name: "adi", fn: "ADI", iters: 3200000, dims: 2, ulp: 1 << 17, plain: nests.ADI[T], oracle: oracle.ADI[T], empty: oracle.EmptyADI[T],
			args: func(g nestData) []any {
				n, steps := g.size(200), g.steps(20)
				return []any{steps, n, g.level(n * n), g.zeros(n * n), g.zeros(n * n), g.zeros(n * n)}
			}},
		{name: "fdtd-2d", fn: "FDTD2D", iters: 2880000, dims: 2, ulp: 1 << 12, plain: nests.FDTD2D[T], oracle: oracle.FDTD2D[T], empty: oracle.EmptyFDTD2D[T],
			args: func(g nestData) []any {
				nx, ny, steps := g.size(200), g.size(240), g.steps(20)
				return []any{
					steps, nx, ny, g.ramp(nx, ny, 0, 1), g.ramp(nx, ny, 1, 0), g.ramp(nx, ny, 2, 3), g.ramp(steps, 1, 0, 0),
				}
			}},
		{name: "heat-3d", fn: "Heat3D", iters: 2560000, dims: 3, ulp: 1 << 10, plain: nests.Heat3D[T], oracle: oracle.Heat3D[T], empty: oracle.EmptyHeat3D[T],
			args: func(g nestData) []any {
				n, steps := g.size(40), g.steps(20)
				return []any{steps, n, g.values(n * n * n), g.values(n * n * n)}
			}},
		{name: "jacobi-1d", fn: "Jacobi1D", iters: 400000, dims: 1, ulp: 1 << 10, plain: nests.Jacobi1D[T], oracle: oracle.Jacobi1D[T], empty: oracle.EmptyJacobi1D[T],
			args: func(g nestData) []any {
				n, steps := g.size(2000), g.steps(100)
				return []any{steps, n, g.values(n), g.values(n)}
			}},
		{name: "jacobi-2d", fn: "Jacobi2D", iters: 2500000, dims: 2, ulp: 1 << 10, plain: nests.Jacobi2D[T], oracle: oracle.Jacobi2D[T], empty: oracle.EmptyJacobi2D[T],
			args: func(g nestData) []any {
				n, steps := g.size(250), g.steps(20)
				return []any{steps, n, g.values(n * n), g.values(n * n)}
			}},
		{name: "seidel-2d", fn: "Seidel2D", iters: 3200000, dims: 2, ulp: 1 << 10, plain: nests.Seidel2D[T], oracle: oracle.Seidel2D[T], empty: oracle.EmptySeidel2D[T],
			args: func(g nestData) []any {
				n, steps := g.size(400), g.steps(20)
				return []any{steps, n, g.values(n * n)}
			}},
	}
}
