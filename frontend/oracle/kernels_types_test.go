package oracle

// Kernels with arrays, structs, strings and tables, for the oracle test. Those whose names begin with Panic must panic
// for some arguments.
var typeKernels = map[string]any{
	"Structs": Structs, "StructSlices": StructSlices, "StructCopy": StructCopy, "StructCalls": StructCalls,
	"StructCompare": StructCompare,
	"StructNested":  StructNested, "StructArrays": StructArrays, "StructSwap": StructSwap, "Padded": Padded,
	"PanicStructOrder": PanicStructOrder,
	"PanicStructSet":   PanicStructSet, "PanicStructTuple": PanicStructTuple,
	"ArrayConst": ArrayConst, "ArrayIndexed": ArrayIndexed, "Array2D": Array2D, "Array3D": Array3D,
	"ArrayZeroed":   ArrayZeroed,
	"ArrayLiterals": ArrayLiterals, "ArrayCopy": ArrayCopy, "ArrayCompare": ArrayCompare, "ArrayRange": ArrayRange,
	"ArraySlices": ArraySlices,
	"ArrayCalls":  ArrayCalls, "ArrayPtrCalls": ArrayPtrCalls, "ArrayBig": ArrayBig, "ArrayOfStructs": ArrayOfStructs,
	"ArraySwap":   ArraySwap,
	"ArrayReturn": ArrayReturn, "PanicArrayIndex": PanicArrayIndex, "PanicArraySlice": PanicArraySlice,
	"PanicArray2D": PanicArray2D,
	"PanicPtr":     PanicPtr, "PanicPtr2D": PanicPtr2D, "PanicPtrOrder": PanicPtrOrder, "PanicPtrSet": PanicPtrSet,
	"PanicPtrSlice": PanicPtrSlice,
	"PanicPtrRange": PanicPtrRange, "PtrLen": PtrLen, "PanicPtrCopy": PanicPtrCopy, "PtrPhi": PtrPhi,
	"PanicPtrLoop": PanicPtrLoop,
	"PanicPtrCond": PanicPtrCond, "PtrCompare": PtrCompare, "PanicPtrRow": PanicPtrRow,
	"PanicSliceOfArrays": PanicSliceOfArrays, "SliceOfArrays": SliceOfArrays, "PanicSliceToArray": PanicSliceToArray,
	"SliceToArray": SliceToArray,
	"PanicString":  PanicString, "PanicStringSlice": PanicStringSlice, "StringLoop": StringLoop, "Hex": Hex,
	"StringVars": StringVars,
	"Tables":     Tables, "PanicTable": PanicTable, "TableScalars": TableScalars, "TableSlices": TableSlices,
	"PanicFullSlice": PanicFullSlice,
	"LocalSlices":    LocalSlices, "NamedTypes": NamedTypes, "SliceStructVar": SliceStructVar,
	"PanicFullSliceArray": PanicFullSliceArray,
	"PanicTupleArray":     PanicTupleArray, "PanicLiteralOrder": PanicLiteralOrder, "RangeCopy": RangeCopy,
	"ArrayBigCompare": ArrayBigCompare,
	"PanicOpArray":    PanicOpArray, "DeclInLoop": DeclInLoop, "SwitchStruct": SwitchStruct,
	"PanicRangeSlices": PanicRangeSlices,
	"Embedded":         Embedded, "Pairs": Pairs, "SharedParams": SharedParams, "PassedOn": PassedOn,
	"ExposedParams": ExposedParams,
	"SliceLiterals": SliceLiterals, "PtrToSlices": PtrToSlices, "PanicNilDerefOrder": PanicNilDerefOrder,
	"PanicConstIndex": PanicConstIndex,
	"PanicNegative":   PanicNegative, "Returned": Returned, "ZeroLen": ZeroLen, "StructResults": StructResults,
	"AnonStruct":    AnonStruct,
	"PanicNilSlice": PanicNilSlice, "PanicHoistStruct": PanicHoistStruct, "BoolArrays": BoolArrays,
	"PanicRangeNil":      PanicRangeNil,
	"GenericTuple/int32": GenericTuple[[]int32, int32], "GenericArray/float32": GenericArray[float32],
	"OverlappingMoves": OverlappingMoves, "PanicMoves": PanicMoves,
	"BigLiteral": BigLiteral, "BigMixedLiteral": BigMixedLiteral, "BigStruct": BigStruct, "BlankFields": BlankFields,
}

