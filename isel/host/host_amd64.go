package host

import "hotloop/isel/x86"

// Architectures are those of this program.
var Architectures = []Architecture{x86.Target}
