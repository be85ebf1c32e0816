package kernels

// Loops and expressions that compute what bits say by steps of their own: how many are set, how many there are, in what
// order.

func BitOnes(y, x []uint32) {
	for i, v := range x {
		n := uint32(0)
		for v != 0 {
			v &= v - 1
			n++
		}
		y[i] = n + v
	}
}

func BitOnesSum(x []uint64) (n int) {
	for _, v := range x {
		for ; v != 0; v &= v - 1 {
			n++
		}
	}
	return n
}

func BitOnesOther(y []int8, x []int16) {
	for i, v := range x {
		n := int8(3)
		for v != 0 {
			v -= v & -v
			n += 2
		}
		y[i] = n
	}
}

// BitOnesPositive does nothing about numbers below zero.
func BitOnesPositive(y, x []int32) {
	for i, v := range x {
		n := int32(0)
		for v > 0 {
			v ^= v & -v
			n++
		}
		y[i] = n + 3*v
	}
}

func BitDigits(y []uint8, x []uint16) {
	for i, v := range x {
		n, odd := uint8(1), uint8(0)
		for v > 0 {
			n += uint8(v & 1)
			odd ^= uint8(v & 1)
			v >>= 1
		}
		y[i] = n<<1 | odd
	}
}

func BitDigitsFixed(y, x []uint32) {
	for i, v := range x {
		n := uint32(0)
		for range 32 {
			n += v & 1
			v >>= 1
		}
		y[i] = n
	}
}

// BitDigitsLow counts some of them, of a number with a sign.
func BitDigitsLow(y, x []int32) {
	for i, v := range x {
		n := int32(0)
		for range 11 {
			n += v & 1
			v >>= 1
		}
		y[i] = n
	}
}

func BitLength(y []uint8, x []uint32) {
	for i, v := range x {
		n := uint8(0)
		for v > 0 {
			v >>= 1
			n++
		}
		y[i] = n
	}
}

// BitLengthSigned divides by two, which is no shift of numbers below zero.
func BitLengthSigned(y []int16, x []int64) {
	for i, v := range x {
		n := int16(-1)
		for v > 0 {
			v /= 2
			n++
		}
		y[i] = n
	}
}

func BitHexDigits(y []uint16, x []uint16) {
	for i, v := range x {
		n := uint16(1)
		for v >>= 4; v != 0; v >>= 4 {
			n++
		}
		y[i] = n
	}
}

// BitBase128 does one iteration at least.
func BitBase128(y []int32, x []uint64) {
	for i, v := range x {
		n := int32(0)
		for {
			v >>= 7
			n++
			if v == 0 {
				break
			}
		}
		y[i] = n
	}
}

func BitTrailing(y, x []uint32) {
	for i, v := range x {
		n := uint32(0)
		if v != 0 {
			for v&1 == 0 {
				v >>= 1
				n++
			}
		}
		y[i] = n<<8 ^ v
	}
}

func BitTrailingSigned(y, x []int16) {
	for i, v := range x {
		if v == 0 {
			continue
		}
		n := int16(0)
		for v&1 == 0 {
			v >>= 1
			n++
		}
		y[i] = n ^ v<<1
	}
}

func BitHeight(y []uint8, x []uint16) {
	for i, v := range x {
		n := uint8(0)
		for v != 0 {
			v <<= 1
			n++
		}
		y[i] = n
	}
}

func BitNormalize(y []int64, x []int32) {
	for i, v := range x {
		n := int64(0)
		if v > 0 {
			for v >= 0 {
				v <<= 1
				n++
			}
		}
		y[i] = n<<32 ^ int64(v)
	}
}

// BitWalk does more than count.
func BitWalk(y, x []uint32) {
	for i, v := range x {
		s := uint32(0)
		for v != 0 {
			s = s*5 + v&-v
			v &= v - 1
		}
		y[i] = s
	}
}

func BitReverseLoop(y, x []uint32) {
	for i, v := range x {
		r := uint32(0)
		for j := 0; j < 32; j++ {
			r = r<<1 | v&1
			v >>= 1
		}
		y[i] = r
	}
}