type point struct{ X, Y float32 }

type mixed struct {
	A int8
	B float64
	C uint16
	D bool
}

type line struct {
	From, To point
	Tag      int32
}

type vec4 [4]float32

type withArray struct {
	N int32
	V [3]int16
}

func Structs(a, b float32, n int) (float32, float32, int) {
	p := point{a, b}
	q := point{X: b}
	var r point
	for i := range n & 7 {
		p.X, p.Y = p.Y, p.X+1
		q.Y += float32(i)
		if i == 3 {
			r = p
		}
	}
	if p == q {
		n++
	}
	if p != r {
		n += 10
	}
	p = point{p.Y, p.X}
	return p.X - q.Y, p.Y * r.X, n
}

func StructSlices(s []point, m []mixed, k int32) (sum float32, bits int) {
	for i := range s {
		s[i].X += 1
		s[i].Y *= s[i].X
		sum += s[i].Y
	}
	for i, p := range s {
		s[i].X = p.Y
	}
	for _, x := range m {
		if x.D {
			bits += int(x.A) + int(x.C)
		}
	}
	for i := range m {
		m[i].A++
		m[i].C ^= uint16(k)
		m[i].D = !m[i].D
	}
	return
}

func StructCopy(s, t []point, m []mixed) {
	for i := range min(len(s), len(t)) {
		p := s[i]
		p.X++
		s[i] = t[i]
		t[i] = p
	}
	for i := 1; i < len(m); i++ {
		m[i-1] = m[i]
	}
	if len(m) > 0 {
		m[0] = mixed{B: 3, D: true}
	}
}

func add(p, q point) point { return point{p.X + q.X, p.Y + q.Y} }

func split(p point) (x, y point) {
	x.X = p.X
	y.Y = p.Y
	return
}

func StructCalls(s []point) (float32, float32) {
	var acc point
	for _, p := range s {
		acc = add(acc, p)
		a, b := split(p)
		acc = add(add(a, b), acc)
	}
	return acc.X, acc.Y
}

func StructCompare(s []mixed, t []point) (n int) {
	for i := range s {
		for j := range s {
			if s[i] == s[j] {
				n++
			}
			if s[i] != (mixed{A: 1}) && i != j {
				n += 100
			}
		}
	}
	for i := range t {
		if t[i] == t[i] {
			n += 1000
		}
	}
	return
}

func StructNested(s []line, k int32) (x float32) {
	var l line
	for i := range s {
		l.To = s[i].From
		l.From.X += s[i].To.Y
		s[i].To.X = l.From.X
		s[i].From = point{s[i].From.Y, 1}
		l.Tag += s[i].Tag
		if l.Tag > k {
			s[i] = l
		}
	}
	return l.From.X + l.To.Y
}

func StructArrays(s []withArray, j uint) (sum int) {
	var w withArray
	for i := range s {
		w.V[j%3] += s[i].V[i%3]
		s[i].V[2] = w.V[0]
		w.N += s[i].N
		for _, v := range s[i].V {
			sum += int(v)
		}
	}
	c := w
	c.V[1]++
	if c == w {
		sum = -1
	}
	return sum + int(w.N) + int(w.V[0]) + int(w.V[1]) + int(w.V[2]) + int(c.V[1])
}

func StructSwap(s []point, i, j uint8) {
	if int(i) < len(s) && int(j) < len(s) {
		s[i], s[j] = s[j], s[i]
		s[i].X, s[j].Y = s[j].Y, s[i].X
	}
}

func Padded(s []mixed) {
	for i := range s {
		x := s[i]
		s[len(s)-1-i] = x
	}
}

func PanicStructOrder(s []point, t []line, i, j int) float32 {
	s[i].X += t[j].To.Y
	return s[i].Y
}

func PanicStructSet(s, t []point, i, j int) {
	s[i] = t[j]
	s[j].Y = t[i].X
}

func PanicStructTuple(s []point, i, j int) {
	s[i].X, s[j].Y = 1, s[j].X
	s[j], s[i+1] = s[i], s[j]
}

func ArrayConst(a, b float64) float64 {
	var x [4]float64
	x[0], x[3] = a, b
	for range 3 {
		x[1], x[2] = x[2]+x[0], x[1]+x[3]
	}
	y := x
	y[0]++
	if y == x {
		return -1
	}
	return x[0]*y[3] + x[1] - y[2]
}

