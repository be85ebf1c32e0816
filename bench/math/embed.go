// Package mathloops is the benchmark suite math: loops around the transcendental functions.
package mathloops

import "embed"

//go:generate go run ./gen

// Files holds the kernels' source text.
//
//go:embed *.go
var Files embed.FS
