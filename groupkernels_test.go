package hotloop_test

// Loops over structures of two, three and four members in slices of numbers: groupsource_test.go compiles this file.

type groupElem interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64 | float32 | float64
}

func groupMix2[T groupElem](d, s []T) {
	for i := 0; i+1 < len(d) && i+1 < len(s); i += 2 {
		a, b := s[i], s[i+1]
		d[i] = b - a
		d[i+1] = a + b
	}
}

func groupMix3[T groupElem](d, s []T) {
	for i := 0; i+2 < len(d) && i+2 < len(s); i += 3 {
		a, b, c := s[i], s[i+1], s[i+2]
		d[i] = c - a
		d[i+1] = a + b
		d[i+2] = b
	}
}

func groupMix4[T groupElem](d, s []T) {
	for i := 0; i+3 < len(d) && i+3 < len(s); i += 4 {
		a, b, c, e := s[i], s[i+1], s[i+2], s[i+3]
		d[i] = e - a
		d[i+1] = a + b
		d[i+2] = c
		d[i+3] = b + c
	}
}

// groupTurn3 works in place.
func groupTurn3[T groupElem](d []T) {
	for i := 0; i+2 < len(d); i += 3 {
		d[i], d[i+1], d[i+2] = d[i+1], d[i+2], d[i]
	}
}

func groupTurn4[T groupElem](d []T) {
	for i := 0; i+3 < len(d); i += 4 {
		a, b := d[i], d[i+1]
		d[i], d[i+1], d[i+2], d[i+3] = d[i+3], d[i+2], b+a, a
	}
}

// groupSplit2 and groupSplit4 take structures apart, with and without gaps; groupJoin3 makes them, groupJoinGap leaves a gap.
func groupSplit2[T groupElem](a, b, s []T) {
	for i := range a {
		a[i] = s[2*i+1]
		b[i] = s[2*i] + s[2*i+1]
	}
}

func groupSplit4[T groupElem](a, b, s []T) {
	for i := range a {
		a[i] = s[4*i+2] + s[4*i]
		b[i] = s[4*i+1]
	}
}

func groupSplit3[T groupElem](a, s []T) {
	for i := range a {
		a[i] = s[3*i+2] - s[3*i]
	}
}

func groupJoin3[T groupElem](d, a, b []T) {
	for i := range a {
		d[3*i] = a[i]
		d[3*i+1] = b[i]
		d[3*i+2] = a[i] + b[i]
	}
}

func groupJoinGap[T groupElem](d, a, b []T) {
	for i := range a {
		d[4*i] = a[i]
		d[4*i+2] = b[i]
		d[4*i+3] = a[i] - b[i]
	}
}

// groupAgain reads structures again that it has just stored.
func groupAgain[T groupElem](d, s, e []T) {
	for i := 0; i+1 < len(d) && i+1 < len(s) && i+1 < len(e); i += 2 {
		a, b := s[i], s[i+1]
		d[i], d[i+1] = b, a
		e[i], e[i+1] = s[i]+a, s[i+1]-b
	}
}

// Wide results of narrow members.

func groupGray(d []uint8, s []uint8) {
	for i := range d {
		r, g, b := uint32(s[4*i]), uint32(s[4*i+1]), uint32(s[4*i+2])
		d[i] = uint8((77*r + 150*g + 29*b + 128) >> 8)
	}
}

func groupLuma(d []uint16, s []uint16) {
	for i := range d {
		d[i] = uint16((uint32(s[3*i])*19595 + uint32(s[3*i+1])*38470 + uint32(s[3*i+2])*7471) >> 16)
	}
}

func groupStereo(d []int32, s []int16) {
	for i := range d {
		d[i] = int32(s[2*i])*3 - int32(s[2*i+1])*-5
	}
}

func groupEnergy(d []int64, s []int32) {
	for i := range d {
		d[i] += int64(s[2*i])*int64(s[2*i]) + int64(s[2*i+1])
	}
}

func groupFloats(d []float32, s []uint8) {
	for i := range d {
		d[i] = float32(s[4*i]) + float32(s[4*i+3])
	}
}

func groupPack(d []uint8, a, b []uint16) {
	for i := range a {
		d[2*i] = uint8((a[i] + 8) >> 4)
		d[2*i+1] = uint8(b[i] >> 8)
	}
}

func groupAlpha(d []uint8, s []uint8) {
	for i := 0; i+3 < len(d) && i+3 < len(s); i += 4 {
		a := uint16(s[i+3])
		d[i] = uint8((uint16(s[i])*a + uint16(d[i])*(255-a)) >> 8)
		d[i+1] = uint8((uint16(s[i+1])*a + uint16(d[i+1])*(255-a)) >> 8)
		d[i+2] = uint8((uint16(s[i+2])*a + uint16(d[i+2])*(255-a)) >> 8)
		d[i+3] = 255
	}
}

func groupBools(d []bool, s []bool) {
	for i := 0; i+1 < len(d) && i+1 < len(s); i += 2 {
		d[i], d[i+1] = s[i] && s[i+1], s[i]
	}
}