func ArrayIndexed(s []int32, n int) (sum int32) {
	var h [8]int32
	for _, v := range s {
		h[v&7]++
	}
	for i := range len(h) {
		sum = sum*3 + h[i]
	}
	for i := range s {
		s[i] = h[i]
	}
	return
}

func Array2D(s []float32) (sum float32) {
	var m [3][5]float32
	for i, v := range s {
		m[i%3][i%5] += v
		m[1][i%5]++
	}
	for i := range m {
		for j := range m[i] {
			sum = sum*0.5 + m[i][j]
		}
	}
	row := m[1]
	for _, v := range row {
		sum -= v
	}
	m[2] = m[0]
	m[0] = [5]float32{1, 2, 3}
	return sum + m[2][4] + m[0][1]
}

func Array3D(n uint) (sum int) {
	var m [2][3][4]uint16
	for i := range m {
		for j := range m[i] {
			for k := range m[i][j] {
				m[i][j][k] = uint16(i*100 + j*10 + k)
			}
		}
	}
	m[0] = m[1]
	return int(m[n%2][n%3][n%4]) + int(m[1][2][3])
}

func ArrayZeroed(s []int32) (sum int32) {
	for i := range s {
		var a [20]int32
		a[i%20] = s[i]
		a[(i+1)%20]++
		for j := range len(s) {
			sum = sum*7 + a[j]
		}
	}
	return
}

func ArrayLiterals(i, j uint) (float32, int) {
	a := [4]float32{1, 2, 3, 4}
	b := [...]int{3, 1, 4, 1, 5, 9, 2, 6}
	c := [6]int{2: 7, 8, 1: int(j)}
	d := [2][3]int{{1, 2}, {2: 5}}
	return a[i%4], b[j%8] + c[i%6] + d[i%2][j%3]
}

func ArrayCopy(s []int32, n int) (sum int32) {
	var a, b [40]int32
	for i, v := range s {
		a[i] = v
	}
	b = a
	a[0]++
	c := b
	c[39] = 5
	a, b = b, a
	for i := range s {
		s[i] = a[i] - b[i] + c[i]
	}
	return a[0]*10 + b[0] + c[39] - a[39]
}

func ArrayCompare(s []int8) (n int) {
	var a, b [6]int8
	for i, v := range s {
		a[i%6] = v
		b[(i+1)%6] = v
		if a == b {
			n++
		}
		if a != b && a[0] != 0 {
			n += 100
		}
	}
	return
}

func ArrayBigCompare(s []float64) (n int) {
	var a, b [70]float64
	for i, v := range s {
		a[i] = v
		b[i] = v
		if a == b {
			n++
		}
	}
	b[69] = 1
	if a != b {
		n += 100
	}
	return
}

func ArrayRange(s []int32) (sum int32) {
	a := [5]int32{1, 2, 3, 4, 5}
	for i, v := range a {
		a[(i+1)%5] += 10
		sum = sum*3 + v
		if i < len(s) {
			s[i] = a[i]
		}
	}
	for _, v := range a {
		sum += v
	}
	for i := range a {
		sum -= int32(i)
	}
	p := &a
	for i, v := range p {
		p[(i+1)%5] = v
		sum = sum*5 + v
	}
	for i, v := range *p {
		p[4] = int32(i)
		sum = sum*7 + v
	}
	return
}

func RangeCopy(s []int32) (sum int32) {
	var a [30]int32
	for i := range a {
		a[i] = int32(i)
	}
	for i, v := range a {
		a[29-i] = 0
		sum += v
	}
	b := [3][2]int32{{1, 2}, {3, 4}, {5, 6}}
	for i, row := range b {
		b[2] = [2]int32{int32(i), 9}
		sum = sum*3 + row[0] - row[1]
		for j := range row {
			sum += row[j]
		}
	}
	return
}

func fill(s []int32, x int32) {
	for i := range s {
		s[i] = x
		x++
	}
}

func ArraySlices(s []int32, n uint) (sum int32) {
	var a [10]int32
	fill(a[:], 5)
	fill(a[2:6], 50)
	b := a[n%5 : 8 : 9]
	b[0] = 7
	for _, v := range b[1:] {
		sum = sum*3 + v
	}
	for i, v := range a {
		if i < len(s) {
			s[i] = v
		}
	}
	return sum + int32(len(b)) + 100*int32(cap(b))
}

func sum4(v [4]float32) (s float32) {
	v[0] += 1
	for _, x := range v {
		s += x
	}
	return
}

