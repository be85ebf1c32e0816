// Package all gives a program the code generators of all architectures: for commands and tests that show what is made for
// other processors than the one they run on. Others have no use for them, and are smaller without.
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
