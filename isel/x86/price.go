package x86

import (
	"hotloop/asm/amd64"
	"hotloop/isel/lower"
	"hotloop/isel/mach"
)

// InstCost returns the cost of an instruction: uops weighted by the throughput of its unit, and latency. The
// costs approximate recent Intel and AMD cores. With a processor's cost table, the cost is at least the issue
// slots that the instruction fills.
func (a *ISA) InstCost(in *mach.Inst) (uops float32, latency int) {
	if in.Pseudo != mach.NotPseudo {
		return 0, 0
	}
	uops, latency = a.classPrice(in)
	if a.costs == nil {
		return uops, latency
	}
	// Microcoded instructions that fill the issue slots of several cycles block all others.
	if slots := int(a.entry(in.Op, in.Size).Slots); slots > a.costs.Issue && !isIndexed(amd64.Info(amd64.Op(in.Op))) {
		uops = max(uops, float32(slots*lower.PriceWidth)/float32(a.costs.Issue))
	}
	return uops, latency
}

// isIndexed reports whether an instruction is a gather or scatter, which package cpu prices.
func isIndexed(info *amd64.OpInfo) bool { return info.Operands[0].VSIB || info.Operands[1].VSIB }

// classPrice returns the cost of an instruction on any processor.
func (a *ISA) classPrice(in *mach.Inst) (uops float32, latency int) {
	op := amd64.Op(in.Op)
	uops, latency = 1, 1
	if in.MemPos >= 0 && op != amd64.LEA {
		latency += 5
		if in.MemPos == 0 {
			latency = 1
			if amd64.Info(op).Operands[0].Access == amd64.ReadWrite {
				uops++ // also loads
			}
		} else if amd64.Info(op).Operands[0].Class == amd64.GP || in.N > 2 {
			uops += 0.5 // the load is fused but occupies its port
		}
	}
	if x := &prices[op]; x.uops != 0 {
		uops += x.uops - 1
		latency += x.latency - 1
		if in.Size == 64 && x.twice {
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
	return uops, latency
}

// indexedLanes returns the number of lanes of a gather or scatter and the element size in bytes. The lanes are as
// many as fit at the larger of the data and index sizes.
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

// price is the price of an instruction on registers for the optimizer. The zero value means one micro-operation
// and one cycle.
type price struct {
	uops    float32
	latency int
	twice   bool // twice as many micro-operations at 512 bits
}
