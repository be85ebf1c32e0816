package search

// CountUntil counts the commas of a line. It returns the count at the end of the line, and minus the count so far, less
// one, at a quote.
func CountUntil(line []uint8) int {
	n := 0
	for _, c := range line {
		if c == '\n' {
			return n
		}
		if c == '"' {
			return -n - 1
		}
		if c == ',' {
			n++
		}
	}
	return n
}
