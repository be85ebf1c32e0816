package kernels

type ObjVec struct{ X, Y, Z float32 }

type objMixed struct {
	T    float64
	N    int32
	Hot  bool
	Mark uint8
}

type objPair struct{ A, B float64 }

var objTable = [16]float32{1, 2, 4, 8, 16, 32, 64, 128, 1, 3, 9, 27, 81, 243, 729, 2187}

var objPrimes = [...]uint16{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53}

func ObjTemp(y, x []float32) {
	for i := range y {
		var t [4]float32
		for k := 0; k < 4; k++ {
			t[k] = x[4*i+k]
		}
		y[i] = t[0]*t[1] + t[2]*t[3]
	}
}

func ObjTemp2(y, x []float64) {
	for i := range y {
		var m [2][2]float64
		m[0][0], m[1][1] = x[i], 1
		if x[i] > 3 {
			m[0][1] = x[i] * 2
		}
		m[1][0] = m[0][0] + m[0][1]
		y[i] = m[1][0]*m[1][1] - m[0][1]
	}
}

func ObjHist(h []int64, x []uint8) {
	var t [256]int64
	for _, v := range x {
		t[v]++
	}
	for i := range h {
		h[i] += t[i]
	}
}

func ObjLookup(y []float32, x []uint8) {
	for i := range y {
		y[i] = objTable[x[i]&15]
	}
}

func ObjPrime(y []uint16, x []int32) {
	for i := range y {
		y[i] = objPrimes[x[i]]
	}
}

func ObjConstTable(y []float32, a float32) {
	for i := range y {
		y[i] += objTable[5]*a + objTable[7]
	}
}

func ObjAos(p []ObjVec, a float32) {
	for i := range p {
		p[i].X *= a
		p[i].Y += p[i].X
		p[i].Z -= a
	}
}

func ObjLength(y []float32, p []ObjVec) {
	for i := range y {
		v := p[i]
		y[i] = v.X*v.X + v.Y*v.Y + v.Z*v.Z
	}
}

func ObjOneField(p []ObjVec, x []float32) {
	for i := range x {
		p[i].Y = x[i] + 1
	}
}

func ObjMix(p []objMixed, q []objMixed) (hot int) {
	for i := range p {
		p[i].T += q[i].T
		p[i].N -= q[i].N
		if q[i].Hot {
			hot++
		}
	}
	return hot
}

func ObjPairs(z, w []objPair) {
	for i := range z {
		a, b := z[i], w[i]
		z[i] = objPair{a.A*b.A - a.B*b.B, a.A*b.B + a.B*b.A}
	}
}

func ObjBlocked(y, x []float64) {
	var buf [64]float64
	for b := 0; b+64 <= len(x); b += 64 {
		for i := 0; i < 64; i++ {
			buf[i] = x[b+i] * x[b+i]
		}
		for i := 0; i < 64; i++ {
			y[b+i] = buf[63-i] + 1
		}
	}
}

func ObjShift(y []int32) {
	var ring [8]int32
	for i := range y {
		old := ring[i&7]
		ring[i&7] = y[i]
		y[i] -= old
	}
}

func ObjCarried(y []int32, n int) int32 {
	var t [40]int32
	t[0], t[1], t[2], t[3] = 1, 2, 3, 5
	for i := 4; i < 40; i++ {
		t[i] = t[i-4] + t[i-1]
	}
	for i := range y {
		y[i] += t[i%40]
	}
	return t[n]
}

func ObjCount(s string, c byte) (n int) {
	for i := 0; i < len(s); i++ {
		if s[i] == c {
			n++
		}
	}
	return n
}

func ObjUpper(y []byte, s string) {
	for i := range y {
		c := s[i]
		if c >= 'a' && c <= 'z' {
			c -= 'a' - 'A'
		}
		y[i] = c
	}
}

func ObjArray(p *[100]float32, a float32) {
	for i := range p {
		p[i] = p[i]*a + 1
	}
}

func ObjArrayOut(p *[8]int32, x []int32) {
	for i := range x {
		p[i] += x[i]
	}
}

func ObjArrays(p *[16]int64, q *[16]int64) {
	for i := 1; i < 16; i++ {
		p[i] += q[i-1]
	}
}

func ObjMatrix(c, a, b *[16][16]float64) {
	for i := range 16 {
		for j := range 16 {
			s := 0.0
			for k := range 16 {
				s += a[i][k] * b[k][j]
			}
			c[i][j] = s
		}
	}
}

func ObjRows(p [][4]float32, a float32) {
	for i := range p {
		for k := range p[i] {
			p[i][k] *= a
		}
	}
}

func ObjRow(y []float32, p [][4]float32) {
	for i := range y {
		y[i] = p[i][0] + p[i][3]
	}
}

func ObjLocalSlice(y []int64, n int) int64 {
	var buf [16]int64
	s := buf[:]
	t := int64(0)
	for i := 0; i < n; i++ {
		if i&1 == 1 {
			s = y
		} else {
			s = buf[4:12]
		}
		s[i&3] += int64(i)
		t += s[2]
	}
	return t
}

func ObjWindow(y, x []float32) {
	for len(x) >= 4 && len(y) > 0 {
		w := x[:4]
		y[0] = w[0] + w[1] + w[2] + w[3]
		x, y = x[1:], y[1:]
	}
}

func ObjBubble(y []int32) {
	var a [8]int32
	for len(y) >= 8 {
		copy(a[:], y)
		for i := 0; i < 8; i++ {
			for j := 0; j < 7-i; j++ {
				if a[j] > a[j+1] {
					a[j], a[j+1] = a[j+1], a[j]
				}
			}
		}
		copy(y, a[:])
		y = y[8:]
	}
}

func ObjClear(y []float64, n int) float64 {
	var acc [32]float64
	s := 0.0
	for i := range y {
		acc[i&31] += y[i]
		if i&63 == 63 {
			for k := range acc {
				s += acc[k]
			}
			clear(acc[:n])
		}
	}
	return s + acc[0]
}

func ObjBig(y []float64, n int) float64 {
	var buf [4000]float64
	s := 0.0
	for r := range n {
		for i := range buf {
			buf[i] += float64(i&7) + float64(r)
		}
	}
	for i := range y {
		y[i] += buf[i]
		s += buf[3999-i]
	}
	return s
}
