package features

// Nests that are fused, cut and turned.

// NestPair is two nests over the same cells. They are fused at both levels, in front of which it is tested that the
// slices do not overlap.
//
//	args grid
//	row T24 M16 C31
//	with fuse.enable
//	counter with fuse.disable
//	step@1 fuse, generation 0: loops fused (checks=3)
//	step@2 fuse ... loops fused (checks=0)
//	step@1 flatten, heuristics: loops flattened
//	row T24 P16
//	with pragma omp fuse looprange(1,2)
//	counter bare
//	step@1 fuse, generation 0: loops fused
//	row A42 T24
//	with fuse.enable fuse.followup_fused{interchange.enable}
//	step@1 fuse, generation 0: loops fused
//	step@1 interchange, generation 1: loops interchanged
//	row C32
//	with fuse.enable fuse.followup_fused{split.at=3 split.followup_second{peel.count=1 peel.followup_remaining{interchange.enable}}}
//	with2 disable_nonforced fuse.enable
//	step@1 fuse, generation 0: loops fused
//	step@2 fuse, generation 0: loops fused (checks=0)
//	step@1 split, generation 1: index set split (parts=2)
//	step@1 peel, generation 2: loop peeled (count=1)
//	step@1 interchange, generation 3: loops interchanged
func NestPair(y, z, x []int32, n int) {
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			y[i*n+j] = x[i*n+j]*3 + 1
		}
	}
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			z[i*n+j] = y[i*n+j]*5 + x[i*n+j]
		}
	}
}

// NestPairBehind has a second nest that needs what the first has done to the next cell of the row: the rows may be
// fused, the loops in them not.
//
//	args grid
//	row T24 C31
//	with fuse.enable
//	counter with fuse.disable
//	step@1 fuse, generation 0: loops fused
//	no step@2 fuse ... loops fused
//	remark inner loops not fused ... [fuse:DepBlocksFusion]
func NestPairBehind(y, z []int32, n int) {
	for i := 1; i < n-1; i++ {
		for j := 1; j < n-1; j++ {
			y[i*n+j] = y[i*n+j]*3 + 1
		}
	}
	for i := 1; i < n-1; i++ {
		for j := 1; j < n-1; j++ {
			z[i*n+j] = y[i*n+j+1]
		}
	}
}

// NestPairBelow has a second nest that needs what the first does to the next row: nothing of it can be done before.
//
//	args grid
//	row T24 C33
//	with fuse.enable
//	warning*1 loops not fused ... [fuse:UnknownDependence]
//	no step fuse ... loops fused
func NestPairBelow(y, z []int32, n int) {
	for i := 1; i < n-1; i++ {
		for j := 0; j < n; j++ {
			y[i*n+j] = y[i*n+j]*3 + 1
		}
	}
	for i := 1; i < n-1; i++ {
		for j := 0; j < n; j++ {
			z[i*n+j] = y[(i+1)*n+j]
		}
	}
}

// NestPairAbove has a second nest that needs what the first has done to the row before, and to the cell before: that is
// done by then.
//
//	args grid
//	row T24 C31
//	with fuse.enable
//	counter with fuse.disable
//	step@1 fuse, generation 0: loops fused
//	step@2 fuse ... loops fused (checks=0)
func NestPairAbove(y, z []int32, n int) {
	for i := 1; i < n-1; i++ {
		for j := 1; j < n-1; j++ {
			y[i*n+j] = y[i*n+j]*3 + 1
		}
	}
	for i := 1; i < n-1; i++ {
		for j := 1; j < n-1; j++ {
			z[i*n+j] = y[(i-1)*n+j+1] + y[i*n+j-1]
		}
	}
}

// NestPairDeep is fused at three levels.
//
//	args below=7 times=9
//	row T24 C31
//	with fuse.enable
//	counter with fuse.disable
//	step@1 fuse, generation 0: loops fused
//	step@2 fuse ... loops fused (checks=0)
//	step@3 fuse ... loops fused (checks=0)
func NestPairDeep(y, z, x []int32, n int) {
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			for k := 0; k < n; k++ {
				y[(i*n+j)*n+k] = x[(i*n+j)*n+k]*3 + 1
			}
		}
	}
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			for k := 0; k < n; k++ {
				z[(i*n+j)*n+k] = y[(i*n+j)*n+k] + x[(i*n+j)*n+k]
			}
		}
	}
}

