package core

// Gray turns RGBA pixels into luma with the weights of BT.601 in 8 bits.
func Gray(dst, rgba []uint8) {
	for i := range dst {
		r := uint32(rgba[4*i])
		g := uint32(rgba[4*i+1])
		b := uint32(rgba[4*i+2])
		dst[i] = uint8((77*r + 150*g + 29*b + 128) >> 8)
	}
}
