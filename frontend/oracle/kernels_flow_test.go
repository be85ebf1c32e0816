package oracle

import (
	"math"
	"unsafe"
)

var flowKernels = map[string]any{
	"GotoCount": GotoCount, "GotoRetry": GotoRetry, "GotoOut": GotoOut, "GotoTwo": GotoTwo, "GotoNested": GotoNested,
	"GotoOver": GotoOver, "GotoInner": GotoInner, "GotoLabels": GotoLabels, "GotoArray": GotoArray, "GotoState": GotoState,
	"ListSum": ListSum, "ListMean": ListMean, "ListSpread": ListSpread, "ListPass": ListPass, "ListOfCall": ListOfCall,
	"ListStores": ListStores, "ListMethod": ListMethod, "ListLiteral": ListLiteral,
	"QuotientAll": QuotientAll, "QuotientNarrow": QuotientNarrow, "QuotientBy": QuotientBy, "QuotientAssign": QuotientAssign,
	"QuotientScalar": QuotientScalar, "PanicNamedText": PanicNamedText, "PanicNamedStruct": PanicNamedStruct,
	"TextRunes": TextRunes, "RuneStarts": RuneStarts, "MadeBytes": MadeBytes, "FloatParts": FloatParts, "RunesOfBytes": RunesOfBytes,
	"NamedValues": NamedValues, "UnsafeWords": UnsafeWords, "UnsafeStore": UnsafeStore, "UnsafeBits": UnsafeBits,
	"PanicUnsafe": PanicUnsafe, "UnsafeText": UnsafeText, "UnsafeStruct": UnsafeStruct, "UnsafeHalves": UnsafeHalves,
}

// GotoCount is a loop made by goto.
func GotoCount(x []int32, n int) (sum int32) {
	i := 0
again:
	if i < len(x) && i < n*3 {
		sum += x[i]
		i++
		goto again
	}
	return sum
}

// GotoRetry has two ways back, and one back from an inner loop.
func GotoRetry(x []int32, n int) int {
	tries := 0
retry:
	tries++
	if tries > 9 {
		return -1
	}
	for i := range x {
		if x[i] > 5 {
			x[i] -= 4
			goto retry
		}
	}
	if tries < n {
		goto retry
	}
	return tries
}

// GotoOut leaves two loops at once, for code behind them.
func GotoOut(x, y []int32) int {
	n := 0
	for i := range x {
		for j := range y {
			if x[i] == y[j] {
				n = i*100 + j
				goto found
			}
			y[j]++
		}
	}
	return -1
found:
	if n > 0 {
		x[0] = 7
	}
	return n
}

// GotoTwo has two forward labels, one of which the other falls into.
func GotoTwo(x []int32, n int) (r int32) {
	if n > 3 {
		goto three
	}
	if n > 1 {
		goto one
	}
	return 5
three:
	r += 3
one:
	r++
	if len(x) > 0 {
		x[0] = r
	}
	return r
}

// GotoNested has a loop made by goto in another one.
func GotoNested(x []int32, n int) (sum int) {
	i := 0
outer:
	j := 0
inner:
	sum += i*j + 1
	j++
	if j < n {
		goto inner
	}
	i++
	if i < len(x) {
		goto outer
	}
	return sum
}

// GotoOver jumps over statements, in a loop.
func GotoOver(x []int32) (n int) {
	for i, v := range x {
		if v < 2 {
			goto next
		}
		if v > 5 {
			goto big
		}
		n++
	next:
		x[i] = v + 1
		continue
	big:
		x[i] = v - 1
	}
	return n
}

func firstAbove(x []int32, limit int32) (at int) {
scan:
	if at < len(x) {
		if x[at] > limit {
			goto done
		}
		at++
		goto scan
	}
	return -1
done:
	return at
}

