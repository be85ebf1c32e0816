package kernels

func UnrFull(y []int32, x int32) (s int32) {
	//loop:unroll.full
	for i := range 7 {
		y[i] += x * int32(i)
		s ^= y[i]
	}
	return
}

func UnrFullExit(y []int32, x int32) int {
	//loop:unroll.full
	for i := range 5 {
		if y[i] == x {
			return i
		}
		y[i]++
	}
	return -1
}

func UnrFullNest(y []int32, x []int32) {
	//loop:unroll.full
	for i := range 3 {
		for j := range x {
			y[j] += x[j] >> i
		}
	}
}

func UnrTable(y []int32, x int32) {
	tab := [8]int32{0, 3, 0, 0, 1, 0, 0, 2}
	//loop:vectorize.enable=0
	for i := range 8 {
		t := tab[i] * x
		y[i] += t
		y[i] ^= t << 1
		y[i] += t * t
		y[i] ^= t >> 1
		if t > 3 && tab[i] > 1 {
			y[i] -= t / 3
			y[i] ^= t + x
			y[i] *= t*t - x
		}
	}
}

func UnrCount(y, x []float32) {
	//loop:unroll.count=3
	for i := range y {
		y[i] = y[i]*0.5 + x[i]
	}
}

func UnrVector(y, x []float32) {
	//loop:vectorize.enable vectorize.width=8 vectorize.followup_vectorized{unroll.count=3} vectorize.followup_epilogue{unroll.count=2}
	for i := range y {
		y[i] = float32(y[i]*0.5) + x[i]
	}
}

func UnrThenVector(y, x []int16) {
	//loop:unroll.count=2 vectorize.enable
	for i := range y {
		y[i] = y[i] ^ x[i] + 3
	}
}

func UnrHash(x []uint32) (h uint32) {
	h = 2166136261
	//loop:unroll.count=5
	for _, v := range x {
		h = (h ^ v) * 16777619
	}
	return
}

func UnrFind(y []int32, x int32) (at int, s int32) {
	at = -1
	//loop:unroll.count=4
	for i, v := range y {
		if v == x {
			at = i
			break
		}
		if v < x-3 && v > -4 {
			return -2, s
		}
		s = s*3 + v
		y[i] = s
	}
	return at, s + 1
}

func UnrWhile(x []uint16) (s int) {
	for _, v := range x {
		n := v | 1
		//loop:unroll.count=3
		for n != 1 {
			if n&1 == 0 {
				n >>= 1
			} else {
				n = n>>1 + 1
			}
			s++
		}
	}
	return
}

func UnrBound(y []int32, n uint8) (s int32) {
	//loop:unroll.enable
	for i := range int(n & 7) {
		s += y[i]
		y[i] = s
	}
	return
}

func UnrPartial(y []int64) (s int64) {
	//loop:unroll.count=6 vectorize.enable=0
	for i := range 24 {
		s = s*3 + y[i]
	}
	//loop:unroll.count=7 vectorize.enable=0
	for i := range 24 {
		s ^= y[i]
		y[i] = s
	}
	return
}

func UnrMultiple(y []int32, n int) {
	n = 4 * min(max(n, 0), len(y)/4)
	//loop:unroll.count=4
	for i := 0; i < n; i++ {
		y[i] = y[i]*3 ^ int32(i)
	}
}

func UnrOuter(y, x []int32) (s int32) {
	//loop:unroll.count=2
	for i := range y {
		for j := range min(len(x), 9) {
			if x[j] == 77 {
				break
			}
			s = s*5 + x[j] ^ y[i]
			y[i] = s
		}
	}
	return
}

func UnrOuterExit(y, x []int32) int {
	//loop:unroll.count=3
outer:
	for i := range y {
		for j := range min(len(x), 9) {
			if x[j] == y[i] {
				continue outer
			}
			if x[j] > 1<<30 {
				return i
			}
			y[i] ^= x[j]
		}
	}
	return -1
}

func UnrChecks(y []int32, x []int32, at []int) {
	//loop:unroll.count=4
	for i := range at {
		y[i] = 1
		y[i] += x[at[i]]
	}
}

