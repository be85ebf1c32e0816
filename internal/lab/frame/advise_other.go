//go:build unix && !linux

package frame

// advise does nothing: the system chooses.
func advise([]byte) {}
