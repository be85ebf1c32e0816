package features

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"hotloop/internal/e2e"
	"hotloop/runtime"
)

// strings makes a string of n elements that are not 0 and one that is. Its last element ends where accessible memory
// ends. It is nil where the system cannot say what may be touched.
var newString func(t *testing.T, array reflect.Type, n int, element func(i int) int64) reflect.Value

// checkExtent compares a kernel whose parameters are pointers to arrays of unknown extent, and integers, with the Go
// compiler.
func checkExtent(t *testing.T, k *e2e.Kernel, b e2e.Build) {
	if newString == nil {
		t.Skip("no memory can be sealed here")
	}
	c := e2e.Try(t, k.Fn, k.Text, k.Name, runtime.Options{ISA: b.Target(), Knobs: k.Knobs})
	fn, typ := reflect.ValueOf(k.Fn), reflect.TypeOf(k.Fn)
	got := reflect.ValueOf(c.Fn())
	rng := rand.New(rand.NewPCG(7, 7))
	for i := 0; i < 3*c.Step+300; i += 1 + i/9 {
		in := make([]reflect.Value, typ.NumIn())
		for p := range in {
			if typ.In(p).Kind() == reflect.Pointer {
				in[p] = newString(t, typ.In(p).Elem(), i, func(i int) int64 { return int64(i%7 + 1) })
				continue
			}
			in[p] = reflect.New(typ.In(p)).Elem()
			e2e.SetInt(in[p], int64(rng.IntN(2*i+9)))
		}
		want, have := fn.Call(in), got.Call(in)
		for r := range want {
			if !want[r].Equal(have[r]) {
				t.Fatalf("%s, %d elements: result %d is %v, want %v", b.Name, i, r, have[r], want[r])
			}
		}
	}
}
