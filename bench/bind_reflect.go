//go:build !amd64 && !arm64

package bench

// bindRegisters is not implemented on this platform.
func bindRegisters(any, []any) func(int) { return nil }
