package host

import "hotloop/isel/arm"

// Architectures lists the architectures of this program.
var Architectures = []Architecture{arm.Target}
