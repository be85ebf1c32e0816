//go:build !amd64

package runtime

// nopKernel exists for tests that skip where no kernel can run.
func nopKernel(n int) []byte { return nil }
