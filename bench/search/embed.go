// Package search is the benchmark suite search: loops that stop early, because something has been found or because the
// next step would be an error.
package search

import "embed"

//go:generate go run ./gen

// Files holds the kernels' source text.
//
//go:embed *.go
var Files embed.FS
