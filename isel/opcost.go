package isel

import (
	"strings"
	"sync/atomic"

	"hotloop/asm/amd64"
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
var PortWidth = [NumPorts]uint8{PortALU: 4, PortMul: 1, PortDiv: 1, PortFP: 2, PortVec: 3, PortShuffle: 1, PortMask: 1, PortLoad: 2, PortStore: 1, PortBranch: 2}

// IssueWidth is how many micro-operations are issued a cycle.
const IssueWidth = 6

// loadLatency is from a vector's address to its elements; an integer load takes one or two cycles less.
const loadLatency = 6

// OpCost is what an instruction on registers costs; a memory operand adds a PortLoad or PortStore micro-operation.
type OpCost struct {
	Latency uint8 // cycles from the sources to the result
	Port    Port
	Uops    uint8
	Busy    uint8 // cycles the port is taken: 1 if pipelined
}

var costCache [amd64.NumOps]atomic.Uint32

// CostOf is the cost of op. The numbers are typical ones out of uops.info's measurements of Skylake-X, Ice Lake, Zen 4 and
// Zen 5, rounded to what tells a good order from a bad one.
func CostOf(op amd64.Op) OpCost {
	if x := costCache[op].Load(); x != 0 {
		return OpCost{uint8(x), Port(x >> 8), uint8(x >> 16), uint8(x >> 24)}
	}
	c := classify(op.String())
	costCache[op].Store(uint32(c.Latency) | uint32(c.Port)<<8 | uint32(c.Uops)<<16 | uint32(c.Busy)<<24)
	return c
}

// costRows are tried in order; the first whose pattern occurs in the name decides. A leading ^ anchors it at the start, a
// trailing $ at the end.
var costRows = []struct {
	patterns string
	cost     OpCost
}{
	// General registers.
	{"^IMUL ^MULX ^MUL$", OpCost{3, PortMul, 1, 1}},
	{"^DIV$ ^IDIV$", OpCost{18, PortDiv, 4, 10}},
	{"^POPCNT ^LZCNT ^TZCNT ^PEXT ^PDEP", OpCost{3, PortMul, 1, 1}},
	{"^JMP ^JCC ^RET", OpCost{1, PortBranch, 1, 1}},
	{"^PREFETCH", OpCost{1, PortLoad, 1, 1}},
	// Masks, and between register files.
	{"^KSHIFT ^KADD ^KUNPCK ^KTEST ^KORTEST", OpCost{4, PortMask, 1, 1}},
	{"KR$ RK$ ^VMOVMSK ^VPMOVMSKB ^VMOVDR ^VMOVQR ^VPEXTR ^VEXTRACTPS 2M$ ^VPMOVM2", OpCost{3, PortMask, 1, 1}},
	{"^VMOVD$ ^VMOVQ$ ^VPBROADCASTBR ^VPBROADCASTWR ^VPBROADCASTDR ^VPBROADCASTQR ^VPINSR", OpCost{3, PortShuffle, 1, 1}},
	{"^K", OpCost{1, PortMask, 1, 1}},
	{"^VPTESTM ^VPTESTNM ^VPCMPEQBK ^VPCMPEQWK ^VPCMPEQDK ^VPCMPEQQK ^VPCMPGTBK ^VPCMPGTWK ^VPCMPGTDK ^VPCMPGTQK ^VPCMPB$ ^VPCMPW$ ^VPCMPD$ ^VPCMPQ$ ^VPCMPU ^VFPCLASS", OpCost{3, PortShuffle, 1, 1}},
	{"^VTEST ^VPTEST$ COMIS", OpCost{5, PortMask, 2, 1}},
	// Long ones.
	{"^VGATHER ^VPGATHER", OpCost{20, PortLoad, 12, 6}},
	{"^VSCATTER ^VPSCATTER", OpCost{15, PortStore, 12, 8}},
	{"^VDIVSS ^VDIVPS ^VSQRTSS ^VSQRTPS", OpCost{11, PortDiv, 1, 4}},
	{"^VDIV ^VSQRT", OpCost{14, PortDiv, 1, 6}},
	{"^VPCONFLICT", OpCost{20, PortShuffle, 20, 15}},
	{"^VPMULLQ", OpCost{12, PortFP, 3, 3}},
	{"^VPMULLD", OpCost{8, PortFP, 2, 2}},
	{"^VPCOMPRESS ^VCOMPRESS ^VPEXPAND ^VEXPAND", OpCost{4, PortShuffle, 2, 2}},
	{"^VHADD ^VHSUB ^VPHADD ^VPHSUB", OpCost{6, PortShuffle, 3, 2}},
	{"^VPMOVWB ^VPMOVDW ^VPMOVQD ^VPMOVDB ^VPMOVQW ^VPMOVQB ^VPMOVS ^VPMOVUS", OpCost{4, PortShuffle, 2, 2}},
	// Shuffles within and across 128 bits.
	{"^VPERM2 ^VPERMD ^VPERMQ$ ^VPERMQI ^VPERMP ^VPERMW ^VPERMB ^VPERMT2 ^VPERMI2 ^VINSERTF ^VINSERTI ^VEXTRACTF ^VEXTRACTI ^VSHUFF ^VSHUFI ^VPMOVZX ^VPMOVSX ^VALIGN ^VBROADCAST ^VPBROADCAST",
		OpCost{3, PortShuffle, 1, 1}},
	{"^VSHUF ^VUNPCK ^VPUNPCK ^VPSHUF ^VPACK ^VPALIGNR ^VPERMIL ^VMOVDDUP ^VMOVSHDUP ^VMOVSLDUP ^VMOVHLPS ^VMOVLHPS ^VINSERTPS ^VPSLLDQ ^VPSRLDQ",
		OpCost{1, PortShuffle, 1, 1}},
	// Arithmetic.
	{"^VCVT", OpCost{5, PortFP, 1, 1}},
	{"^VROUND ^VRNDSCALE", OpCost{8, PortFP, 2, 1}},
	{"^VPMUL ^VPMADD ^VPDP ^VPSADBW ^VDBPSADBW", OpCost{4, PortFP, 1, 1}},
	{"^VADD ^VSUB ^VMUL ^VFM ^VFN ^VMIN ^VMAX ^VCMP ^VSCALEF ^VGETEXP ^VGETMANT ^VRANGE ^VREDUCE ^VFIXUPIMM ^VRCP ^VRSQRT ^VADDSUB", OpCost{4, PortFP, 1, 1}},
	{"^VBLENDV ^VPBLENDVB", OpCost{2, PortVec, 2, 1}},
	{"^V", OpCost{1, PortVec, 1, 1}},
}

func classify(name string) OpCost {
	for _, r := range costRows {
		for _, p := range strings.Fields(r.patterns) {
			pat, start := strings.CutPrefix(p, "^")
			pat, end := strings.CutSuffix(pat, "$")
			switch {
			case start && end && name == pat, start && !end && strings.HasPrefix(name, pat), !start && end && strings.HasSuffix(name, pat),
				!start && !end && strings.Contains(name, pat):
				return r.cost
			}
		}
	}
	return OpCost{1, PortALU, 1, 1}
}