func UnrNarrow(y []int32, n uint8) (s int32) {
	//loop:unroll.count=3
	for i := uint8(3); i < n; i += 2 {
		y[i] += int32(i)
		s ^= y[i]
	}
	return
}

func UnrDown(y []float64) (s float64) {
	//loop:unroll.count=4
	for i := len(y) - 1; i >= 0; i-- {
		s = s*0.5 + y[i]
	}
	return
}

func PeelStill(g []int32, y, a, b int32) (x int32) {
	for i := range g {
		g[i] += x
		x = y
		y = a + b
		a = b
	}
	return
}

func PeelFirst(y, x []int32) (s int32) {
	//loop:peel.count=2
	for i := range y {
		if i < 2 {
			y[i] = 7
			s += x[i]
		} else {
			y[i] = x[i] - x[i-2]
		}
	}
	return
}

func PeelWrap(y, x []int32) {
	p := len(x) - 1
	for i := range y {
		y[i] += x[p]
		p = i
	}
}

func PeelLast(y, x []float32) {
	//loop:peel.last=1 vectorize.enable
	for i := range y {
		if i+1 < len(y) {
			y[i] = x[i] + x[i+1]
		} else {
			y[i] = x[i]
		}
	}
}

func PeelBoth(y, x []float32) {
	n := len(y)
	//loop:peel.count=1 peel.last=1 vectorize.enable unroll.count=2
	for i := 0; i < n; i++ {
		switch i {
		case 0:
			y[i] = x[i]
		case n - 1:
			y[i] = -x[i]
		default:
			y[i] = x[i-1] + x[i+1]
		}
	}
}

func PeelLastMany(y []int32, x int32) int {
	//loop:peel.last=3
	for i, v := range y {
		if v == x {
			return i
		}
		y[i] = x - v
	}
	return -1
}

func PeelAlign(y, x []float32) {
	//loop:peel.align=64 vectorize.enable
	for i := range y {
		y[i] += x[i]
	}
}

func PeelAlign16(y []int16, n int) {
	//loop:peel.align=32
	for i := 3; i < n; i++ {
		y[i] ^= int16(i)
	}
}

func PeelUnroll(y []int32) (s int32) {
	//loop:peel.count=1 unroll.count=4
	for i := range y {
		if i == 0 {
			s = 3
		}
		s = s*5 + y[i]
		y[i] = s
	}
	return
}

func PeelNest(y, x []int32) {
	//loop:peel.count=1 peel.last=1
	for i := range y {
		for j := range min(len(x), 7) {
			if i == 0 {
				y[i] = x[j]
			} else if i < len(y)-1 {
				y[i] ^= x[j] + y[i-1]
			}
		}
	}
}

func PeelEstimate(y []int32, n int) (s int32) {
	//loop:estimated_trip_count=2
	for i := 0; i < n; i++ {
		s = s*3 ^ y[i]
		y[i] = s
	}
	return
}

func PeelDown(y []int32, n int) (s int32) {
	//loop:peel.enable
	for i := n; i >= 0; i-- {
		if i == n || i == n-1 {
			s += 7
		} else {
			s = s*3 + y[i]
			y[i] = s
		}
	}
	return
}

func PeelGap(y []int32, n int) (s int32) {
	//loop:peel.last=2
	for i := 0; i < n; i += 3 {
		if i < 5 {
			s++
		}
		s = s*3 + y[i]
		y[i] = s
	}
	return
}

// IlvSums interleaves scalars, sums of several types with an accumulator for each copy.
func IlvSums(x []int32, y []float64, z []uint8) (a int32, b float64, c uint8, d int64) {
	b, c = 0.5, 3
	//pragma:clang loop vectorize(disable) interleave_count(4)
	for i := range min(len(x), len(y), len(z)) {
		a -= x[i]
		b += y[i]
		c ^= z[i]
		d += int64(x[i]) * int64(z[i])
	}
	return
}

// IlvFind leaves its loop from the middle: one accumulator.
func IlvFind(x []int32) (s int32) {
	//loop:vectorize.width=1 interleave.count=4
	for _, v := range x {
		s += v
		if v == 7 {
			break
		}
	}
	return
}

