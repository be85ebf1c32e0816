package tti

// NumUnits is the number of groups of execution units.
const NumUnits = 10

// Units is the number of cycles for which each group of the target's execution units is occupied. The target
// defines the groups (UnitName); some contain others. The time of a loop is at least the maximum of these.
type Units [NumUnits]float32

// Add adds n times v to u.
func (u *Units) Add(v *Units, n float32) {
	for i := range u {
		u[i] += n * v[i]
	}
}

// Most returns the group that is occupied longest, and its number of cycles.
func (u *Units) Most() (group int, cycles float32) {
	for i, c := range u {
		if c > cycles {
			group, cycles = i, c
		}
	}
	return group, cycles
}
