// Package dsp is the benchmark suite dsp: filters, spectra and samples, as a Go programmer would write them. Complex
// numbers lie as re, im, re, im, … or in two slices.
package dsp
