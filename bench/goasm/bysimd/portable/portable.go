//go:build goexperiment.simd && go1.27

package portable

import "simd"

type (
	f32 = simd.Float32s
	f64 = simd.Float64s
	u8  = simd.Uint8s
	i8  = simd.Int8s
	i16 = simd.Int16s
	i32 = simd.Int32s
)

func loadF32(s []float32) f32             { return simd.LoadFloat32s(s) }
func loadPartF32(s []float32) f32         { v, _ := simd.LoadFloat32sPart(s); return v }
func splatF32(x float32) f32              { return simd.BroadcastFloat32s(x) }
func storeF32(v f32, s []float32)         { v.Store(s) }
func storePartF32(v f32, s []float32) int { return v.StorePart(s) }

func loadF64(s []float64) f64     { return simd.LoadFloat64s(s) }
func loadPartF64(s []float64) f64 { v, _ := simd.LoadFloat64sPart(s); return v }

func loadU8(s []uint8) u8             { return simd.LoadUint8s(s) }
func loadPartU8(s []uint8) u8         { v, _ := simd.LoadUint8sPart(s); return v }
func splatU8(x uint8) u8              { return simd.BroadcastUint8s(x) }
func storeU8(v u8, s []uint8)         { v.Store(s) }
func storePartU8(v u8, s []uint8) int { return v.StorePart(s) }

func loadI8(s []int8) i8             { return simd.LoadInt8s(s) }
func loadPartI8(s []int8) i8         { v, _ := simd.LoadInt8sPart(s); return v }
func storeI8(v i8, s []int8)         { v.Store(s) }
func storePartI8(v i8, s []int8) int { return v.StorePart(s) }

func loadI16(s []int16) i16 { return simd.LoadInt16s(s) }

func loadI32(s []int32) i32     { return simd.LoadInt32s(s) }
func loadPartI32(s []int32) i32 { v, _ := simd.LoadInt32sPart(s); return v }

// done has nothing to do: the package looks after the upper halves of registers.
func done() {}

// sumF32 and its like make one number of a vector.
func sumF32(v f32) float32 {
	var s [16]float32
	v.Store(s[:])
	x := float32(0)
	for _, y := range s[:v.Len()] {
		x += y
	}
	return x
}

func sumF64(v f64) float64 {
	var s [8]float64
	v.Store(s[:])
	x := float64(0)
	for _, y := range s[:v.Len()] {
		x += y
	}
	return x
}

func sumI32(v i32) int32 {
	var s [16]int32
	v.Store(s[:])
	x := int32(0)
	for _, y := range s[:v.Len()] {
		x += y
	}
	return x
}

func maxF32(v f32) float32 {
	var s [16]float32
	v.Store(s[:])
	x := s[0]
	for _, y := range s[:v.Len()] {
		x = max(x, y)
	}
	return x
}

func maxI16(v i16) int16 {
	var s [32]int16
	v.Store(s[:])
	x := s[0]
	for _, y := range s[:v.Len()] {
		x = max(x, y)
	}
	return x
}

// CountByte counts the bytes that are c. A mask has no number of bits here: ones under it are added up, up to 255 times.
func CountByte(b []byte, c byte) int {
	w := u8{}.Len()
	k, one := splatU8(c), splatU8(1)
	n := 0
	for len(b) >= w {
		var s u8
		for i := 0; i < 255 && len(b) >= w; i++ {
			s = s.Add(one.Masked(loadU8(b).Equal(k)))
			b = b[w:]
		}
		var counts [64]uint8
		s.Store(counts[:])
		for _, x := range counts[:w] {
			n += int(x)
		}
	}
	for _, x := range b {
		if x == c {
			n++
		}
	}
	return n
}

// Add32 is kernels.Add32, and so on.
func Add32(dst, a, b []float32) {
	w := f32{}.Len()
	for len(dst) >= 2*w && len(a) >= 2*w && len(b) >= 2*w {
		x := loadF32(a).Add(loadF32(b))
		y := loadF32(a[w:]).Add(loadF32(b[w:]))
		storeF32(x, dst)
		storeF32(y, dst[w:])
		dst, a, b = dst[2*w:], a[2*w:], b[2*w:]
	}
	for len(dst) > 0 {
		n := storePartF32(loadPartF32(a).Add(loadPartF32(b)), dst)
		dst, a, b = dst[n:], a[n:], b[n:]
	}
	done()
}

