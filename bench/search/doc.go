// Package search is the benchmark suite search: loops that stop early, because something has been found or because the
// next step would be an error.
package search
