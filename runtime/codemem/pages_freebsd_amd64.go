package codemem

// pageChoices returns the only kind of memory. What it does is built and vetted for FreeBSD, but has not run there: the Go
// runtime makes panics of faults outside of its text as it does on Linux, and mprotect interrupts the other processors.
func pageChoices() []pages { return []pages{anonymous{}} }
