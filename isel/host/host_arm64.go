package host

import "hotloop/isel/arm"

// Architectures are those of this program.
var Architectures = []Architecture{arm.Target}
