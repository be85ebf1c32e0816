package inplace

import "syscall"

// mostMemory bounds the address space of a program: generated arguments may request any lengths.
const mostMemory = 6 << 30

func limitMemory() {
	_ = syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: mostMemory, Max: mostMemory})
}
