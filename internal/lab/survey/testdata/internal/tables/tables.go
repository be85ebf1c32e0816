package tables

// Cell is what a kernel of another package has in its parameters.
type Cell struct {
	Weight int32
	seen   bool
}

// Squares is a loop of a package that only this module may import.
func Squares(cells []Cell) (n int32) {
	for i := range cells {
		cells[i].seen = true
		n += cells[i].Weight * cells[i].Weight
	}
	return n
}
