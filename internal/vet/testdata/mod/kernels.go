package mod

import _ "embed"

//go:embed kernels.go
var text string

var gain = 2.0

func Scale(x []float64, f float64) {
	for i := range x {
		x[i] *= f
	}
}

func Sum(x []float64) (s float64) {
	for _, v := range x {
		s += v
	}
	return s
}

func Amplify(x []float64) {
	for i := range x {
		x[i] *= gain
	}
}

func Send(c chan int, x []int) {
	for i, v := range x {
		c <- x[i] + v
	}
}

func Plain(x []int) int { return len(x) }

type vec struct{ x []float32 }

func (v *vec) Add(w *vec) {
	for i := range v.x {
		v.x[i] += w.x[i]
	}
}

func Many(p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15, p16, p17, p18, p19, p20, p21,
	p22, p23, p24, p25, p26, p27, p28, p29, p30, p31, p32, p33, p34, p35, p36, p37, p38, p39, p40, p41, p42, p43,
	p44, p45, p46, p47 []int) {
	for z := range p0 {
		p0[z] = p0[z] + p1[z] + p2[z] + p3[z] + p4[z] + p5[z] + p6[z] + p7[z] + p8[z] + p9[z] + p10[z] + p11[z] +
			p12[z] + p13[z] + p14[z] + p15[z] + p16[z] + p17[z] + p18[z] + p19[z] + p20[z] + p21[z] + p22[z] + p23[z] +
			p24[z] + p25[z] + p26[z] + p27[z] + p28[z] + p29[z] + p30[z] + p31[z] + p32[z] + p33[z] + p34[z] + p35[z] +
			p36[z] + p37[z] + p38[z] + p39[z] + p40[z] + p41[z] + p42[z] + p43[z] + p44[z] + p45[z] + p46[z] + p47[z]
	}
}

func Abs(x int) int {
	if x < 0 {
		return -x
	}
	return x
}
