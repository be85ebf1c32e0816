//go:build !amd64 && !arm64

package gdbjit // there are no kernels here to tell of