// GotoInner inlines twice a function that has labels, and has such itself.
func GotoInner(x, y []int32, n int) int {
	k := 0
scan:
	a, b := firstAbove(x, int32(n)), firstAbove(y, int32(k))
	if k++; a < b && k < 10 {
		goto scan
	}
	return a*1000 + b*10 + k
}

// GotoLabels has labels that break, continue and goto use.
func GotoLabels(x []int32) (n int) {
	k := 0
start:
again:
	for i := range x {
		switch {
		case x[i] > 6:
			break again
		case x[i] > 5:
			continue again
		case x[i] > 3 && k < 4:
			k++
			x[i]++
			goto start
		}
		n += int(x[i])
	}
	return n + k
}

// GotoArray declares a variable in memory in a loop made by goto: a new one each time.
func GotoArray(x []int32) (sum int32) {
	i := 0
next:
	if i >= len(x) {
		return sum
	}
	{
		var a [8]int32
		a[uint32(x[i])%8] += x[i]
		for _, v := range a {
			sum = sum*3 + v
		}
	}
	i++
	goto next
}

// GotoState is a machine of states.
func GotoState(x []uint8) (words, digits int) {
	i := 0
between:
	if i == len(x) {
		return
	}
	switch c := x[i] & 63; {
	case c < 10:
		i++
		goto digit
	case c < 40:
		i++
		words++
		goto word
	}
	i++
	goto between
word:
	if i < len(x) && x[i]&63 >= 10 && x[i]&63 < 40 {
		i++
		goto word
	}
	goto between
digit:
	digits++
	goto between
}

func scaledTotal(scale float64, xs ...float64) (sum float64) {
	for i, x := range xs {
		sum += x * scale
		xs[i] = sum
	}
	return sum
}

func countOf(xs ...int) int { return len(xs)*100 + cap(xs) }

// ListSum calls with lists of several lengths.
func ListSum(x []float64, n int) float64 {
	s := scaledTotal(2) + scaledTotal(3, 1.5) + scaledTotal(0.5, float64(n), 2, 3)
	if len(x) > 2 {
		s += scaledTotal(2, x[0], x[1], x[2])
	}
	return s + float64(countOf()) + float64(countOf(n, n))
}

func mean(xs ...float64) float64 {
	if len(xs) == 0 {
		return 0
	}
	s := 0.0
	for _, x := range xs {
		s += x
	}
	return s / float64(len(xs))
}

// ListMean makes a list in each iteration.
func ListMean(x, y []float64) {
	for i := range min(len(x), len(y)) {
		y[i] = mean(x[i], y[i], 1)
	}
}

// ListSpread passes a slice as the list: the callee stores to it.
func ListSpread(x []float64, n int) float64 {
	s := scaledTotal(2, x...)
	return s + scaledTotal(1, x[min(n, len(x)):]...)
}

// ListPass passes a list on.
func ListPass(x []float64) float64 {
	var pass func(xs ...float64) float64 = func(xs ...float64) float64 { return mean(xs...) + scaledTotal(2, xs...) + mean(xs...) }
	return pass(1, 2, 3) + pass(x...) + pass()
}

func triple(x float64) (a, b, c float64) { return x, x + 1, x * 2 }

// ListOfCall passes the results of a call.
func ListOfCall(x float64) float64 { return mean(triple(x)) + scaledTotal(triple(x)) }

// ListStores stores before an argument panics.
func ListStores(x []float64, n int) float64 {
	if len(x) > 0 {
		x[0] = 3
	}
	return mean(x[n], x[n+1])
}

type meter struct{ n, last int }

func (m *meter) add(by int, xs ...int) {
	m.n += len(xs) * by
	for _, x := range xs {
		m.last = x
	}
}

// ListMethod calls a method with lists.
func ListMethod(n int) (int, int) {
	var m meter
	m.add(1)
	m.add(2, n, n+1)
	f := (*meter).add
	f(&m, 3, 9)
	return m.n, m.last
}

