package loopopt

// RandomKernel is the source of a random kernel func k(y, x []int32, a, b, n int) int32.
var RandomKernel = randomKernel

// KnobNames are the knobs of loop transformations.
func KnobNames() (list []string) {
	for _, row := range loopKnobs {
		if row.name != "" {
			list = append(list, row.name)
		}
	}
	return list
}
