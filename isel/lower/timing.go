package lower

import (
	"hotloop/isel/cost"
	"hotloop/isel/mach"
	"hotloop/loopopt/tti"
)

// Timing is the modeled cost of an instruction on registers, for comparison with measurements.
type Timing struct {
	Latency    float64 // cycles from the sources to the result, as used by the scheduler
	Throughput float64 // reciprocal throughput in cycles per instruction, from unit occupancy
	Priced     float64 // reciprocal throughput according to the prices that the loop optimizer uses
}

// PriceWidth is the number of micro-operations per cycle that price weights assume.
const PriceWidth = 4

// Timing returns the modeled cost of op on size bytes, and false if the target has no such instruction.
func (t *Target) Timing(op uint16, size int) (Timing, bool) {
	if !t.Arch.Has(op, size) {
		return Timing{}, false
	}
	in := mach.Inst{Op: op, Size: uint8(size), MemPos: -1}
	slots, busy := t.Arch.Occupies(&in)
	through := float64(slots) / float64(t.IssueWidth())
	for _, x := range busy {
		through = max(through, float64(x)/100)
	}
	uops, _ := t.Arch.InstCost(&in)
	return Timing{Latency: float64(t.Arch.Latency(op, uint8(size), t.Arch.OpCost(op))), Throughput: through,
		Priced: float64(uops) / PriceWidth}, true
}

// Taken returns what an instruction takes of the processor: issue slots, units, and cycles from its sources to its
// result.
func (t *Target) Taken(in *mach.Inst) tti.Cost {
	slots, busy := t.Arch.Occupies(in)
	c := tti.Cost{Slots: float32(slots), Delay: t.delay(in), Legal: true, Native: true}
	for g, x := range busy {
		c.Units[g] = float32(x) / 100
	}
	return c
}

// IssueWidth returns the number of micro-operations that the processor issues per cycle.
func (t *Target) IssueWidth() int {
	if p := t.Arch.Processor(); p != nil {
		return p.Issue
	}
	return cost.GenericIssue
}

// decodedOps maps a cost table to the capacity of the processor's micro-operation cache (Intel's and AMD's
// optimization guides; Arm's for the macro-operations of its cores). For a processor without such a cache, it is
// the capacity of the instruction cache in instructions of four bytes.
var decodedOps = map[string]int{
	"haswell": 1536, "skylake-avx512": 1536, "icelake-server": 2304, "sapphirerapids": 4096,
	"znver2": 4096, "znver3": 4096, "znver4": 6912, "znver5": 6144,
	"neoverse-n1": 16384, "neoverse-v1": 3072, "neoverse-n2": 1536, "neoverse-v2": 1536, "apple-m1": 49152,
}

// genericDecodedOps is the smallest of them.
const genericDecodedOps = 1536

// DecodedOps returns the number of micro-operations that the processor can cache in decoded form.
func (t *Target) DecodedOps() int {
	if n, ok := decodedOps[t.Tuning.Costs]; ok {
		return n
	}
	return genericDecodedOps
}

// UnitName returns the name of a group of execution units.
func (t *Target) UnitName(group int) string {
	if p := t.Arch.Processor(); p != nil {
		return p.Groups[group]
	}
	return cost.GenericGroups[group]
}

// integerUnits returns how long an operation on general registers occupies their units. They are the first group
// of every processor.
func (t *Target) integerUnits() float32 {
	if p := t.Arch.Processor(); p != nil {
		return float32(p.Alu) / 100
	}
	return 1 / float32(cost.PortWidth[cost.PortALU])
}
