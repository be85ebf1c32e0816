// Package goasm is a suite of loops that Go projects write in assembly. The loops are plain Go, and hotloop's code for
// them is compared with the code of those projects.
//
// The loops are in package kernels. For each loop, the tables of this package list the libraries that do the same, each
// with its name as a peer (bench.Alternative). Package bench checks and measures. The package is in a module of its own,
// because it needs modules that hotloop does not.
//
//	suite.go       entries, and how the tables are combined
//	data.go        arguments that a line of a comment cannot describe
//	rivals_*.go    the tables, by element type
//	bysimd/wide, narrow, portable    loops written by hand with simd/archsimd of Go 1.26 (512 and 256 bits) and
//	               package simd of Go 1.27; in builds with GOEXPERIMENT=simd only
//	native         hotloop's code for the kernels, for other packages
//	replace_test.go    the libraries' own tests, with native in place of their assembly
//	report.go      tables of ratios, geometric means, and kernels that are far slower
package goasm
