//go:build unix && !aix && !solaris && !illumos

package terminal

import (
	"os"

	"golang.org/x/sys/unix"
)

// columns returns the width of a terminal, 0 if it is unknown, and false if f is none.
func columns(f *os.File) (int, bool) {
	size, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return 0, false
	}
	return int(size.Col), true
}
