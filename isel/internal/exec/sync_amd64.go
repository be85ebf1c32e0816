//go:build linux

package exec

// synchronize makes code that was written as data visible to the fetching of instructions: here the processor sees to
// it.
func synchronize(p, n uintptr) {}
