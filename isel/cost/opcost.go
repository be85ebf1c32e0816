package cost

import (
	"sync/atomic"

	"hotloop/isel/mach"
)

// Port is a group of execution ports that compete for the same micro-operations.
type Port uint8

// The groups are coarse enough to fit both Intel since Skylake and AMD since Zen 3.
const (
	PortALU     Port = iota // general registers: four or more per cycle
	PortMul                 // general multiplication, bit manipulation: one
	PortDiv                 // dividers, not pipelined
	PortFP                  // vector floating point and multiplication: two
	PortVec                 // vector integer and logic: three
	PortShuffle             // vector shuffles: one, or two
	PortMask                // mask registers, moves between register files: one
	PortLoad                // two
	PortStore               // one
	PortBranch              // two
	NumPorts
)

// PortWidth is the number of micro-operations that each group executes per cycle.
var PortWidth = [NumPorts]uint8{PortALU: 4, PortMul: 1, PortDiv: 1, PortFP: 2, PortVec: 3, PortShuffle: 1,
	PortMask: 1, PortLoad: 2, PortStore: 1, PortBranch: 2}

// IssueWidth is the number of micro-operations issued per cycle.
const IssueWidth = 6

// LoadLatency is the latency of a vector load from its address. An integer load takes one or two cycles less.
const LoadLatency = 6

// OpCost is the cost of an instruction on registers. A memory operand adds a PortLoad or PortStore
// micro-operation.
type OpCost struct {
	Latency   uint8 // cycles from the sources to the result
	Port      Port
	Uops      uint8
	Occupancy uint8 // cycles the port is occupied: 1 if pipelined
}

// Of returns the cost of op, described by d, and caches it in d. It is generic because converting m to another
// interface takes longer than reading d.
func Of[M interface{ OpCost(op uint16) OpCost }](m M, d *mach.Desc, op uint16) OpCost {
	if x := atomic.LoadUint32(&d.Cost); x != 0 {
		return OpCost{uint8(x), Port(x >> 8), uint8(x >> 16), uint8(x >> 24)}
	}
	c := m.OpCost(op)
	atomic.StoreUint32(&d.Cost, uint32(c.Latency)|uint32(c.Port)<<8|uint32(c.Uops)<<16|uint32(c.Occupancy)<<24)
	return c
}
