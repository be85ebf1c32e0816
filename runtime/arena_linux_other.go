//go:build linux && !amd64 && !arm64

package runtime

import "unsafe"

const textArenaSize = 0

func textArena() unsafe.Pointer { return nil }
