// Package kernels has loops that Go projects write in assembly, the way a Go programmer writes them who does not. The
// Go compiler compiles the package, hotloop gets its files as text.
package kernels
