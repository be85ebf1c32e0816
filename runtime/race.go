//go:build race

package runtime

// RaceEnabled tells whether the race detector is built in. It does not see what kernels access: Accelerate leaves the
// Go function in place under -race, and races in kernels of Compile are missed. There are no false reports.
const RaceEnabled = true
