package isel

import "hotloop/isel/mach"

// entry is what op on size bytes takes, loads and stores with the access.
func (a *ARM64) entry(op uint16, size uint8) costEntry {
	if a.costs == nil {
		return genericEntry(costOf(a, a.Desc(op), op), 16)
	}
	class := armClasses[op][costSize(int(size))]
	for _, k := range armClasses[op] { // one form, of no size or of its own
		if class == 0 {
			class = k
		}
	}
	if e := a.costs.entry(class); e != nil {
		return *e
	}
	return a.costs.stand(costOf(a, a.Desc(op), op))
}

// occupies is what an instruction takes to issue, and which units it keeps busy for how long.
func (a *ARM64) occupies(in *mach.Inst) (slots uint8, busy groupBusy) {
	if in.Pseudo != mach.NotPseudo {
		return 0, busy
	}
	e := a.entry(in.Op, in.Size)
	return e.slots, e.busy
}

func (a *ARM64) processor() *processorCosts { return a.costs }

// latency is that of the processor's table, for loads as if they took a cycle.
func (a *ARM64) latency(op uint16, size uint8) int32 {
	c := costOf(a, a.Desc(op), op)
	if a.costs == nil || c.Port == PortLoad || c.Port == PortStore {
		return int32(c.Latency)
	}
	e := a.entry(op, size)
	return int32(e.latency)
}

func (a *ARM64) loadLatency(uint16) int32 { return loadLatency }
