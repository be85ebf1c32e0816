package isel

import "hotloop/isel/mach"

// A Timing is what the target believes an instruction on registers to take, for comparison with measurements.
type Timing struct {
	Latency    float64 // cycles from the sources to the result, as schedules have it
	Throughput float64 // cycles per instruction among independent ones, by the units they keep busy
	Priced     float64 // the same as the prices of operations have it, which the loop optimizer decides by
}

// priceWidth is the number of micro-operations per cycle that the weights of prices count in.
const priceWidth = 4

// Timing returns what the target believes of op on size bytes, and false if it has no such instruction.
func (t *Target) Timing(op uint16, size int) (Timing, bool) {
	if !t.arch.has(op, size) {
		return Timing{}, false
	}
	in := mach.Inst{Op: op, Size: uint8(size), MemPos: -1}
	slots, busy := t.arch.occupies(&in)
	through := float64(slots) / float64(t.IssueWidth())
	for _, x := range busy {
		through = max(through, float64(x)/100)
	}
	uops, _ := t.arch.instCost(&in)
	return Timing{Latency: float64(t.arch.latency(op, uint8(size))), Throughput: through, Priced: float64(uops) / priceWidth}, true
}
