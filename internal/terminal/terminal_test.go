package terminal

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestNone checks that files, devices and buffers are no terminals, and what width they have.
func TestNone(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	for _, w := range []any{f, null, &bytes.Buffer{}, nil} {
		t.Setenv("COLUMNS", "")
		if Is(w) || Width(w) != Default {
			t.Errorf("%T: terminal %t, width %d", w, Is(w), Width(w))
		}
		t.Setenv("COLUMNS", "123")
		if Width(w) != 123 {
			t.Errorf("%T: width %d with COLUMNS", w, Width(w))
		}
	}
}
