//go:build !linux || (!amd64 && !arm64)

package codemem

// Holdable: signals are held on Linux only.
func Holdable() bool { return false }
