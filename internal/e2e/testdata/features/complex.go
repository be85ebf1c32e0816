package features

// Complex numbers and other structures of floats, computed in the order of memory.

// ComplexProducts multiplies in float64, where nothing may be fused.
//
//	args line
//	on avx512 avx2
//	row N45
//	counter with vectorize.enable=0
//	chosen VF=
//	asm.avx512 vfmaddsub132pd
//	asm.avx2 vaddsubpd
//	no asm vunpck
func ComplexProducts(z, x, y []float64) {
	for i := 0; i+1 < len(z) && i+1 < len(x) && i+1 < len(y); i += 2 {
		v := complex(x[i], x[i+1]) * complex(y[i], y[i+1])
		z[i], z[i+1] = real(v), imag(v)
	}
}

// ComplexFused multiplies and adds in float32, as mode fast permits.
//
//	args line
//	mode fast
//	on avx512 avx2
//	row N45
//	counter mode exact
//	asm vfmaddsub231ps
//	no asm vunpck
//	no asm vcvt
func ComplexFused(z, x []float32, a, b float32) {
	for i := 0; i+1 < len(z) && i+1 < len(x); i += 2 {
		v := complex(z[i], z[i+1]) + complex(a, b)*complex(x[i], x[i+1])
		z[i], z[i+1] = real(v), imag(v)
	}
}

// ComplexConjugates multiplies by conjugates: sums in front and differences behind.
//
//	args line
//	on avx512 avx2
//	row N45
//	counter with vectorize.enable=0
//	chosen VF=
//	asm vfmsubadd132pd
func ComplexConjugates(z, x, y []float64) {
	for i := 0; i+1 < len(z) && i+1 < len(x) && i+1 < len(y); i += 2 {
		v := complex(x[i], x[i+1]) * complex(y[i], -y[i+1])
		z[i], z[i+1] = real(v), imag(v)
	}
}

// ComplexInterleaved has the parts side by side in a slice of floats.
//
//	args line
//	on avx512 avx2
//	row N45
//	counter with vectorize.enable=0
//	chosen VF=
//	asm.avx512 vfmaddsub132ps
//	asm.avx2 vaddsubps
func ComplexInterleaved(z, x, y []float32) {
	for i := 0; i+1 < len(z) && i+1 < len(x) && i+1 < len(y); i += 2 {
		re := float32(x[i]*y[i]) - float32(x[i+1]*y[i+1])
		im := float32(x[i]*y[i+1]) + float32(x[i+1]*y[i])
		z[i], z[i+1] = re, im
	}
}

// StructsWeighted moves structures by velocities, each by a weight of its own.
//
//	args line times=4,4,1
//	on avx512 avx2
//	row N46
//	counter with vectorize.enable=0
//	chosen VF=
//	no asm vshufps
func StructsWeighted(z, v, w []float32, dt float32) {
	for i, s := range w {
		if 4*i+3 >= len(z) || 4*i+3 >= len(v) {
			break
		}
		s *= dt
		z[4*i] += float32(s * v[4*i])
		z[4*i+1] += float32(s * v[4*i+1])
		z[4*i+2] += float32(s * v[4*i+2])
		z[4*i+3] += float32(s * v[4*i+3])
	}
}

// PointsByMatrix multiplies points by a matrix: each member of a structure by a number of its own, which is loaded once.
//
//	args line times=4,4,16
//	on avx512 avx2
//	row N61
//	counter with vectorize.enable=0
//	chosen VF=
//	no asm vunpcklps
func PointsByMatrix(out, in []float32, m *[16]float32) {
	for i := 0; i+3 < len(in); i += 4 {
		x, y, z, w := in[i], in[i+1], in[i+2], in[i+3]
		out[i] = float32(m[0]*x) + float32(m[1]*y) + float32(m[2]*z) + m[3]*w
		out[i+1] = float32(m[4]*x) + float32(m[5]*y) + float32(m[6]*z) + m[7]*w
		out[i+2] = float32(m[8]*x) + float32(m[9]*y) + float32(m[10]*z) + m[11]*w
		out[i+3] = float32(m[12]*x) + float32(m[13]*y) + float32(m[14]*z) + m[15]*w
	}
}

// ComplexAxpy adds complex products by instructions for them, where sums may be regrouped.
//
//	args line
//	mode fast
//	cpu complex
//	on neon
//	row N55
//	counter none the instruction is what the row says
//	asm fcmla v ... #90
//	asm fcmla v ... #0
//	no asm ld2
//	no asm uzp
func ComplexAxpy(z, x []float32, a, b float32) {
	for i := 0; i+1 < len(z) && i+1 < len(x); i += 2 {
		v := complex(z[i], z[i+1]) + complex(a, b)*complex(x[i], x[i+1])
		z[i], z[i+1] = real(v), imag(v)
	}
}

