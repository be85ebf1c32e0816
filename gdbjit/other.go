//go:build !linux || (!amd64 && !arm64)

package gdbjit // no kernels on this architecture
