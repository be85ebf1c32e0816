package bench

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
)

// NestsLength is the length that stands for PolyBench's data set MEDIUM. Every size of a kernel grows with the length.
const NestsLength = 240

// nestLengths are the lengths at which nests are compared with gc. Their time grows with the cube of the length, so that
// these are fewer than for loops: all small ones, and some around tiles and multiples of vectors.
var nestLengths = []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 15, 16, 17, 19, 23, 31, 33, 40, 47, 64, 70, 97, 130}

// nest is a kernel of the suite nests, for one type of element.
type nest struct {
	name, fn             string
	iters                float64 // how often the innermost loops run for MEDIUM, all together
	dims                 float64 // the power of the length with which that grows
	plain, oracle, empty any
	args                 func(g nestData) []any
	ulp                  int // results are rounded also if arguments are whole: how far off mode fast may be, in units in the last place
}

// Nests returns the suite nests: the 30 computations of PolyBench for float32 under their usual names, and for float64 with
// _f64 behind the name.
func Nests() []*Kernel {
	return join(nestKernels[float32]("float32", ""), nestKernels[float64]("float64", "_f64"))
}

func nestKernels[T float32 | float64](inst, suffix string) []*Kernel {
	texts := functions("nests")
	var all []*Kernel
	for _, l := range slices.Concat(productNests[T](), solverNests[T](), otherNests[T](), stencilNests[T]()) {
		all = append(all, &Kernel{
			Name: l.name + suffix, Suite: "nests", File: l.name + ".go", Text: texts[l.fn].text, Func: l.fn, Inst: inst,
			Type: reflect.TypeOf(l.plain), Plain: l.plain, Oracle: l.oracle, Empty: l.empty, Bind: BindAny,
			Args: func(rng *rand.Rand, n int, d Data) []any {
				return typed[T](l.args(nestData{gen{rng, d, n}, l.ulp > 0}))
			},
			Work: func(n int) Work {
				return Work{Elems: l.iters * math.Pow(float64(n)/NestsLength, l.dims), Iterations: true}
			},
			Lengths: nestLengths, Sums: true, Feeds: true, Rounds: l.ulp > 0, FastULP: l.ulp,
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

// columns returns an m×n matrix, m ≥ n, whose columns are whole after making them orthogonal: those of a signed permutation
// times a triangle.
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