func BitReverseSome(y, x []uint16) {
	for i, v := range x {
		r := uint16(5)
		for range 9 {
			r = r<<1 + v&1
			v >>= 1
		}
		y[i] = r
	}
}

func BitSwar8(y, x []uint8) {
	for i, v := range x {
		v -= v >> 1 & 0x55
		v = v&0x33 + v>>2&0x33
		y[i] = (v + v>>4) & 0x0f
	}
}

func BitSwar16(y, x []uint16) {
	for i, v := range x {
		v = v&0x5555 + v>>1&0x5555
		v = v&0x3333 + v>>2&0x3333
		v = v&0x0f0f + v>>4&0x0f0f
		y[i] = v&0x00ff + v>>8
	}
}

func BitSwar32(y, x []uint32) {
	for i, v := range x {
		v -= v >> 1 & 0x55555555
		v = v&0x33333333 + v>>2&0x33333333
		v = (v + v>>4) & 0x0f0f0f0f
		y[i] = v * 0x01010101 >> 24
	}
}

func BitSwarShifts(y, x []uint32) {
	for i, v := range x {
		v -= v >> 1 & 0x55555555
		v = v&0x33333333 + v>>2&0x33333333
		v = (v + v>>4) & 0x0f0f0f0f
		v += v >> 8
		v += v >> 16
		y[i] = v & 0x3f
	}
}

func BitSwar64(x []uint64) (n uint64) {
	for _, v := range x {
		v -= v >> 1 & 0x5555555555555555
		v = v&0x3333333333333333 + v>>2&0x3333333333333333
		v = (v + v>>4) & 0x0f0f0f0f0f0f0f0f
		n += v * 0x0101010101010101 >> 56
	}
	return n
}

// BitSwarAlmost has a mask that is none of them, a sum that overflows, and a mask that drops the highest number.
func BitSwarAlmost(y, x []uint32) {
	for i, v := range x {
		a := v - v>>1&0x55555545
		b := a&0x33333333 + a>>2&0x33333333
		c := (b + b>>4) & 0x0f0f0f0f
		d := v - v>>1&0x55555555
		e := (d + d>>2) & 0x33333333
		f := d&0x33333333 + d>>2&0x33333333
		f = (f + f>>4) & 0x0f0f0f0f
		f += f >> 8
		f += f >> 16
		y[i] = c*0x01010101>>24 ^ e ^ f&0x1f<<8 ^ f<<16
	}
}

func BitMirror8(y, x []uint8) {
	for i, v := range x {
		v = v>>4 | v<<4
		v = v&0xcc>>2 | v&0x33<<2
		y[i] = v&0xaa>>1 | v&0x55<<1
	}
}

func BitMirror16(y, x []uint16) {
	for i, v := range x {
		v = v>>1&0x5555 + v&0x5555<<1
		v = v>>2&0x3333 ^ v<<2&0xcccc
		v = v>>4&0x0f0f | v&0x0f0f<<4
		y[i] = v>>8 | v<<8
	}
}

func BitMirror32(y, x []uint32) {
	for i, v := range x {
		v = v>>1&0x55555555 | v&0x55555555<<1
		v = v>>2&0x33333333 | v&0x33333333<<2
		v = v>>4&0x0f0f0f0f | v&0x0f0f0f0f<<4
		v = v>>8&0x00ff00ff | v&0x00ff00ff<<8
		y[i] = v>>16 | v<<16
	}
}

// BitMirrorBytes turns the bits of each byte around, or the bytes, or some of both.
func BitMirrorBytes(y, x []uint64) {
	const a, b, c, d, e = 0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f, 0x00ff00ff00ff00ff, 0xffff0000ffff
	for i, v := range x {
		p := v>>1&a | v&a<<1
		p = p>>2&b | p&b<<2
		p = p>>4&c | p&c<<4
		q := v>>8&d | v&d<<8
		q = q>>16&e | q&e<<16
		q = q>>32 | q<<32
		r := p>>16&e | p&e<<16
		s := v>>1&a | v&a<<2
		y[i] = p ^ q<<1 ^ r<<2 ^ s<<3
	}
}
