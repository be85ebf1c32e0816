package kernels

// Nests of loops. gc compiles them with the tests, hotloop gets this file's text. Products that feed a sum
// are converted, so that gc fuses them nowhere.

func NkMatmul(c, a, b []float32, n, m, p int) {
	for i := 0; i < n; i++ {
		for j := 0; j < m; j++ {
			s := c[i*m+j]
			for k := 0; k < p; k++ {
				s += float32(a[i*p+k] * b[k*m+j])
			}
			c[i*m+j] = s
		}
	}
}

func NkMatmulMemory(c, a, b []float32, n, m, p int) {
	for i := 0; i < n; i++ {
		for j := 0; j < m; j++ {
			for k := 0; k < p; k++ {
				c[i*m+j] += float32(a[i*p+k] * b[k*m+j])
			}
		}
	}
}

func NkMatmulZero(c, a, b []float32, n, m, p int) {
	for i := range n {
		for j := range m {
			var s float32
			for k := range p {
				s += float32(a[i*p+k] * b[k*m+j])
			}
			c[i*m+j] = s + float32(j)
		}
	}
}

func NkColumnSums(c, a, b []float32, n, m, p int) {
	for j := 0; j < m; j++ {
		for i := 0; i < n; i++ {
			c[j] += a[i*m+j]
		}
	}
}

func NkConv(c, a, b []float32, n, m, p int) {
	w := m + p
	for y := 0; y < n; y++ {
		for x := 0; x < m; x++ {
			var s float32
			for ky := 0; ky < p; ky++ {
				for kx := 0; kx < p; kx++ {
					s += float32(a[(y+ky)*w+x+kx] * b[ky*p+kx])
				}
			}
			c[y*m+x] = s
		}
	}
}

// Two sums at once, and a maximum, over columns.
func NkColumnStats(c, a, b []float32, n, m, p int) {
	for j := 0; j < m; j++ {
		s, most := b[j], float32(0)
		for i := 0; i < n; i++ {
			v := a[i*m+j]
			s += v
			if v > most {
				most = v
			}
		}
		c[2*m+j] = s
		c[j] = most
	}
}

// A rank update below the diagonal: the columns' loop runs differently often for each row.
func NkSyrk(c, a, b []float32, n, m, p int) {
	for i := 0; i < n; i++ {
		for j := 0; j <= i; j++ {
			for k := 0; k < p; k++ {
				c[i*n+j] += float32(a[i*p+k] * a[j*p+k])
			}
		}
	}
}

func NkTriangleTimes(c, a, b []float32, n, m, p int) {
	for i := 0; i < n; i++ {
		for j := 0; j < m; j++ {
			s := b[i*m+j]
			for k := i; k < n; k++ {
				s += float32(a[i*n+k] * b[k*m+j])
			}
			c[i*m+j] = s
		}
	}
}

// In place: rows depend on the rows before.
func NkForward(c, a, b []float32, n, m, p int) {
	for i := 1; i < n; i++ {
		for j := 0; j < m; j++ {
			s := c[i*m+j]
			for k := 0; k < i; k++ {
				s -= float32(a[i*n+k] * c[k*m+j])
			}
			c[i*m+j] = s
		}
	}
}

func NkJam2(c, a, b []float32, n, m, p int) {
	//loop:unroll_and_jam.count=2
	for i := 0; i < n; i++ {
		s := float32(0)
		for j := 0; j < m; j++ {
			s += float32(a[i*m+j] * b[j])
		}
		c[i] = s
	}
}

func NkJam3Memory(c, a, b []float32, n, m, p int) {
	//loop:unroll_and_jam.count=3
	for i := 0; i < n; i++ {
		for j := 0; j < m; j++ {
			c[i] += float32(a[i*m+j] * b[j])
		}
	}
}

// Several inner loops, one after the other and one in the other.
func NkJamSeveral(c, a, b []float32, n, m, p int) {
	//loop:unroll_and_jam.count=4
	for i := 0; i < n; i++ {
		s := b[0]
		for j := 0; j < m; j++ {
			s += a[i*m+j]
		}
		t := float32(i)
		for k := 0; k < p; k++ {
			for j := 0; j < m; j++ {
				t += float32(a[k*m+j] * s)
			}
			t -= 1
		}
		c[i] = t
	}
}

// Row i reads row i-1 at the same column: lockstep keeps that order.
func NkJamForward(c, a, b []float32, n, m, p int) {
	//loop:unroll_and_jam.count=2
	for i := 1; i < n; i++ {
		for j := 0; j < m; j++ {
			c[i*m+j] = c[(i-1)*m+j] + a[j]
		}
	}
}

