package columns

// Dictionary decodes a column of codes.
func Dictionary(out []float64, codes []uint16, dict []float64) {
	for i, c := range codes {
		out[i] = dict[c]
	}
}

// Unpack takes numbers of width bits, at most 25, out of bytes; behind the last come seven more bytes.
func Unpack(out []uint32, packed []uint8, width int) {
	mask := uint32(1)<<uint(width) - 1
	for i := range out {
		bit := i * width
		p := bit >> 3
		word := uint32(packed[p]) | uint32(packed[p+1])<<8 | uint32(packed[p+2])<<16 | uint32(packed[p+3])<<24
		out[i] = word >> uint(bit&7) & mask
	}
}

// Delta decodes differences.
func Delta(out, deltas []int32, first int32) {
	v := first
	for i, d := range deltas {
		v += d
		out[i] = v
	}
}

// Offsets turns the lengths of strings into where each begins; there is one offset more than there are lengths.
func Offsets(offsets []int64, lengths []int32) {
	end := int64(0)
	offsets[0] = 0
	for i, n := range lengths {
		end += int64(n)
		offsets[i+1] = end
	}
}

// Month is the month of each day since 1970, in the proleptic Gregorian calendar.
func Month(month []uint8, days []int32) {
	for i, d := range days {
		z := d + 719468
		era := z / 146097
		if z < 0 {
			era = (z - 146096) / 146097
		}
		doe := uint32(z - era*146097)
		yoe := (doe - doe/1460 + doe/36524 - doe/146096) / 365
		doy := doe - (365*yoe + yoe/4 - yoe/100)
		mp := (5*doy + 2) / 153
		if mp < 10 {
			month[i] = uint8(mp + 3)
		} else {
			month[i] = uint8(mp - 9)
		}
	}
}
