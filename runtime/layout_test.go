package runtime

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestLayout(t *testing.T) {
	l, err := LayoutOfFunc(reflect.TypeFor[func(dst, a []float32, s float32, n int8) float64]())
	require.NoError(t, err)
	assert.Equal(t, []uintptr{32, 56, 88, 80}, l.Params, "floats last")
	assert.Equal(t, []uintptr{104}, l.Results, "behind the slot for an integer result")
	assert.Equal(t, uintptr(112), l.Size)

	l, err = LayoutOfFunc(reflect.TypeFor[func(string, *[4]int) (x, y float32, s []int, b bool)]())
	require.NoError(t, err)
	assert.Equal(t, []uintptr{32, 48}, l.Params)
	assert.Equal(t, []uintptr{88, 96, 56, 80}, l.Results)
	assert.Equal(t, uintptr(104), l.Size)

	l = LayoutOf(nil, nil)
	assert.Equal(t, Layout{Params: []uintptr{}, Results: []uintptr{}, Size: HeaderSize + 16}, l)
}
