package arm

import (
	"hotloop/isel/cost"
	"hotloop/isel/mach"
)

// entry returns the table entry of op on size bytes. For loads and stores, it includes the access.
func (a *ISA) entry(op uint16, size uint8) cost.Entry {
	c := cost.Of(a, a.Desc(op), op)
	if a.costs == nil {
		return cost.Generic(c, 16)
	}
	return a.costs.Takes(&classes[opOf(op)], int(size), true, c)
}

// Occupies returns the issue slots that an instruction takes, and how long it keeps each group of units busy.
func (a *ISA) Occupies(in *mach.Inst) (slots uint8, busy cost.Occupancy) {
	if in.Pseudo != mach.NotPseudo {
		return 0, busy
	}
	e := a.entry(in.Op, in.Size)
	return e.Slots, e.Occupancy
}

// Processor returns the cost table of the processor, or nil for the generic one.
func (a *ISA) Processor() *cost.Processor { return a.costs }

// Latency returns the latency in the processor's table. Loads count as if they took one cycle; LoadLatency adds
// the rest.
func (a *ISA) Latency(op uint16, size uint8, c cost.OpCost) int32 {
	if a.costs == nil || c.Port == cost.PortLoad || c.Port == cost.PortStore {
		return int32(c.Latency)
	}
	e := a.entry(op, size)
	return int32(e.Latency)
}

// LoadLatency returns the latency of a load from its address.
func (a *ISA) LoadLatency(uint16) int32 { return cost.LoadLatency }
