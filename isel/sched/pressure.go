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
	for i := range s.b.Insts {
		for _, v := range s.live.Uses(s.id, i) {
			s.left[v] = 0
		}
	}
	for i := range s.b.Insts {
		for _, v := range s.live.Uses(s.id, i) {
			if s.left[v] == 0 && s.live.OutOf(s.id, v) {
				s.left[v]++
			}
			s.left[v]++
		}
		for _, v := range s.live.Defs(s.id, i) {
			s.left[v] = 0 // until its uses come
			if s.live.OutOf(s.id, v) {
				s.left[v] = 1
			}
		}
	}
	return s.first
}

// delta is how unit i changes the number of live values.
func (s *scheduler) delta(i int32) (n [mach.NumClasses]int) {
	u := &s.units[i]
	for j := int(u.lo); j < int(u.hi); j++ {
		for _, v := range s.live.Uses(s.id, j) {
			if s.left[v] == 1 {
				n[s.f.VRegs[v].Class]--
			}
		}
		for _, v := range s.live.Defs(s.id, j) {
			n[s.f.VRegs[v].Class]++
		}
	}
	return n
}

// advance executes unit i as far as pressure goes, and raises most to the highest pressure on the way.
func (s *scheduler) advance(i int32, n, most *[mach.NumClasses]int) {
	u := &s.units[i]
	for j := int(u.lo); j < int(u.hi); j++ {
		for _, v := range s.live.Uses(s.id, j) {
			if s.left[v]--; s.left[v] == 0 {
				n[s.f.VRegs[v].Class]--
			}
		}
		for _, v := range s.live.Defs(s.id, j) {
			c := s.f.VRegs[v].Class
			n[c]++
			most[c] = max(most[c], n[c])
			if s.left[v] == 0 {
				n[c]-- // nobody wants it
			}
		}
	}
}
