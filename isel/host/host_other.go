//go:build !amd64 && !arm64

package host

// Architectures are those of this program: there is no code generator for it.
var Architectures []Architecture
