package image

// GrayRGB turns RGB pixels into luma with the weights of BT.601 in 16 bits, as image/color has them.
func GrayRGB(dst, rgb []uint8) {
	for i := range dst {
		r := uint32(rgb[3*i])
		g := uint32(rgb[3*i+1])
		b := uint32(rgb[3*i+2])
		dst[i] = uint8((19595*r + 38470*g + 7471*b + 1<<15) >> 16)
	}
}

// YUVToRGB turns planes of Y, Cb and Cr, all of the same size, into RGB pixels.
func YUVToRGB(rgb, y, u, v []uint8) {
	for i := range y {
		yy := int32(y[i]) << 16
		cb := int32(u[i]) - 128
		cr := int32(v[i]) - 128
		r := (yy + 91881*cr + 1<<15) >> 16
		g := (yy - 22554*cb - 46802*cr + 1<<15) >> 16
		b := (yy + 116130*cb + 1<<15) >> 16
		rgb[3*i] = clamp8(r)
		rgb[3*i+1] = clamp8(g)
		rgb[3*i+2] = clamp8(b)
	}
}

func clamp8(x int32) uint8 {
	if x < 0 {
		return 0
	}
	if x > 255 {
		return 255
	}
	return uint8(x)
}

// Premultiply scales the colors of RGBA pixels by their alpha, in place.
func Premultiply(pix []uint8) {
	for i := 0; i+3 < len(pix); i += 4 {
		a := uint32(pix[i+3])
		pix[i] = uint8(uint32(pix[i]) * a / 255)
		pix[i+1] = uint8(uint32(pix[i+1]) * a / 255)
		pix[i+2] = uint8(uint32(pix[i+2]) * a / 255)
	}
}

// Deinterleave splits RGBA pixels into planes.
func Deinterleave(r, g, b, a, rgba []uint8) {
	for i := range r {
		r[i] = rgba[4*i]
		g[i] = rgba[4*i+1]
		b[i] = rgba[4*i+2]
		a[i] = rgba[4*i+3]
	}
}

// Gamma looks every byte up in a table.
func Gamma(dst, src []uint8, table *[256]uint8) {
	for i, v := range src {
		dst[i] = table[v]
	}
}
