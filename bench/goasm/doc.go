// Package goasm is a suite of loops that Go projects write in assembly, as plain Go, and sets hotloop's code for them
// beside those projects' own.
//
// The loops are in package kernels. The tables of this package say which library does the same as each of them, and under
// which name it is a peer: a rival, see bench.Rival. Checking and measuring is the business of package bench. The module is one of its own, since it needs modules that hotloop does not.
//
//	suite.go       what an entry is, and how the tables are put together
//	data.go        arguments that a line of a comment cannot describe
//	rivals_*.go    the tables, by what the loops work on
//	bysimd/wide, narrow, portable    loops written by hand with simd/archsimd of Go 1.26 (512 and 256 bits) and
//	               package simd of Go 1.27; in builds with GOEXPERIMENT=simd only
//	native         hotloop's code for the kernels, for other packages
//	replace_test.go    the tests of libraries themselves, with that in the place of their assembly
//	report.go      tables of ratios, geometric means, what is far behind
package goasm
