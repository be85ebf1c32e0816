package arm

import (
	"hotloop/isel/cost"
	"hotloop/isel/mach"
)

// entry is what op on size bytes takes, loads and stores with the access.
func (a *ISA) entry(op uint16, size uint8) cost.Entry {
	c := cost.Of(a, a.Desc(op), op)
	if a.costs == nil {
		return cost.Generic(c, 16)
	}
	return a.costs.Takes(&classes[opOf(op)], int(size), true, c)
}

// Occupies is what an instruction takes to issue, and which units it keeps busy for how long.
func (a *ISA) Occupies(in *mach.Inst) (slots uint8, busy cost.Busy) {
	if in.Pseudo != mach.NotPseudo {
		return 0, busy
	}
	e := a.entry(in.Op, in.Size)
	return e.Slots, e.Busy
}

// Processor is the table of the processor; nil is the generic one.
func (a *ISA) Processor() *cost.Processor { return a.costs }

// Latency is that of the processor's table, for loads as if they took a cycle.
func (a *ISA) Latency(op uint16, size uint8, c cost.OpCost) int32 {
	if a.costs == nil || c.Port == cost.PortLoad || c.Port == cost.PortStore {
		return int32(c.Latency)
	}
	e := a.entry(op, size)
	return int32(e.Latency)
}

// LoadLatency is from an address to what is there.
func (a *ISA) LoadLatency(uint16) int32 { return cost.LoadLatency }
