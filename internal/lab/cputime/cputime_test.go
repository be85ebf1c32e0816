package cputime

import (
	"os"
	"runtime"
	"testing"
)

// TestClocks checks that work advances all three clocks, and that none goes back.
func TestClocks(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for _, c := range []struct {
		name string
		read func() int64
	}{
		{"thread", func() int64 { return int64(Thread()) }},
		{"process", func() int64 { return int64(Process()) }},
		{"of", func() int64 { return int64(Of(os.Getpid())) }},
	} {
		first := c.read()
		last := first
		for last-first < 1000 {
			now := c.read()
			if now < last {
				t.Fatalf("%s: from %d ns to %d", c.name, last, now)
			}
			last = now
		}
	}
}
