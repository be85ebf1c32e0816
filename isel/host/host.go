// Package host provides the code generator of the architecture that the program runs on. It is the only package
// of isel that differs between hosts. All others are built and tested on every host.
package host

import (
	"hotloop/cpu"
	"hotloop/isel/lower"
)

// Architecture returns the code generator for a processor, or nil if the processor has another architecture.
type Architecture func(f cpu.Features) *lower.Target
