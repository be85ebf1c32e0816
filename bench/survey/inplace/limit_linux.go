package inplace

import "syscall"

// mostMemory is the address space that a program may have: arguments that are made up ask for any lengths.
const mostMemory = 6 << 30

func limitMemory() {
	_ = syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: mostMemory, Max: mostMemory})
}
