package oracle

import (
	"iter"
	"math"
	"slices"
	"sort"
)

// Function literals, function values and ranges over functions, for TestAgainstGC.

func mapTo(dst, src []float64, f func(float64) float64) {
	for i := range dst {
		dst[i] = f(src[i])
	}
}

func fold[T any](x []T, acc T, f func(a, b T) T) T {
	for _, v := range x {
		acc = f(acc, v)
	}
	return acc
}

func litPassed(a float64, x, y []float64) {
	b := a * 2
	mapTo(y, x, func(v float64) float64 { return a*v + b })
}

func litCaptures(x []int32) (n int32, last int) {
	count := func(i int, v int32) bool {
		if v > 3 {
			n++
			last = i
			return true
		}
		n -= v / 7
		return false
	}
	for i, v := range x {
		if count(i, v) && n > 20 {
			break
		}
	}
	count(-1, 9)
	return
}

func litNested(x []int, k int) int {
	s := 0
	add := func(n int) { s += n }
	twice := func(f func(int), n int) { f(n); f(n + k) }
	for i := range x {
		twice(func(n int) { add(n * x[i]); k++ }, i)
	}
	return s*31 + k
}

func adder(k int) func(int) int { return func(n int) int { k++; return n + k } }

func litReturned(a, b int) int {
	f, g := adder(a), adder(b)
	return f(1)*100 + g(2)*10 + f(3) + g(f(4))
}

func isBig(v int32) bool { return v > 5 }

func countIf[T any](x []T, pred func(T) bool) (n int) {
	for _, v := range x {
		if pred(v) {
			n++
		}
	}
	return n
}

func funcNamed(x []int32) int {
	p := isBig
	return countIf(x, p)*1000 + countIf(x, isBig) + countIf(x, isOdd[int32])
}

func isOdd[T ~int32 | ~int64](v T) bool { return v&1 != 0 }

func funcStd(x, y []float64) {
	mapTo(y, x, math.Sqrt)
	mapTo(x, y, math.Floor)
}

func funcFold(x []int64, m int64) int64 {
	return fold(x, m, func(a, b int64) int64 { return max(a, b) }) ^ fold(x, 1, func(a, b int64) int64 { return a*3 + b })
}

type pair2 struct{ a, b int }

func (p pair2) sum() int       { return p.a*3 + p.b }
func (p *pair2) step(n int)    { p.a += n; p.b -= 2 * n }
func (p pair2) plus(n int) int { return p.a + p.b*n }

func methodValue(x []int, a int) int {
	p := pair2{a, 7}
	f := p.plus
	g := p.step
	h := (*pair2).step
	p.a += 100
	for _, v := range x {
		g(v)
		h(&p, 2)
	}
	return f(2)*1000 + p.sum() + pair2.plus(p, 3) + (*pair2).sum(&p)
}

func litAtOnce(x []int) (n int) {
	for i, v := range x {
		n += func() int {
			if v < 0 {
				return -v
			}
			for j := range i {
				if j == v {
					return j * 2
				}
			}
			return v
		}()
	}
	return
}

func litArray(x []int, k int) int {
	var a [8]int
	bump := func(i int) { a[i&7] += i + 1 }
	for _, v := range x {
		bump(v)
	}
	held := func(b [8]int) int { bump(k); bump(0); return b[k&7] }
	return held(a) + a[k&7]*100
}

func PanicLit(x []int, k int) int {
	at := func(i int) int { x[0] = i; return x[i] }
	return at(1) + at(k)
}

func litNil(x []int, k int) int {
	or := func(f func(int) int, n int) int {
		if f == nil {
			return n
		}
		return f(n)
	}
	return or(nil, k) + or(func(n int) int { return n * 5 }, k)
}

func litOrder(x int) int {
	f := func() int { x *= 2; return x }
	y := x + f()
	x, z := f(), x
	return y*1000000 + z*1000 + x
}

