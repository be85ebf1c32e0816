package cpu

import "strings"

// No library is used: klauspost/cpuid executes about a hundred CPUID instructions in its init, and
// golang.org/x/sys/cpu half a dozen. Under a hypervisor each one traps. Together they take 0.5 ms on a cloud
// machine, at every start of every program that imports hotloop, whose whole budget is 50 µs. Neither can be
// loaded lazily. So the required leaves are read here, at first use, and TestAgreesWithLibraries compares the
// results with both libraries.

const hostArch = "amd64"

func cpuid(leaf, sub uint32) (eax, ebx, ecx, edx uint32)
func xgetbv0() (eax, edx uint32)

// State components in XCR0. The operating system saves the components whose bits are set. An extension whose
// registers are not saved must not be used.
const (
	xcrAVX    = 1<<1 | 1<<2                 // XMM, upper halves of YMM0-15
	xcrAVX512 = xcrAVX | 1<<5 | 1<<6 | 1<<7 // k0-k7, upper halves of ZMM0-15, ZMM16-31
	xcrAMX    = 1<<17 | 1<<18               // tile configuration and data
)

// needYMM holds the flags that are unusable without the YMM state.
const needYMM = FlagAVX2 | FlagFMA | FlagF16C | FlagAVXVNNI | FlagAVXVNNIInt8 | FlagAVXIFMA |
	FlagVAES | FlagVPCLMULQDQ | FlagGFNI | evexOnly&^needAVX2

// leafBits maps the bits of one CPUID output register to flags. It is an array rather than a map because arrays
// are static data and cost nothing at program start.
type leafBits [32]Flag

var (
	leaf1ECX = leafBits{12: FlagFMA, 23: FlagPOPCNT, 29: FlagF16C}
	leaf7EBX = leafBits{3: FlagBMI1, 5: FlagAVX2, 8: FlagBMI2, 9: FlagERMS, 16: FlagAVX512F,
		17: FlagAVX512DQ, 21: FlagIFMA, 28: FlagAVX512CD, 30: FlagAVX512BW, 31: FlagAVX512VL}
	leaf7ECX = leafBits{1: FlagVBMI, 6: FlagVBMI2, 8: FlagGFNI, 9: FlagVAES, 10: FlagVPCLMULQDQ,
		11: FlagVNNI, 12: FlagBITALG, 14: FlagVPOPCNTDQ}
	leaf7EDX  = leafBits{4: FlagFSRM, 23: FlagFP16, 24: FlagAMXTile}
	leaf71EAX = leafBits{4: FlagAVXVNNI, 5: FlagBF16, 23: FlagAVXIFMA}
	leaf71EDX = leafBits{4: FlagAVXVNNIInt8}
	leafX1ECX = leafBits{5: FlagLZCNT}
)

func (l *leafBits) flags(reg uint32) (s Flag) {
	for pos, f := range l {
		if reg>>pos&1 != 0 {
			s |= f
		}
	}
	return s
}

func detect() (f Features) {
	maxLeaf, b, c, d := cpuid(0, 0)
	f.Vendor = vendor(word(b) + word(d) + word(c))
	if maxLeaf < 7 {
		return f
	}
	sig, _, c1, _ := cpuid(1, 0)
	f.Family, f.Model, f.Stepping = signature(sig)
	f.Flags = leaf1ECX.flags(c1)

	maxSub, b7, c7, d7 := cpuid(7, 0)
	f.Flags |= leaf7EBX.flags(b7) | leaf7ECX.flags(c7) | leaf7EDX.flags(d7)
	if maxSub >= 1 {
		a, _, _, d := cpuid(7, 1)
		f.Flags |= leaf71EAX.flags(a) | leaf71EDX.flags(d)
	}
	maxExt, _, _, _ := cpuid(0x80000000, 0)
	topoExt := false
	if maxExt >= 0x80000001 {
		_, _, c, _ := cpuid(0x80000001, 0)
		f.Flags |= leafX1ECX.flags(c)
		topoExt = c>>22&1 != 0
	}

	// OSXSAVE indicates that XGETBV may be executed.
	var xcr uint32
	if c1>>27&1 != 0 {
		xcr, _ = xgetbv0()
	}
	if xcr&xcrAVX != xcrAVX {
		f.Flags &^= needYMM
	}
	if xcr&xcrAVX512 != xcrAVX512 {
		f.Flags &^= evexOnly
	}
	if xcr&xcrAMX != xcrAMX {
		f.Flags &^= FlagAMXTile
	}

	switch {
	case f.Vendor == "intel" || f.Vendor == "zhaoxin":
		f.Caches = cacheLeaves(4)
	case topoExt && maxExt >= 0x8000001d:
		f.Caches = cacheLeaves(0x8000001d)
	}
	if f.Vendor == "amd" && maxExt >= 0x80000006 {
		f.Caches = f.Caches.or(legacyCaches())
	}
	return f
}

// legacyCaches reads AMD's older leaves (APM volume 3, Fn8000_0005 and Fn8000_0006), in KiB. Some hypervisors
// leave 0x8000001d empty and fill these. The third-level size is omitted: there it is that of the whole socket,
// not of one core's share.
func legacyCaches() Caches {
	_, _, c, d := cpuid(0x80000005, 0)
	_, _, l2, _ := cpuid(0x80000006, 0)
	return Caches{L1D: int(c>>24) << 10, L1I: int(d>>24) << 10, L2: int(l2>>16) << 10, Line: int(c & 0xff)}
}

func vendor(id string) string {
	switch id {
	case "GenuineIntel":
		return "intel"
	case "AuthenticAMD":
		return "amd"
	case "HygonGenuine":
		return "hygon"
	case "CentaurHauls", "  Shanghai  ":
		return "zhaoxin"
	}
	return strings.ToLower(strings.TrimSpace(id))
}

// word converts one register of the vendor string.
func word(r uint32) string {
	return string([]byte{byte(r), byte(r >> 8), byte(r >> 16), byte(r >> 24)})
}

// signature decodes leaf 1 EAX into display family, display model and stepping.
func signature(eax uint32) (family, model, stepping int) {
	family, model, stepping = int(eax>>8&15), int(eax>>4&15), int(eax&15)
	if family == 6 || family == 15 {
		model |= int(eax >> 16 & 15 << 4)
	}
	if family == 15 {
		family += int(eax >> 20 & 255)
	}
	return family, model, stepping
}

// cacheLeaves reads the deterministic cache parameters. Intel's leaf 4 and AMD's leaf 0x8000001d have the same
// format. Some hypervisors ignore the index, hence the limit.
func cacheLeaves(leaf uint32) (c Caches) {
	for i := range uint32(16) {
		a, b, sets, _ := cpuid(leaf, i)
		kind := a & 31
		if kind == 0 {
			break
		}
		line := int(b&0xfff) + 1
		n := line * (int(b>>12&0x3ff) + 1) * (int(b>>22) + 1) * (int(sets) + 1)
		switch level := a >> 5 & 7; {
		case level == 1 && kind == 1:
			c.L1D, c.Line = n, line
		case level == 1 && kind == 2:
			c.L1I = n
		case level == 2:
			c.L2 = n
		case level == 3:
			c.L3 = n
		}
	}
	return c
}
