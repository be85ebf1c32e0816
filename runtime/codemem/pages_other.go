//go:build !linux

package codemem

// pageChoices is empty: executable memory is supported only on Linux. darwin needs MAP_JIT and its per-thread
// write protection, windows its own calls, and on both a fault in a kernel would not become a panic.
var pageChoices []pages
