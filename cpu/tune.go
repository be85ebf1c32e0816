package cpu

// Tuning holds what differs between microarchitectures with the same
// instructions. Latencies and ports are in the code generator's own tables.
type Tuning struct {
	// Costs names the processor by whose instruction costs code is chosen and ordered: a table of the code generator's. Empty is the
	// generic one.
	Costs string
	// VectorBits is the width to prefer among those the tier has.
	VectorBits int
	// SlowCompressStore: VPCOMPRESS to memory is microcode; compress to a
	// register and store that under a mask instead.
	SlowCompressStore bool
	// SlowGather: a gather is no faster than the loads it replaces.
	SlowGather bool
	// SlowPDEP: PDEP and PEXT are microcode.
	SlowPDEP bool
	// PairAccesses: LDP and STP of vectors are faster than two loads or stores.
	// Where three loads begin in a cycle, they are not: a pair takes as much of
	// the load pipes, and keeps its second half waiting.
	PairAccesses bool
	// Vector describes the vector unit; zero on amd64.
	Vector VectorUnit
}

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
	intel256 = Tuning{VectorBits: 256}
	intel512 = Tuning{VectorBits: 512}
	zen1     = Tuning{VectorBits: 256, SlowGather: true, SlowPDEP: true}
	zen3     = Tuning{VectorBits: 256, SlowGather: true}
	zen4     = Tuning{VectorBits: 512, SlowGather: true, SlowCompressStore: true}
	zen5     = Tuning{VectorBits: 512, SlowGather: true}
)

// costs are the tables for the microarchitectures, by name. Those without one of their own have that of the nearest relative: the same
// core for another market, or with fewer changes than there are between any two tables.
var costs = map[string]string{
	"skylake": "skylake-avx512", "skylake-avx512": "skylake-avx512", "cascadelake": "skylake-avx512", "cooperlake": "skylake-avx512",
	"cannonlake": "icelake-server", "icelake-server": "icelake-server", "icelake-client": "icelake-server", "tigerlake": "icelake-server",
	"rocketlake": "icelake-server", "alderlake": "sapphirerapids", "raptorlake": "sapphirerapids", "meteorlake": "sapphirerapids",
	"sapphirerapids": "sapphirerapids", "emeraldrapids": "sapphirerapids", "graniterapids": "sapphirerapids",
	"znver3": "znver4", "znver4": "znver4", "znver5": "znver5",
	"neoverse-n1": "neoverse-n1", "cortex-a76": "neoverse-n1", "neoverse-n2": "neoverse-n2",
	"neoverse-v1": "neoverse-v2", "cortex-x1": "neoverse-v2", "neoverse-v2": "neoverse-v2",
	"apple-m1": "apple-m1", "apple-m2": "apple-m1", "apple-m3": "apple-m1",
}

// tune names the microarchitecture and picks its row.
func tune(f Features) (string, Tuning) {
	march, t := row(f)
	t.Costs = costs[march]
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
		return "x86-64-v4", intel512
	case AVX2:
		return "x86-64-v3", intel256
	}
	return "generic", intel256
}

func intel(f Features) (string, Tuning) {
	// Hypervisors often report an older model than the core is, for the sake
	// of migration, while the extensions tell the truth. So these come first.
	avx512 := tierOf(f.Flags) == AVX512
	if avx512 && f.Has(FlagFP16) {
		switch f.Model {
		case 0xcf:
			return "emeraldrapids", intel512
		case 0xad, 0xae:
			return "graniterapids", intel512
		}
		return "sapphirerapids", intel512
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
		return "alderlake", intel256
	case 0xb7, 0xba, 0xbf:
		return "raptorlake", intel256
	case 0xaa, 0xac:
		return "meteorlake", intel256
	case 0xb5, 0xc5, 0xc6:
		return "arrowlake", intel256
	case 0xbd:
		return "lunarlake", intel256
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
