package host

import "hotloop/isel/arm"

// Architectures returns the architectures of this program. A variable would link them into programs without kernels.
func Architectures() []Architecture { return []Architecture{arm.Target} }
