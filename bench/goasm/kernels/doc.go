// Package kernels has loops that Go projects write in assembly, as plain Go. The Go compiler compiles the package, and
// hotloop gets its files as text.
package kernels
