package upper

import "golang.org/x/sys/cpu"

// Clear clears the upper halves of the vector registers.
func Clear() {
	if cpu.X86.HasAVX {
		clearUpper()
	}
}

func clearUpper()
