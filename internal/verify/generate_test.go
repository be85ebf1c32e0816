package verify

import (
	"math"
	"reflect"
	"testing"
)

// TestSmall checks that a shape with small numbers gives no others, and that other shapes do.
func TestSmall(t *testing.T) {
	fn := reflect.TypeFor[func(x []float64, y []float32, p *[4]float64, a float64, z complex128)]()
	extreme := func(shape Shape) (n int) {
		for set := range 400 {
			s := generate(fn, shape, 1, set, nil)
			for _, b := range append(s.blocks, s.args...) {
				for i := range b.n {
					switch v := reflect.NewAt(b.elem, b.at(i)).Elem(); b.elem.Kind() {
					case reflect.Float32, reflect.Float64:
						if x := math.Abs(v.Float()); !(x == 0 || 0.125 <= x && x <= 25) {
							n++
						}
					}
				}
			}
		}
		return n
	}
	if n := extreme(Shape{Small: true}); n > 0 {
		t.Errorf("%d numbers are not small", n)
	}
	if extreme(Shape{}) == 0 {
		t.Error("all numbers are small")
	}
}