// Axpy32 adds a multiple of x.
func Axpy32(y []float32, alpha float32, x []float32) {
	w := f32{}.Len()
	k := splatF32(alpha)
	for len(y) >= 2*w && len(x) >= 2*w {
		u := loadF32(x).MulAdd(k, loadF32(y))
		v := loadF32(x[w:]).MulAdd(k, loadF32(y[w:]))
		storeF32(u, y)
		storeF32(v, y[w:])
		y, x = y[2*w:], x[2*w:]
	}
	for len(y) > 0 {
		n := storePartF32(loadPartF32(x).MulAdd(k, loadPartF32(y)), y)
		y, x = y[n:], x[n:]
	}
	done()
}

// Relu32 replaces what is negative by zero.
func Relu32(dst, a []float32) {
	w := f32{}.Len()
	var zero f32
	for len(a) >= 2*w && len(dst) >= 2*w {
		x, y := loadF32(a).Max(zero), loadF32(a[w:]).Max(zero)
		storeF32(x, dst)
		storeF32(y, dst[w:])
		dst, a = dst[2*w:], a[2*w:]
	}
	for len(a) > 0 {
		n := storePartF32(loadPartF32(a).Max(zero), dst[:len(a)])
		dst, a = dst[n:], a[n:]
	}
	done()
}

// Clamp32 limits to a range.
func Clamp32(dst, a []float32, lo, hi float32) {
	w := f32{}.Len()
	l, h := splatF32(lo), splatF32(hi)
	for len(a) >= 2*w && len(dst) >= 2*w {
		x, y := loadF32(a).Max(l).Min(h), loadF32(a[w:]).Max(l).Min(h)
		storeF32(x, dst)
		storeF32(y, dst[w:])
		dst, a = dst[2*w:], a[2*w:]
	}
	for len(a) > 0 {
		n := storePartF32(loadPartF32(a).Max(l).Min(h), dst[:len(a)])
		dst, a = dst[n:], a[n:]
	}
	done()
}

// Sum32 adds elements up.
func Sum32(a []float32) float32 {
	w := f32{}.Len()
	var s0, s1, s2, s3 f32
	for len(a) >= 4*w {
		s0 = s0.Add(loadF32(a))
		s1 = s1.Add(loadF32(a[w:]))
		s2 = s2.Add(loadF32(a[2*w:]))
		s3 = s3.Add(loadF32(a[3*w:]))
		a = a[4*w:]
	}
	for len(a) > 0 {
		s0 = s0.Add(loadPartF32(a))
		a = a[min(w, len(a)):]
	}
	return sumF32(s0.Add(s1).Add(s2.Add(s3)))
}

// Dot32 is the scalar product.
func Dot32(a, b []float32) float32 {
	w := f32{}.Len()
	var s0, s1, s2, s3 f32
	for len(a) >= 4*w && len(b) >= 4*w {
		s0 = loadF32(a).MulAdd(loadF32(b), s0)
		s1 = loadF32(a[w:]).MulAdd(loadF32(b[w:]), s1)
		s2 = loadF32(a[2*w:]).MulAdd(loadF32(b[2*w:]), s2)
		s3 = loadF32(a[3*w:]).MulAdd(loadF32(b[3*w:]), s3)
		a, b = a[4*w:], b[4*w:]
	}
	for len(a) > 0 {
		s0 = loadPartF32(a).MulAdd(loadPartF32(b), s0)
		n := min(w, len(a))
		a, b = a[n:], b[n:]
	}
	return sumF32(s0.Add(s1).Add(s2.Add(s3)))
}

// SquaredDistance32 is the square of the distance.
func SquaredDistance32(a, b []float32) float32 {
	w := f32{}.Len()
	var s0, s1, s2, s3 f32
	for len(a) >= 4*w && len(b) >= 4*w {
		d0 := loadF32(a).Sub(loadF32(b))
		d1 := loadF32(a[w:]).Sub(loadF32(b[w:]))
		d2 := loadF32(a[2*w:]).Sub(loadF32(b[2*w:]))
		d3 := loadF32(a[3*w:]).Sub(loadF32(b[3*w:]))
		s0, s1, s2, s3 = d0.MulAdd(d0, s0), d1.MulAdd(d1, s1), d2.MulAdd(d2, s2), d3.MulAdd(d3, s3)
		a, b = a[4*w:], b[4*w:]
	}
	for len(a) > 0 {
		d := loadPartF32(a).Sub(loadPartF32(b))
		s0 = d.MulAdd(d, s0)
		n := min(w, len(a))
		a, b = a[n:], b[n:]
	}
	return sumF32(s0.Add(s1).Add(s2.Add(s3)))
}

