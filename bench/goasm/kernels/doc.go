// Package kernels has loops that Go projects write in assembly, the way a Go programmer writes them who does not. gc
// compiles the package, hotloop gets its files as text.
package kernels
