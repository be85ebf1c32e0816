//go:build !race

package fallback

// RaceEnabled reports whether the race detector is built in. The detector does not see the accesses of machine
// code.
const RaceEnabled = false
