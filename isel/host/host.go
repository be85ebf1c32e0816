// Package host has the code generator of the architecture that the program runs on. It is the one package of isel that
// differs between hosts: all others are built, and tested, on each.
package host

import (
	"hotloop/cpu"
	"hotloop/isel/lower"
)

// An Architecture makes code generators for processors; it gives nil for one that is another architecture's.
type Architecture func(f cpu.Features) *lower.Target
