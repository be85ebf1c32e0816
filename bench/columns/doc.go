// Package columns is the benchmark suite columns: what a database does with columns of values, as a Go programmer would
// write it.
package columns
