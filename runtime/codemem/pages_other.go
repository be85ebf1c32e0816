//go:build !linux && !(windows && amd64)

package codemem

// pageChoices returns nil: executable memory is supported only on Linux and on Windows for amd64. darwin needs MAP_JIT and
// its per-thread write protection.
func pageChoices() []pages { return nil }
