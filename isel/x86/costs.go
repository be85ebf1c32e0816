package x86

import (
	"hotloop/asm/amd64"
	"hotloop/isel/cost"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
)

// OpCost returns the cost of op on registers.
func (a *ISA) OpCost(op uint16) cost.OpCost { return opCosts[op] }

// genericAccess is the occupancy of a load and a store on an unknown processor: two and one per cycle.
var genericAccess = [2]uint16{50, 100}

// entry returns the table entry of op on size bytes, on registers.
func (a *ISA) entry(op uint16, size uint8) cost.Entry {
	c := cost.Of(a, a.Desc(op), op)
	if a.costs == nil {
		return cost.Generic(c, int(size))
	}
	by := &classes[op]
	return a.costs.Takes(by, int(size), size == 0 || by[0] != 0, c)
}

// Occupies returns the issue slots that an instruction takes, and how long it keeps each group of units busy.
func (a *ISA) Occupies(in *mach.Inst) (slots uint8, busy cost.Occupancy) {
	if in.Pseudo != mach.NotPseudo {
		return 0, busy
	}
	d := a.Desc(in.Op)
	info := amd64.Info(amd64.Op(in.Op))
	switch { // gathers and scatters are priced by lanes, see package cpu
	case info.Operands[1].VSIB:
		e := a.entry(in.Op, in.Size)
		busy[cost.GroupLoad] = uint16(a.gather.Of(indexedLanes(info, in)) * 100 / lower.PriceWidth)
		return e.Slots, busy
	case info.Operands[0].VSIB:
		e := a.entry(in.Op, in.Size)
		busy[cost.GroupStore] = uint16(a.scatter.Of(indexedLanes(info, in)) * 100 / lower.PriceWidth)
		return e.Slots, busy
	}
	access := in.MemPos >= 0 && d.Flags&mach.AddressOnly == 0
	slots = 1
	if !access || info.Flags&amd64.Move == 0 {
		e := a.entry(in.Op, in.Size)
		// An instruction that moves lanes across register halves can load them directly into place: an extension
		// from memory costs what it costs at half the register size.
		if half := in.Size / 2; access && in.Size == 32 && d.Roles[in.MemPos].MemW.Bytes(in.Size) < int(in.Size) {
			if h := a.entry(in.Op, half); a.costs != nil && h.Slots < e.Slots {
				e = h
			}
		}
		slots, busy = e.Slots, e.Occupancy
	}
	// The table row of an op that always accesses memory may include the access, if it is not a simple one.
	if !access || a.costs != nil && (busy[cost.GroupLoad] > 0 || busy[cost.GroupStore] > 0) {
		return slots, busy
	}
	bytes := int(d.Roles[in.MemPos].MemW.Bytes(in.Size))
	if in.Bcst {
		bytes = int(d.Bcst)
	}
	load, store := genericAccess[0], genericAccess[1]
	if width := max(0, cost.SizeIndex(bytes)-1); a.costs != nil {
		load, store = a.costs.Load[width], a.costs.Store[width]
	}
	how := d.Roles[in.MemPos].Access
	if how&mach.Use != 0 {
		busy[cost.GroupLoad] += load
	}
	if how&mach.Def != 0 {
		busy[cost.GroupStore] += store
	}
	return slots, busy
}

// Processor returns the cost table of the processor, or nil for the generic one.
func (a *ISA) Processor() *cost.Processor { return a.costs }

// Latency returns the latency in the processor's table.
func (a *ISA) Latency(op uint16, size uint8, c cost.OpCost) int32 {
	if a.costs == nil {
		return int32(c.Latency)
	}
	by := &classes[op]
	return a.costs.Latency(by, int(size), size == 0 || by[0] != 0, c)
}

// LoadLatency returns the latency of a load from its address.
func (a *ISA) LoadLatency(op uint16) int32 {
	switch {
	case a.costs == nil:
		return cost.LoadLatency
	case amd64.Info(amd64.Op(op)).Operands[0].Class == amd64.GP:
		return int32(a.costs.LoadLatencyGP)
	}
	return int32(a.costs.LoadLatency)
}
