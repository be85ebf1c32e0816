package tti

// NumUnits is the number of groups of execution units that costs are counted for.
const NumUnits = 10

// Units is for how many cycles each group of the target's execution units is occupied. What the groups are is the target's business
// (UnitName); some contain others. A loop takes no less time than any of them is occupied for.
type Units [NumUnits]float32

// Add adds n times v to u.
func (u *Units) Add(v *Units, n float32) {
	for i := range u {
		u[i] += n * v[i]
	}
}

// Most is the group that is occupied longest, and for how long.
func (u *Units) Most() (group int, cycles float32) {
	for i, c := range u {
		if c > cycles {
			group, cycles = i, c
		}
	}
	return group, cycles
}
