package oracle

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"hotloop/internal/e2e"
	"hotloop/runtime"
)

// regionWork are conditional loops of more and more work, for the constants of vplan/regionchoose.go.
const regionWork = `package k

func Copy(m, a, b, y, z []T, t T) {
	for i := range y { if m[i] < t { y[i] = a[i] } }
}
func Update(m, a, b, y, z []T, t T) {
	for i := range y { if m[i] < t { y[i] += a[i] * b[i] } }
}
func Sum(m, a, b, y, z []T, t T) {
	s := T(0)
	for i := range y { if m[i] < t { s += a[i] * b[i] } }
	y[0] = s
}
func Two(m, a, b, y, z []T, t T) {
	for i := range y { if m[i] < t { y[i] += a[i] * b[i]; z[i] += a[i] * a[i] } }
}
func Arms(m, a, b, y, z []T, t T) {
	for i := range y { if m[i] < t { y[i] = a[i] * b[i]; z[i] = a[i] } else { b[i] = a[i] + y[i]; a[i] = b[i] - z[i] } }
}
func Divide(m, a, b, y, z []T, t T) {
	for i := range y { if m[i] < t { y[i] = a[i] / b[i] } }
}
`

// BenchmarkRegions times loops whose conditions hold at random for a share of the elements, with branches round what is
// under an empty mask and without.
func BenchmarkRegions(b *testing.B) {
	const n = 16000
	rng := rand.New(rand.NewPCG(1, 2))
	for _, isa := range e2e.ISAs() {
		for _, elem := range []string{"float32", "float64"} {
			for _, name := range []string{"Copy", "Update", "Sum", "Two", "Arms", "Divide"} {
				for _, share := range []float64{0, 0.01, 0.04, 0.08, 0.16, 0.5, 1} {
					for _, way := range []string{"mask", "branch"} {
						text := strings.ReplaceAll(regionWork, "\tfor ", "\t//loop:vectorize.enable vectorize.regions="+way+"\n\tfor ")
						text = strings.NewReplacer("[]T", "[]"+elem, " T)", " "+elem+")", "T(", elem+"(").Replace(text)
						call := regionCall[float32]
						if elem == "float64" {
							call = regionCall[float64]
						}
						run := call(b, rng, text, name, isa, n, share)
						b.Run(fmt.Sprintf("%s/%s/%s/%v%%/%s", isa, elem, name, 100*share, way), func(b *testing.B) {
							for range b.N {
								run()
							}
						})
					}
				}
			}
		}
	}
}

// regionCall is a call of a function of regionWork on slices of n elements, numbers between 0 and 1, with share for t.
func regionCall[T float32 | float64](b *testing.B, rng *rand.Rand, text, name, isa string, n int,
	share float64) func() {
	type fn = func(m, a, b, y, z []T, t T)
	k, err := runtime.Compile(reflect.TypeFor[fn](), text, name, runtime.Options{ISA: isa})
	if err != nil {
		b.Fatal(err)
	}
	if k.Err() != nil {
		b.Skip(k.Err())
	}
	f := k.Func().Interface().(fn)
	var s [5][]T
	for i := range s {
		s[i] = make([]T, n)
		for j := range s[i] {
			s[i][j] = T(rng.Float64())
		}
	}
	return func() { f(s[0], s[1], s[2], s[3], s[4], T(share)) }
}
