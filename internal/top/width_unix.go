//go:build unix

package top

import (
	"os"

	"golang.org/x/sys/unix"
)

// columns returns the width of a terminal, or 0 if f is none.
func columns(f *os.File) int {
	size, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return 0
	}
	return int(size.Col)
}
