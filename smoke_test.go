package hotloop_test

import (
	_ "embed"
	"testing"

	"hotloop"
)

const saxpySrc = `package k
func Saxpy(y, x []float32, a float32) {
	for i := range y {
		y[i] += a * x[i]
	}
}
`

func TestSmoke(t *testing.T) {
	for _, isa := range []string{"avx512", "avx2"} {
		k, err := hotloop.Compile[func(y, x []float32, a float32)](saxpySrc, "Saxpy", hotloop.MaxISA(isa))
		if err != nil {
			t.Fatal(err)
		}
		if k.Err != nil {
			t.Fatal(k.Err)
		}
		for n := range 200 {
			x, y := make([]float32, n), make([]float32, n)
			for i := range x {
				x[i], y[i] = float32(i), float32(2*i+1)
			}
			k.Func(y, x, 3)
			for i := range y {
				if y[i] != float32(2*i+1)+3*float32(i) {
					t.Fatalf("n=%d i=%d: %v", n, i, y[i])
				}
			}
		}
		t.Log(k.Stats())
	}
}
