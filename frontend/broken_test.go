package frontend

import (
	"strings"
	"testing"
)

// brokenTexts pass values of missing packages and of unsupported types through calls, results, indices and fields.
// Each is an error at the place where it is written.
var brokenTexts = []struct{ name, text, want string }{
	{"fields of a local struct of another package, through a helper", `package p
import "example.org/image"
func ex(x []uint8, n int) (int, int) { s := 0; for _, v := range x { s += int(v) }; return s, n }
func K(p []uint8) int {
	var t image.Gray
	t.Pix = p
	a, b := ex(t.Pix[1:], t.Stride)
	return a + b
}`, `k.go:5:8: example.org/image.Gray is not supported; write numbers, or slices, arrays and ` +
		`structs of such`},
	{"fields of such a parameter, through helpers with several results", `package p
import "example.org/blas64"
func block(x []float64, n int) (a, b, c, d float64) { return x[0], x[1], x[n], x[n+1] }
func canonical(a, b, c, d float64) bool { return c == 0 || a == d && b*c < 0 }
func K(t blas64.General) bool {
	n := t.Cols
	for j := 0; j < n-1; {
		if t.Data[(j+1)*t.Stride+j] == 0 { j++; continue }
		a, b, c, d := block(t.Data[j*t.Stride+j:], t.Stride)
		if !canonical(a, b, c, d) { return false }
		j += 2
	}
	return true
}`, `k.go:5:10: example.org/blas64.General is not supported; write numbers, or slices, ` +
		`arrays and structs of such`},
	{"len of what such a package returns", `package p
import "example.org/array"
func K(x []int) (r int) {
	var a array.Data
	l, v := a.Value(0), a.Bytes()
	for i := range x {
		if len(l) == len(v[i]) { r += copy(v, l) + cap(a.Raw()[1:]) + min(len(a.Raw()), 1) }
		clear(a.Raw())
		b, ok := a.Next(); _ = b; if ok { r++ }
	}
	return
}`, `k.go:5:10: a call of method Value, which is not declared here, is not supported; write a function of this source that does it
k.go:5:22: a call of method Bytes, which is not declared here, is not supported; write a function of this source that does it
k.go:7:50: a call of method Raw, which is not declared here, is not supported; write a function of this source that does it`},
	{"a value of a package, in arithmetic", `package p
import "example.org/other"
func K(x []float64) (r float64) {
	a, b := other.A, other.B
	r = 2.5 - a*x[0]
	if a%b == 0 && !a { r = -x[a] }
	x[b] *= 1
	switch a { case 1.5: case b: r++ }
	for i := range a { r += i }
	return r / b
}`, `k.go:4:10: other.A of package example.org/other is not supported; write it as a parameter
k.go:4:19: other.B of package example.org/other is not supported; write it as a parameter`},
	{"a struct that holds what kernels do not have, passed on", `package p
type T struct{ s []int; n int }
func f(t T) (T, int, bool) { t.n++; return t, t.n, t.s == nil }
func K(x []int) int {
	t, n, ok := f(T{x, 1})
	if ok || t == t { t.n = n }
	return t.s[t.n]
}`, `k.go:6:11: invalid operation: t == t (struct containing []int cannot be compared)`},
	{"an element of a large package variable that changes", `package p
var box [8][64]uint32
func change() { box[1][2] = 3 }
func K(x []byte) (r uint32) {
	for _, b := range x { r ^= box[7][b&63] ^ box[6][1] }
	return
}`, `k.go:5:29: package-level variable box, which may be changed at k.go:3:17, is not supported; write it as a parameter, or ` +
		`hotloop.WithGlobal("box", &box) among the options
k.go:5:44: package-level variable box, which may be changed at k.go:3:17, is not supported; write it as a parameter, or ` +
		`hotloop.WithGlobal("box", &box) among the options`},
	{"a range over what a package returns", `package p
import ("strings"; "example.org/meta")
func K(x string) bool {
	labels := strings.Split(x, ".")
	for _, l := range labels {
		for i, r := range l { if r == '-' && i == len(l)-1 { return false } }
	}
	for k, b := range meta.List { if b.ID != k { return false } }
	for range meta.List { return true }
	return len(labels) > 1
}`, `k.go:4:12: a call of strings.Split is not supported; write a loop`},
	{"packages whose paths do not end in their names", `package p
import ("math/rand/v2"; "gopkg.in/yaml.v3")
func K(x []int) int { return rand.IntN(len(x)) + yaml.Size(x) }`,
		`k.go:3:30: a call of math/rand/v2.IntN is not supported; write the computation out, or use package math, math/bits or cmp
k.go:3:50: a call of gopkg.in/yaml.v3.Size is not supported; write the computation out, or use package math, math/bits or cmp`},
}

func TestBroken(t *testing.T) {
	for _, d := range brokenTexts {
		t.Run(strings.ReplaceAll(d.name, " ", "-"), func(t *testing.T) {
			_, err := Build(Text("k.go", d.text), "K", Options{Fresh: true})
			list, ok := err.(ErrorList)
			if !ok {
				t.Fatalf("%T: %v", err, err)
			}
			// The first errors are the expected ones; later ones may be consequences.
			if got := list.Error(); got != d.want && !strings.HasPrefix(got, d.want+"\n") {
				t.Errorf("got\n%s\nwant\n%s", got, d.want)
			}
		})
	}
}
