package frontend

import (
	"strings"
	"sync"
)

// stdHints says what to write instead of a function of a standard package that kernels do not have. A line is the
// words, a colon and the functions they go for.
const stdHints = `
math.Log(x + math.Sqrt(x*x-1)): math.Acosh
math.Log(x + math.Sqrt(x*x+1)): math.Asinh
math.Log((1+x)/(1-x)) / 2: math.Atanh
frac * math.Exp2(float64(exp)): math.Ldexp
math.Trunc(x) and math.Copysign(x-math.Trunc(x), x): math.Modf
the exponent taken from math.Float64bits(x): math.Frexp math.Ilogb math.Logb
math.Pow(10, float64(n)): math.Pow10
x - y*math.RoundToEven(x/y): math.Remainder
math.Sin(x) and math.Cos(x): math.Sincos
math.Float64frombits(math.Float64bits(x) + 1): math.Nextafter
math.Float32frombits(math.Float32bits(x) + 1): math.Nextafter32
a polynomial, or a table of values as a slice parameter: math.Erf math.Erfc math.Erfcinv math.Erfinv math.Gamma math.Lgamma math.J0 math.J1 math.Jn math.Y0 math.Y1 math.Yn
x / y and x % y of uint64, or a loop of shifts and subtractions: math/bits.Div math/bits.Div64 math/bits.Rem math/bits.Rem64
(uint64(hi)<<32 | uint64(lo)) / uint64(y) and % uint64(y): math/bits.Div32 math/bits.Rem32
if x == zero { x = y }: cmp.Or
for _, v := range x: slices.Values
for i, v := range x: slices.All
for i := len(x) - 1; i >= 0; i--: slices.Backward
the panic in the caller, or panic("text"): log.Fatal log.Fatalf log.Panic
`

// stdHint is the table by function.
var stdHint = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	for _, line := range strings.Split(strings.TrimSpace(stdHints), "\n") {
		i := strings.LastIndex(line, ": ")
		for _, name := range strings.Fields(line[i+2:]) {
			m[name] = line[:i]
		}
	}
	return m
})

// hintFor says what to write instead of function name of the package at path.
func hintFor(path, name string) string {
	if h := stdHint()[path+"."+name]; h != "" {
		return h
	}
	switch path {
	case "fmt", "errors":
		return "the message in the caller, and return a number that tells it what to say,"
	case "slices", "sort", "bytes", "strings", "maps":
		return "a loop"
	}
	if stdPackages()[path] == nil {
		return "the computation out, or use package math, math/bits or cmp"
	}
	return "the computation out"
}