// Max32 is the greatest element.
func Max32(a []float32) float32 {
	w := f32{}.Len()
	m := splatF32(a[0])
	if len(a) >= w {
		m1, m2, m3 := m, m, m
		last := loadF32(a[len(a)-w:])
		for len(a) >= 4*w {
			m = m.Max(loadF32(a))
			m1 = m1.Max(loadF32(a[w:]))
			m2 = m2.Max(loadF32(a[2*w:]))
			m3 = m3.Max(loadF32(a[3*w:]))
			a = a[4*w:]
		}
		for len(a) >= w {
			m = m.Max(loadF32(a))
			a = a[w:]
		}
		return maxF32(m.Max(last).Max(m1).Max(m2.Max(m3)))
	}
	most := a[0]
	for _, x := range a[1:] {
		most = max(most, x)
	}
	return most
}

// Dot64 is the scalar product.
func Dot64(a, b []float64) float64 {
	w := f64{}.Len()
	var s0, s1, s2, s3 f64
	for len(a) >= 4*w && len(b) >= 4*w {
		s0 = loadF64(a).MulAdd(loadF64(b), s0)
		s1 = loadF64(a[w:]).MulAdd(loadF64(b[w:]), s1)
		s2 = loadF64(a[2*w:]).MulAdd(loadF64(b[2*w:]), s2)
		s3 = loadF64(a[3*w:]).MulAdd(loadF64(b[3*w:]), s3)
		a, b = a[4*w:], b[4*w:]
	}
	for len(a) > 0 {
		s0 = loadPartF64(a).MulAdd(loadPartF64(b), s0)
		n := min(w, len(a))
		a, b = a[n:], b[n:]
	}
	return sumF64(s0.Add(s1).Add(s2.Add(s3)))
}

// Xor combines bytes.
func Xor(dst, a, b []byte) {
	w := u8{}.Len()
	for len(dst) >= 2*w && len(a) >= 2*w && len(b) >= 2*w {
		x, y := loadU8(a).Xor(loadU8(b)), loadU8(a[w:]).Xor(loadU8(b[w:]))
		storeU8(x, dst)
		storeU8(y, dst[w:])
		dst, a, b = dst[2*w:], a[2*w:], b[2*w:]
	}
	for len(dst) > 0 {
		n := storePartU8(loadPartU8(a).Xor(loadPartU8(b)), dst)
		dst, a, b = dst[n:], a[n:], b[n:]
	}
	done()
}

// AddU8 adds y to x.
func AddU8(x, y []uint8) {
	w := u8{}.Len()
	for len(x) >= 2*w && len(y) >= 2*w {
		u, v := loadU8(x).Add(loadU8(y)), loadU8(x[w:]).Add(loadU8(y[w:]))
		storeU8(u, x)
		storeU8(v, x[w:])
		x, y = x[2*w:], y[2*w:]
	}
	for len(x) > 0 {
		n := storePartU8(loadPartU8(x).Add(loadPartU8(y)), x)
		x, y = x[n:], y[n:]
	}
	done()
}

// AddSaturateI8 adds and stays within eight bits.
func AddSaturateI8(dst, a, b []int8) {
	w := i8{}.Len()
	for len(dst) >= 2*w && len(a) >= 2*w && len(b) >= 2*w {
		x, y := loadI8(a).AddSaturated(loadI8(b)), loadI8(a[w:]).AddSaturated(loadI8(b[w:]))
		storeI8(x, dst)
		storeI8(y, dst[w:])
		dst, a, b = dst[2*w:], a[2*w:], b[2*w:]
	}
	for len(dst) > 0 {
		n := storePartI8(loadPartI8(a).AddSaturated(loadPartI8(b)), dst)
		dst, a, b = dst[n:], a[n:], b[n:]
	}
	done()
}

// SumI32 adds elements up.
func SumI32(a []int32) int32 {
	w := i32{}.Len()
	var s0, s1, s2, s3 i32
	for len(a) >= 4*w {
		s0 = s0.Add(loadI32(a))
		s1 = s1.Add(loadI32(a[w:]))
		s2 = s2.Add(loadI32(a[2*w:]))
		s3 = s3.Add(loadI32(a[3*w:]))
		a = a[4*w:]
	}
	for len(a) > 0 {
		s0 = s0.Add(loadPartI32(a))
		a = a[min(w, len(a)):]
	}
	return sumI32(s0.Add(s1).Add(s2.Add(s3)))
}

// MaxI16 is the greatest element.
func MaxI16(a []int16) int16 {
	w := i16{}.Len()
	if len(a) < w {
		most := a[0]
		for _, x := range a[1:] {
			most = max(most, x)
		}
		return most
	}
	m := loadI16(a[len(a)-w:])
	m1 := m
	for len(a) >= 2*w {
		m = m.Max(loadI16(a))
		m1 = m1.Max(loadI16(a[w:]))
		a = a[2*w:]
	}
	for len(a) >= w {
		m = m.Max(loadI16(a))
		a = a[w:]
	}
	return maxI16(m.Max(m1))
}
