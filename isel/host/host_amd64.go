package host

import "hotloop/isel/x86"

// Architectures returns the architectures of this program. A variable would link them into programs without kernels.
func Architectures() []Architecture { return []Architecture{x86.Target} }
