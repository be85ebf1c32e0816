package sched

import (
	"hotloop/isel/cost"
	"hotloop/isel/mach"
)

// Machine describes the target to the scheduler.
type Machine interface {
	mach.ISA
	// OpCost returns the approximate cost of op on registers, independent of the processor. It is called once per
	// op.
	OpCost(op uint16) cost.OpCost
	// Latency returns the latency of an instruction on registers on the target processor, given its OpCost c.
	// LoadLatency returns the latency of a load.
	Latency(op uint16, size uint8, c cost.OpCost) int32
	LoadLatency(op uint16) int32
}
