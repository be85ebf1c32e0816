//go:build !race

package runtime

// RaceEnabled tells whether the race detector is built in. It does not see
// what machine code reads and writes.
const RaceEnabled = false