// Row i reads row i-1 one column on, which lockstep would not have seen yet: refused.
func NkJamBackward(c, a, b []float32, n, m, p int) {
	//loop:unroll_and_jam.count=2
	for i := 1; i < n; i++ {
		for j := 0; j < m-1; j++ {
			c[i*m+j] = c[(i-1)*m+j+1] + a[j]
		}
	}
}

// Distance two in the outer loop: two rows may be jammed, three may not.
func NkJamDistance(c, a, b []float32, n, m, p int) {
	//loop:unroll_and_jam.count=2
	for i := 2; i < n; i++ {
		for j := 0; j < m-1; j++ {
			c[i*m+j] = c[(i-2)*m+j+1] + a[j]
		}
	}
}

func NkSwap(c, a, b []float32, n, m, p int) {
	//loop:interchange.enable
	for j := 0; j < m; j++ {
		for i := 0; i < n; i++ {
			c[i*m+j] = a[i*m+j] + float32(2*b[j])
		}
	}
}

// The rows' sum goes to memory; the whole of b must be apart.
func NkSwapSum(c, a, b []float32, n, m, p int) {
	for i := 0; i < n; i++ {
		//loop:interchange.enable
		for j := 0; j < m; j++ {
			s := c[i*m+j]
			for k := 0; k < p; k++ {
				s += float32(a[i*p+k] * b[k*m+j])
			}
			c[i*m+j] = s
		}
	}
}

// Three loops, turned around: k, j, i.
func NkSwapThree(c, a, b []float32, n, m, p int) {
	//loop:interchange.enable interchange.followup_inner{interchange.enable}
	for i := 0; i < n; i++ {
		//loop:interchange.enable
		for j := 0; j < m; j++ {
			for k := 0; k < p; k++ {
				c[i*m+j] += float32(a[i*p+k] * b[k*m+j])
			}
		}
	}
}

func NkSwapLower(c, a, b []float32, n, m, p int) {
	//loop:interchange.enable
	for i := 0; i < n; i++ {
		for j := 0; j <= i; j++ {
			c[i*n+j] += a[j*n+i]
		}
	}
}

func NkSwapUpper(c, a, b []float32, n, m, p int) {
	//loop:interchange.enable
	for i := 0; i < n; i++ {
		for j := i + 1; j < n; j++ {
			c[i*n+j] += float32(a[j] * float32(i-j))
		}
	}
}

// A strictly lower triangle, of which the first row is empty.
func NkSwapStrict(c, a, b []float32, n, m, p int) {
	//loop:interchange.enable
	for i := 0; i < n; i++ {
		for j := 0; j < i; j++ {
			c[i*n+j] += float32(a[j] * b[i])
		}
	}
}

// (1, -1): the other order would read what is not written yet.
func NkSwapSkew(c, a, b []float32, n, m, p int) {
	//loop:interchange.enable
	for i := 1; i < n; i++ {
		for j := 0; j < m-1; j++ {
			c[i*m+j] = c[(i-1)*m+j+1] + a[j]
		}
	}
}

// (1, 1) may be swapped.
func NkSwapDiagonal(c, a, b []float32, n, m, p int) {
	//loop:interchange.enable
	for i := 1; i < n; i++ {
		for j := 1; j < m; j++ {
			c[i*m+j] = c[(i-1)*m+j-1] + a[j]
		}
	}
}

// A sum of integers passes through both loops.
func NkSwapCount(c, a, b []float32, n, m, p int) {
	total := 1
	//loop:interchange.enable
	for j := 0; j < m; j++ {
		for i := 0; i < n; i++ {
			if a[i*m+j] > 2 {
				total += i + 3*j
			}
		}
	}
	c[0] = float32(total & 0xffff)
}

// A sum of floats keeps its order.
func NkSwapFloats(c, a, b []float32, n, m, p int) {
	var s float32
	//loop:interchange.enable
	for j := 0; j < m; j++ {
		for i := 0; i < n; i++ {
			s += a[i*m+j]
		}
	}
	c[0] = s
}

func NkStrip(c, a, b []float32, n, m, p int) {
	//loop:stripmine.size=8
	for i := 0; i < n*m; i++ {
		c[i] = a[i] + b[i]
	}
}

// With a sum, a count downwards, and checks that may fail.
func NkStripDown(c, a, b []float32, n, m, p int) {
	var s float32
	//loop:stripmine.size=5 stripmine.followup_inner{unroll.count=2}
	for i := n*m - 1; i >= 0; i-- {
		s += a[i]
		c[i] = s
	}
	c[1] = s
}

