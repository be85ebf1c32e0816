package clock

import "testing"

// TestNow checks that the clock never goes back, and that it advances while it is read a few times. The load of the
// machine only makes more of the values differ.
func TestNow(t *testing.T) {
	const reads = 1 << 16
	last, steps := Now(), 0
	for range reads {
		now := Now()
		if now < last {
			t.Fatalf("%v after %v", now, last)
		}
		if now > last {
			steps++
		}
		last = now
	}
	if steps < reads/16 {
		t.Errorf("%d values in %d reads", steps, reads)
	}
}
