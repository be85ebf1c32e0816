package frame

import "golang.org/x/sys/unix"

// advise requests large pages. Where they are not available the request fails, and the frame has small pages.
func advise(m []byte) { unix.Madvise(m, unix.MADV_HUGEPAGE) }
