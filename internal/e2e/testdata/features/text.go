// Package features holds the kernels that show the rows of the table of features, in plain Go: gc compiles them, hotloop
// gets their files as text. What each shows stands in the indented block of its comment; the tests of
// internal/e2e/features say how to write that.
package features

import (
	"embed"
	"slices"
)

//go:embed *.go
var files embed.FS

// Files lists the files with kernels.
func Files() (names []string) {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic(err)
	}
	for _, e := range entries {
		if n := e.Name(); !slices.Contains([]string{"text.go", "all.go"}, n) {
			names = append(names, n)
		}
	}
	return names
}

// Text returns a file of kernels.
func Text(file string) string {
	b, err := files.ReadFile(file)
	if err != nil {
		panic(err)
	}
	return string(b)
}
