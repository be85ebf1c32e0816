package cost

import (
	"slices"

	"hotloop/loopopt/tti"
)

//go:generate go run ./gencosts

// NumGroups is the number of groups of execution units that a table counts, the last two being those of loads and
// stores.
const (
	NumGroups  = tti.NumUnits
	GroupLoad  = NumGroups - 2
	GroupStore = NumGroups - 1
)

// Busy is for how many hundredths of a cycle an instruction occupies each group. Groups may be parts of others.
type Busy [NumGroups]uint16

// Entry is what an instruction takes on a processor.
type Entry struct {
	Latency uint8 // cycles from its sources to its result
	Slots   uint8 // micro-operations that are issued
	Busy    Busy
}

// Processor is what instructions take on a processor. The zero entry of rows stands for those nobody has described.
type Processor struct {
	Name                       string
	Issue                      int    // micro-operations per cycle
	Alu                        uint16 // hundredths of a cycle that an addition keeps the integer units busy
	LoadLatency, LoadLatencyGP int    // to vectors, and to general registers
	// Loads and stores to the first-level cache, in hundredths of a cycle, by the bytes accessed: up to 8, 16, 32, 64.
	// Zero where loads and stores have rows like other instructions.
	Load, Store [4]uint16
	Groups      [NumGroups]string
	Rows        []Entry
	Classes     []uint8 // the row of each class
}

// SizeIndex is where a table has what an op of so many bytes takes. Forms of one size only are wherever that is.
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

// NumSizes is the number of places that SizeIndex gives.
const NumSizes = 5

// For finds a processor's table; nil is the generic one.
func For(list []*Processor, name string) *Processor {
	for _, p := range list {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// Takes is what an op takes on size bytes, where its forms have the classes by. One form takes the same on all sizes.
// For what nobody has described the generic cost c stands in.
func (p *Processor) Takes(by *[NumSizes]uint16, size int, oneForm bool, c OpCost) Entry {
	if r := p.row(by, size, oneForm); r != 0 {
		return p.Rows[r]
	}
	return p.stand(c)
}

// Latency is that of Takes, for the scheduler, which asks for each instruction.
func (p *Processor) Latency(by *[NumSizes]uint16, size int, oneForm bool, c OpCost) int32 {
	if r := p.row(by, size, oneForm); r != 0 {
		return int32(p.Rows[r].Latency)
	}
	return int32(c.Latency)
}

// row is where the table has what an op takes, 0 if nobody has described it.
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

// group is the place of a group; 0, which is that of general registers, if the processor has none of that name.
func (p *Processor) group(name string) int { return max(0, slices.Index(p.Groups[:], name)) }

// stand is what stands in for a row that is missing: the generic cost, spread over as many units as there are.
func (p *Processor) stand(c OpCost) Entry {
	e := Entry{Latency: c.Latency, Slots: c.Uops}
	g := p.group("alu")
	switch c.Port {
	case PortFP, PortVec, PortShuffle, PortMask:
		g = p.group("vec")
	}
	e.Busy[g] = c.hundredths()
	return e
}

// hundredths is for how many hundredths of a cycle the port is taken.
func (c OpCost) hundredths() uint16 {
	return 100 * uint16(max(c.Busy, c.Uops)) / uint16(PortWidth[c.Port])
}

// The generic costs by port, in the same form. Where nobody knows the processor there are three vector pipes, of which
// one shuffles and two compute floats; 64 bytes go through two.
var GenericGroups = [NumGroups]string{"alu", "mul", "div", "fp", "vec", "shuffle", "mask", "branch", "load", "store"}

var genericGroupOf = [NumPorts]int{PortALU: 0, PortMul: 1, PortDiv: 2, PortFP: 3, PortVec: 4, PortShuffle: 5,
	PortMask: 6, PortBranch: 7,
	PortLoad: GroupLoad, PortStore: GroupStore}

// Generic is what op takes on a processor that nobody has described, at so many bytes.
func Generic(c OpCost, size int) Entry {
	e := Entry{Latency: c.Latency, Slots: c.Uops}
	e.Busy[genericGroupOf[c.Port]] = c.hundredths()
	switch c.Port {
	case PortFP, PortShuffle:
		e.Busy[genericGroupOf[PortVec]] = 100 * uint16(c.Uops) / uint16(PortWidth[PortVec])
	case PortALU, PortMul, PortMask:
		e.Busy[genericGroupOf[PortALU]] = 100 * uint16(c.Uops) / uint16(PortWidth[PortALU])
	}
	if v := &e.Busy[genericGroupOf[PortVec]]; size == 64 {
		*v = max(*v, 50*uint16(c.Uops))
	}
	return e
}

// GenericIssue is the number for processors that nobody has described: every one since Haswell has at least that.
const GenericIssue = 4
