package sched

import "hotloop/isel/mach"

// relief scores unit i when registers run short: exceeding a limit costs more than any wait, and freeing a
// register gains more.
func (s *scheduler) relief(i int32, n, limit *[mach.NumClasses]int) (x int32) {
	delta := s.delta(i)
	for c := range delta {
		if n[c]+delta[c] > limit[c] && delta[c] > 0 {
			x -= 1 << 20
		} else if n[c] >= limit[c]-1 && delta[c] < 0 {
			x += 1 << 18
		}
	}
	return x
}

// nearLimit is the number of free registers at which the scheduler starts to consider pressure: the last two.
const nearLimit = 2

// roomy reports whether the block cannot come near a limit in any order, given n registers in use at its start.
// The scheduler then need not track pressure.
func (s *scheduler) roomy(n [mach.NumClasses]int) bool {
	limit := s.limit
	for c := range limit {
		limit[c]--
	}
	for _, v := range s.lists.Defs(0, int32(len(s.b.Insts))) {
		n[s.f.VRegs[v].Class]++
	}
	return !s.near(&n, &limit, nearLimit)
}

// near reports whether a unit that defines up to makes values may use up the registers of a class.
func (s *scheduler) near(n, limit *[mach.NumClasses]int, makes int) bool {
	for c := mach.GP; c < mach.NumClasses; c++ {
		if s.limit[c] > 0 && n[c] > limit[c]-makes {
			return true
		}
	}
	return false
}

// makes returns the maximum number of values that a unit defines, at least nearLimit.
func (s *scheduler) makes() int {
	n := nearLimit
	for i := range s.units {
		n = max(n, len(s.lists.Defs(s.units[i].lo, s.units[i].hi)))
	}
	return n
}

// countUses counts the uses of each value in the block. A value that is live out counts one extra use, so it
// never dies in the block.
func (s *scheduler) countUses() {
	n := int32(len(s.b.Insts))
	uses, left := s.lists.Uses(0, n), s.left
	for _, v := range uses {
		left[v] = s.lists.LivesOn(v)
	}
	for _, v := range s.lists.Defs(0, n) {
		left[v] = s.lists.LivesOn(v)
	}
	for _, v := range uses {
		left[v]++
	}
}

// delta returns the change in the number of live values that unit i causes.
func (s *scheduler) delta(i int32) (n [mach.NumClasses]int) {
	u := &s.units[i]
	for _, v := range s.lists.Uses(u.lo, u.hi) {
		if s.left[v] == 1 {
			n[s.f.VRegs[v].Class]--
		}
	}
	for _, v := range s.lists.Defs(u.lo, u.hi) {
		n[s.f.VRegs[v].Class]++
	}
	return n
}

// advance applies unit i to the pressure n and raises most to the maximum pressure on the way.
func (s *scheduler) advance(i int32, n, most *[mach.NumClasses]int) {
	u := &s.units[i]
	for j := u.lo; j < u.hi; j++ {
		for _, v := range s.lists.Uses(j, j+1) {
			if s.left[v]--; s.left[v] == 0 {
				n[s.f.VRegs[v].Class]--
			}
		}
		for _, v := range s.lists.Defs(j, j+1) {
			c := s.f.VRegs[v].Class
			n[c]++
			most[c] = max(most[c], n[c])
			if s.left[v] == 0 {
				n[c]-- // unused result
			}
		}
	}
}