// NestPairSums has a first nest that stores a sum per row, between the inner loops: only the outer ones are fused.
//
//	args grid
//	row T24 C31
//	with fuse.enable
//	counter with fuse.disable
//	step@1 fuse, generation 0: loops fused
//	remark inner loops not fused ... [fuse:CodeBetween]
func NestPairSums(s, z, x []int32, n int) {
	for i := 0; i < n; i++ {
		t := int32(0)
		for j := 0; j < n; j++ {
			t += x[i*n+j]
		}
		s[i] = t
	}
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			z[i*n+j] = x[i*n+j] - s[i]
		}
	}
}

// Edges is a nest of which the first or the last columns are cut off, or that is cut in two: what is left leaves no
// doubt about its subscripts, wherever its loops begin.
//
//	args grid
//	row T22 C34
//	with peel.count=1 peel.followup_remaining{interchange.enable}
//	step@1 peel, generation 0: loop peeled (count=1)
//	step@1 interchange, generation 1: loops interchanged
//	row T22 C34
//	with peel.last=1 peel.followup_remaining{interchange.enable}
//	step@1 peel, generation 0: last iterations peeled (count=1)
//	step@1 interchange, generation 1: loops interchanged
//	row T22 C34
//	with peel.count=2 peel.followup_remaining{peel.last=2 peel.followup_remaining{interchange.enable interchange.followup_inner{vectorize.width=4}}}
//	step@1 interchange, generation 2: loops interchanged
//	step@1 vectorize, generation 3: loop vectorized (VF=4
//	row C35 A42
//	with split.at=5 split.followup_all{interchange.enable interchange.followup_inner{unroll.count=2 vectorize.enable=0}}
//	step@1 split, generation 0: index set split (parts=2)
//	step@1*2 interchange, generation 1: loops interchanged
//	step@1*2 unroll, generation 2: loop unrolled (count=2
//	row C35
//	with distribute.enable distribute.followup_all{flatten.disable}
//	with2 peel.count=1
//	step@2 peel, generation 0: loop peeled (count=1)
//	step@1 distribute, generation 0: loop distributed
func Edges(y, x []int32, n int) {
	for j := 0; j < n; j++ {
		for i := 0; i < n; i++ {
			y[i*n+j] = x[i*n+j]*3 + 1
		}
	}
}

// EdgesCarried has cells that need the one up and to the left.
//
//	args grid
//	row T22 C34
//	with peel.count=1 peel.followup_remaining{interchange.enable}
//	step@1 peel, generation 0: loop peeled (count=1)
//	step@1 interchange, generation 1: loops interchanged
func EdgesCarried(y []int32, n int) {
	for j := 2; j < n; j++ {
		for i := 1; i < n; i++ {
			y[i*n+j] = y[(i-1)*n+j-1]*3 + 1
		}
	}
}

// SplitOuter has a condition on the row, which is decided in each of two nests.
//
//	args grid
//	row C36 A42
//	with split.at=m split.followup_first{reverse.enable}
//	step@1 split, generation 0: index set split (parts=2)
//	step@1 reverse, generation 1
//	row C36
//	with pragma omp split counts(3,omp_fill)
//	step@1 split, generation 0: index set split (parts=2)
func SplitOuter(y, x []int32, n, m int) {
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			if i < m {
				y[i*n+j] = x[i*n+j]*3 + 1
			} else {
				y[i*n+j] = x[i*n+j] ^ 5
			}
		}
	}
}

// UnrolledTwice has groups of groups.
//
//	args line
//	row C37
//	with unroll.count=2 unroll.followup_unrolled{unroll.count=3 unroll.followup_unrolled{vectorize.enable}}
//	step unroll, generation 0: loop unrolled (count=2
//	step unroll, generation 1: loop unrolled (count=3
//	step vectorize, generation 2: loop vectorized
//	row C37
//	with unroll.count=3 unroll.followup_unrolled{unroll.count=2 unroll.followup_unrolled{stripmine.size=4}}
//	step unroll, generation 0: loop unrolled (count=3
//	step unroll, generation 1: loop unrolled (count=2
//	step stripmine, generation 2: loop strip-mined (size=4
func UnrolledTwice(y, x []int32) {
	for i := range y {
		y[i] = y[i]*3 + x[i]
	}
}

// TileBy is tiled by sizes that the caller gives.
//
//	args grid
//	row M16 P16 T25 C39
//	with pragma omp tile sizes(p,q)
//	counter bare
//	step@1 stripmine, generation 0: loop strip-mined (size=p)
//	step@2 stripmine, generation 0: loop strip-mined (size=q)
//	step@1 interchange ... loops interchanged
//	row C39
//	with2 stripmine.size=q stripmine.followup_inner{vectorize.width=4}
//	step@2 stripmine, generation 0: loop strip-mined (size=q)
//	step@2 vectorize, generation 1: loop vectorized (VF=4
func TileBy(y, x []int32, n, p, q int) {
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			y[j*n+i] = x[i*n+j]
		}
	}
}

