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

// startPressure counts what is live at the start of the block, and the uses of each value in it. A value that lives on
// counts as used once more, so that it never dies here.
func (s *scheduler) startPressure() [mach.NumClasses]int {
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
	return s.live.AtStart(s.id)
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