func scale(v vec4, f float32) vec4 {
	for i := range v {
		v[i] *= f
	}
	return v
}

func ArrayCalls(s []float32) (x float32) {
	var v vec4
	for i, y := range s {
		v[i%4] = y
		v = scale(v, 2)
		x += sum4(v)
	}
	w := scale(scale(v, 0.5), 3)
	return x + w[0] + v[1]
}

func clearRow(p *[8]int32, x int32) {
	for i := range p {
		p[i] = x
	}
	p[0] = x + int32(len(p))
}

func ArrayPtrCalls(s []int32) (sum int32) {
	var a [8]int32
	var m [3][8]int32
	clearRow(&a, 3)
	clearRow(&m[1], 4)
	for i := range 3 {
		clearRow(&m[i], a[i])
	}
	q := &m
	q[2][1] += 5
	(*q)[0][3]--
	for i := range s {
		s[i] = m[i%3][i] + a[7-i]
	}
	return m[0][0] + q[1][1] + a[0]
}

func ArrayBig(s []float64) (sum float64) {
	var a [300]float64
	for i, v := range s {
		a[i*40] = v
	}
	b := a
	b[3] = 1
	for i := range a {
		sum += a[i] - b[299-i]
	}
	return
}

func ArrayOfStructs(s []point) (x float32) {
	var a [4]point
	var c [2]point
	for i, p := range s {
		a[i%4] = p
		a[(i+1)%4].Y -= p.X
		c[0].X += a[i%4].Y
	}
	c[1] = c[0]
	b := a
	b[1].X = 9
	for _, p := range b {
		x += p.X*2 + p.Y
	}
	return x + c[1].X + a[1].X
}

func ArraySwap(s []int32) {
	a := [20]int32{1, 2, 3}
	b := [20]int32{4, 5, 6}
	a, b = b, a
	m := [2][18]int32{{1}, {2, 3}}
	i := len(s) & 1
	m[0], m[1] = m[1], m[i]
	for j := range s {
		s[j] = a[j]*100 + b[j] + m[0][j]*10000 + m[1][j]*1000000
	}
}

func pair(x int32) (a, b [20]int32) {
	a[1], b[2] = x, -x
	if x > 3 {
		return b, a
	}
	return
}

func ArrayReturn(s []int32) {
	for i := range s {
		a, b := pair(s[i])
		b, a = pair(a[1])
		s[i] = a[1]*2 + a[2]*3 + b[1]*5 + b[2]*7
	}
}

func PanicArrayIndex(i, j int8, k uint16) int32 {
	a := [4]int32{10, 20, 30, 40}
	a[j]++
	b := [3]bool{true}
	if b[k] {
		return a[i]
	}
	return -a[i]
}

func PanicArray2D(i, j int, s []int32) {
	var m [3][4]int32
	m[i][j] = 5
	s[0] = m[j][i]
	s[1] = m[s[0]][j]
}

func PanicArraySlice(i, j int, s []int32) {
	var a [5]int32
	t := a[i:j]
	for k := range t {
		t[k] = int32(k)
	}
	s[0] = t[j]
}

func PanicPtr(p *[4]int32, i int) int32 {
	p[i] += 3
	return p[1] + (*p)[i]
}

func PanicPtr2D(p *[3][2]float64, i, j int) (s float64) {
	for i := range p {
		for j := range p[i] {
			s += p[i][j]
		}
	}
	p[i][j]++
	return s
}

func PanicPtrOrder(p *[4]int32, s []int32, i int) int32 {
	s[0] = 1
	return p[s[i]]
}

func PanicPtrSet(p, q *[4]int32, s []int32, i, j int) {
	p[i] = s[j]
	q[j] += s[i] / p[0]
	q[1] = s[i]
}

func PanicPtrSlice(p *[4]int32, s []int32, i, j int) {
	t := p[i:j]
	for k := range t {
		t[k]++
	}
	u := p[s[0]:]
	u[0] = 100
	v := p[:j:s[1]]
	s[2] = int32(cap(v))
}

func PanicPtrRange(p *[5]int16) (s int16) {
	for i := range p {
		s += int16(i)
	}
	for i, v := range p {
		p[4-i] += v
		s += v
	}
	for _, v := range *p {
		s ^= v
	}
	return
}

func PtrLen(p *[7]uint8, q *[2][3]bool) (n int) {
	for range p {
		n++
	}
	for i := range *q {
		n += i
	}
	return n + len(p)*10 + cap(q)*100
}

