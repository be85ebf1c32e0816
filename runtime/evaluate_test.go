package runtime

import (
	"math"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"hotloop/loopopt/ir"
)

// TestEvaluateRelaxed checks that rounded results do not indicate a broken pass where operations may be
// reassociated. A filter with feedback soon leaves the range in which sums are exact in any order.
func TestEvaluateRelaxed(t *testing.T) {
	const src = `package k

func Filter(y, x []float32, a, b, c float32) {
	var s, r float32
	for i, v := range x {
		o := a*v + s
		s = b*v - c*o + r
		r = c*v - a*o
		y[i] = o
	}
}
`
	k, err := Compile(reflect.TypeFor[func(y, x []float32, a, b, c float32)](), src, "Filter",
		Options{FP: ir.FPFast, Knobs: "eval-each"})
	require.NoError(t, err)
	assert.NotErrorAs(t, k.Err(), new(*InternalError))
}

// TestEvaluateRounded checks that only floats count as rounded.
func TestEvaluateRounded(t *testing.T) {
	for _, x := range []any{float32(3), -2.0, []float64{1, 2}, &[2]float32{4, float32(math.Copysign(0, -1))}, []int32{1 << 30}, "text", true} {
		assert.False(t, rounded(x), "%v", x)
	}
	for _, x := range []any{float32(1 << 24), 0.5, []float64{1, 2.25}, &[2]float32{4, 0.1}} {
		assert.True(t, rounded(x), "%v", x)
	}
}
