package cost

import (
	"sync/atomic"

	"hotloop/isel/mach"
)

// A Port is a group of execution ports that compete for the same micro-operations.
type Port uint8

// The groups, coarse enough to fit Intel since Skylake and AMD since Zen 3 alike.
const (
	PortALU     Port = iota // general registers: four or more a cycle
	PortMul                 // general multiplication, bit tricks: one
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

// PortWidth is how many micro-operations each group takes a cycle.
var PortWidth = [NumPorts]uint8{PortALU: 4, PortMul: 1, PortDiv: 1, PortFP: 2, PortVec: 3, PortShuffle: 1,
	PortMask: 1, PortLoad: 2, PortStore: 1, PortBranch: 2}

// IssueWidth is how many micro-operations are issued a cycle.
const IssueWidth = 6

// LoadLatency is from a vector's address to its elements; an integer load takes one or two cycles less.
const LoadLatency = 6

// OpCost is what an instruction on registers costs; a memory operand adds a PortLoad or PortStore micro-operation.
type OpCost struct {
	Latency uint8 // cycles from the sources to the result
	Port    Port
	Uops    uint8
	Busy    uint8 // cycles the port is taken: 1 if pipelined
}

// Of is what op, described by d, costs; d remembers it. It takes m as it is, since to make another interface of one
// takes longer than to look at d.
func Of[M interface{ OpCost(op uint16) OpCost }](m M, d *mach.Desc, op uint16) OpCost {
	if x := atomic.LoadUint32(&d.Cost); x != 0 {
		return OpCost{uint8(x), Port(x >> 8), uint8(x >> 16), uint8(x >> 24)}
	}
	c := m.OpCost(op)
	atomic.StoreUint32(&d.Cost, uint32(c.Latency)|uint32(c.Port)<<8|uint32(c.Uops)<<16|uint32(c.Busy)<<24)
	return c
}
