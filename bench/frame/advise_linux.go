package frame

import "golang.org/x/sys/unix"

// advise asks for large pages. Systems without them refuse, and the frame has small ones.
func advise(m []byte) { unix.Madvise(m, unix.MADV_HUGEPAGE) }
