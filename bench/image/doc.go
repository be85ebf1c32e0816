// Package image is the benchmark suite image: what programs do with pixels of 8 bits, and a few with floats, as a Go
// programmer would write it. Images are slices of rows one behind the other, without gaps; w and h are their sides.
package image
