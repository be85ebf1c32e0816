//go:build !amd64 && !arm64

package cpu

import "runtime"

const hostArch = runtime.GOARCH

// detect returns no features: on other architectures everything runs in the fallback.
func detect() Features { return Features{} }
