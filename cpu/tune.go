package cpu

// Tuning holds the differences between microarchitectures with the same instructions. Latencies and ports are in
// the code generator's own tables.
type Tuning struct {
	// Costs names the processor whose instruction costs guide selection and scheduling: a table of the code
	// generator. Empty means the generic table.
	Costs string
	// VectorBits is the preferred vector width of those the tier has.
	VectorBits int
	// SlowCompressStore means that VPCOMPRESS to memory is microcoded. Compress to a register and store it under a
	// mask instead.
	SlowCompressStore bool
	// Gather and Scatter are the costs of gather and scatter instructions; see [Tuning.Indexed].
	Gather, Scatter IndexedCost
	// SlowPDEP means that PDEP and PEXT are microcoded.
	SlowPDEP bool
	// PairAccesses means that LDP and STP of vectors are faster than two loads or stores. On cores that start
	// three loads per cycle they are not: a pair occupies as many load pipes, and delays its second half.
	PairAccesses bool
	// Vector describes the vector unit; it is zero on amd64.
	Vector VectorUnit
}

// IndexedCost is the cost of a gather or scatter instruction: Fixed, plus a cost per lane of four or eight bytes.
// The unit is an issue slot of a core that issues four micro-operations per cycle, so 4 is one cycle.
type IndexedCost struct{ Fixed, Lane4, Lane8 float32 }

// Of returns the cost of an instruction with the given number of lanes, each of the given number of bytes.
func (c IndexedCost) Of(lanes, bytes int) float32 {
	if bytes == 8 {
		return c.Fixed + c.Lane8*float32(lanes)
	}
	return c.Fixed + c.Lane4*float32(lanes)
}

// Indexed returns the costs of gathers and scatters. Unlisted processors, whose row has none, get Golden Cove's
// costs: most new cores load a lane in less than half a cycle.
func (t Tuning) Indexed() (gather, scatter IndexedCost) {
	if t.Gather == (IndexedCost{}) {
		return goldenGather, goldenScatter
	}
	return t.Gather, t.Scatter
}

// Costs of gathers and scatters. Golden Cove's and Zen 5's are measured (jitbench -machine).
//
// Golden Cove (Sapphire Rapids): a gather of 2, 4 and 8 lanes of 8 bytes takes 2.4, 2.9 and 4.1 cycles, and one of
// 4, 8 and 16 lanes of 4 bytes takes 3.0, 4.5 and 6.9. A scatter takes 5.5, 6.5 and 8.0, and 6.7, 8.7 and 12.0. In
// a loop that loads what it stores, a scatter of 8 lanes of 8 bytes takes 11.
//
// Zen cores run both from microcode, with four or five micro-operations per lane. A gather of 16 lanes has 65
// micro-operations. It takes 12.6 cycles alone, but 18 to 20 in a loop with a load, a test and a store, because
// nothing else is issued in the meantime. So the cost of a gather is its micro-operations. The cost of a scatter
// is its cycles (89 micro-operations and 17 cycles for 16 lanes). AMD found the same for Zen 4 and 5 (llvm-project
// pull request 212997): 20, 33 and 65 micro-operations for 4, 8 and 16 lanes of 4 bytes, 20 and 41 for 4 and 8
// lanes of 8 bytes; scatters in 6, 9 and 17, and 5 and 9 cycles.
//
// uops.info lists 39 micro-operations for 8 lanes on Zen 3 and 60 on Zen 2, and 5 cycles on Skylake. LLVM's
// scheduling models have one cycle per lane of a scatter on Skylake-X and half a cycle on Ice Lake. Before AVX-512
// there are no scatters.
var (
	goldenGather   = IndexedCost{Fixed: 7, Lane4: 1.3, Lane8: 1.2}
	goldenScatter  = IndexedCost{Fixed: 22, Lane4: 1.8, Lane8: 2.75}
	iceScatter     = IndexedCost{Lane4: 2, Lane8: 2}
	skylakeGather  = IndexedCost{Lane4: 2.5, Lane8: 2.5}
	skylakeScatter = IndexedCost{Lane4: 4, Lane8: 4}
	zen1Gather     = IndexedCost{Fixed: 2, Lane4: 7.25, Lane8: 7.25}
	zen3Gather     = IndexedCost{Fixed: 1, Lane4: 4.75, Lane8: 5}
	zen4Gather     = IndexedCost{Fixed: 1, Lane4: 4, Lane8: 5}
	zen4Scatter    = IndexedCost{Fixed: 4, Lane4: 4, Lane8: 4}
)

// VectorUnit is the description of a core that schedules of NEON code depend on. Latencies are in cycles.
type VectorUnit struct {
	Pipes         int // pipes that add and multiply
	Loads, Stores int // 128-bit accesses started per cycle

	Load     int // latency from the first-level cache
	Add, Mul int // latencies of floating-point operations
	FMA      int // latency from a factor
	FMAChain int // latency from the accumulator of one FMLA to that of the next
}

