package sched

import (
	"hotloop/isel/cost"
	"hotloop/isel/mach"
)

// Machine is what the scheduler asks.
type Machine interface {
	mach.ISA
	// OpCost is what op costs on registers, roughly, on any processor. It is asked once.
	OpCost(op uint16) cost.OpCost
	// Latency is from the sources of an instruction on registers to its result, on the processor, if op costs c on any;
	// LoadLatency is that of loads.
	Latency(op uint16, size uint8, c cost.OpCost) int32
	LoadLatency(op uint16) int32
}
