package lower

import (
	"hotloop/isel/cost"
	"hotloop/isel/mach"
)

// A Timing is what the target believes an instruction on registers to take, for comparison with measurements.
type Timing struct {
	Latency    float64 // cycles from the sources to the result, as schedules have it
	Throughput float64 // cycles per instruction among independent ones, by the units they keep busy
	Priced     float64 // the same as the prices of operations have it, which the loop optimizer decides by
}

// PriceWidth is the number of micro-operations per cycle that the weights of prices count in.
const PriceWidth = 4

// Timing returns what the target believes of op on size bytes, and false if it has no such instruction.
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

// IssueWidth is the number of micro-operations that the processor issues per cycle.
func (t *Target) IssueWidth() int {
	if p := t.Arch.Processor(); p != nil {
		return p.Issue
	}
	return cost.GenericIssue
}

// decodedOps is, by table of costs, how many micro-operations the processor keeps decoded (Intel's and AMD's optimization
// guides; Arm's for the macro-operations of its cores). What has no such cache has that of instructions, of four bytes
// each.
var decodedOps = map[string]int{
	"haswell": 1536, "skylake-avx512": 1536, "icelake-server": 2304, "sapphirerapids": 4096,
	"znver2": 4096, "znver3": 4096, "znver4": 6912, "znver5": 6144,
	"neoverse-n1": 16384, "neoverse-v1": 3072, "neoverse-n2": 1536, "neoverse-v2": 1536, "apple-m1": 49152,
}

// genericDecodedOps is the least of them.
const genericDecodedOps = 1536

// DecodedOps is the number of micro-operations that the processor keeps decoded.
func (t *Target) DecodedOps() int {
	if n, ok := decodedOps[t.Tuning.Costs]; ok {
		return n
	}
	return genericDecodedOps
}

// UnitName names a group of execution units.
func (t *Target) UnitName(group int) string {
	if p := t.Arch.Processor(); p != nil {
		return p.Groups[group]
	}
	return cost.GenericGroups[group]
}

// integerUnits is for how long an operation on general registers keeps their units busy, the first group everywhere.
func (t *Target) integerUnits() float32 {
	if p := t.Arch.Processor(); p != nil {
		return float32(p.Alu) / 100
	}
	return 1 / float32(cost.PortWidth[cost.PortALU])
}
