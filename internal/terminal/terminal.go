// Package terminal reports what commands need to know of the terminal that they write to.
package terminal

import (
	"os"
	"strconv"
)

// Default is the width of lines for writers that are no terminal.
const Default = 80

// Is reports whether w, usually an [os.File], is a terminal that can overwrite a line.
func Is(w any) bool {
	f, ok := w.(*os.File)
	if !ok || os.Getenv("TERM") == "dumb" {
		return false
	}
	_, ok = columns(f)
	return ok
}

// Width returns the width of the terminal w. For anything else it is the environment variable COLUMNS, or [Default].
func Width(w any) int {
	if f, ok := w.(*os.File); ok {
		if n, ok := columns(f); ok && n > 0 {
			return n
		}
	}
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	return Default
}
