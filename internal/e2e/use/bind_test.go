package use

import (
	"go/constant"
	"go/token"
	"math"
	"testing"

	"hotloop"
)

// Mode is an int that fmt does not show, Coarse a float that it rounds.
type Mode int

func (Mode) String() string { return "mode" }

type Coarse float64

func (Coarse) String() string { return "1" }

// TestBindExactly: constants that print alike make different kernels.
func TestBindExactly(t *testing.T) {
	const src = "package k\nfunc F(y []float64, c float64) {\n\tfor i := range y {\n\t\ty[i] = c\n\t}\n}\n" +
		"func G(y []int, c int) {\n\tfor i := range y {\n\t\ty[i] = c\n\t}\n}\n" +
		"func H(y []float32, c float32) {\n\tfor i := range y {\n\t\ty[i] = c\n\t}\n}\n"
	lit := func(s string) constant.Value { return constant.MakeFromLiteral(s, token.FLOAT, 0) }
	third := constant.BinaryOp(lit("1"), token.QUO, lit("3"))
	for _, c := range []struct {
		x    any
		want float64
	}{
		{third, 1.0 / 3}, {lit("0.3333333"), 0.3333333}, {lit("0.33333333"), 0.33333333}, {Coarse(1.25), 1.25},
		{Coarse(1.5), 1.5}, {Coarse(-1.5), -1.5},
		{0.0, 0}, {math.Copysign(0, -1), math.Copysign(0, -1)}, {math.NaN(), math.NaN()}, {float32(1.25), 1.25}, {1, 1},
		{uint8(2), 2},
	} {
		y := make([]float64, 3)
		hotloop.MustCompile[func([]float64)](src, "F", hotloop.WithArgument("c", c.x)).Func(y)
		if math.Float64bits(y[2]) != math.Float64bits(c.want) {
			t.Errorf("%T(%v): got %v, want %v", c.x, c.x, y[2], c.want)
		}
	}
	for _, x := range []any{Mode(1), Mode(2), Mode(3), 1, 2} {
		y := make([]int, 3)
		hotloop.MustCompile[func([]int)](src, "G", hotloop.WithArgument("c", x)).Func(y)
		want, ok := x.(int)
		if m, isMode := x.(Mode); isMode {
			want, ok = int(m), true
		}
		if !ok || y[1] != want {
			t.Errorf("%T(%d): got %d", x, x, y[1])
		}
	}
	for _, bits := range []uint32{0x7fa00000, 0x7fe00000, 0x80000000} { // a signalling NaN stays one
		y := make([]float32, 9)
		hotloop.MustCompile[func([]float32)](src, "H", hotloop.WithArgument("c", math.Float32frombits(bits))).Func(y)
		if got := math.Float32bits(y[8]); got != bits {
			t.Errorf("got %#x, want %#x", got, bits)
		}
	}
}
