package isel

import "hotloop/isel/mach"

// A Timing is what the target believes an instruction on registers to take, for comparison with measurements.
type Timing struct {
	Latency    float64 // cycles from the sources to the result, as schedules have it
	Throughput float64 // cycles per instruction among independent ones, by the ports that schedules fill
	Priced     float64 // the same as the prices of operations have it, which the loop optimizer decides by
}

// priceWidth is the number of micro-operations per cycle that the weights of prices count in.
const priceWidth = 4

// Timing returns what the target believes of op on size bytes, and false if it has no such instruction.
func (t *Target) Timing(op uint16, size int) (Timing, bool) {
	if !t.arch.has(op, size) {
		return Timing{}, false
	}
	c := t.arch.OpCost(op)
	through := float64(c.Busy) / float64(PortWidth[c.Port])
	if c.Busy <= 1 {
		through = float64(c.Uops) / float64(PortWidth[c.Port])
	}
	uops, _ := t.arch.instCost(&mach.Inst{Op: op, Size: uint8(size), MemPos: -1})
	return Timing{Latency: float64(c.Latency), Throughput: through, Priced: float64(uops) / priceWidth}, true
}
