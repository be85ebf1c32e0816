package shapes

import "example.com/some/internal/tables"

type grid struct {
	rows [][]tables.Cell
	at   *grid
}

func (g *grid) weights(of int) (n int32) {
	for _, c := range g.rows[of] {
		n += c.Weight & 7
	}
	if g.at != nil {
		n += int32(len(g.at.rows))
	}
	return n
}

// more asks for more memory than there is, whatever its arguments are.
func more(x []int) (n int) {
	for i := range x {
		n += x[i]
	}
	y := make([]int, 1<<44)
	return n + len(y)
}
