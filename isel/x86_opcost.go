package isel

import "hotloop/asm/amd64"

// The numbers are typical ones out of uops.info's measurements of Skylake-X, Ice Lake, Zen 4 and Zen 5, rounded to what tells
// a good order from a bad one.
var x86CostRows = []costRow{
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

// OpCost is what op costs on registers.
func (a *AMD64) OpCost(op uint16) OpCost { return classify(x86CostRows, amd64.Op(op).String()) }
