//go:build !amd64 && !arm64

package cpu

import "runtime"

const hostArch = runtime.GOARCH

// detect knows no other architecture: everything runs in the fallback.
func detect() Features { return Features{} }