func PanicPtrCopy(p, q *[20]float32, r *[3]float32) float32 {
	a := *p
	a[1]++
	*q = a
	*r = [3]float32{a[0], a[1], r[0]}
	b := *r
	return b[2] + q[19]
}

func PtrPhi(p, q *[4]int32, n int) int32 {
	if p == nil || q == nil {
		return -1
	}
	for i := range n & 7 {
		p[i&3] += q[i>>1]
		p, q = q, p
	}
	return p[0] + q[1]
}

func PtrCompare(p, q *[4]int32) (n int) {
	if p == nil {
		n++
	}
	if q != nil {
		n += 2
	}
	if p == q {
		n += 4
	}
	var r *[4]int32
	if r == p {
		n += 8
	}
	r = q
	if r == q {
		n += 16
	}
	return
}

func PanicPtrLoop(p *[8]float32, s []float32) {
	for i := range s {
		s[i] += p[i&7]
		if s[i] > 1 {
			p[0] = s[i]
		}
	}
}

func PanicPtrCond(p *[8]float32, s []float32, c bool) float32 {
	x := float32(1)
	if c {
		x = p[2]
	} else if len(s) > 3 {
		p[1] = 2
	}
	s[0] = x
	s[1] = p[3]
	return p[0]
}

func PanicPtrRow(p *[3][4]int32, i, j int) int32 {
	r := &p[i]
	r[j]++
	return r[0]
}

func PanicSliceOfArrays(s [][4]int32, i, j int) int32 {
	s[i][j]++
	s[j][1] = s[i][2]
	r := s[j]
	return r[i]
}

func SliceOfArrays(s [][3]int16, t [][20]uint8) (sum int) {
	for i := range s {
		s[i][1] += int16(i)
		for _, v := range s[i] {
			sum += int(v)
		}
		for j := range s[i] {
			s[i][j]++
		}
	}
	for _, row := range s {
		sum = sum*3 + int(row[2])
	}
	for i, row := range t {
		t[0][i] = 3
		sum += int(row[0]) + int(row[19])
	}
	if len(s) > 2 {
		s[0], s[1] = s[1], s[0]
		s[2] = [3]int16{1, 2}
	}
	if len(t) > 1 {
		t[1] = t[0]
		t[0], t[1] = t[1], [20]uint8{5: 1}
		if t[0] == t[1] {
			sum++
		}
	}
	return
}

func PanicSliceToArray(s []int32, i int) int32 {
	a := [4]int32(s)
	s[0] = 100
	p := (*[2]int32)(s[i:])
	p[1] += a[0]
	return a[3]
}

func SliceToArray(s []int32) (sum int32) {
	for len(s) >= 3 {
		a := [3]int32(s)
		sum += a[0]*a[1] - a[2]
		*(*[3]int32)(s) = [3]int32{a[2], a[1], a[0]}
		s = s[1:]
	}
	for len(s) >= 2 {
		p := (*[2]int32)(s)
		p[0] = sum
		s = s[2:]
	}
	return
}

func PanicString(s string, i int) (n int) {
	for j := range len(s) {
		if s[j] == 'a' {
			n++
		}
	}
	return n*256 + int(s[i])
}

func PanicStringSlice(s string, i, j int) int {
	t := s[i:j]
	u := s[j:]
	v := u[:i]
	return len(t)*100 + len(u)*10 + len(v)
}

func StringLoop(s string, out []byte) (h uint32) {
	h = 2166136261
	for i := 0; i < len(s); i++ {
		h = (h ^ uint32(s[i])) * 16777619
		if i < len(out) {
			out[i] = s[i] + 1
		}
	}
	return
}

const digits = "0123456789abcdef"

func Hex(dst []byte, n uint32) {
	for i := range dst {
		dst[i] = digits[n&15]
		n >>= 4
		if n&1 == 1 {
			dst[i] ^= "xyzw"[n&3]
		}
	}
}

func StringVars(s, t string, n int) (k int) {
	u := s
	for i := range n & 7 {
		if i == 2 {
			u = t
		}
		if i == 4 {
			u = "constant"
		}
		if len(u) > 0 {
			k = k*3 + int(u[0])
			u = u[1:]
		}
	}
	return
}