func above(x []int32, min int32) iter.Seq2[int, int32] {
	return func(yield func(int, int32) bool) {
		for i, v := range x {
			if v >= min && !yield(i, v) {
				return
			}
		}
	}
}

func upTo(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := 0; i < n; i++ {
			if !yield(i) {
				break
			}
		}
		n = -1
	}
}

func rangeSum(x []int32, m int32) (s int32) {
	for i, v := range above(x, m) {
		s += v * int32(i)
	}
	return
}

func rangeBreak(x []int32, m int32) (s int32) {
	for i, v := range above(x, m) {
		if v == 7 {
			continue
		}
		if i > 9 {
			break
		}
		s += v
	}
	return s + 1000
}

func rangeReturn(x []int32, m int32) (int, int32) {
	for i, v := range above(x, m) {
		if v > m+2 {
			return i, v
		}
		x[i]++
	}
	return -1, m
}

func rangeNested(n, m int, x []int) int {
	s := 0
outer:
	for i := range upTo(n & 15) {
		for j := range upTo(m & 15) {
			switch {
			case i == j:
				continue outer
			case i+j == 11:
				break outer
			case i*j == 30:
				return s - 1
			case j == 9:
				break
			}
			s += i*16 + j
		}
		s++
	}
	return s
}

func rangeInHelper(x []int32) int {
	first := func(m int32) int {
		for i, v := range above(x, m) {
			if v > m {
				return i
			}
		}
		return -1
	}
	return first(2)*100 + first(5)
}

func rangeMethod(x []int, k int) (s int) {
	p := spanOf{k & 7, k&7 + 9}
	for v := range p.each {
		s = s*3 + v
	}
	for v := range spanOf(p).all() {
		s -= v
	}
	for range p.thrice {
		s++
	}
	return s
}

type spanOf struct{ lo, hi int }

func (s spanOf) each(yield func(int) bool) {
	for i := s.lo; i < s.hi && yield(i); i++ {
	}
}
func (s spanOf) all() iter.Seq[int] { return func(yield func(int) bool) { s.each(yield) } }
func (s spanOf) thrice(yield func() bool) {
	_ = yield() && yield() && yield()
}

func PanicRange(k int) (s int) {
	for i := range badSeq {
		s += i
		if i == k&1 {
			break
		}
	}
	return s
}

func badSeq(yield func(int) bool) {
	yield(0)
	yield(1)
	yield(2)
}

func stdSeqs(x []int32) (s int) {
	for i, v := range slices.All(x) {
		s += i * int(v)
	}
	for v := range slices.Values(x) {
		s ^= int(v)
	}
	for i, v := range slices.Backward(x) {
		s = s*3 + i - int(v)
	}
	return s
}

func stdSearch(x []int, k int) (int, int, bool, int) {
	i := sort.Search(len(x), func(i int) bool { return x[i] >= k })
	j, found := sort.Find(len(x), func(i int) int { return k - x[i] })
	return i, j, found, slices.IndexFunc(x, func(v int) bool { return v == k })
}

func stdContains(x []int, k int) (bool, int, int) {
	return slices.ContainsFunc(x, func(v int) bool { return v > k }), sort.SearchInts(x, k),
		slices.IndexFunc(x, func(v int) bool { return v < k })
}

var funcKernels = map[string]any{
	"litPassed": litPassed, "litCaptures": litCaptures, "litNested": litNested, "litReturned": litReturned,
	"funcNamed": funcNamed, "funcStd": funcStd, "funcFold": funcFold, "methodValue": methodValue, "litAtOnce": litAtOnce,
	"litArray": litArray, "PanicLit": PanicLit, "litNil": litNil, "litOrder": litOrder, "rangeSum": rangeSum,
	"rangeBreak": rangeBreak, "rangeReturn": rangeReturn, "rangeNested": rangeNested, "rangeInHelper": rangeInHelper,
	"rangeMethod": rangeMethod, "PanicRange": PanicRange, "stdSeqs": stdSeqs, "stdSearch": stdSearch,
	"stdContains": stdContains,
}
