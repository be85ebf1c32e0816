//go:build linux && !amd64

package runtime

import "unsafe"

const textArenaSize = 0

func textArena() unsafe.Pointer { return nil }