// ListLiteral keeps a list beyond the call.
func ListLiteral(x []int32) []int32 {
	same := func(xs ...int32) []int32 { return xs }
	out := same()
	for i, v := range x {
		if v > 3 {
			out = same(v, int32(i), v+1)
		}
	}
	return out
}

// QuotientAll divides all by all, and what is special too.
func QuotientAll(x, y []complex128, out []complex128) {
	n := 0
	for _, a := range x {
		for _, b := range y {
			if n < len(out) {
				out[n] = a / b
				n++
			}
		}
	}
}

func QuotientNarrow(x, y []complex64) {
	for i := range min(len(x), len(y)) {
		x[i] = x[i] / y[i]
	}
}

// QuotientBy divides by parts of all kinds.
func QuotientBy(re, im, by []float64, out []complex128) {
	n := min(len(re), len(im), len(out), len(by))
	for i := range n {
		out[i] = complex(re[i], im[i]) / complex(by[i], by[n-1-i])
	}
}

func QuotientAssign(x []complex128, d complex128) {
	for i := range x {
		x[i] /= d
		x[i] = 1 / x[i]
	}
}

func QuotientScalar(a, b, c, d float64) (float64, float64) {
	q := complex(a, b) / complex(c, d)
	return real(q), imag(q)
}

type failed string

func (f failed) Error() string { return string(f) }

type fault struct {
	text string
	code int
}

func (f fault) Error() string { return f.text }

const badLength failed = "length"

var (
	errShape = fault{"shape", 3}
	errOrder = fault{text: "order"}
)

// PanicNamedText panics with a constant of an error type.
func PanicNamedText(x []float64, n int) float64 {
	if len(x) > 0 {
		x[0]++
	}
	if len(x) < n {
		panic(badText(n))
	}
	if n == 2 {
		panic(badLength)
	}
	return x[n]
}

type badText int

func (b badText) Error() string {
	if b > 3 {
		return "long"
	}
	return "short"
}

// PanicNamedStruct panics with variables of a struct type that is an error.
func PanicNamedStruct(x []float64, n int) float64 {
	for i := range x {
		if x[i] > 30 {
			panic(errShape)
		}
		x[i]++
	}
	if n > 4 {
		panic(errOrder)
	}
	if errOrder.Error() != "order" {
		return 1
	}
	return float64(errShape.code + len(errShape.text))
}

// NamedValues reads variables of struct types with texts.
func NamedValues(s string, n int) (int, string) {
	switch {
	case s == errShape.text:
		return 1, s
	case n > 3:
		return len(errOrder.text), errOrder.text
	}
	e := errShape
	e.code += n
	return e.code, e.text
}

func load32(b []byte, i int) uint32 {
	return *(*uint32)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), i))
}

func store64(b []byte, x uint64) { *(*uint64)(unsafe.Pointer(unsafe.SliceData(b))) = x }

// UnsafeWords reads words out of bytes.
func UnsafeWords(b []byte) (sum uint32) {
	for i := 0; i+4 <= len(b); i++ {
		sum = sum*31 + load32(b, i)
	}
	return sum
}

// UnsafeStore stores words over bytes.
func UnsafeStore(b []byte, x []uint64) {
	for i := 0; i < len(x) && 8*i+8 <= len(b); i++ {
		store64(b[8*i:], x[i]*0x0102030405060708)
	}
}

// UnsafeBits sees floats as integers.
func UnsafeBits(x []float64) (sum int64) {
	if len(x) == 0 {
		return 0
	}
	bits := unsafe.Slice((*int64)(unsafe.Pointer(&x[0])), len(x))
	for i, v := range bits {
		sum ^= v >> (uint(i) & 15)
		bits[i] = v &^ (1 << 62)
	}
	return sum + int64(x[0])
}

