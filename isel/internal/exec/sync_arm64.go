//go:build linux

package exec

// synchronize makes code that was written as data visible to the fetching of instructions.
//
//go:noescape
func synchronize(p, n uintptr)
