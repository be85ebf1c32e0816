package isel

import (
	"strings"

	"hotloop/asm/amd64"
	"hotloop/isel/mach"
)

// genericAccess are loads and stores where the processor is not known: two and one a cycle.
var genericAccess = [2]uint16{50, 100}

// entry is what op on size bytes takes on registers.
func (a *AMD64) entry(op uint16, size uint8) costEntry {
	if a.costs == nil {
		return genericEntry(costOf(a, a.Desc(op), op), int(size))
	}
	by := &x86Classes[op]
	class := by[costSize(int(size))]
	if class == 0 && (size == 0 || by[0] != 0) { // one form, of no size or of its own
		for _, k := range by {
			if class == 0 {
				class = k
			}
		}
	}
	if e := a.costs.entry(class); e != nil {
		return *e
	}
	return a.costs.stand(costOf(a, a.Desc(op), op))
}

// occupies is what an instruction takes to issue, and which units it keeps busy for how long.
func (a *AMD64) occupies(in *mach.Inst) (slots uint8, busy groupBusy) {
	if in.Pseudo != mach.NotPseudo {
		return 0, busy
	}
	d := a.Desc(in.Op)
	info := amd64.Info(amd64.Op(in.Op))
	switch { // gathers and scatters have prices by lanes, see package cpu
	case info.Operands[1].VSIB:
		e := a.entry(in.Op, in.Size)
		busy[groupLoad] = uint16(a.gather.Of(indexedLanes(info, in)) * 100 / priceWidth)
		return e.slots, busy
	case info.Operands[0].VSIB:
		e := a.entry(in.Op, in.Size)
		busy[groupStore] = uint16(a.scatter.Of(indexedLanes(info, in)) * 100 / priceWidth)
		return e.slots, busy
	}
	access := in.MemPos >= 0 && d.Flags&mach.AddressOnly == 0
	whole := info.Flags&amd64.MemOnly != 0 // the row has the access
	slots = 1
	if !access || whole || !x86Moves[in.Op] {
		e := a.entry(in.Op, in.Size)
		slots, busy = e.slots, e.busy
	}
	if !access || whole && a.costs != nil && !x86Moves[in.Op] {
		return slots, busy
	}
	bytes := int(d.Roles[in.MemPos].MemW.Bytes(in.Size))
	if in.Bcst {
		bytes = int(d.Bcst)
	}
	load, store := genericAccess[0], genericAccess[1]
	if width := max(0, costSize(bytes)-1); a.costs != nil {
		load, store = a.costs.load[width], a.costs.store[width]
	}
	how := d.Roles[in.MemPos].Access
	if how&mach.Use != 0 {
		busy[groupLoad] += load
	}
	if how&mach.Def != 0 {
		busy[groupStore] += store
	}
	return slots, busy
}

// x86Moves are the ops that with a memory operand do nothing but load or store: broadcasts are made by the load ports.
var x86Moves = func() (moves [amd64.NumOps]bool) {
	for op := range moves {
		name := amd64.Op(op).String()
		for _, p := range []string{"MOV", "VMOVU", "VMOVA", "VMOVSS", "VMOVSD", "VMOVD", "VMOVQ", "VBROADCAST", "VPBROADCASTD", "VPBROADCASTQ"} {
			moves[op] = moves[op] || strings.HasPrefix(name, p) && name != "VMOVDDUP"
		}
	}
	return moves
}()

func (a *AMD64) processor() *processorCosts { return a.costs }

// latency is that of the processor's table.
func (a *AMD64) latency(op uint16, size uint8) int32 {
	if a.costs == nil {
		return int32(costOf(a, a.Desc(op), op).Latency)
	}
	e := a.entry(op, size)
	return int32(e.latency)
}

func (a *AMD64) loadLatency(op uint16) int32 {
	switch {
	case a.costs == nil:
		return loadLatency
	case amd64.Info(amd64.Op(op)).Operands[0].Class == amd64.GP:
		return int32(a.costs.loadLatencyGP)
	}
	return int32(a.costs.loadLatency)
}
