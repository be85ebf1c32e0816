package oracle

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/internal/lab/frame"
	"hotloop/runtime"
)

// TestWalks compares loops of longer steps with the Go compiler where they begin and end anywhere: within the slice,
// outside, and where the counter would wrap around.
func TestWalks(t *testing.T) {
	for _, k := range []struct {
		name string
		fn   any
	}{
		{"StepSum", kernels.StepSum}, {"StepStore", kernels.StepStore}, {"StepPairs", kernels.StepPairs},
		{"StepDown", kernels.StepDown}, {"StepDownTo", kernels.StepDownTo}, {"StepSometimes", kernels.StepSometimes},
	} {
		e2e.AsPlanned(t, k.name, []any{k.fn}, func(t *testing.T, fn any, isa, directive string) {
			text := kernels.WalksSource
			if directive != "" {
				text = strings.ReplaceAll(text, "\tfor i", "\t//loop:"+directive+"\n\tfor i")
			}
			checkWalks(t, e2e.Try(t, fn, text, k.name, runtime.Options{ISA: isa}), reflect.TypeOf(fn))
		})
	}
}

func checkWalks(t *testing.T, c *e2e.Trial, typ reflect.Type) {
	const n = 150
	var places []int
	for _, near := range []int{0, 64, n, math.MinInt, math.MaxInt, math.MaxInt/2 + 1} {
		for d := -4; d <= 4; d++ {
			places = append(places, near+d) // wraps around at the ends
		}
	}
	call := 0
	for _, from := range places {
		for _, to := range places {
			if call++; testing.Short() && call%7 > 0 {
				continue
			}
			args := make([]any, typ.NumIn())
			for p := range args {
				if typ.In(p).Kind() == reflect.Slice {
					s := reflect.MakeSlice(typ.In(p), n, n)
					for i := range n {
						s.Index(i).Set(reflect.ValueOf(i*7%100 - 50).Convert(typ.In(p).Elem()))
					}
					args[p] = s.Interface()
				}
			}
			args[len(args)-2], args[len(args)-1] = from, to
			c.Same(frame.New(args, frame.Layout{Share: -1}), frame.EndEdge, "from %d to %d", from, to)
		}
	}
}
