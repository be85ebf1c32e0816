//go:build !linux || (!amd64 && !arm64)

package runtime

func holdable() bool { return false }
