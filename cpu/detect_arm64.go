package cpu

const hostArch = "arm64"

// detect asks the operating system. Go needs Advanced SIMD on arm64, whatever
// the answer is.
func detect() (f Features) {
	f = detectOS()
	f.Flags |= needNEON
	return f
}
