package progress

import (
	"bytes"
	"testing"
	"time"
)

// TestLines calls tell with simulated times, so that the output does not depend on a clock.
func TestLines(t *testing.T) {
	var b bytes.Buffer
	p := newProgress(&b, "hotloop work", false)
	p.Set(1, 4, "a.go")
	for s := time.Duration(0); s <= 9; s++ {
		p.tell(s * time.Second)
	}
	want := "hotloop work: 2s, 1 of 4, a.go (about 6s left)\n" +
		"hotloop work: 4s, 1 of 4, a.go (about 12s left)\n" +
		"hotloop work: 8s, 1 of 4, a.go (about 24s left)\n"
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", &b, want)
	}
}

// TestShort checks that work shorter than two seconds writes nothing.
func TestShort(t *testing.T) {
	var b bytes.Buffer
	for _, terminal := range []bool{false, true} {
		p := newProgress(&b, "hotloop work", terminal)
		p.tell(Quiet - 1)
		p.Stop()
		p.Stop()
	}
	if b.Len() > 0 {
		t.Errorf("got %q", &b)
	}
}

// TestTerminal checks that a line is overwritten, and removed before the work writes.
func TestTerminal(t *testing.T) {
	var b bytes.Buffer
	p := newProgress(&b, "w", true)
	p.tell(2 * time.Second)
	p.Add(7)
	p.tell(2500 * time.Millisecond)
	p.Writer(&b).Write([]byte("out\n"))
	p.Stop()
	if got, want := b.String(), "w: 2s\r     \rw: 3s, 7 done\r             \rout\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestNil checks that a buffer gets nothing, and that a nil Progress may be used.
func TestNil(t *testing.T) {
	var b bytes.Buffer
	p := Start(&b, "w")
	if p != nil {
		t.Fatal("work that writes to a buffer has a progress")
	}
	p.Set(1, 2, "")
	p.Add(1)
	p.Stop()
	if p.Writer(&b) != &b {
		t.Error("Writer of nil is another writer")
	}
}
