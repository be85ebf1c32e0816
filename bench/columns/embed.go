// Package columns is the benchmark suite columns: what a database does with columns of values, as a Go programmer would
// write it.
package columns

import "embed"

//go:generate go run ./gen

// Files holds the kernels' source text.
//
//go:embed *.go
var Files embed.FS
