package terminal

import (
	"bytes"
	"io"
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
	t.Setenv("NO_COLOR", "")
	for _, w := range []any{f, null, &bytes.Buffer{}, nil} {
		if w, ok := w.(io.Writer); ok && Colored(w, w) != w {
			t.Errorf("%T has colors", w)
		}
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

// TestPaint checks what has colors: positions at the beginnings of lines, and how serious it is.
func TestPaint(t *testing.T) {
	for text, want := range map[string]string{
		"a/k.go:3:6: loop stays scalar\n":               "\x1b[1ma/k.go:3:6:\x1b[0m loop stays scalar\n",
		"k.go:3: x\n\tk.go:4:1: warning: y k.go:5:1:\n": "\x1b[1mk.go:3:\x1b[0m x\n\t\x1b[1mk.go:4:1:\x1b[0m\x1b[33m warning:\x1b[0m y k.go:5:1:\n",
		"\t\"k.go:3:6: x\",\n":                          "\t\"k.go:3:6: x\",\n",
		"":                                              "",
	} {
		var b bytes.Buffer
		if n, err := (painter{&b}).Write([]byte(text)); n != len(text) || err != nil || b.String() != want {
			t.Errorf("%q is %q, want %q (%d, %v)", text, b.String(), want, n, err)
		}
	}
}