// Tuning rows. On the first AVX-512 servers, 256 bits are preferred, as in LLVM and GCC: 512-bit instructions
// lower the core's clock there for about a millisecond. Since Ice Lake these frequency licenses are gone or mild.
// On Zen 4 the only cost of 512-bit vectors is two passes through the 256-bit units.
var (
	intel256  = Tuning{VectorBits: 256, Gather: skylakeGather, Scatter: skylakeScatter}
	intel512  = Tuning{VectorBits: 512, Gather: skylakeGather, Scatter: iceScatter}
	golden512 = Tuning{VectorBits: 512, Gather: goldenGather, Scatter: goldenScatter}
	golden256 = Tuning{VectorBits: 256, Gather: goldenGather, Scatter: goldenScatter}
	zen1      = Tuning{VectorBits: 256, SlowPDEP: true, Gather: zen1Gather}
	zen3      = Tuning{VectorBits: 256, Gather: zen3Gather}
	zen4      = Tuning{VectorBits: 512, SlowCompressStore: true, Gather: zen4Gather, Scatter: zen4Scatter}
	zen5      = Tuning{VectorBits: 512, Gather: zen4Gather, Scatter: zen4Scatter}
)

// costsOf returns the cost table of a microarchitecture. One without its own table gets that of its nearest
// relative: the same core for another market, or a core that differs less than any two tables do.
func costsOf(march string) string {
	switch march {
	case "haswell", "broadwell":
		return "haswell"
	case "skylake", "skylake-avx512", "cascadelake", "cooperlake":
		return "skylake-avx512"
	case "cannonlake", "icelake-server", "icelake-client", "tigerlake", "rocketlake":
		return "icelake-server"
	case "alderlake", "raptorlake", "meteorlake", "sapphirerapids", "emeraldrapids", "graniterapids":
		return "sapphirerapids"
	case "znver1", "znver2":
		return "znver2"
	case "neoverse-n1", "cortex-a76":
		return "neoverse-n1"
	case "neoverse-v1", "cortex-x1":
		return "neoverse-v1"
	case "apple-m1", "apple-m2", "apple-m3":
		return "apple-m1"
	case "znver3", "znver4", "znver5", "neoverse-n2", "neoverse-v2":
		return march
	}
	return ""
}

// tune returns the name of the microarchitecture and its tuning.
func tune(f Features) (string, Tuning) {
	march, t := row(f)
	t.Costs = costsOf(march)
	return march, t
}

func row(f Features) (string, Tuning) {
	switch {
	case f.Has(FlagASIMD):
		return arm(f)
	case f.Vendor == "intel" && f.Family == 6:
		return intel(f)
	case f.Vendor == "amd" || f.Vendor == "hygon":
		return amd(f)
	}
	return generic(f)
}

// generic returns the tuning of unlisted processors, by their features. New cores are more likely than not to run
// 512-bit instructions well.
func generic(f Features) (string, Tuning) {
	switch tierOf(f.Flags) {
	case AVX512:
		return "x86-64-v4", golden512
	case AVX2:
		return "x86-64-v3", golden256
	}
	return "generic", golden256
}

func intel(f Features) (string, Tuning) {
	// For migration, hypervisors often report an older model than the actual core, while the extensions are
	// correct. So check extensions first.
	avx512 := tierOf(f.Flags) == AVX512
	if avx512 && f.Has(FlagFP16) {
		switch f.Model {
		case 0xcf:
			return "emeraldrapids", golden512
		case 0xad, 0xae:
			return "graniterapids", golden512
		}
		return "sapphirerapids", golden512
	}
	switch f.Model {
	case 0x3c, 0x3f, 0x45, 0x46:
		return "haswell", intel256
	case 0x3d, 0x47, 0x4f, 0x56:
		return "broadwell", intel256
	case 0x4e, 0x5e, 0x8e, 0x9e, 0xa5, 0xa6:
		return "skylake", intel256
	case 0x55:
		switch {
		case f.Has(FlagBF16):
			return "cooperlake", intel256
		case f.Has(FlagVNNI):
			return "cascadelake", intel256
		}
		return "skylake-avx512", intel256
	case 0x66:
		return "cannonlake", intel256
	case 0x6a, 0x6c:
		return "icelake-server", intel512
	case 0x7d, 0x7e:
		return "icelake-client", intel512
	case 0x8c, 0x8d:
		return "tigerlake", intel512
	case 0xa7:
		return "rocketlake", intel512
	case 0x97, 0x9a:
		return "alderlake", golden256
	case 0xb7, 0xba, 0xbf:
		return "raptorlake", golden256
	case 0xaa, 0xac:
		return "meteorlake", golden256
	case 0xb5, 0xc5, 0xc6:
		return "arrowlake", golden256
	case 0xbd:
		return "lunarlake", golden256
	case 0xbe:
		return "gracemont", intel256
	case 0xaf:
		return "sierraforest", intel256
	}
	return generic(f)
}

func amd(f Features) (string, Tuning) {
	switch f.Family {
	case 0x17:
		if f.Model < 0x30 {
			return "znver1", zen1
		}
		return "znver2", zen1
	case 0x18: // Hygon's Zen
		return "znver1", zen1
	case 0x19:
		if tierOf(f.Flags) == AVX512 || f.Model>>4 == 1 || f.Model>>4 == 6 || f.Model>>4 == 7 || f.Model>>4 == 0xa {
			return "znver4", zen4
		}
		return "znver3", zen3
	case 0x1a:
		return "znver5", zen5
	}
	return generic(f)
}
