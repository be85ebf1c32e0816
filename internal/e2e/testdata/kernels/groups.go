package kernels

// Loops over structures of two, three and four members in slices of numbers.

type GroupElem interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64 | float32 | float64
}

func GroupMix2[T GroupElem](d, s []T) {
	for i := 0; i+1 < len(d) && i+1 < len(s); i += 2 {
		a, b := s[i], s[i+1]
		d[i] = b - a
		d[i+1] = a + b
	}
}

func GroupMix3[T GroupElem](d, s []T) {
	for i := 0; i+2 < len(d) && i+2 < len(s); i += 3 {
		a, b, c := s[i], s[i+1], s[i+2]
		d[i] = c - a
		d[i+1] = a + b
		d[i+2] = b
	}
}

func GroupMix4[T GroupElem](d, s []T) {
	for i := 0; i+3 < len(d) && i+3 < len(s); i += 4 {
		a, b, c, e := s[i], s[i+1], s[i+2], s[i+3]
		d[i] = e - a
		d[i+1] = a + b
		d[i+2] = c
		d[i+3] = b + c
	}
}

// GroupTurn3 works in place.
func GroupTurn3[T GroupElem](d []T) {
	for i := 0; i+2 < len(d); i += 3 {
		d[i], d[i+1], d[i+2] = d[i+1], d[i+2], d[i]
	}
}

func GroupTurn4[T GroupElem](d []T) {
	for i := 0; i+3 < len(d); i += 4 {
		a, b := d[i], d[i+1]
		d[i], d[i+1], d[i+2], d[i+3] = d[i+3], d[i+2], b+a, a
	}
}

// GroupSplit2 and groupSplit4 take structures apart, with and without gaps; groupJoin3 makes them, groupJoinGap leaves a gap.
func GroupSplit2[T GroupElem](a, b, s []T) {
	for i := range a {
		a[i] = s[2*i+1]
		b[i] = s[2*i] + s[2*i+1]
	}
}

func GroupSplit4[T GroupElem](a, b, s []T) {
	for i := range a {
		a[i] = s[4*i+2] + s[4*i]
		b[i] = s[4*i+1]
	}
}

func GroupSplit3[T GroupElem](a, s []T) {
	for i := range a {
		a[i] = s[3*i+2] - s[3*i]
	}
}

func GroupJoin3[T GroupElem](d, a, b []T) {
	for i := range a {
		d[3*i] = a[i]
		d[3*i+1] = b[i]
		d[3*i+2] = a[i] + b[i]
	}
}

func GroupJoinGap[T GroupElem](d, a, b []T) {
	for i := range a {
		d[4*i] = a[i]
		d[4*i+2] = b[i]
		d[4*i+3] = a[i] - b[i]
	}
}

// GroupAgain reads structures again that it has just stored.
func GroupAgain[T GroupElem](d, s, e []T) {
	for i := 0; i+1 < len(d) && i+1 < len(s) && i+1 < len(e); i += 2 {
		a, b := s[i], s[i+1]
		d[i], d[i+1] = b, a
		e[i], e[i+1] = s[i]+a, s[i+1]-b
	}
}

// Wide results of narrow members.

func GroupGray(d []uint8, s []uint8) {
	for i := range d {
		r, g, b := uint32(s[4*i]), uint32(s[4*i+1]), uint32(s[4*i+2])
		d[i] = uint8((77*r + 150*g + 29*b + 128) >> 8)
	}
}

func GroupLuma(d []uint16, s []uint16) {
	for i := range d {
		d[i] = uint16((uint32(s[3*i])*19595 + uint32(s[3*i+1])*38470 + uint32(s[3*i+2])*7471) >> 16)
	}
}

func GroupStereo(d []int32, s []int16) {
	for i := range d {
		d[i] = int32(s[2*i])*3 - int32(s[2*i+1])*-5
	}
}

func GroupEnergy(d []int64, s []int32) {
	for i := range d {
		d[i] += int64(s[2*i])*int64(s[2*i]) + int64(s[2*i+1])
	}
}

func GroupFloats(d []float32, s []uint8) {
	for i := range d {
		d[i] = float32(s[4*i]) + float32(s[4*i+3])
	}
}

func GroupPack(d []uint8, a, b []uint16) {
	for i := range a {
		d[2*i] = uint8((a[i] + 8) >> 4)
		d[2*i+1] = uint8(b[i] >> 8)
	}
}

func GroupAlpha(d []uint8, s []uint8) {
	for i := 0; i+3 < len(d) && i+3 < len(s); i += 4 {
		a := uint16(s[i+3])
		d[i] = uint8((uint16(s[i])*a + uint16(d[i])*(255-a)) >> 8)
		d[i+1] = uint8((uint16(s[i+1])*a + uint16(d[i+1])*(255-a)) >> 8)
		d[i+2] = uint8((uint16(s[i+2])*a + uint16(d[i+2])*(255-a)) >> 8)
		d[i+3] = 255
	}
}

func GroupBools(d []bool, s []bool) {
	for i := 0; i+1 < len(d) && i+1 < len(s); i += 2 {
		d[i], d[i+1] = s[i] && s[i+1], s[i]
	}
}
