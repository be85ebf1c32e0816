package top

import (
	"io"
	"os"
)

// Width returns the number of characters in a line of the terminal that w is, or 0 if it is none, or one that cannot
// move its cursor.
func Width(w io.Writer) int {
	if f, ok := w.(*os.File); ok && os.Getenv("TERM") != "dumb" {
		return columns(f)
	}
	return 0
}