// StripsBy is cut into strips of a size that the caller gives.
//
//	args line below=40
//	row M16 T25 C39
//	with stripmine.size=m stripmine.followup_inner{vectorize.width=4 interleave.count=1}
//	step stripmine, generation 0: loop strip-mined (size=m)
//	step vectorize, generation 1: loop vectorized (VF=4
//	result stripmine -> ... (depth 2): vectorize.width=4 interleave.count=1
func StripsBy(y, x []int32, m int) {
	for i := range y {
		y[i] = y[i]*3 + x[i]
	}
}

// NarrowTail leaves a narrower vector loop behind the main one, of which nobody wants more than the followup says.
//
//	args line
//	on avx512 avx2
//	row A08
//	with vectorize.width=4 interleave.count=4 vectorize.predicate.enable=0 vectorize.followup_vectorized{disable_nonforced}
//	counter with vectorize.width=4 interleave.count=4 vectorize.predicate.enable=0
//	result*2 vectorize -> vector.body (depth 1): disable_nonforced
func NarrowTail(y, x []int32) {
	for i := range y {
		y[i] = y[i]*3 + x[i]
	}
}

// Flat4Conditions has a condition that is the same throughout, and a loop behind, in the innermost rows of an array of
// four dimensions.
//
//	args below=5 times=9
//	row C38
//	with4 unswitch.enable unswitch.followup_all{fuse.enable fuse.followup_fused{vectorize.width=4}}
//	step@4 unswitch, generation 0: loop unswitched
//	step@4*2 fuse, generation 1: loops fused (checks=0)
//	step@4*2 vectorize, generation 2: loop vectorized (VF=4
func Flat4Conditions(y, z, x []int32, n int, c bool) {
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			for k := 0; k < n; k++ {
				for l := 0; l < n; l++ {
					if c {
						y[((i*n+j)*n+k)*n+l] = x[((i*n+j)*n+k)*n+l] * 3
					} else {
						y[((i*n+j)*n+k)*n+l] = x[((i*n+j)*n+k)*n+l] ^ 5
					}
				}
				for l := 0; l < n; l++ {
					z[((i*n+j)*n+k)*n+l] = y[((i*n+j)*n+k)*n+l] + x[((i*n+j)*n+k)*n+l]
				}
			}
		}
	}
}

// Flat4Sizes is an array of four sizes.
//
//	args below=6 times=9
//	row C38
//	with4 unswitch.enable unswitch.followup_all{fuse.enable fuse.followup_fused{vectorize.width=4}}
//	step@4 unswitch, generation 0: loop unswitched
//	step@4*2 fuse, generation 1: loops fused (checks=0)
//	step@4*2 vectorize, generation 2: loop vectorized (VF=4
func Flat4Sizes(y, z, x []int32, a, b, c, d int, m bool) {
	for i := 0; i < a; i++ {
		for j := 0; j < b; j++ {
			for k := 0; k < c; k++ {
				for l := 0; l < d; l++ {
					if m {
						y[((i*b+j)*c+k)*d+l] = x[((i*b+j)*c+k)*d+l] * 3
					} else {
						y[((i*b+j)*c+k)*d+l] -= x[((i*b+j)*c+k)*d+l] ^ 5
					}
				}
				for l := 0; l < d; l++ {
					z[((i*b+j)*c+k)*d+l] = y[((i*b+j)*c+k)*d+l] + x[l]
				}
			}
		}
	}
}

// Flat4Inside leaves the faces of the array out, and multiplies its sizes out.
//
//	args below=6 times=9
//	row C38
//	with4 unswitch.enable unswitch.followup_true{fuse.enable fuse.followup_fused{vectorize.width=4}}
//	step@4 unswitch, generation 0: loop unswitched
//	step@4 fuse, generation 1: loops fused (checks=0)
//	step@4 vectorize, generation 2: loop vectorized (VF=4
func Flat4Inside(y, z, x []int32, n, m int) {
	for i := 1; i < n-1; i++ {
		for j := 1; j < n-1; j++ {
			for k := 1; k < n-1; k++ {
				for l := 1; l < n-1; l++ {
					t := x[i*n*n*n+j*n*n+k*n+l]
					if m > 3 {
						t += x[i*n*n*n+j*n*n+k*n+l-1]
					}
					y[i*n*n*n+j*n*n+k*n+l] = t
				}
				for l := 1; l < n-1; l++ {
					z[i*n*n*n+j*n*n+k*n+l] = y[i*n*n*n+j*n*n+k*n+l-1]
				}
			}
		}
	}
}

