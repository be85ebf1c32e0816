package field

// Luma makes bytes of interleaved colours, with whole weights.
// args: [n] [3*n]*
func Luma(out, rgb []uint8) {
	for i := range out {
		r, g, b := uint32(rgb[3*i]), uint32(rgb[3*i+1]), uint32(rgb[3*i+2])
		out[i] = uint8((77*r + 150*g + 29*b) >> 8)
	}
}

// SwapRedBlue exchanges two channels of four.
// args: [4*(n/4)]*
func SwapRedBlue(pix []uint8) {
	for i := 0; i+3 < len(pix); i += 4 {
		pix[i], pix[i+2] = pix[i+2], pix[i]
	}
}

// DropAlpha writes three channels of four.
// args: [3*(n/4)] [4*(n/4)]*
func DropAlpha(rgb, rgba []uint8) {
	for i := 0; i < len(rgba)/4; i++ {
		copy(rgb[3*i:3*i+3], rgba[4*i:])
	}
}

// Rgb565 packs colours into 16 bits.
// args: [n] [3*n]*
func Rgb565(out []uint16, rgb []uint8) {
	for i := range out {
		p := rgb[3*i : 3*i+3]
		out[i] = uint16(p[0])>>3<<11 | uint16(p[1])>>2<<5 | uint16(p[2])>>3
	}
}

// Unpack565 is the other way.
// args: [3*n] [n]*
func Unpack565(rgb []uint8, in []uint16) {
	for i, v := range in {
		r, g, b := v>>11, v>>5&63, v&31
		rgb[3*i] = uint8(r<<3 | r>>2)
		rgb[3*i+1] = uint8(g<<2 | g>>4)
		rgb[3*i+2] = uint8(b<<3 | b>>2)
	}
}

// Crossfade mixes two pictures.
// args: [n] [n]* [n]* 90
func Crossfade(out, a, b []uint8, t uint16) {
	for i := range out {
		out[i] = uint8((uint16(a[i])*(256-t) + uint16(b[i])*t) >> 8)
	}
}

// Brighten adds to each channel and clamps.
// args: [n]* 40
func Brighten(pix []uint8, by int) {
	for i, p := range pix {
		v := int(p) + by
		if v > 255 {
			v = 255
		} else if v < 0 {
			v = 0
		}
		pix[i] = uint8(v)
	}
}

// Curve changes tones by a table.
// args: [n]* []*
func Curve(pix []uint8, table *[256]uint8) {
	for i := range pix {
		pix[i] = table[pix[i]]
	}
}

// Pixel is a colour in floats.
type Pixel struct{ R, G, B, A float32 }

// OverPixels draws one picture over another.
// args: [n]~0,1 [n]~0,1
func OverPixels(dst, src []Pixel) {
	for i, s := range src {
		d := dst[i]
		k := 1 - s.A
		dst[i] = Pixel{R: s.R + d.R*k, G: s.G + d.G*k, B: s.B + d.B*k, A: s.A + d.A*k}
	}
}

// Saturation moves colours towards grey.
// args: [n]~0,1 0.6
func Saturation(pix []Pixel, s float32) {
	for i := range pix {
		p := pix[i]
		y := 0.299*p.R + 0.587*p.G + 0.114*p.B
		pix[i].R = y + (p.R-y)*s
		pix[i].G = y + (p.G-y)*s
		pix[i].B = y + (p.B-y)*s
	}
}

// Hue finds which channel is the greatest.
// args: [n] [n]* [n]* [n]*
func Hue(out, r, g, b []uint8) {
	for i := range out {
		switch {
		case r[i] >= g[i] && r[i] >= b[i]:
			out[i] = 0
		case g[i] >= b[i]:
			out[i] = 1
		default:
			out[i] = 2
		}
	}
}

// BlurRow averages three neighbours in a row.
// args: [n] [n]*
func BlurRow(out, in []uint8) {
	for i := 1; i < len(in)-1; i++ {
		out[i] = uint8((uint(in[i-1]) + 2*uint(in[i]) + uint(in[i+1]) + 2) / 4)
	}
}

// BlurColumn averages three rows.
// args: [s*s] [s*s]* s
func BlurColumn(out, in []uint8, w int) {
	if w < 1 {
		return
	}
	for x := 0; x < w; x++ {
		for y := 1; y < len(in)/w-1; y++ {
			i := y*w + x
			out[i] = uint8((uint(in[i-w]) + 2*uint(in[i]) + uint(in[i+w]) + 2) / 4)
		}
	}
}

// Erode takes the least of three by three.
// args: [s*s] [s*s]* s
func Erode(out, in []uint8, w int) {
	if w < 3 {
		return
	}
	for y := 1; y < len(in)/w-1; y++ {
		for x := 1; x < w-1; x++ {
			m := uint8(255)
			for dy := -1; dy <= 1; dy++ {
				for dx := -1; dx <= 1; dx++ {
					m = min(m, in[(y+dy)*w+x+dx])
				}
			}
			out[y*w+x] = m
		}
	}
}