func NkTile(c, a, b []float32, n, m, p int) {
	//loop:stripmine.size=8 stripmine.followup_inner{interchange.enable}
	for i := 0; i < n; i++ {
		//loop:stripmine.size=16
		for j := 0; j < m; j++ {
			for k := 0; k < p; k++ {
				c[i*m+j] += float32(a[i*p+k] * b[k*m+j])
			}
		}
	}
}

// All three loops of i, k, j: io ko jo ii ki ji.
func NkTileThree(c, a, b []float32, n, m, p int) {
	//loop:stripmine.size=4 stripmine.followup_inner{interchange.enable interchange.followup_inner{interchange.enable}}
	for i := 0; i < n; i++ {
		//loop:stripmine.size=4 stripmine.followup_inner{interchange.enable}
		for k := 0; k < p; k++ {
			//loop:stripmine.size=16
			for j := 0; j < m; j++ {
				c[i*m+j] += float32(a[i*p+k] * b[k*m+j])
			}
		}
	}
}

func NkFlat(c, a, b []float32, n, m, p int) {
	//loop:flatten.enable
	for i := 0; i < n; i++ {
		for j := 0; j < m; j++ {
			c[i*m+j] = a[i*m+j] + float32(2*b[i*m+j+1])
		}
	}
}

func NkFlatCount(c, a, b []float32, n, m, p int) {
	total := 3
	//loop:flatten.enable
	for i := 0; i < n; i++ {
		for j := 0; j < m; j++ {
			if a[i*m+j] > 1 {
				total += 1 + i*m + j
			}
		}
	}
	c[0] = float32(total & 0xffff)
}

func NkFlatStep(c, a, b []float32, n, m, p int) {
	//loop:flatten.enable
	for i := 0; i < n; i++ {
		for j := 0; j < 5; j++ {
			c[2*(i*5+j)] = a[i*5+4-j] + 1
		}
	}
}

func NkFlatEven(c, a, b []float32, n, m, p int) {
	//loop:flatten.enable
	for i := n; i > 0; i-- {
		for j := 0; j < 5; j++ {
			c[2*((n-i)*5+j)] += 1
		}
	}
}

// One counter alone is used, too.
func NkFlatApart(c, a, b []float32, n, m, p int) {
	//loop:flatten.enable
	for i := 0; i < n; i++ {
		for j := 0; j < m; j++ {
			c[i*m+j] = a[j]
		}
	}
}

// Both loops carry a dependence, and tiles keep them.
func NkSkewedTile(c, a, b []float32, n, m, p int) {
	//loop:stripmine.size=4 stripmine.followup_inner{interchange.enable}
	for i := 1; i < n; i++ {
		//loop:stripmine.size=8
		for j := 1; j < m; j++ {
			c[i*m+j] = c[(i-1)*m+j] + c[i*m+j-1]
		}
	}
}

func NkGemv(c, a, b []float32, n, m, p int) {
	for i := 0; i < n; i++ {
		s := float32(1)
		for k := 0; k < m; k++ {
			s += float32(a[i*m+k] * b[k])
		}
		c[i] = s
	}
}

// Inductions that inner loops count on.
func NkCounted(c, a, b []float32, n, m, p int) {
	k := 1
	for i := 0; i < n; i++ {
		for j := 1; j < m; j++ {
			c[j*n+i] = c[(j-1)*n+i] + float32(a[k-1]*b[j*n+i])
			k++
		}
		k++
	}
}

// The same variable through two loops, by two and down again; what is left of it is used.
func NkCountedTwice(c, a, b []float32, n, m, p int) {
	at := 0
	for row := 0; row < n; row++ {
		at += 3
		for x := 0; x < m; x++ {
			c[x*n+row] += a[at]
			at += 2
		}
		at--
		for x := 2; x <= m; x++ {
			at -= 2
			c[row] += a[at]
		}
	}
	if at >= 0 {
		c[0] += float32(at)
	}
}

// Counted on where a guard is another one than the loop's, and where iterations differ: no inductions.
func NkCountedMaybe(c, a, b []float32, n, m, p int) {
	k := 0
	for i := 0; i < n; i++ {
		if m > p {
			for j := 0; j < m; j++ {
				c[j*n+i] += a[k]
				k++
			}
		}
		for j := i; j < m; j++ {
			c[j*n+i] -= b[k]
			k++
		}
	}
	c[1] += float32(k)
}

// Three loops deep, from the largest down.
func NkCountedDown(c, a, b []float32, n, m, p int) {
	k := n*m*3 - 1
	for i := n; i > 0; i-- {
		for j := 0; j < m; j++ {
			for l := range 3 {
				c[j*n+i-1] += float32(a[k] * b[l])
				k--
			}
		}
	}
}