// ComplexMultiplied multiplies by them in float64.
//
//	args line
//	mode fast
//	cpu complex
//	on neon
//	row N55
//	counter none the instruction is what the row says
//	asm fcmla v ... #90
//	asm fcmla v ... #0
//	no asm ld2
func ComplexMultiplied(z, x, y []float64) {
	for i := 0; i+1 < len(z) && i+1 < len(x) && i+1 < len(y); i += 2 {
		v := complex(x[i], x[i+1]) * complex(y[i], y[i+1])
		z[i], z[i+1] = real(v), imag(v)
	}
}

// ComplexConjugated multiplies by conjugates, whose products turn the other way.
//
//	args line
//	mode fast
//	cpu complex
//	on neon
//	row N55
//	counter none the instruction is what the row says
//	asm fcmla v ... #270
//	no asm ld2
func ComplexConjugated(z, x, y []float64) {
	for i := 0; i+1 < len(z) && i+1 < len(x) && i+1 < len(y); i += 2 {
		v := complex(x[i], x[i+1]) * complex(y[i], -y[i+1])
		z[i], z[i+1] = real(v), imag(v)
	}
}

// ComplexSigns has sums and differences side by side, by a change of signs in front.
//
//	args line
//	cpu complex
//	on neon
//	row N56
//	counter none the instruction is what the row says
//	asm eor v
//	asm fadd v
//	no asm fsub v
func ComplexSigns(z, x, y []float64) {
	for i := 0; i+1 < len(z) && i+1 < len(x) && i+1 < len(y); i += 2 {
		z[i], z[i+1] = x[i]-y[i], x[i+1]+y[i+1]
	}
}

// ComplexScaled adds products with a number that does not change, where nothing may be fused: what is turned is added.
//
//	args line
//	cpu complex
//	on neon
//	row N55
//	counter none the instruction is what the row says
//	asm fcadd v ... #90
//	no asm fcmla
//	no asm eor v
func ComplexScaled(z, x []float64, a, b float64) {
	for i := 0; i+1 < len(z) && i+1 < len(x); i += 2 {
		re := float64(a*x[i]) - float64(b*x[i+1])
		im := float64(a*x[i+1]) + float64(b*x[i])
		z[i], z[i+1] = z[i]+re, z[i+1]+im
	}
}

// ComplexDot sums complex products, where sums may be taken in any order: one shuffle for two products.
//
//	args line
//	mode fast
//	row N62
//	counter mode exact
//	chosen VF=
//	asm.avx512 vpshufd z
//	asm.avx2 vpshufd y
//	asm.neon rev64 v
//	no asm vperm
//	no asm vunpck
//	no asm ld2
//	no asm uzp
func ComplexDot(x, y []float32) (re, im float32) {
	var s complex64
	for i := 0; i+1 < len(x) && i+1 < len(y); i += 2 {
		s += complex(x[i], x[i+1]) * complex(y[i], y[i+1])
	}
	return real(s), imag(s)
}

// ComplexDotConjugate sums products with conjugates, the parts side by side in float64.
//
//	args line
//	mode fast
//	row N62
//	counter mode exact
//	chosen VF=
//	no asm vperm
//	no asm vunpck
//	no asm ld2
//	no asm uzp
func ComplexDotConjugate(x, y []float64) (re, im float64) {
	for i := 0; i+1 < len(x) && i+1 < len(y); i += 2 {
		re += x[i]*y[i] + x[i+1]*y[i+1]
		im += x[i]*y[i+1] - x[i+1]*y[i]
	}
	return re, im
}

// StructsDistance sums the squares of differences of points, four numbers each, which nothing takes apart.
//
//	args line
//	mode fast
//	row N63
//	counter mode exact
//	chosen VF=
//	no asm vperm
//	no asm vunpck
//	no asm vshuf
//	no asm ld4
//	no asm uzp
func StructsDistance(x, y []float32) float32 {
	var s float32
	for i := 0; i+3 < len(x) && i+3 < len(y); i += 4 {
		a, b, c, d := x[i]-y[i], x[i+1]-y[i+1], x[i+2]-y[i+2], x[i+3]-y[i+3]
		s += a*a + b*b + c*c + d*d
	}
	return s
}

// StructsDifference sums differences of members, which are signs of lanes behind the loop.
//
//	args line
//	mode fast
//	row N63
//	counter mode exact
//	chosen VF=
//	no asm vperm
//	no asm vunpck
//	no asm vshuf
//	no asm ld2
//	no asm uzp
func StructsDifference(x []float64) float64 {
	s := 1.0
	for i := 0; i+1 < len(x); i += 2 {
		s += x[i] - x[i+1]
	}
	return s
}