// Convolve applies a kernel of five by five.
// args: [s*s] [s*s]~0,1 []~-1,1 s
func Convolve(out, in []float32, k *[25]float32, w int) {
	if w < 5 {
		return
	}
	for y := 2; y < len(in)/w-2; y++ {
		for x := 2; x < w-2; x++ {
			s := float32(0)
			for j := range 5 {
				for i := range 5 {
					s += k[j*5+i] * in[(y+j-2)*w+x+i-2]
				}
			}
			out[y*w+x] = s
		}
	}
}

// Laplace sharpens.
// args: [s*s] [s*s]~0,255 s
func Laplace(out, in []int16, w int) {
	if w < 3 {
		return
	}
	for y := 1; y < len(in)/w-1; y++ {
		for x := 1; x < w-1; x++ {
			i := y*w + x
			out[i] = 5*in[i] - in[i-1] - in[i+1] - in[i-w] - in[i+w]
		}
	}
}

// IntegralRow adds a row up, on the sums of the row above.
// args: [n] [n]%1000 [n]*
func IntegralRow(out, above []uint32, row []uint8) {
	s := uint32(0)
	for i, v := range row {
		s += uint32(v)
		out[i] = above[i] + s
	}
}

// BoxFromIntegral has sums of boxes in four accesses each.
// args: [n] [n+16] [n+16]
func BoxFromIntegral(out, top, bottom []uint32) {
	for i := range out {
		out[i] = bottom[i+16] - bottom[i] - top[i+16] + top[i]
	}
}

// Halve averages two by two.
// args: [n/4] [n/2]* [n/2]*
func Halve(out, r0, r1 []uint8) {
	for i := range out {
		out[i] = uint8((uint(r0[2*i]) + uint(r0[2*i+1]) + uint(r1[2*i]) + uint(r1[2*i+1]) + 2) >> 2)
	}
}

// Double repeats each pixel.
// args: [2*n] [n]*
func Double(out []uint32, in []uint32) {
	for i, p := range in {
		out[2*i], out[2*i+1] = p, p
	}
}

// Nearest enlarges a row by any factor.
// args: [n] [n]* 45000
func Nearest(out, in []uint32, step uint32) {
	p := uint32(0)
	for i := range out {
		out[i] = in[p>>16]
		p += step
	}
}

// RotateRight turns a picture.
// args: [s*s] [s*s]* s
func RotateRight(out, in []uint8, w int) {
	if w < 1 {
		return
	}
	h := len(in) / w
	for y := 0; y < h; y++ {
		for x := 0; x < w; x++ {
			out[x*h+h-1-y] = in[y*w+x]
		}
	}
}

// FlipRows exchanges rows top to bottom.
// args: [s*s]* s
func FlipRows(pix []uint32, w int) {
	if w < 1 {
		return
	}
	h := len(pix) / w
	for y := 0; y < h/2; y++ {
		a, b := pix[y*w:(y+1)*w], pix[(h-1-y)*w:(h-y)*w]
		for x := range a {
			a[x], b[x] = b[x], a[x]
		}
	}
}

// Levels4 counts four channels at once.
// args: [] [4*(n/4)]*
func Levels4(count *[1024]uint32, pix []uint8) {
	for i := 0; i+3 < len(pix); i += 4 {
		count[pix[i]]++
		count[256+int(pix[i+1])]++
		count[512+int(pix[i+2])]++
		count[768+int(pix[i+3])]++
	}
}

// Sad8 compares blocks of eight by eight.
// args: [n/64] [n]* [n]*
func Sad8(out []uint32, a, b []uint8) {
	for i := range out {
		s := uint32(0)
		for k := 0; k < 64; k++ {
			d := int(a[64*i+k]) - int(b[64*i+k])
			if d < 0 {
				d = -d
			}
			s += uint32(d)
		}
		out[i] = s
	}
}

// Dct4 transforms rows of four, as H.264 does.
// args: [4*(n/4)] [4*(n/4)]~-255,255
func Dct4(out, in []int16) {
	for i := 0; i+3 < len(in); i += 4 {
		a, b := in[i]+in[i+3], in[i+1]+in[i+2]
		c, d := in[i+1]-in[i+2], in[i]-in[i+3]
		out[i], out[i+2] = a+b, a-b
		out[i+1], out[i+3] = 2*d+c, d-2*c
	}
}

// ZigZagOrder reorders blocks of 64 by a table.
// args: [64*(n/64)] [64*(n/64)] []perm
func ZigZagOrder(out, in []int16, order *[64]uint8) {
	for b := 0; b+64 <= len(in); b += 64 {
		for k, o := range order {
			out[b+k] = in[b+int(o)]
		}
	}
}

// Deadzone quantizes with a dead zone.
// args: [n] [n]~-500,500 23
func Deadzone(out, in []int16, q int16) {
	if q == 0 {
		return
	}
	for i, v := range in {
		s := int16(1)
		if v < 0 {
			v, s = -v, -1
		}
		out[i] = s * ((v + q/3) / q)
	}
}
