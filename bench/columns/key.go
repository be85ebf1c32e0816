package columns

// HashText hashes a string as Java does.
func HashText(s []uint8) uint32 {
	h := uint32(0)
	for _, c := range s {
		h = h*31 + uint32(c)
	}
	return h
}

// Clock splits times of the day, in seconds.
func Clock(hour, minute, second []uint8, time []int32) {
	for i, t := range time {
		second[i] = uint8(t % 60)
		t /= 60
		minute[i] = uint8(t % 60)
		hour[i] = uint8(t / 60)
	}
}

// Common counts the numbers that two ascending lists have in common: of the rows that meet two conditions, say.
func Common(a, b []int32) int {
	n := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			n++
			i++
			j++
		}
	}
	return n
}