// UnrParts unrolls by more than there are accumulators, with conditions.
func UnrParts(x []int32) (s, p int32, m int32) {
	p = 1
	//loop:vectorize.enable=0 unroll.count=7
	for _, v := range x {
		if v > 3 {
			s += v
		}
		p *= v | 1
		m = max(m, v)
	}
	return
}

// MaskedTail asks for what is left over under a mask, where the target has no instructions for that too.
func MaskedTail(y, x []int32, b []uint8, f []float64) (s int32) {
	//pragma:clang loop vectorize_predicate(enable)
	for i := range min(len(x), len(y)) {
		y[i] = y[i]*3 + x[i]
		s += y[i]
	}
	//loop:vectorize.predicate.enable
	for i := range b {
		if b[i] > 100 {
			b[i] = b[i]*3 + uint8(i)
		}
	}
	//loop:vectorize.predicate.enable
	for i := range min(len(f), len(x)) {
		f[i] /= float64(x[i])
	}
	return
}

// MaskedPairs does it with groups and gathers.
func MaskedPairs(y, x []int32, h []int16) {
	//loop:vectorize.predicate.enable
	for i := 0; i+1 < len(y); i += 2 {
		y[i], y[i+1] = y[i+1], y[i]+3
	}
	//loop:vectorize.predicate.enable
	for i := range h {
		h[i] = int16(x[int(uint16(h[i]))%max(len(x), 1)])
	}
}

// DistPerfect cuts a perfect nest of two statements and interchanges both.
func DistPerfect(a, b []int32, n int) {
	//loop:distribute.enable
	//loop:distribute.followup_all{interchange.enable}
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			a[j*n+i] = a[j*n+i]*3 + 1
			b[j*n+i] += 7
		}
	}
}

// DistLater reads what the first statement has written in other iterations, of the inner loop too.
func DistLater(a, b []int32) {
	if len(a) < 72 || len(b) < 72 {
		return
	}
	//loop:distribute.enable
	//loop:distribute.followup_all{interchange.enable}
	for i := 1; i < 7; i++ {
		for j := 0; j < 7; j++ {
			a[j*8+i] = a[j*8+i]*3 + 1
			b[j*8+i] += a[(j+1)*8+i-1]
		}
	}
	//loop:distribute.enable
	for i := 0; i < 7; i++ {
		for j := 1; j < 7; j++ {
			a[i*8+j] = a[i*8+j]*3 + b[i*8+0]
			b[i*8+j] += a[i*8+j-1]
		}
	}
	//loop:distribute.enable
	for i := 0; i < 7; i++ {
		for j := 1; j < 7; j++ { // what is read is written later
			a[i*8+j] = a[i*8+j]*5 + 1
			b[i*8+j] += a[i*8+(j+1)&7]
		}
	}
}

// SplitCounts cuts behind counts of iterations: loops with other steps, that walk down, and shorter than the counts.
func SplitCounts(y []int32, n int) (a, b int32) {
	//pragma:omp split counts(5,3,omp_fill)
	for i := 1; i < len(y); i += 3 {
		y[i] = y[i]*3 + int32(i)
		a++
	}
	//loop:split.after=4 split.followup_first{unroll.full} split.followup_second{vectorize.enable}
	for i := len(y) - 1; i >= 0; i-- {
		y[i] += int32(i)
	}
	//loop:split.after=7
	for i := n; i < 40; i += 2 {
		if i == 12 {
			break
		}
		b += int32(i)
	}
	return
}

// UnrTiled unrolls the loop over tiles: the pragma nearest to the loop is done first.
func UnrTiled(y []int32, x []int32, n int) {
	//pragma:omp unroll partial(2)
	//pragma:omp tile sizes(8)
	for i := 0; i < min(len(y), len(x)); i++ {
		y[i] = y[i]*3 + x[i]
	}
	//pragma:omp unroll partial(3)
	//pragma:omp tile sizes(4,2)
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			y[i*n+j] += int32(j)
		}
	}
}

// TileFlat tiles nests over flat matrices: what their subscripts count is found again in the strips, some of which are
// short, and in those that have changed places.
func TileFlat(y, x []int32, n, m int) {
	//loop:stripmine.size=4 stripmine.followup_inner{interchange.enable}
	for i := 0; i < m; i++ {
		//loop:stripmine.size=3
		for j := 0; j < n; j++ {
			y[j*m+i] = x[i*n+j]
		}
	}
	//pragma:omp tile sizes(4,3,4)
	for i := 0; i < n; i++ {
		for j := 0; j < m; j++ {
			for k := 0; k < n; k++ {
				y[(i*m+j)*n+k] *= 3
			}
		}
	}
}