// Flat4Nests is unswitched as a whole, and both nests are fused with the one behind.
//
//	args below=5 times=9
//	row C38
//	with unswitch.enable unswitch.followup_all{fuse.enable}
//	step@1 unswitch, generation 0: loop unswitched
//	step@1*2 fuse, generation 1: loops fused
//	step@4 fuse ... loops fused (checks=0)
func Flat4Nests(y, x []int32, n, m int) {
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			for k := 0; k < n; k++ {
				for l := 0; l < n; l++ {
					if m > 2 {
						y[((i*n+j)*n+k)*n+l] = x[((i*n+j)*n+k)*n+l] * 3
					} else {
						y[((i*n+j)*n+k)*n+l]++
					}
				}
			}
		}
	}
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			for k := 0; k < n; k++ {
				for l := 0; l < n; l++ {
					x[((i*n+j)*n+k)*n+l] = y[((i*n+j)*n+k)*n+l] + 7
				}
			}
		}
	}
}

// RowProduct multiplies matrices by rows that are cut out of them. The checks of the slices are hoisted out of the nest,
// and what is accessed is seen as elements of the matrices.
//
//	args grid
//	row C41
//	counter with unroll_and_jam.disable
//	step@1 checks, heuristics: checks hoisted out of the nest
//	step@1 unroll_and_jam, heuristics: loop unrolled and jammed
//	step interchange, heuristics: loops interchanged
func RowProduct(c, a, b []float32, n int) {
	for i := range n {
		row := c[i*n : (i+1)*n]
		for k, x := range a[i*n : i*n+n] {
			br := b[k*n : k*n+n]
			for j := range row {
				row[j] += x * br[j]
			}
		}
	}
}

// PanelProduct multiplies matrices, which are divided into panels if they are large.
//
//	args grid
//	row C42
//	counter with unroll_and_jam.disable
//	step@1 panels, heuristics: matrix packed into panels
//	step@1 unroll_and_jam, heuristics: loop unrolled and jammed
func PanelProduct(c, a, b []float32, n int) {
	for i := range n {
		for j := range n {
			var s float32
			for k := range n {
				s += a[i*n+k] * b[k*n+j]
			}
			c[i*n+j] = s
		}
	}
}

// RowsProduct multiplies matrices that are slices of rows: one matrix each, if the nest versioned for equidistant rows.
//
//	row T77
//	counter kernel RowsChosen
//	step@1 rows, heuristics: nest versioned for equidistant rows (matrices=3)
//	step@1 panels, heuristics: matrix packed into panels
func RowsProduct(c, a, b [][]float32) {
	for i := range c {
		for j := range c[i] {
			var s float32
			for k := range b {
				s += a[i][k] * b[k][j]
			}
			c[i][j] = s
		}
	}
}

// RowsPart adds the product of parts of matrices to another: the rows may lie further apart than they are long.
//
//	row V14
//	counter kernel RowsChosen
//	step@1 rows, heuristics: nest versioned for equidistant rows (matrices=3)
//	step@1 panels, heuristics: matrix packed into panels
func RowsPart(c, a, b [][]float32, n int) {
	for i := range n {
		for k := range n {
			s := a[i][k]
			for j := range n {
				c[i][j] += s * b[k][j]
			}
		}
	}
}

// RowsTurned turns a matrix of rows.
//
//	row T77
//	counter kernel RowsChosen
//	step@1 rows, heuristics: nest versioned for equidistant rows (matrices=2)
//	step@1 interchange, heuristics: loops interchanged
func RowsTurned(t, a [][]int32) {
	for i := range a {
		for j := range a[i] {
			t[j][i] = a[i][j]
		}
	}
}

// RowsSmoothed is a stencil over rows: their headers leave the inner loop, whose short loops over rows are gone by then.
//
//	row T77 T78
//	counter kernel RowsChosen
//	step@1 rows, heuristics: nest versioned for equidistant rows (matrices=2)
//	step@2 vectorize, heuristics: loop vectorized
func RowsSmoothed(d, a [][]float32, w *[9]float32) {
	for i := 1; i < len(a)-1; i++ {
		for j := 1; j < len(a[i])-1; j++ {
			var s float32
			for y := range 3 {
				for x := range 3 {
					s += a[i+y-1][j+x-1] * w[y*3+x]
				}
			}
			d[i][j] = s
		}
	}
}

// RowsChosen goes through rows that the data name: each has its header loaded, and its checks.
func RowsChosen(d, a [][]int32, at []int32) {
	for i := range min(len(at), len(d)) {
		from := a[int(at[i])&(len(a)-1)]
		for j := range min(len(d[i]), len(from)) {
			d[i][j] += from[j]
		}
	}
}