// Squares of which each row needs the one above, and the columns to the left of it.
func NkRowsDown(c, a, b []float32, n, m, p int) {
	for i := 1; i < n; i++ {
		for j := 1; j < m; j++ {
			c[i*m+j] = c[(i-1)*m+j-1] + c[(i-1)*m+j] + b[j*n+i]
		}
	}
}

// And those to the right, which come too late.
func NkRowsRight(c, a, b []float32, n, m, p int) {
	for i := 1; i < n; i++ {
		for j := 0; j < m-1; j++ {
			c[i*m+j] = c[(i-1)*m+j+1] + b[j*n+i]
		}
	}
}

// Triangles of which the rows on one side of the diagonal need the columns on the other.
func NkTurnedTriangle(c, a, b []float32, n, m, p int) {
	for i := 0; i < n; i++ {
		for j := 0; j < i; j++ {
			c[i*m+j] = c[j*m+i] + float32(b[i*m+j]*a[i])
		}
	}
}

// Longer rows, from the diagonal's upper neighbour on, and what the row above has stored.
func NkTurnedTrapezoid(c, a, b []float32, n, m, p int) {
	for i := 2; i < n; i++ {
		for j := 0; j < i+3; j++ {
			c[i*m+j] = c[(i-1)*m+j] - b[j*n+i]
		}
	}
}

// The diagonal itself is on both sides, and the triangle beginning a row late has rows without columns.
func NkTurnedDiagonal(c, a, b []float32, n, m, p int) {
	for i := 0; i < n; i++ {
		for j := 0; j <= i; j++ {
			c[i*m+j] = c[j*m+i] + a[j]
		}
	}
	for i := 0; i < n; i++ {
		for j := 0; j < i-5; j++ {
			a[i*m+j] = b[j*m+i] + a[i*m+j] + b[i]
		}
	}
}

// The lower triangle one column too wide, so that it reads what it has stored.
func NkTurnedWide(c, a, b []float32, n, m, p int) {
	for i := 1; i < n; i++ {
		for j := 0; j < i; j++ {
			c[i*m+j] = c[(j+1)*m+i] + a[j]
		}
	}
	for i := 1; i < n; i++ {
		for j := 0; j < i; j++ {
			b[i*m+j+1] = b[j*m+i] + a[j]
		}
	}
	for i := 1; i < n; i++ {
		for j := 0; j < i; j++ {
			c[i*m+j] = c[j*m+i+1] + a[j]
		}
	}
}

// A packed triangle, row by row one longer, walked column by column.
func NkPacked(c, a, b []float32, n, m, p int) {
	for i := 0; i < n; i++ {
		k := (i+1)*i/2 + i
		for j := i; j < n; j++ {
			c[k] += b[j*m+i]
			k += j + 1
		}
	}
}

// Without the diagonal, shifted, the step found another way, and k used for the triangle's neighbour.
func NkPackedStrict(c, a, b []float32, n, m, p int) {
	for i := 0; i < n; i++ {
		at := (i*i+i)>>1 + i + p
		for j := i + 1; j < n; j++ {
			at += j
			c[at] = c[at] - float32(b[j*m+i]*a[j])
		}
	}
}

// Rows that overlap: each is one longer than the distance to the next, or begins a place late, or reads the one before.
func NkPackedTight(c, a, b []float32, n, m, p int) {
	for i := 0; i < n; i++ {
		k := i*(i-1)/2 + i
		for j := i; j < n; j++ {
			c[k] += b[j*m+i]
			k += j
		}
	}
	for i := 0; i < n; i++ {
		k := (i+1)*i/2 + i
		for j := i; j < n; j++ {
			c[k+1] = c[k] + b[j*m+i]
			k += j + 1
		}
	}
	for i := 0; i < n; i++ {
		k := (i+1)*i/2 + i
		for j := i; j < n; j++ {
			c[k] += b[j*m+i]
			k += j - 2
		}
	}
}

// Rows that grow, in a rectangle, by steps of steps, with k used behind the loops.
func NkSteps(c, a, b []float32, n, m, p int) {
	last := 0
	for i := 0; i < n; i++ {
		k := i
		for j := 0; j < m; j++ {
			k += j + p
			c[j*n+i] += a[k]
			k += 3
		}
		last = k
	}
	c[0] += float32(last)
}

// NkButterflies goes through pieces of 1, 2, 4, … elements, of slices that may overlap as wholes where the pieces do
// not.
func NkButterflies(c, a, b []float32, n, m, p int) {
	for h := 1; h <= n+m; h *= 2 {
		for i := 0; i < p*h; i += 2 * h {
			for j := i; j < i+h; j++ {
				x, y := a[j], c[j+h]*b[j-i]
				c[j+h] = x - y
				a[j] = x + y
			}
		}
	}
}
