//go:build race

package fallback

// RaceEnabled reports whether the race detector is built in. The detector does not see the accesses of kernels.
// Under -race, Accelerate leaves the Go function in place, and races in kernels of Compile are missed. There are
// no false reports.
const RaceEnabled = true
