package progress

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestLine checks the text of the line at simulated times.
func TestLine(t *testing.T) {
	p := newProgress(nil, "hotloop work", 80)
	check := func(spent time.Duration, want string) {
		t.Helper()
		if got := p.line(spent); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	check(2*time.Second, "hotloop work: 2s")
	p.Add(3)
	check(2500*time.Millisecond, "hotloop work: 3s, 3 done")
	p.Set(1, 4, "a.go")
	check(4*time.Second, "hotloop work: 4s, 1 of 4, a.go (about 12s left)")
	p.Until(time.Minute, "7 kernels")
	check(8*time.Second, "hotloop work: 8s of 1m0s, 7 kernels")
}

// TestShort checks that work shorter than two seconds writes nothing.
func TestShort(t *testing.T) {
	var b bytes.Buffer
	p := newProgress(&b, "hotloop work", 80)
	p.tell(Quiet - 1)
	p.Stop()
	p.Stop()
	if b.Len() > 0 {
		t.Errorf("got %q", &b)
	}
}

// TestWidth checks that a line is no wider than the terminal: it could not be removed.
func TestWidth(t *testing.T) {
	var b bytes.Buffer
	p := newProgress(&b, "hotloop work", 10)
	p.tell(2 * time.Second)
	p.Stop()
	if got, want := b.String(), "hotloop w\r         \r"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestTerminal checks that a line is overwritten, and removed before the work writes.
func TestTerminal(t *testing.T) {
	var b bytes.Buffer
	p := newProgress(&b, "w", 80)
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
	p := newProgress(&b, "w", 80)
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
	if w := newProgress(&bytes.Buffer{}, "w", 80).Writer(f); w != f {
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
	p.Until(1, "")
	p.Stop()
	if p.Writer(&b) != &b {
		t.Error("Writer of nil is another writer")
	}
}