// PanicUnsafe makes slices that may be of no length.
func PanicUnsafe(x []int32, p *int32, n int) (sum int32) {
	s := unsafe.Slice(p, n/5)
	for _, v := range s {
		sum += v
	}
	if n == 4 {
		s = unsafe.Slice(unsafe.SliceData(x), len(x)-9)
	}
	return sum + int32(len(s))
}

// UnsafeText makes a text of bytes and bytes of a text.
func UnsafeText(b []byte, s string) (n int) {
	text := unsafe.String(unsafe.SliceData(b), len(b))
	for i := range len(text) {
		n += int(text[i])
	}
	for _, c := range unsafe.Slice(unsafe.StringData(s), len(s)) {
		n = n*3 + int(c)
	}
	if text == s {
		n++
	}
	return n
}

type pairOf32 struct{ A, B int32 }

// UnsafeStruct changes a field by another type.
func UnsafeStruct(p *pairOf32, n int) int32 {
	if p == nil {
		return 0
	}
	a := p.A
	*(*int64)(unsafe.Pointer(p)) = int64(n)<<32 | 5
	*(*int32)(unsafe.Add(unsafe.Pointer(p), unsafe.Sizeof(p.A))) += 2
	return a + p.A*10 + p.B
}

// UnsafeHalves walks over halves of numbers; where they lie is a multiple of their size.
func UnsafeHalves(x []uint32) (n uint32) {
	p := unsafe.Pointer(unsafe.SliceData(x))
	if uintptr(p)%4 != 0 || p == nil {
		return 1
	}
	for range len(x) * 2 {
		n = n*5 + uint32(*(*uint16)(p))
		p = unsafe.Add(p, 2)
	}
	return n
}

// TextRunes takes a text apart; break and continue too.
func TextRunes(s string, n int) (sum int32) {
	for i, r := range s {
		if r == 'e' {
			continue
		}
		if i == n*2 {
			break
		}
		sum = sum*31 + r + int32(i)
	}
	return sum
}

// RunesOfBytes decodes what is UTF-8 and what is not.
func RunesOfBytes(b []byte, words []uint32) (n int, sum int32) {
	for _, w := range words {
		for k := range min(4, len(b)) { // all that a byte can be
			b[k] = byte(w*0x9e3779b1>>(8*k)) ^ byte(k*0x55)
		}
		if len(b) > 3 && w&1 == 0 {
			b[0], b[1], b[2], b[3] = []byte{0xe2, 0xf0, 0xc3, 0xed}[w>>1&3], 0x82+byte(w&0x3f), 0xac, 0x80|byte(w&0x1f)
		}
		for i, r := range string(b) {
			n += i
			sum = sum*31 + r
		}
	}
	return n, sum
}

func RuneStarts(s string) (n int) {
	for i := range s {
		n += i
	}
	for range "h\u00e9llo \u4e16\U0001F600\xff\xe4\xb8" {
		n++
	}
	for i, r := range "h\u00e9llo \u4e16\U0001F600\xff\xe4\xb8" {
		n = n*7 + i + int(r)
	}
	return n
}

// MadeBytes has copies of texts and bytes.
func MadeBytes(b []byte, s string, n int) ([]byte, string, int) {
	t := string(b)
	if len(b) > 0 {
		b[0]++
	}
	u := []byte(s)
	for i := range u {
		u[i] += byte(n)
	}
	if string(b) == t {
		n++
	}
	return u, t, n
}

// FloatParts has the parts of floats.
func FloatParts(x []float64) (sum int) {
	x = append([]float64{0, math.Copysign(0, -1), math.Inf(-1), 5e-324, 3e-310, -1.5, 0.5, 1, math.MaxFloat64}, x...)
	for i, v := range x {
		whole, rest := math.Modf(v * 1.3)
		frac, exp := math.Frexp(v)
		sum = sum*31 + int(math.Float64bits(whole)>>3) + exp*7 + int(math.Float64bits(frac)>>5)
		if rest == rest {
			sum ^= int(math.Float64bits(rest))
		}
		sum += i
	}
	return sum
}
