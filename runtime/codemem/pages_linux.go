package codemem

// pageChoices returns the kinds of memory in order of preference. A memfd is first: kernels can be packed, and it
// works where memory that was writable must not become executable (systemd's MemoryDenyWriteExecute). Anonymous
// pages that change from writable to executable work where memfds are refused or cannot be sealed.
func pageChoices() []pages { return []pages{memfd{}, anonymous{}} }
