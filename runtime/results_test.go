package runtime_test

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	goruntime "runtime"
	"runtime/debug"
	"strings"
	"testing"

	"hotloop/runtime"
)

// TestResultsAreKept checks that the collector sees a result as soon as the kernel returns it, however the
// arguments were passed. Nothing else refers to the results.
func TestResultsAreKept(t *testing.T) {
	if err := runtime.Available(); err != nil {
		t.Skip(err)
	}
	defer debug.SetGCPercent(debug.SetGCPercent(1))
	const src = `package p
import "io"
type Box struct { A, B []int64; Err error; Any any }
func Small(x []int64, n int) []int64 {
	for i := range x { x[i] += int64(n) }
	return x[n:]
}
func Structs(b Box, s string, n int) (Box, string, *int64) {
	for i := range b.A { b.A[i]++ }
	b.A, b.B = b.B[n:], b.A[:n]
	if n > 2 { b.Err = io.EOF }
	return b, s[n:], &b.A[0]
}
func Many(a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r []int64, n int, err error) ([]int64, []int64, error, string) {
	for z := range a { a[z] += q[z] }
	return r[n:], a[n:], err, "text"
}
`
	const made = `package p
import ("errors"; "fmt")
func Made(x []int64, n int) ([]int64, []int64, error) {
	all := make([]int64, len(x))
	for i := range x { all[i] = x[i] + int64(n) }
	var some []int64
	for _, v := range x { if v&7 == 0 { some = append(some, v) } }
	if n > 3 { return all[n:], some, errors.New("four") }
	return all, some, fmt.Errorf("error %d", n)
}
func MadeMany(a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r []int64, n int, err error) ([]int64, []int64, error, string) {
	all := make([]int64, len(a)+n)
	for z := range a { all[z] = a[z] + q[z] }
	return append(r[:1:1], all...), all, fmt.Errorf("%d: %w", n, err), fmt.Sprintf("text %d", n)
}
`
	type box struct {
		A, B []int64
		Err  error
		Any  any
	}
	fill := func(n int) []int64 {
		s := make([]int64, n)
		for i := range s {
			s[i] = int64(i)
		}
		return s
	}
	compile := func(f any, name string) reflect.Value {
		src := src
		if strings.HasPrefix(name, "Made") {
			src = made
		}
		k, err := runtime.Compile(reflect.TypeOf(f), src, name, runtime.Options{RequireNative: true})
		if err != nil {
			t.Fatal(err)
		}
		return k.Func()
	}
	small := compile((func([]int64, int) []int64)(nil), "Small").Interface().(func([]int64, int) []int64)
	structs := compile((func(box, string, int) (box, string, *int64))(nil), "Structs").
		Interface().(func(box, string, int) (box, string, *int64))
	type many = func(a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r []int64, n int, err error) ([]int64, []int64, error, string)
	wide := compile((many)(nil), "Many").Interface().(many)
	anew := compile((func([]int64, int) ([]int64, []int64, error))(nil), "Made").
		Interface().(func([]int64, int) ([]int64, []int64, error))
	anewWide := compile((many)(nil), "MadeMany").Interface().(many)

	var garbage [][]int64
	check := func(what string, ok bool) {
		if !ok {
			t.Fatal(what + " does not hold what was returned")
		}
	}
	for n := range 400 {
		n = 1 + n%5
		s := small(fill(1000), n)
		b, text, at := structs(box{A: fill(500), B: fill(700), Any: fmt.Sprint(n)}, fmt.Sprint("number ", n), n)
		one := fill(64)
		r, a, err, word := wide(fill(64), one, one, one, one, one, one, one, one, one, one, one, one, one, one, fill(64), fill(90), n,
			errors.New(fmt.Sprint("error ", n)))
		all, some, fault := anew(fill(700), n)
		grown, sums, wrapped, number := anewWide(fill(64), one, one, one, one, one, one, one, one, one, one, one, one, one, one,
			fill(64), fill(90), n, errors.New(fmt.Sprint("error ", n)))
		garbage = append(garbage[max(0, len(garbage)-8):], fill(1000), fill(500), fill(64))
		if n == 3 {
			goruntime.GC()
		}
		check("a slice", len(s) == 1000-n && s[0] == int64(2*n) && s[len(s)-1] == int64(999+n))
		check("a struct", len(b.A) == 700-n && b.A[1] == int64(n+1) && len(b.B) == n && b.B[0] == 1 &&
			b.Any == fmt.Sprint(n) && (b.Err == io.EOF) == (n > 2))
		check("a string", text == "number "[n:]+fmt.Sprint(n))
		check("a pointer", at == &b.A[0])
		check("a result of many", len(r) == 90-n && r[3] == int64(3+n) && len(a) == 64-n && a[0] == int64(2*n))
		check("memory made", all[9] == int64(9+n+n/4*n) && all[len(all)-1] == int64(699+n) && len(some) == 88 && some[87] == 696)
		check("an error made", fault.Error() == map[bool]string{true: "four", false: fmt.Sprint("error ", n)}[n > 3])
		check("memory made for many", len(grown) == 65+n && grown[64] == 126 && len(sums) == 64+n && sums[63] == 126)
		check("an error made for many", wrapped.Error() == fmt.Sprintf("%d: error %d", n, n) && number == fmt.Sprint("text ", n))
		check("an error", err.Error() == fmt.Sprint("error ", n) && word == "text")
	}
}
