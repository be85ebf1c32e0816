package cpu

const hostArch = "arm64"

// detect queries the operating system. Go requires Advanced SIMD on arm64, so its flags are always set.
func detect() (f Features) {
	f = detectOS()
	f.Flags |= needNEON
	return f
}
