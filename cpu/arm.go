package cpu

// armCore is a table row for one or more cores of a vendor.
type armCore struct {
	vendor string
	parts  []int // part numbers in the main ID register
	march  string
	tuning Tuning
	caches Caches // as commonly built, used where the system does not report them
}

// Sources of the rows. For Neoverse: Arm's Software Optimization Guides for N1, N2, V1 and V2, chapters "Pipeline
// overview" and "Instruction characteristics", and the Technical Reference Manuals for the caches. For Apple: the
// Apple Silicon CPU Optimization Guide and Dougall Johnson's measurements of the M1's performance cores. On N1,
// only one of two vector stores can start per cycle. The server cores forward an accumulator from one FMLA to the
// next after two cycles; Apple's do not.
//
// Cortex cores that server cores derive from share their rows. There are no gather costs: NEON has no gathers, so
// plans use separate loads.
var (
	neoverseN1 = pairing(VectorUnit{Pipes: 2, Loads: 2, Stores: 1, Load: 5, Add: 2, Mul: 3, FMA: 4, FMAChain: 2})
	neoverseN2 = neon(VectorUnit{Pipes: 2, Loads: 3, Stores: 2, Load: 6, Add: 2, Mul: 3, FMA: 4, FMAChain: 2})
	neoverseV  = neon(VectorUnit{Pipes: 4, Loads: 3, Stores: 2, Load: 6, Add: 2, Mul: 3, FMA: 4, FMAChain: 2})
	appleM     = pairing(VectorUnit{Pipes: 4, Loads: 3, Stores: 2, Load: 5, Add: 3, Mul: 4, FMA: 4, FMAChain: 4})
)

func pairing(u VectorUnit) Tuning {
	t := neon(u)
	t.PairAccesses = true
	return t
}

func neon(u VectorUnit) Tuning { return Tuning{VectorBits: 128, Vector: u} }

var armCores = []armCore{
	{"arm", []int{0xd0c}, "neoverse-n1", neoverseN1, Caches{L1D: 64 << 10, L1I: 64 << 10, L2: 1 << 20}},
	{"arm", []int{0xd0b, 0xd0e}, "cortex-a76", neoverseN1, Caches{L1D: 64 << 10, L1I: 64 << 10, L2: 512 << 10}},
	{"arm", []int{0xd49}, "neoverse-n2", neoverseN2, Caches{L1D: 64 << 10, L1I: 64 << 10, L2: 1 << 20}},
	{"arm", []int{0xd40}, "neoverse-v1", neoverseV, Caches{L1D: 64 << 10, L1I: 64 << 10, L2: 1 << 20}},
	{"arm", []int{0xd44}, "cortex-x1", neoverseV, Caches{L1D: 64 << 10, L1I: 64 << 10, L2: 1 << 20}},
	{"arm", []int{0xd4f}, "neoverse-v2", neoverseV, Caches{L1D: 64 << 10, L1I: 64 << 10, L2: 2 << 20}},
	// Efficiency core first, performance core second, by size of the chip.
	{"apple", []int{0x22, 0x23, 0x24, 0x25, 0x28, 0x29}, "apple-m1", appleM,
		Caches{L1D: 128 << 10, L1I: 192 << 10, L2: 12 << 20, Line: 128}},
	{"apple", []int{0x32, 0x33, 0x34, 0x35, 0x38, 0x39}, "apple-m2", appleM,
		Caches{L1D: 128 << 10, L1I: 192 << 10, L2: 16 << 20, Line: 128}},
	{"apple", []int{0x42, 0x43, 0x44, 0x45, 0x48, 0x49}, "apple-m3", appleM,
		Caches{L1D: 128 << 10, L1I: 192 << 10, L2: 16 << 20, Line: 128}},
}

// arm returns the name and tuning of the core in the main ID register. Unlisted cores get the narrowest row,
// because a schedule for it does no harm on others.
func arm(f Features) (string, Tuning) {
	for _, c := range armCores {
		for _, part := range c.parts {
			if c.vendor == f.Vendor && part == f.Model {
				return c.march, c.tuning
			}
		}
	}
	return "armv8-a", neoverseN1
}

// cachesOf returns the caches in the core's row, or zero if there is none.
func cachesOf(march string) Caches {
	for _, c := range armCores {
		if c.march == march {
			return c.caches
		}
	}
	return Caches{}
}

// identify decodes the main ID register.
func (f *Features) identify(midr uint64) {
	f.Vendor = implementer(byte(midr >> 24))
	f.Model = int(midr >> 4 & 0xfff)
	f.Stepping = int(midr>>20&15)<<4 | int(midr&15)
}

// implementer decodes an implementer code assigned by Arm.
func implementer(code byte) string {
	switch code {
	case 0x41:
		return "arm"
	case 0x42:
		return "broadcom"
	case 0x43:
		return "cavium"
	case 0x46:
		return "fujitsu"
	case 0x48:
		return "hisilicon"
	case 0x4e:
		return "nvidia"
	case 0x51:
		return "qualcomm"
	case 0x53:
		return "samsung"
	case 0x61:
		return "apple"
	case 0x6d:
		return "microsoft"
	case 0xc0:
		return "ampere"
	}
	return ""
}
