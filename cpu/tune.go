package cpu

// Tuning holds what differs between microarchitectures with the same
// instructions. Latencies and ports are in the code generator's own tables.
type Tuning struct {
	// Costs names the processor by whose instruction costs code is chosen and ordered: a table of the code
	// generator's. Empty is the generic one.
	Costs string
	// VectorBits is the width to prefer among those the tier has.
	VectorBits int
	// SlowCompressStore: VPCOMPRESS to memory is microcode; compress to a
	// register and store that under a mask instead.
	SlowCompressStore bool
	// Gather and Scatter price the instructions that access a place for each lane; see [Tuning.Indexed].
	Gather, Scatter IndexedCost
	// SlowPDEP: PDEP and PEXT are microcode.
	SlowPDEP bool
	// PairAccesses: LDP and STP of vectors are faster than two loads or stores.
	// Where three loads begin in a cycle, they are not: a pair takes as much of
	// the load pipes, and keeps its second half waiting.
	PairAccesses bool
	// Vector describes the vector unit; zero on amd64.
	Vector VectorUnit
}

// IndexedCost is the price of a gather or scatter instruction: Fixed, and so much for each lane of four or eight bytes.
// The unit is an issue slot of a core that issues four micro-operations a cycle, so that 4 is a cycle.
type IndexedCost struct{ Fixed, Lane4, Lane8 float32 }

// Of is the price of an instruction on so many lanes of so many bytes.
func (c IndexedCost) Of(lanes, bytes int) float32 {
	if bytes == 8 {
		return c.Fixed + c.Lane8*float32(lanes)
	}
	return c.Fixed + c.Lane4*float32(lanes)
}

// Indexed is the prices of gathers and scatters of a row. A row without any, of a processor that nobody has listed, has
// Golden Cove's: most new cores load a lane in less than half a cycle.
func (t Tuning) Indexed() (gather, scatter IndexedCost) {
	if t.Gather == (IndexedCost{}) {
		return goldenGather, goldenScatter
	}
	return t.Gather, t.Scatter
}

// The prices of gathers and scatters. Golden Cove's and Zen 5's are measured (jitbench -machine): a gather of 2, 4 and 8
// lanes of 8 bytes takes Golden Cove 2.4, 2.9 and 4.1 cycles, one of 4, 8 and 16 lanes of 4 bytes 3.0, 4.5 and 6.9, a
// scatter 5.5, 6.5 and 8.0, and 6.7, 8.7 and 12.0 (Sapphire Rapids); in a loop that loads
// what it stores, one of 8 lanes of 8 bytes takes 11. A Zen core runs
// them from microcode, four or five micro-operations a lane: a gather of 16 lanes has 65 and takes 12.6 cycles by
// itself, but 18 to 20 in a loop with a load, a test and a store, for nothing else is issued meanwhile. So the price
// of a gather is its micro-operations, and a scatter's (89 for 16 lanes in 17 cycles) its cycles. The same were found
// for Zen 4 and 5 by AMD (llvm-project pull request 212997: 20, 33 and 65 micro-operations for 4, 8 and 16 lanes of 4
// bytes, 20 and 41 for 4 and 8 of 8 bytes; scatters in 6, 9 and 17, 5 and 9 cycles). uops.info has 39
// micro-operations for 8 lanes on Zen 3 and 60 on Zen 2, and 5 cycles on Skylake; LLVM's scheduling models have a
// cycle for each lane of a scatter on Skylake-X and half of one on Ice Lake. Before AVX-512 there are no scatters.
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

// VectorUnit is what a schedule of NEON code depends on. Latencies are in
// cycles.
type VectorUnit struct {
	Pipes         int // that add and multiply
	Loads, Stores int // of 128 bits, begun per cycle

	Load     int // latency from the first-level cache
	Add, Mul int // latencies of floating-point operations
	FMA      int // from a factor
	FMAChain int // from the accumulator of one FMLA to that of the next
}

// The rows. Preferring 256 bits on the first AVX-512 servers is what LLVM and
// GCC do too: 512-bit instructions lower the clock of the core for about a
// millisecond there. From Ice Lake on those licences are gone or mild, and
// Zen 4 pays for width only with two passes through its 256-bit units.
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

// costsOf is the table of a microarchitecture. Those without one of their own have that of the nearest relative: the
// same core for another market, or with fewer changes than there are between any two tables.
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

// tune names the microarchitecture and picks its row.
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

// generic serves processors nobody has listed, by what they can do. New cores
// are more likely to run 512 bits well than not.
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
	// Hypervisors often report an older model than the core is, for the sake
	// of migration, while the extensions tell the truth. So these come first.
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
