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

// TestServes pins down the cases that would corrupt memory.
func TestServes(t *testing.T) {
	parse := func(s string) (ps []param) {
		for ; s != ""; s = s[1:] {
			switch s[0] {
			case 'i', 'f':
				c := ClassInt
				if s[0] == 'f' {
					c = ClassFloat
				}
				ps = append(ps, param{c, uintptr(s[1] - '0')})
				s = s[1:]
			case 'S':
				ps = append(ps, param{class: ClassSlice})
			}
		}
		return ps
	}
	for _, c := range []struct {
		rep, sig string
		want     bool
	}{
		{"i8", "i1", true},
		{"i8i8", "i1i1", false}, // would spill 16 bytes into 8
		{"i4i4", "i1i1", true},
		{"i4i4", "i8i8", false},
		{"i8Si8", "i1Si1", true}, // the slice's alignment makes room
		{"i8f8S", "i4Sf4", true},
		{"i8f8S", "f4i4S", false},
		{"i4f4S", "f4i4S", true},
		{"SSSi8", "SSSi1", true},
		{"SSSi8i8", "SSSi4i4", false}, // the second lies at 4, not at 8
		{"SSSi4i4", "SSSi4i4", true},
		{"SSSi8i8", "SSSi1i8", true},
		{"SSSi2i2", "SSSi1i2", true},
		{"SSSi4i4", "SSSi1i1", false},
		{"i8SSS", "i8SSS", true}, // the third slice on the stack, all of it
	} {
		assert.Equal(t, c.want, serves(parse(c.rep), parse(c.sig), "amd64"), "%s for %s", c.rep, c.sig)
	}
	a := assign(parse("i8SSSi4"), "amd64")
	assert.Equal(t, []uintptr{inRegister, inRegister, inRegister, 0, inRegister}, a.at,
		"the last integer still gets a register")
	assert.Equal(t, uintptr(24), a.stack)
	assert.Equal(t, uintptr(24+8+48+8), a.total)
}

// TestAdaptersSorted: lookup is a binary search.
func TestAdaptersSorted(t *testing.T) {
	for i, a := range adapters {
		found, ok := findAdapter(a.key)
		assert.True(t, ok)
		assert.Equal(t, a.key, found.key)
		assert.True(t, i == 0 || adapters[i-1].key < a.key)
	}
	_, ok := findAdapter("nope")
	assert.False(t, ok)
}
