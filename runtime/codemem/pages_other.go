//go:build !linux && !(freebsd && amd64) && !(windows && amd64)

package codemem

// pageChoices returns nil: executable memory is supported only on Linux and, for amd64, on Windows and FreeBSD. darwin
// needs MAP_JIT and its per-thread write protection.
func pageChoices() []pages { return nil }