// TileProduct is a product of matrices whose three loops are tiled.
func TileProduct(c, a, b []int32, n int) {
	//pragma:omp tile sizes(4,4,4)
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			for k := 0; k < n; k++ {
				c[i*n+j] += a[i*n+k] * b[k*n+j]
			}
		}
	}
}

// TileClose has rows that overlap: tiles would do their places in another order.
func TileClose(y []int32, n int) {
	//pragma:omp tile sizes(2,2)
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			y[i*(n-1)+j] = y[i*(n-1)+j]*3 + int32(j)
		}
	}
}

// Ragged turns nests around whose rows differ in length in ways of their own: strips, rows that grow by two, rows of
// which some are empty; and a nest of four loops, whose checks can be hoisted if four numbers are small.
func Ragged(y, x []int32, n, m int) {
	//pragma:omp stripe sizes(4)
	for i := 0; i < min(len(x), len(y)); i++ {
		y[i] = y[i]*3 + x[i]
	}
	//loop:interchange.enable
	for i := 0; i < n; i++ {
		for j := 0; j < 2*i+1; j++ {
			y[i*m+j] += int32(j)
		}
	}
	//loop:interchange.enable
	for i := 0; i < n; i++ {
		for j := 0; j < 3*i-7; j++ {
			y[i*m+j] ^= int32(i)
		}
	}
	//loop:interchange.enable
	for i := 0; i < n; i++ {
		for j := i; j < min(3*i, m); j++ {
			y[i*m+j] -= int32(i)
		}
	}
}

// FourDeep interchanges in the middle of a nest of four loops, the inner pair first.
func FourDeep(y, x []int32, n, m int) {
	for i := 0; i < n; i++ {
		//loop:interchange.enable
		for j := 0; j < m; j++ {
			//loop:interchange.enable
			for k := 0; k < n; k++ {
				for l := 0; l < m; l++ {
					y[((i*m+j)*n+k)*m+l] += x[((i*m+j)*n+k)*m+l] * 3
				}
			}
		}
	}
}

// LuJam eliminates below the diagonal, in Doolittle's order: rows of the update are jammed, and the division of a column
// is cut off. What is stored is in rows that are not read.
func LuJam(a, b []int32, n int) {
	for k := 0; k < n; k++ {
		//loop:unroll_and_jam.count=4
		for i := k + 1; i < n; i++ {
			a[i*n+k] ^= a[k*n+k]
			for j := k + 1; j < n; j++ {
				a[i*n+j] -= a[i*n+k] * a[k*n+j]
			}
		}
	}
	for k := 0; k < n; k++ {
		//loop:distribute.enable
		for i := k + 1; i < n; i++ {
			b[i*n+k] ^= b[k*n+k]
			for j := k + 1; j < n; j++ {
				b[i*n+j] -= b[i*n+k] * b[k*n+j]
			}
		}
	}
}

// FloydSwap turns the inner loops around: row and column k do not change in round k. In the second nest they do, where
// the diagonal is not 0, and in the third one rows run into one another.
func FloydSwap(d, e []int32, n int) {
	for k := 0; k < n; k++ {
		//loop:interchange.enable
		for i := 0; i < n; i++ {
			for j := 0; j < n; j++ {
				d[i*n+j] = min(d[i*n+j], d[i*n+k]+d[k*n+j])
			}
		}
	}
	for k := 0; k < n; k++ {
		//loop:interchange.enable
		for i := 0; i < n; i++ {
			for j := 0; j < n; j++ {
				e[i*n+j] += e[i*n+k] ^ e[k*n+j]
			}
		}
	}
	for k := 0; k < n; k++ {
		//loop:interchange.enable
		for i := 0; i < n; i++ {
			for j := 0; j < n; j++ {
				e[i*(n-1)+j] = e[i*(n-1)+j]*3 - e[i*(n-1)+k] ^ e[k*(n-1)+j]
			}
		}
	}
}
