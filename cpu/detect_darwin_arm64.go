package cpu

import (
	"strings"

	"golang.org/x/sys/unix"
)

// m1 holds the extensions of all arm64 processors that macOS runs on. Older systems do not list them by name.
const m1 = needNEON | FlagASIMDRDM | FlagASIMDFHM | FlagFPHP | FlagASIMDHP | FlagASIMDDP | FlagFCMA | FlagFRINT |
	FlagCRC32 | FlagATOMICS

// detectOS queries sysctl. The names are those of the architecture manual.
func detectOS() (f Features) {
	f.Flags, f.Vendor = m1, "apple"
	for name, flag := range map[string]Flag{"FEAT_BF16": FlagARMBF16, "FEAT_I8MM": FlagI8MM} {
		if has, err := unix.SysctlUint32("hw.optional.arm." + name); err == nil && has != 0 {
			f.Flags |= flag
		}
	}
	// The part number is not available, so use one of the family.
	if brand, err := unix.Sysctl("machdep.cpu.brand_string"); err == nil {
		for prefix, part := range map[string]int{"Apple M1": 0x23, "Apple M2": 0x33, "Apple M3": 0x43} {
			if strings.HasPrefix(brand, prefix) {
				f.Model = part
			}
		}
	}
	for name, n := range map[string]*int{"l1dcachesize": &f.Caches.L1D, "l1icachesize": &f.Caches.L1I,
		"l2cachesize": &f.Caches.L2} {
		// Level 0 is the performance cores.
		if size, err := unix.SysctlUint32("hw.perflevel0." + name); err == nil {
			*n = int(size)
		}
	}
	return f
}
