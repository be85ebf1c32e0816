package x86

import "testing"

// TestSteps checks that the steps multiply by the constant, that there are at most two, and that the extreme ones
// do not overflow.
func TestSteps(t *testing.T) {
	check := func(n int64) bool {
		s := stepsOf(n)
		if s.first == 0 {
			return false
		}
		count := 0
		for _, f := range []int64{s.first, s.second} {
			switch f {
			case 3, 5, 9:
				count++
			case 1:
			default:
				t.Fatalf("%d: factor %d", n, f)
			}
		}
		if s.shift != 0 {
			count++
		}
		if s.more != 0 {
			count++
		}
		if count > 2 || s.shift < 0 || s.shift > 63 {
			t.Fatalf("%d: %d steps, %+v", n, count, s)
		}
		for _, x := range []int64{1, -1, 12345, -1 << 63} {
			if got := x*s.first*s.second<<s.shift + s.more*x; got != x*n {
				t.Fatalf("%d * %d is %d by %+v", x, n, got, s)
			}
		}
		return true
	}
	for _, n := range []int64{3, 5, 7, 9, 10, 15, 17, 24, 25, 27, 31, 33, 45, 63, 65, 81, 127, 1<<40 + 1, 1<<62 + 1,
		1<<62 - 1} {
		if !check(n) {
			t.Errorf("no steps for %d", n)
		}
	}
	for _, n := range []int64{-1 << 63, -5, -3, -1, 0, 1, 2, 4, 11, 13, 14, 1 << 62, 1<<63 - 1} {
		if check(n) {
			t.Errorf("steps for %d: %+v", n, stepsOf(n))
		}
	}
	for n := int64(-100); n < 1<<16; n++ {
		check(n)
	}
}