var squares = [10]uint8{0, 1, 4, 9, 16, 25, 36, 49, 64, 81}
var matrix = [3][4]float32{{1, 2, 3, 4}, {3: 8}, {9, 10, 11, 12}}
var coeffs = []float64{0.5, 0.25, 4: 0.125}
var zeros [12]int32
var corners = [...]point{{0, 1}, {X: 2}, {Y: -3}}
var primes = [...]uint8{2, 3, 5, 7, 11, 13, 17}
var limit = 6
var factor, offset float32 = 1.5, -2
var name = "table"

func Tables(i, j uint, dst []float32) (n int) {
	for k, p := range corners {
		n += k + int(p.X-p.Y)
	}
	for k := range dst {
		dst[k] = matrix[k%3][k%4] + float32(coeffs[k%5]) + corners[k%3].Y
	}
	return n + int(squares[i%10]) + int(zeros[j%12]) + len(squares) + len(coeffs)
}

func TableScalars(n int) (float32, int) {
	m := 0
	for i := range limit {
		m += i * n
	}
	return factor*float32(n) + offset, m + int(name[n&3])
}

func TableSlices(dst []uint8, i uint) (sum float64) {
	t := primes[2:7]
	for k := range dst {
		dst[k] = t[k%5]
	}
	for _, c := range coeffs[i%3:] {
		sum = sum*2 + c
	}
	a := squares
	a[1]++
	return sum + float64(a[i%10])
}

func PanicTable(i, j int, k uint8) int {
	return int(squares[i]) + int(matrix[j][k]) + int(coeffs[k])
}

func PanicFullSlice(s []int32, i, j, k int) (int, int) {
	t := s[i:j:k]
	u := s[:j:i]
	return len(t)*10 + cap(t), len(u)*10 + cap(u)
}

func PanicFullSliceArray(p *[6]int32, i, j, k int) (int, int) {
	t := p[i:j:k]
	t[0] = 5
	return len(t)*10 + cap(t), len(p[:j])
}

func LocalSlices(s []int32, n int) (sum int32) {
	var a, b [8]int32
	p := a[:]
	q := b[:]
	for i := range s {
		p[i] += s[i]
		p, q = q, p
		if i == 3 {
			p = s
		}
	}
	for i := range a {
		sum = sum*3 + a[i] - b[i]
	}
	return
}

type grams float64
type index uint8
type row [3]grams
type grid []row

func NamedTypes(g grid, i index) (t grams) {
	for k := range g {
		r := g[k]
		r[i%3] += grams(k)
		g[k] = r
		t += row(g[k])[0]
	}
	type local struct {
		a grams
		b index
	}
	l := local{t, i}
	l.b++
	return l.a + grams(l.b)
}

func SliceStructVar(s []point, n int) (x float32) {
	t := s
	for len(t) > 0 {
		x += t[0].X
		t[0].Y = x
		if n&1 == 1 {
			t = t[1:]
		} else {
			t = t[:len(t)-1]
		}
		n >>= 1
	}
	return
}

func PanicTupleArray(s []int32, i, j int) int32 {
	var a [4]int32
	a[i], s[j] = 1, a[j]
	s[i], a[j] = a[i], s[j]
	x := a[:]
	a[0], x[1] = x[j], a[i]
	s[0], a[2] = 1, a[i]/a[j]
	return a[0] + a[1] + a[2]
}

func PanicLiteralOrder(s []int32, i, j int) int32 {
	a := [3]int32{s[i], s[j] / s[0], s[i+1]}
	p := [2]point{{float32(s[j]), 1}, {Y: float32(a[0] % a[1])}}
	return a[0] + int32(p[1].Y)
}

func PanicOpArray(p *[4]int32, m *[2][3]int32, s []int32, i, j int) {
	m[i][j] += s[j] / s[i]
	p[j] -= m[j][i] << p[i]
	p[0]++
}

func DeclInLoop(s []int32) (sum int32) {
	for i := range s {
		var h [16]int32
		for j := range i + 1 {
			h[s[j]&15]++
		}
		t := h[1:5]
		u := [3]int32{s[i], 1}
		for j, v := range t {
			sum = sum*3 + v + u[j%3]
		}
	}
	return
}

func SwitchStruct(s []point) (n int) {
	for _, p := range s {
		switch p {
		case point{1, 1}:
			n++
		case s[0]:
			n += 10
		default:
			n += 100
		}
	}
	return
}

func PanicRangeSlices(p *[6]int32, i int) (sum int32) {
	for _, v := range p[i:] {
		sum += v
	}
	for k := range p[:i] {
		sum -= p[k]
	}
	return
}

