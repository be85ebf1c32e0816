package x86

import (
	"hotloop/asm/amd64"
	"hotloop/isel/mach"
)

// InstCost is what an instruction takes: uops weighted by the throughput of its unit, and latency, near enough for
// today's Intel and AMD cores.
func (a *ISA) InstCost(in *mach.Inst) (uops float32, latency int) {
	if in.Pseudo != mach.NotPseudo {
		return 0, 0
	}
	op := amd64.Op(in.Op)
	wide := in.Size == 64
	uops, latency = 1, 1
	if in.MemPos >= 0 && op != amd64.LEA {
		latency += 5
		if in.MemPos == 0 {
			latency = 1
			if amd64.Info(op).Operands[0].Access == amd64.ReadWrite {
				uops++ // a load, too
			}
		} else if amd64.Info(op).Operands[0].Class == amd64.GP || in.N > 2 {
			uops += 0.5 // the load is fused, but takes its port
		}
	}
	if x := &slowInsts[op]; x.uops != 0 {
		uops += x.uops - 1
		latency += x.latency - 1
		if wide && x.doubles {
			uops += x.uops
		}
		return uops, latency
	}
	info := amd64.Info(op)
	switch {
	case info.Operands[1].VSIB:
		return a.gather.Of(indexedLanes(info, in)), latency + 21
	case info.Operands[0].VSIB:
		return a.scatter.Of(indexedLanes(info, in)), latency + 11
	}
	if info.N > 0 && (info.Operands[0].Class == amd64.Vec || info.Operands[1].Class == amd64.Vec) && floatLatency(op) {
		latency += 3
	}
	return uops, latency
}

// indexedLanes is the number of lanes of a gather or scatter and the bytes of an element. Lanes are as many as fit the
// wider of data and index.
func indexedLanes(info *amd64.OpInfo, in *mach.Inst) (lanes, bytes int) {
	data, index := &info.Operands[0], &info.Operands[1]
	if data.VSIB {
		data, index = index, data
	}
	bytes = int(info.Elem)
	if bytes == 0 {
		bytes = int(index.MemW)
	}
	if bytes == 4 && data.RegW == amd64.WSize && index.IndexW == amd64.WSize {
		return int(in.Size) / 4, 4
	}
	return int(in.Size) / 8, bytes
}

// floatLatency says whether op is of the adders and multipliers.
func floatLatency(op amd64.Op) bool {
	return op >= amd64.VADDSS && op <= amd64.VMAXSD || op >= amd64.VFMADD132SS && op <= amd64.VFNMSUB231SD ||
		op >= amd64.VADDPS && op <= amd64.VMAXPD || op >= amd64.VFMADD132PS && op <= amd64.VCMPPDK ||
		op >= amd64.VCVTDQ2PS && op <= amd64.VCVTPS2PH
}

// slow is an instruction that costs more than one uop and one cycle.
type slow struct {
	uops    float32
	latency int
	doubles bool // twice as much at 512 bits
}

// slowInsts are weighted by reciprocal throughput on Ice Lake to Golden Cove and Zen 4, in uops of a four-wide core.
var slowInsts = [amd64.NumOps]slow{
	amd64.VDIVSS: {8, 11, false}, amd64.VDIVSD: {12, 14, false}, amd64.VDIVPS: {8, 11, true}, amd64.VDIVPD: {16, 14, true},
	amd64.VSQRTSS: {10, 13, false}, amd64.VSQRTSD: {14, 16, false}, amd64.VSQRTPS: {10, 13, true}, amd64.VSQRTPD: {18, 17, true},
	amd64.DIV: {20, 18, false}, amd64.IDIV: {20, 18, false},
	amd64.IMUL: {1, 3, false}, amd64.IMULI: {1, 3, false}, amd64.MULX: {2, 4, false}, amd64.IMULX: {2, 4, false},
	amd64.VPMULLD: {2, 10, false}, amd64.VPMULLQ: {3, 15, false}, amd64.VPMULLW: {1, 5, false}, amd64.VPMULUDQ: {2, 5, false},
	amd64.VPMULDQ: {2, 5, false}, amd64.VPMADDWD: {1, 5, false}, amd64.VPMADDUBSW: {1, 5, false}, amd64.VPSADBW: {1, 3, false},
	amd64.VPMULHW: {1, 5, false}, amd64.VPMULHUW: {1, 5, false}, amd64.VPDPWSSD: {1, 5, false}, amd64.VPDPBUSD: {1, 5, false},
	amd64.VPERMQ: {1, 3, false}, amd64.VSHUFI32X4: {1, 3, false}, amd64.VALIGND: {1, 3, false}, amd64.VALIGNQ: {1, 3, false},
	amd64.VPERM2I128: {1, 3, false}, amd64.VROUNDSS: {2, 8, false}, amd64.VROUNDSD: {2, 8, false},
	amd64.VBLENDVPS: {2, 2, false}, amd64.VBLENDVPD: {2, 2, false}, amd64.VPBLENDVB: {2, 2, false},
	amd64.VROUNDPS: {2, 8, false}, amd64.VROUNDPD: {2, 8, false}, amd64.VRNDSCALEPS: {2, 8, false}, amd64.VRNDSCALEPD: {2, 8, false},
	amd64.VPERMD: {1, 3, false}, amd64.VPERMQI: {1, 3, false}, amd64.VPERMT2D: {1, 3, false}, amd64.VPERMT2W: {3, 7, false}, amd64.VPERMT2B: {2, 5, false},
	amd64.VPERMW: {2, 6, false}, amd64.VPERMB: {1, 3, false}, amd64.VEXTRACTI128: {1, 3, false}, amd64.VINSERTI128: {1, 3, false},
	amd64.VEXTRACTI64X4: {1, 3, false}, amd64.VINSERTI64X4: {1, 3, false}, amd64.VPMOVDB: {2, 4, false}, amd64.VPMOVQB: {2, 4, false},
	amd64.VPMOVWB: {2, 4, false}, amd64.VPMOVDW: {2, 4, false}, amd64.VPMOVQW: {2, 4, false}, amd64.VPMOVQD: {2, 4, false},
	amd64.VPINSRB: {2, 4, false}, amd64.VPINSRW: {2, 4, false}, amd64.VPINSRD: {2, 4, false}, amd64.VPINSRQ: {2, 4, false},
	amd64.VPEXTRB: {2, 4, false}, amd64.VPEXTRW: {2, 4, false}, amd64.VPEXTRD: {2, 4, false}, amd64.VPEXTRQ: {2, 4, false},
	amd64.KMOVQRK: {1, 3, false}, amd64.KMOVQKR: {1, 3, false}, amd64.KORTESTW: {1, 3, false}, amd64.VPMOVMSKB: {1, 4, false},
	amd64.VMOVMSKPS: {1, 4, false}, amd64.VMASKMOVPSM: {3, 12, false}, amd64.VMASKMOVPDM: {3, 12, false},
}
