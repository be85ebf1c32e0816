//go:build !linux || (!amd64 && !arm64)

package codemem

// Holdable returns false: signals are held only on Linux.
func Holdable() bool { return false }
