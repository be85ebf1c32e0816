package runtime

import (
	"reflect"
	"testing"
)

// BenchmarkOwnNames measures what Accelerate pays to ask the program about the names that a source leaves open.
func BenchmarkOwnNames(b *testing.B) {
	for _, fn := range []any{ownNames, firstOf, reflect.DeepEqual} {
		v := reflect.ValueOf(fn)
		k := &Kernel{assumed: []string{"cap", "copy", "len", "panic"}}
		b.Run(v.Type().String(), func(b *testing.B) {
			for b.Loop() {
				if err := ownNames(v, k); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

//go:noinline
func firstOf(x []int) (s int) {
	for i := 0; i < len(x); i++ {
		s += x[i]
	}
	return s
}
