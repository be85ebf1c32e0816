// Package dsp is the benchmark suite dsp: filters, spectra and samples, as a Go programmer would write them. Complex
// numbers lie as re, im, re, im, … or in two slices.
package dsp

import "embed"

//go:generate go run ./gen

// Files holds the kernels' source text.
//
//go:embed *.go
var Files embed.FS
