package progress

import (
	"bytes"
	"os"
	"path/filepath"
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

// TestBegunLine checks that the line waits for the end of a line that the work has begun.
func TestBegunLine(t *testing.T) {
	var b bytes.Buffer
	p := newProgress(&b, "w", true)
	w := p.Writer(&b)
	p.tell(2 * time.Second)
	w.Write([]byte("one"))
	p.tell(3 * time.Second)
	w.Write([]byte(" line\n"))
	p.tell(4 * time.Second)
	p.Stop()
	if got, want := b.String(), "w: 2s\r     \rone line\nw: 4s\r     \r"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestFile checks that output that goes to a file leaves the line on the terminal.
func TestFile(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if w := newProgress(&bytes.Buffer{}, "w", true).Writer(f); w != f {
		t.Error("a file's writer is another one")
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
