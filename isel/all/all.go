// Package all registers the code generators of all architectures, for commands and tests that show code for processors
// other than the host. Other programs do not need them, and are smaller without.
package all

import (
	"runtime"

	"hotloop/isel"
	"hotloop/isel/arm"
	"hotloop/isel/x86"
)

func init() {
	if runtime.GOARCH != "amd64" {
		isel.Register(x86.Target)
	}
	if runtime.GOARCH != "arm64" {
		isel.Register(arm.Target)
	}
}
