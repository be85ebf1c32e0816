//go:build !linux || (!amd64 && !arm64)

package runtime

// nopKernel exists for tests that skip where no kernel can run.
func nopKernel(n int) []byte { return nil }
