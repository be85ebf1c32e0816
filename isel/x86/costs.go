package x86

import (
	"hotloop/asm/amd64"
	"hotloop/isel/cost"
)

// The numbers are typical ones out of uops.info's measurements of Skylake-X, Ice Lake, Zen 4 and Zen 5, rounded to what tells
// a good order from a bad one.
var costRows = []cost.Row{
	// General registers.
	{Patterns: "^IMUL ^MULX ^MUL$", Cost: cost.OpCost{Latency: 3, Port: cost.PortMul, Uops: 1, Busy: 1}},
	{Patterns: "^DIV$ ^IDIV$", Cost: cost.OpCost{Latency: 18, Port: cost.PortDiv, Uops: 4, Busy: 10}},
	{Patterns: "^POPCNT ^LZCNT ^TZCNT ^PEXT ^PDEP", Cost: cost.OpCost{Latency: 3, Port: cost.PortMul, Uops: 1, Busy: 1}},
	{Patterns: "^JMP ^JCC ^RET", Cost: cost.OpCost{Latency: 1, Port: cost.PortBranch, Uops: 1, Busy: 1}},
	{Patterns: "^PREFETCH", Cost: cost.OpCost{Latency: 1, Port: cost.PortLoad, Uops: 1, Busy: 1}},
	// Masks, and between register files.
	{Patterns: "^KSHIFT ^KADD ^KUNPCK ^KTEST ^KORTEST", Cost: cost.OpCost{Latency: 4, Port: cost.PortMask, Uops: 1, Busy: 1}},
	{Patterns: "KR$ RK$ ^VMOVMSK ^VPMOVMSKB ^VMOVDR ^VMOVQR ^VPEXTR ^VEXTRACTPS 2M$ ^VPMOVM2", Cost: cost.OpCost{Latency: 3, Port: cost.PortMask, Uops: 1, Busy: 1}},
	{Patterns: "^VMOVD$ ^VMOVQ$ ^VPBROADCASTBR ^VPBROADCASTWR ^VPBROADCASTDR ^VPBROADCASTQR ^VPINSR", Cost: cost.OpCost{Latency: 3, Port: cost.PortShuffle, Uops: 1, Busy: 1}},
	{Patterns: "^K", Cost: cost.OpCost{Latency: 1, Port: cost.PortMask, Uops: 1, Busy: 1}},
	{Patterns: "^VPTESTM ^VPTESTNM ^VPCMPEQBK ^VPCMPEQWK ^VPCMPEQDK ^VPCMPEQQK ^VPCMPGTBK ^VPCMPGTWK ^VPCMPGTDK ^VPCMPGTQK ^VPCMPB$ ^VPCMPW$ ^VPCMPD$ ^VPCMPQ$ ^VPCMPU ^VFPCLASS", Cost: cost.OpCost{Latency: 3, Port: cost.PortShuffle, Uops: 1, Busy: 1}},
	{Patterns: "^VTEST ^VPTEST$ COMIS", Cost: cost.OpCost{Latency: 5, Port: cost.PortMask, Uops: 2, Busy: 1}},
	// Long ones.
	{Patterns: "^VGATHER ^VPGATHER", Cost: cost.OpCost{Latency: 20, Port: cost.PortLoad, Uops: 12, Busy: 6}},
	{Patterns: "^VSCATTER ^VPSCATTER", Cost: cost.OpCost{Latency: 15, Port: cost.PortStore, Uops: 12, Busy: 8}},
	{Patterns: "^VDIVSS ^VDIVPS ^VSQRTSS ^VSQRTPS", Cost: cost.OpCost{Latency: 11, Port: cost.PortDiv, Uops: 1, Busy: 4}},
	{Patterns: "^VDIV ^VSQRT", Cost: cost.OpCost{Latency: 14, Port: cost.PortDiv, Uops: 1, Busy: 6}},
	{Patterns: "^VPCONFLICT", Cost: cost.OpCost{Latency: 20, Port: cost.PortShuffle, Uops: 20, Busy: 15}},
	{Patterns: "^VPMULLQ", Cost: cost.OpCost{Latency: 12, Port: cost.PortFP, Uops: 3, Busy: 3}},
	{Patterns: "^VPMULLD", Cost: cost.OpCost{Latency: 8, Port: cost.PortFP, Uops: 2, Busy: 2}},
	{Patterns: "^VPCOMPRESS ^VCOMPRESS ^VPEXPAND ^VEXPAND", Cost: cost.OpCost{Latency: 4, Port: cost.PortShuffle, Uops: 2, Busy: 2}},
	{Patterns: "^VHADD ^VHSUB ^VPHADD ^VPHSUB", Cost: cost.OpCost{Latency: 6, Port: cost.PortShuffle, Uops: 3, Busy: 2}},
	{Patterns: "^VPMOVWB ^VPMOVDW ^VPMOVQD ^VPMOVDB ^VPMOVQW ^VPMOVQB ^VPMOVS ^VPMOVUS", Cost: cost.OpCost{Latency: 4, Port: cost.PortShuffle, Uops: 2, Busy: 2}},
	// Shuffles within and across 128 bits.
	{Patterns: "^VPERM2 ^VPERMD ^VPERMQ$ ^VPERMQI ^VPERMP ^VPERMW ^VPERMB ^VPERMT2 ^VPERMI2 ^VINSERTF ^VINSERTI ^VEXTRACTF ^VEXTRACTI ^VSHUFF ^VSHUFI ^VPMOVZX ^VPMOVSX ^VALIGN ^VBROADCAST ^VPBROADCAST",
		Cost: cost.OpCost{Latency: 3, Port: cost.PortShuffle, Uops: 1, Busy: 1}},
	{Patterns: "^VSHUF ^VUNPCK ^VPUNPCK ^VPSHUF ^VPACK ^VPALIGNR ^VPERMIL ^VMOVDDUP ^VMOVSHDUP ^VMOVSLDUP ^VMOVHLPS ^VMOVLHPS ^VINSERTPS ^VPSLLDQ ^VPSRLDQ",
		Cost: cost.OpCost{Latency: 1, Port: cost.PortShuffle, Uops: 1, Busy: 1}},
	// Arithmetic.
	{Patterns: "^VCVT", Cost: cost.OpCost{Latency: 5, Port: cost.PortFP, Uops: 1, Busy: 1}},
	{Patterns: "^VROUND ^VRNDSCALE", Cost: cost.OpCost{Latency: 8, Port: cost.PortFP, Uops: 2, Busy: 1}},
	{Patterns: "^VPMUL ^VPMADD ^VPDP ^VPSADBW ^VDBPSADBW", Cost: cost.OpCost{Latency: 4, Port: cost.PortFP, Uops: 1, Busy: 1}},
	{Patterns: "^VADD ^VSUB ^VMUL ^VFM ^VFN ^VMIN ^VMAX ^VCMP ^VSCALEF ^VGETEXP ^VGETMANT ^VRANGE ^VREDUCE ^VFIXUPIMM ^VRCP ^VRSQRT ^VADDSUB", Cost: cost.OpCost{Latency: 4, Port: cost.PortFP, Uops: 1, Busy: 1}},
	{Patterns: "^VBLENDV ^VPBLENDVB", Cost: cost.OpCost{Latency: 2, Port: cost.PortVec, Uops: 2, Busy: 1}},
	{Patterns: "^V", Cost: cost.OpCost{Latency: 1, Port: cost.PortVec, Uops: 1, Busy: 1}},
}

// OpCost is what op costs on registers.
func (a *ISA) OpCost(op uint16) cost.OpCost { return cost.Classify(costRows, amd64.Op(op).String()) }