func BigLiteral(i, j uint) int32 {
	a := [80]int32{1, 2, 3, 40: 7, 79: -1}
	a[i%80]++
	b := [70]int32{}
	b[j%70] = 4
	return a[j%80] + b[i%70]
}

func BigMixedLiteral(i uint, s []int32) (x int32) {
	for k := range s {
		a := [80]int32{s[k], 2, 3, 40: s[0], 79: -1}
		a[i%80]++
		x = x*3 + a[(i+uint(k))%80] + a[0]
	}
	return
}

type big struct {
	N int32
	A [100]float32
	P point
}

func BigStruct(s []float32) float32 {
	var a, b big
	for i, v := range s {
		a.A[i] = v
		a.P.X += v
		a.N++
	}
	b = a
	b.A[0] = 2
	if a == b {
		return -1
	}
	return a.A[0] + b.A[0] + b.P.X + float32(b.N)
}

type blank struct {
	A int32
	_ int32
	B int8
}

func BlankFields(s []blank, i, j uint) int {
	if int(i) < len(s) && int(j) < len(s) {
		if s[i] == s[j] {
			return 1
		}
		x := s[i]
		x.A++
		return int(x.A) + int(s[j].B)
	}
	return -1
}

type base struct{ A, B int32 }

type derived struct {
	base
	C int32
}

func Embedded(s []derived) (n int32) {
	for i := range s {
		s[i].A += s[i].C
		d := s[i]
		d.B, d.base.A = d.A, 3
		n = n*3 + d.B - d.A
		s[i].base = base{1, d.B}
	}
	return
}

type pairOf[T any] struct{ First, Second T }

type plainNumber interface {
	~int32 | ~float64
}

func sumPair[T plainNumber](p pairOf[T], a [3]T, i uint) T {
	var acc [2]T
	acc[i%2] = p.First
	acc[(i+1)%2] += p.Second
	for _, x := range a {
		acc[0] += x
	}
	q := pairOf[T]{acc[0], acc[1]}
	return q.First - q.Second
}

func Pairs(s []pairOf[int32], t []pairOf[float64], i uint) (x float64) {
	for k, p := range s {
		s[k].First = sumPair(p, [3]int32{1, p.Second}, i)
	}
	for _, p := range t {
		x += sumPair(p, [3]float64{2: x}, i)
	}
	return
}

func total(a [24]int32) (s int32) {
	for i := range a {
		s += a[i]
	}
	return
}

func changed(a [24]int32, i int) int32 {
	a[i] = 100
	return a[0] + a[i]
}

func SharedParams(s []int32) (n int32) {
	var a [24]int32
	for i, v := range s {
		a[i] = v
		n = n*3 + total(a)
		n += changed(a, i) + a[i]
	}
	return
}

func outer(a [24]int32) int32 { return total(a) + innerOf(a, &a) }

func innerOf(a [24]int32, p *[24]int32) int32 {
	p[1] += 7
	return total(a)*2 + p[1]
}

func PassedOn(s []int32) (n int32) {
	a := [24]int32{1, 2, 3}
	for i, v := range s {
		a[i] += v
		n += outer(a)
	}
	return n + a[1]
}

func write(a [24]int32, s []int32) int32 {
	s[0]++
	return a[0]
}

func ExposedParams(n int) (x int32) {
	var a [24]int32
	for range n & 7 {
		x = x*2 + write(a, a[:])
	}
	return x + a[0]
}

func SliceLiterals(s []int32, i uint) (n int32) {
	w := []int32{3, 1, 4, 1, 5}
	for k, v := range s {
		n += v * w[k%5]
		w[uint(k)%3] += 2
		t := []int32{v, 7, int32(k)}
		n ^= t[i%3]
	}
	for _, p := range []point{{1, 2}, {Y: 3}} {
		n += int32(p.X - p.Y)
	}
	return n + int32(len(w)+cap(w))
}

func PtrToSlices(p *[6]int32, q *[2][3]float32, n uint) (x float32) {
	if p == nil || q == nil {
		return
	}
	s := p[1:5]
	for i := range s {
		s[i] += int32(i)
	}
	t := q[1][:]
	t[n%3]++
	for _, r := range q[:] {
		x += r[0] - r[2]
	}
	return x + float32(p[4])
}

