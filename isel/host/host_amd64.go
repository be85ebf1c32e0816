package host

import "hotloop/isel/x86"

// Architectures lists the architectures of this program.
var Architectures = []Architecture{x86.Target}
