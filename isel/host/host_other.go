//go:build !amd64 && !arm64

package host

// Architectures returns nil: there is no code generator for this architecture.
func Architectures() []Architecture { return nil }
