//go:build !linux && !(windows && amd64)

package codemem

// pageChoices is empty: executable memory is supported only on Linux and on Windows for amd64. darwin needs MAP_JIT and
// its per-thread write protection.
var pageChoices []pages
