package oracle

import (
	"errors"
	"fmt"
)

var errMade = errors.New("made before")

type pairMade struct{ A, B int32 }

type headMade struct {
	N    int
	Sum  float64
	Last [3]int16
}

var madeKernels = map[string]any{
	"MadeErrors": MadeErrors, "MadePanic": MadePanic, "MadePanicError": MadePanicError, "MadeInner": MadeInner,
	"MadeScaled": MadeScaled, "MadeFilter": MadeFilter, "MadeAppends": MadeAppends, "MadeLiteral": MadeLiteral,
	"MadePointer": MadePointer, "MadePanicSize": MadePanicSize, "MadePairs": MadePairs, "MadeText": MadeText,
	"MadePrinted": MadePrinted, "MadeRows": MadeRows, "MadePrefix": MadePrefix, "MadeOwn": MadeOwn, "MadeWide": MadeWide,
}

// MadeErrors makes errors of values of all basic types.
func MadeErrors(x []float64, n int, s string, u uint8, f float32, c complex128, ok error) (int, error) {
	switch {
	case n == 0:
		return 1, errors.New("nothing")
	case n == 1:
		return n, fmt.Errorf("%d %v %s %q %x %g %v", n, x == nil, s, s, u, f, c)
	case n == 2:
		return n, fmt.Errorf("wrapped: %w, %v", errMade, ok)
	case n == 3:
		return n, errors.New(s)
	case n == 4:
		return n, errors.New(fmt.Sprintf("%T %T %5.2f", u, f, f))
	}
	for i, v := range x {
		if v > 40 {
			return i, fmt.Errorf("x[%d] = %v of %d", i, v, len(x))
		}
	}
	return len(x), nil
}

// MadePrinted has texts without a format.
func MadePrinted(x []float64, n int, s string) string {
	if n > 6 {
		panic(fmt.Sprint("s (", n, s, 3, s, ") <= ", float32(n), n > 3))
	}
	if len(x) > n {
		return fmt.Sprintln(x[n], s, "and", s, n)
	}
	return fmt.Sprint()
}

func checkMade(v float64) (float64, error) {
	if v > 30 {
		return 0, fmt.Errorf("too large: %g", v)
	}
	return v * 2, nil
}

// MadeInner has errors made in an inlined function, in a loop.
func MadeInner(x []float64) (sum float64, err error) {
	for _, v := range x {
		w, err := checkMade(v)
		if err != nil {
			return sum, fmt.Errorf("inner: %w", err)
		}
		sum += w
	}
	return sum, nil
}

func MadePanic(x []float64, n int) {
	for i := range x {
		x[i]++
	}
	if n > 3 {
		panic(fmt.Sprintf("%d of %d", n, len(x)))
	}
	if n > 2 {
		panic(n)
	}
}

func MadePanicError(x []float64, n int) float64 {
	if n > 3 {
		panic(fmt.Errorf("%w %d", errMade, n))
	}
	if n > 2 {
		panic(errMade)
	}
	return x[0]
}

func MadeScaled(x []float64, k float64) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = k * v
	}
	return out
}

func MadePrefix(x []float64, n int) (sums []float64, counts []int32) {
	sums, counts = make([]float64, len(x)+1, len(x)+n+1), make([]int32, n)
	for i := range x {
		sums[i+1] = sums[i] + x[i]
		if n > 0 {
			counts[i%n]++
		}
	}
	return sums[1:], counts
}

func MadeFilter(x []float64, t float64) []float64 {
	var out []float64
	for _, v := range x {
		if v > t {
			out = append(out, v)
		}
	}
	return out
}

func MadeAppends(x []uint8, y []uint8, s string, n int) ([]uint8, []uint8) {
	out := append([]uint8(nil), x...)
	out = append(out, y...)
	out = append(out, s...)
	for i := range n {
		out = append(out, uint8(i), uint8(2*i), 7)
	}
	return append(x, y...), append(out[:n], out[n/2:]...)
}

func MadeOwn(x []int64, n int) []int64 {
	x = append(x[:len(x)/2], x[len(x)-len(x)/3:]...)
	buf := [4]int64{1, 2, 3, 4}
	y := append(buf[:n%5], x...)
	y[0]++
	return append(y, buf[0], buf[1])
}

func MadeLiteral(n int) ([]int32, []float64) {
	a := [...]float64{1, 2, 3, float64(n)}
	return []int32{1, int32(n), 3}, a[1:]
}

func MadePointer(x []float64) (*headMade, *[5]float64) {
	h := &headMade{N: len(x)}
	p := new([5]float64)
	for i, v := range x {
		h.Sum += v
		p[i%5] += v
		h.Last[i%3] = int16(i)
	}
	return h, p
}

func MadePanicSize(n, m int) ([]uint16, int) {
	s := make([]uint16, n-3, m)
	for i := range s {
		s[i] = uint16(i)
	}
	return s, cap(s)
}

func MadePairs(x []int32) []pairMade {
	var out []pairMade
	for i := 1; i < len(x); i++ {
		if x[i-1] < x[i] {
			out = append(out, pairMade{x[i-1], x[i]})
		}
	}
	return out
}

func MadeText(n int, s string) (string, string) {
	return fmt.Sprintf("%d%s", n, s), fmt.Sprintf("")
}

func MadeRows(x []int32, n int) (sum int32) {
	for i := range n {
		row := make([]int32, i+1)
		for j := range row {
			row[j] = x[j] * int32(i)
		}
		for _, v := range row {
			sum += v
		}
	}
	return
}

// MadeWide has more parameters than the small adapter takes.
func MadeWide(a, b, c, d, e, f, g []int64, n int, err error) ([]int64, []int64, error) {
	out := make([]int64, n, n+2)
	for i := range out {
		out[i] = int64(len(a) + len(b)*i + len(c))
	}
	if n > 5 {
		return append(out, d...), nil, fmt.Errorf("%d: %v", n, err)
	}
	return out, append(e, f...), err
}