func PanicNilDerefOrder(p *[4]int32, s []int32, i, j int) {
	s[i], p[j] = p[j], s[i]
	p[0], s[j] = 5, s[i]/p[1]
	a := *p
	s[j&3] += a[i&3]
}

func PanicConstIndex(s []int32, p *[3]int32) int32 {
	_ = s[3]
	_ = p[2]
	return s[0] + s[3] + p[0]
}

func PanicNegative(i int8, k uint8, s []point, t [][2]int8) float32 {
	return s[i].X + float32(t[k][i])
}

func rows(s []int32) (r [20]int32, ok bool) {
	for i, v := range s {
		if v < 0 {
			return r, false
		}
		r[i] = v
	}
	return r, true
}

func Returned(s []int32) (n int32) {
	r, ok := rows(s)
	if !ok {
		n = 1000
	}
	q, _ := rows(s[len(s)/2:])
	r[0]++
	for i := range r {
		n = n*3 + r[i] - q[i]
	}
	return
}

func ZeroLen(s []int32) (n int) {
	var a [0]int32
	type empty struct{}
	var e, f empty
	for range a {
		n++
	}
	if e == f {
		n += 10
	}
	b := a
	return n + len(b) + len(a[:])
}

func halves(m mixed) (x, y mixed, n int) {
	x, y = m, m
	x.B /= 2
	y.A++
	return y, x, int(x.A)
}

func StructResults(s []mixed) (f float64) {
	for i := range s {
		x, y, n := halves(s[i])
		s[i], f = y, f+x.B*float64(n)
		y, _, _ = halves(x)
		f += y.B
	}
	return
}

func AnonStruct(s []struct{ A, B uint16 }) (n int) {
	lim := struct{ lo, hi uint16 }{3, 70}
	for _, x := range s {
		if x.A > lim.lo && x.B < lim.hi {
			n++
			lim.lo++
		}
	}
	return n + int(lim.lo)
}

func PanicNilSlice(n, i int) float32 {
	var s []point
	if n > 100 {
		s[i].X = 3
	}
	var p *[3]float32
	if n == 2 {
		return p[1]
	}
	if n == 3 {
		p[i] = 1
	}
	var t []float32
	return float32(len(s[i:])) + t[n]
}

func halfOf(x float32) float32 { return x / 2 }

func PanicHoistStruct(s, t []point, i, j int) float32 {
	s[i].X = s[j].Y + halfOf(t[i].X)
	p := point{s[i+1].X, halfOf(t[j].Y)}
	return p.X + p.Y
}

func BoolArrays(s []bool, i uint) (n int) {
	var f [5]bool
	for k, b := range s {
		f[k%5] = b != f[(k+1)%5]
	}
	g := [3]bool{true, i > 2}
	for k := range f {
		if f[k] && g[k%3] || g[i%3] {
			n += 1 << k
		}
	}
	return
}

func PanicRangeNil(p *[4]int32, q *[0]int32, s []int32) (n int32) {
	for i, v := range q {
		n += v + int32(i)
	}
	for i := range *p {
		s[i] += 1
	}
	for i, v := range p {
		s[i] += v
	}
	return
}

func GenericTuple[S ~[]E, E plainNumber](s, t S, u []E, i, j int) (x, y E) {
	if i < 0 || j < 0 || i >= len(s) || j >= len(t) {
		return
	}
	u = s
	s[i], x = 1, u[i]
	t[j], y = 2, u[i]
	s[0], t[0] = t[0], s[0]
	return
}

func GenericArray[T ~float32 | ~float64](p *[4]T, s []T) (x T) {
	if p == nil {
		return
	}
	var a [4]T
	for i, v := range s {
		a[i&3] += v
		p[i&3], a[0] = a[0], p[i&3]
	}
	for i := range a {
		x += a[i] * T(i)
	}
	return
}

func OverlappingMoves(s []int32, t []point, i, j uint) {
	if len(s) >= 25 {
		*(*[21]int32)(s[i%5:]) = *(*[21]int32)(s[j%5:])
		*(*[4]int32)(s[j%5:]) = *(*[4]int32)(s[i%5:])
	}
	if len(t) >= 25 {
		*(*[20]point)(t[i%5:]) = *(*[20]point)(t[j%5:])
		*(*[3]point)(t[j%5:]) = *(*[3]point)(t[i%5:])
	}
}

func PanicMoves(p, q *[6][5]int32, i, j int) {
	*q = *p
	p[i] = q[j]
	q[j][i]++
	*p, *q = *q, *p
}
