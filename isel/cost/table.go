package cost

import (
	"slices"

	"hotloop/loopopt/tti"
)

//go:generate go run ./gencosts

// NumGroups is the number of groups of execution units in a table. The last two are those of loads and stores.
const (
	NumGroups  = tti.NumUnits
	GroupLoad  = NumGroups - 2
	GroupStore = NumGroups - 1
)

// Occupancy holds the hundredths of a cycle that an instruction occupies each group. Groups may be parts of others.
type Occupancy [NumGroups]uint16

// Entry is the cost of an instruction on a processor.
type Entry struct {
	Latency   uint8 // cycles from its sources to its result
	Slots     uint8 // micro-operations issued
	Occupancy Occupancy
}

// Processor is the cost table of a processor. Row zero stands for instructions without data.
type Processor struct {
	Name                       string
	Issue                      int    // micro-operations per cycle
	Alu                        uint16 // hundredths of a cycle that an addition occupies the integer units
	LoadLatency, LoadLatencyGP int    // to vectors, and to general registers
	// The occupancy of loads and stores to the first-level cache, in hundredths of a cycle, by access size: up to
	// 8, 16, 32, 64 bytes. It is zero if loads and stores have rows like other instructions.
	Load, Store [4]uint16
	Groups      [NumGroups]string
	Rows        []Entry
	Classes     []uint8 // the row of each class
}

// SizeIndex returns the index of a size in the tables. An op with a single form has its entry at any one index.
func SizeIndex(size int) int {
	switch {
	case size <= 4:
		return 0
	case size <= 8:
		return 1
	case size <= 16:
		return 2
	case size <= 32:
		return 3
	}
	return 4
}

// NumSizes is the number of indices that SizeIndex returns.
const NumSizes = 5

// For returns a processor's table, or nil for the generic one.
func For(list []*Processor, name string) *Processor {
	for _, p := range list {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// Takes returns the cost of an op on size bytes, where by holds the classes of its forms. An op with one form has
// the same cost at all sizes. If the table has no data, the generic cost c is used.
func (p *Processor) Takes(by *[NumSizes]uint16, size int, oneForm bool, c OpCost) Entry {
	if r := p.row(by, size, oneForm); r != 0 {
		return p.Rows[r]
	}
	return p.stand(c)
}

// Latency returns the latency of Takes. It is separate because the scheduler calls it for each instruction.
func (p *Processor) Latency(by *[NumSizes]uint16, size int, oneForm bool, c OpCost) int32 {
	if r := p.row(by, size, oneForm); r != 0 {
		return int32(p.Rows[r].Latency)
	}
	return int32(c.Latency)
}

// row returns the table row of an op, or 0 if there is no data.
func (p *Processor) row(by *[NumSizes]uint16, size int, oneForm bool) int {
	class := by[SizeIndex(size)]
	if class == 0 && oneForm {
		for _, k := range by {
			if class == 0 {
				class = k
			}
		}
	}
	return int(p.Classes[class])
}

// group returns the index of a group. If the processor has no group of that name, it returns 0, the group of the
// general registers.
func (p *Processor) group(name string) int { return max(0, slices.Index(p.Groups[:], name)) }

// stand returns a substitute for a missing row: the generic cost, spread over all units of the kind.
func (p *Processor) stand(c OpCost) Entry {
	e := Entry{Latency: c.Latency, Slots: c.Uops}
	g := p.group("alu")
	switch c.Port {
	case PortFP, PortVec, PortShuffle, PortMask:
		g = p.group("vec")
	}
	e.Occupancy[g] = c.hundredths()
	return e
}

// hundredths returns the hundredths of a cycle that the port is occupied.
func (c OpCost) hundredths() uint16 {
	return 100 * uint16(max(c.Occupancy, c.Uops)) / uint16(PortWidth[c.Port])
}

// GenericGroups names the groups of the generic costs, one per port. The generic processor has three vector
// pipes: one shuffles and two compute floats. Two of them handle 64 bytes.
var GenericGroups = [NumGroups]string{"alu", "mul", "div", "fp", "vec", "shuffle", "mask", "branch", "load", "store"}

var genericGroupOf = [NumPorts]int{PortALU: 0, PortMul: 1, PortDiv: 2, PortFP: 3, PortVec: 4, PortShuffle: 5,
	PortMask: 6, PortBranch: 7,
	PortLoad: GroupLoad, PortStore: GroupStore}

// Generic returns the cost of an op on an unknown processor, on size bytes.
func Generic(c OpCost, size int) Entry {
	e := Entry{Latency: c.Latency, Slots: c.Uops}
	e.Occupancy[genericGroupOf[c.Port]] = c.hundredths()
	switch c.Port {
	case PortFP, PortShuffle:
		e.Occupancy[genericGroupOf[PortVec]] = 100 * uint16(c.Uops) / uint16(PortWidth[PortVec])
	case PortALU, PortMul, PortMask:
		e.Occupancy[genericGroupOf[PortALU]] = 100 * uint16(c.Uops) / uint16(PortWidth[PortALU])
	}
	if v := &e.Occupancy[genericGroupOf[PortVec]]; size == 64 {
		*v = max(*v, 50*uint16(c.Uops))
	}
	return e
}

// GenericIssue is the issue width of an unknown processor: every processor since Haswell has at least that.
const GenericIssue = 4
