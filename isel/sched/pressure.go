package sched

import "hotloop/isel/mach"

// relief judges unit i when registers run out: using one up is worse than any wait, freeing one better.
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

// nearLimit is how few registers are free when units are asked what they do to them: the last but one.
const nearLimit = 2

// roomy says whether the block never comes near a limit, whatever its order, if n registers are taken at its start: then
// nobody need count them.
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

// near says whether a unit that makes as many values may use up the registers of a class.
func (s *scheduler) near(n, limit *[mach.NumClasses]int, makes int) bool {
	for c := mach.GP; c < mach.NumClasses; c++ {
		if s.limit[c] > 0 && n[c] > limit[c]-makes {
			return true
		}
	}
	return false
}

// makes is the most values that a unit makes, nearLimit at least.
func (s *scheduler) makes() int {
	n := nearLimit
	for i := range s.units {
		n = max(n, len(s.lists.Defs(s.units[i].lo, s.units[i].hi)))
	}
	return n
}

// countUses counts the uses of each value in the block. A value that lives on counts as used once more, so that it never
// dies here.
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

// delta is how unit i changes the number of live values.
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

// advance executes unit i as far as pressure goes, and raises most to the highest pressure on the way.
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
				n[c]-- // nobody wants it
			}
		}
	}
}
