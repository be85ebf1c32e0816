//go:build !linux

package codemem

// pageChoices: executable memory is made on Linux only so far. darwin needs
// MAP_JIT and its per-thread write protection, windows its own calls, and in
// both a fault in a kernel would not become a panic.
var pageChoices []pages
