package upper

import "golang.org/x/sys/cpu"

// Clear clears them.
func Clear() {
	if cpu.X86.HasAVX {
		clearUpper()
	}
}

func clearUpper()
