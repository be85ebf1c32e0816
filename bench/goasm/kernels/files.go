package kernels

import "embed"

// Files are the texts of the package.
//
//go:embed *.go
var Files embed.FS
