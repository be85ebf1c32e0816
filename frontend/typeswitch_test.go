package frontend

import (
	"reflect"
	"strings"
	"testing"
)

// TestTypeSwitchOfInstance checks that the kernel's own type argument selects the case. If the func type has a
// named type for it, the source does not determine whether that is the type of the case.
func TestTypeSwitchOfInstance(t *testing.T) {
	const src = `package k

func F[T ~float32 | ~float64](x []T) int {
	switch any(x).(type) {
	case []float32:
		return 32
	}
	return 64
}
`
	type named float32
	for typ, want := range map[reflect.Type]string{
		reflect.TypeFor[func([]float32) int](): "<i64> {32}",
		reflect.TypeFor[func([]float64) int](): "<i64> {64}",
		reflect.TypeFor[func([]named) int]():   "has a type with a name",
	} {
		res, err := Build(Text("k.go", src), "F", Options{Type: typ})
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = res.Func.String()
		}
		if !strings.Contains(got, want) {
			t.Errorf("%v: got %s", typ, got)
		}
	}
}
