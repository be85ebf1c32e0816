package oracle

// Slices of slices, of strings, of pointers and of structs that hold such, for TestRows.

type pageOf struct {
	Lines [][]int32
	Names []string
	Left  *pageOf
	N     int
}

type heldRow struct {
	A    int
	Row  []float64
	Mark []uint8
}

func rowSum(a [][]float64) (s float64) {
	for i := range a {
		for j := range a[i] {
			s += a[i][j]
		}
	}
	return s
}

func rowRange(a [][]int32) (s int32) {
	for i, row := range a {
		for j, v := range row {
			s += v*int32(i) + int32(j)
		}
	}
	return s
}

func rowScale(a, b [][]float64, k float64) {
	for i := range a {
		for j := range b[i] {
			a[i][j] = b[i][j]*k + 1
		}
	}
}

func rowMatMul(c, a, b [][]float64, n int) {
	n &= 7
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			s := 0.0
			for k := 0; k < n; k++ {
				s += a[i][k] * b[k][j]
			}
			c[i][j] = s
		}
	}
}

func rowColumns(a [][]int32, k int) (s int32) {
	for j := range k & 7 {
		for i := range a {
			s = s*3 + a[i][j]
		}
	}
	return s
}

func rowPanic(a [][]int32, i, j int) int32 {
	a[i][j] += 7
	return a[j][i]
}

func rowSlices(a [][]uint8, i, j int) (n int) {
	r := a[i][j:]
	for k := range r {
		r[k]++
		n += len(a[k&1]) + cap(r)
	}
	if a[0] == nil {
		n += 1000
	}
	copy(a[1], a[0])
	return n
}

func rowResult(a [][]int32, i, j int) ([]int32, int) {
	best := a[i]
	for _, r := range a {
		if len(r) > len(best) {
			best = r
		}
	}
	return best[j:], len(a[j])
}

func rowDeep(a [][][]int32) (s int32) {
	for i := range a {
		for j := range a[i] {
			for k, v := range a[i][j] {
				s += v << (k & 3)
				a[i][j][k] = s
			}
		}
	}
	return s
}

func rowStrings(a []string, b uint8) (n, m int) {
	for _, s := range a {
		for i := 0; i < len(s); i++ {
			if s[i] == b|'a' {
				n++
			}
		}
		if s == "some" {
			m++
		}
	}
	return
}

func rowPointers(a []*heldRow, k int) (s float64) {
	for i, p := range a {
		if p == nil {
			continue
		}
		p.A += i
		for _, v := range p.Row {
			s += v
		}
	}
	return s + float64(a[k].A)
}

func rowStructs(a []heldRow, k int) (s float64) {
	for i := range a {
		a[i].A += len(a[i].Row)
		for j := range a[i].Row {
			a[i].Row[j] += float64(k)
			s += a[i].Row[j]
		}
		a[i].Mark[0]++
	}
	return s
}

func rowList(p *pageOf) (n int32, m int) {
	for i := 0; p != nil && i < 9; i++ {
		for _, l := range p.Lines {
			for _, v := range l {
				n += v
			}
		}
		p.N++
		m += len(p.Names) + p.N
		p = p.Left
	}
	return
}

func rowArray(a *[4][]int32, k int) (s int32) {
	for i := range a {
		for j := range a[i] {
			s += a[i][j]
		}
	}
	a[k&3][0]++
	return s + int32(len(a[k&3]))
}

func rowFloyd(d [][]float64) {
	for k := range d {
		for i := range d {
			for j := range d[i] {
				if t := d[i][k] + d[k][j]; t < d[i][j] {
					d[i][j] = t
				}
			}
		}
	}
}

func rowStencil(a, b [][]float32) {
	for i := 1; i < len(a)-1; i++ {
		for j := 1; j < len(a[i])-1; j++ {
			b[i][j] = (a[i-1][j] + a[i+1][j] + a[i][j-1] + a[i][j+1]) / 4
		}
	}
}

func rowSearch(a [][]int32, v int32) (int, int) {
	for i, r := range a {
		for j := range r {
			if r[j] == v {
				return i, j
			}
		}
	}
	return -1, -1
}

var rowKernels = map[string]any{
	"rowSum": rowSum, "rowRange": rowRange, "rowScale": rowScale, "rowMatMul": rowMatMul, "rowColumns": rowColumns,
	"rowPanic": rowPanic, "rowSlices": rowSlices, "rowResult": rowResult, "rowDeep": rowDeep, "rowStrings": rowStrings,
	"rowPointers": rowPointers, "rowStructs": rowStructs, "rowList": rowList, "rowArray": rowArray, "rowFloyd": rowFloyd,
	"rowStencil": rowStencil, "rowSearch": rowSearch,
}
