//go:build !amd64 && !arm64

package host

// Architectures is empty: there is no code generator for this architecture.
var Architectures []Architecture
