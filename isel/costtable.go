package isel

import (
	"slices"

	"hotloop/loopopt/tti"
)

//go:generate go run ./gencosts

// numGroups is the number of groups of execution units that a table counts, the last two being those of loads and stores.
const (
	numGroups  = tti.NumUnits
	groupLoad  = numGroups - 2
	groupStore = numGroups - 1
)

// groupBusy is for how many hundredths of a cycle an instruction occupies each group. Groups may be parts of others.
type groupBusy [numGroups]uint16

// costEntry is what an instruction takes on a processor.
type costEntry struct {
	latency uint8 // cycles from its sources to its result
	slots   uint8 // micro-operations that are issued
	busy    groupBusy
}

// processorCosts is what instructions take on a processor. The zero entry of rows stands for those nobody has described.
type processorCosts struct {
	name                       string
	issue                      int    // micro-operations per cycle
	alu                        uint16 // hundredths of a cycle that an addition keeps the integer units busy
	loadLatency, loadLatencyGP int    // to vectors, and to general registers
	// Loads and stores to the first-level cache, in hundredths of a cycle, by the bytes accessed: up to 8, 16, 32, 64. Zero where loads and
	// stores have rows like other instructions.
	load, store [4]uint16
	groups      [numGroups]string
	rows        []costEntry
	classes     []uint8 // the row of each class
}

// costSize is where a table has what an op of so many bytes takes. Forms of one size only are wherever that is.
func costSize(size int) int {
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

const numCostSizes = 5

// costsOf finds a processor's table; nil is the generic one.
func costsOf(list []*processorCosts, name string) *processorCosts {
	for _, p := range list {
		if p.name == name {
			return p
		}
	}
	return nil
}

// entry is a class's row; nil if there is none.
func (p *processorCosts) entry(class uint16) *costEntry {
	if r := p.classes[class]; r != 0 {
		return &p.rows[r]
	}
	return nil
}

// group is the place of a group; 0, which is that of general registers, if the processor has none of that name.
func (p *processorCosts) group(name string) int { return max(0, slices.Index(p.groups[:], name)) }

// stand is what stands in for a row that is missing: the generic cost, spread over as many units as there are.
func (p *processorCosts) stand(c OpCost) costEntry {
	e := costEntry{latency: c.Latency, slots: c.Uops}
	g := p.group("alu")
	switch c.Port {
	case PortFP, PortVec, PortShuffle, PortMask:
		g = p.group("vec")
	}
	e.busy[g] = c.hundredths()
	return e
}

// hundredths is for how many hundredths of a cycle the port is taken.
func (c OpCost) hundredths() uint16 {
	return 100 * uint16(max(c.Busy, c.Uops)) / uint16(PortWidth[c.Port])
}

// The generic costs by port, in the same form. Where nobody knows the processor there are three vector pipes, of which one shuffles
// and two compute floats; 64 bytes go through two.
var genericGroups = [numGroups]string{"alu", "mul", "div", "fp", "vec", "shuffle", "mask", "branch", "load", "store"}

var genericGroupOf = [NumPorts]int{PortALU: 0, PortMul: 1, PortDiv: 2, PortFP: 3, PortVec: 4, PortShuffle: 5, PortMask: 6, PortBranch: 7,
	PortLoad: groupLoad, PortStore: groupStore}

func genericEntry(c OpCost, size int) costEntry {
	e := costEntry{latency: c.Latency, slots: c.Uops}
	e.busy[genericGroupOf[c.Port]] = c.hundredths()
	switch c.Port {
	case PortFP, PortShuffle:
		e.busy[genericGroupOf[PortVec]] = 100 * uint16(c.Uops) / uint16(PortWidth[PortVec])
	case PortALU, PortMul, PortMask:
		e.busy[genericGroupOf[PortALU]] = 100 * uint16(c.Uops) / uint16(PortWidth[PortALU])
	}
	if v := &e.busy[genericGroupOf[PortVec]]; size == 64 {
		*v = max(*v, 50*uint16(c.Uops))
	}
	return e
}

// IssueWidth is the number of micro-operations that the processor issues per cycle.
func (t *Target) IssueWidth() int {
	if p := t.arch.processor(); p != nil {
		return p.issue
	}
	return genericIssue
}

// genericIssue is the number for processors that nobody has described: every one since Haswell has at least that.
const genericIssue = 4

// UnitName names a group of execution units.
func (t *Target) UnitName(group int) string {
	if p := t.arch.processor(); p != nil {
		return p.groups[group]
	}
	return genericGroups[group]
}

// integerUnits is for how long an operation on general registers keeps their units busy, the first group everywhere.
func (t *Target) integerUnits() float32 {
	if p := t.arch.processor(); p != nil {
		return float32(p.alu) / 100
	}
	return 1 / float32(PortWidth[PortALU])
}
