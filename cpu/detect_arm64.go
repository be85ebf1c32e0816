package cpu

import "golang.org/x/sys/cpu"

const hostArch = "arm64"

// detect asks x/sys/cpu: its init reads the auxiliary vector and traps nowhere.
// Advanced SIMD is mandatory for Go on arm64. Cache sizes and the core's name
// are not readable from user code on all systems, so they stay unknown.
func detect() (f Features) {
	f.Flags = FlagASIMD
	for flag, has := range map[Flag]bool{
		FlagASIMDFHM: cpu.ARM64.HasASIMDFHM,
		FlagASIMDHP:  cpu.ARM64.HasASIMDHP,
		FlagASIMDDP:  cpu.ARM64.HasASIMDDP,
		FlagI8MM:     cpu.ARM64.HasI8MM,
		FlagSVE:      cpu.ARM64.HasSVE,
		FlagSVE2:     cpu.ARM64.HasSVE2,
	} {
		if has {
			f.Flags |= flag
		}
	}
	f.Vendor = "arm"
	return f
}
