package cpu

import (
	"fmt"
	"slices"
	"strings"
)

// model is a processor by the name of its microarchitecture, with what tune needs to find its row.
type model struct {
	march, vendor string
	family, model int
	flags         Flag
}

// Extensions of the models, from LLVM's processor tables.
const (
	iceLake = needAVX512 | FlagVBMI | FlagVBMI2 | FlagVNNI | FlagVPOPCNTDQ | FlagBITALG | FlagIFMA | FlagGFNI |
		FlagVAES | FlagVPCLMULQDQ
	zen4Flags   = iceLake | FlagBF16
	neoverse1   = needNEON | FlagASIMDRDM | FlagFPHP | FlagASIMDHP | FlagASIMDDP | FlagCRC32 | FlagATOMICS
	neoverseV1s = neoverse1 | FlagASIMDFHM | FlagFCMA | FlagARMBF16 | FlagI8MM | FlagSVE
	neoverse2   = neoverseV1s | FlagFRINT | FlagSVE2
)

var models = []model{
	{"haswell", "intel", 6, 0x3c, needAVX2},
	{"skylake-avx512", "intel", 6, 0x55, needAVX512},
	{"icelake-server", "intel", 6, 0x6a, iceLake},
	{"sapphirerapids", "intel", 6, 0x8f, iceLake | FlagBF16 | FlagFP16 | FlagAVXVNNI | FlagAMXTile},
	{"znver2", "amd", 0x17, 0x31, needAVX2},
	{"znver3", "amd", 0x19, 0x21, needAVX2 | FlagVAES | FlagVPCLMULQDQ},
	{"znver4", "amd", 0x19, 0x61, zen4Flags},
	{"znver5", "amd", 0x1a, 0x44, zen4Flags | FlagAVXVNNI},
	{"neoverse-n1", "arm", 0, 0xd0c, neoverse1},
	{"neoverse-n2", "arm", 0, 0xd49, neoverse2},
	{"neoverse-v1", "arm", 0, 0xd40, neoverseV1s},
	{"neoverse-v2", "arm", 0, 0xd4f, neoverse2},
	{"apple-m1", "apple", 0, 0x23, neoverse1 | FlagASIMDFHM | FlagFCMA | FlagFRINT},
}

// TunedFor returns f with the microarchitecture and tuning of the named processor (see Model), or of an unlisted
// processor for the name "generic". The features stay those of f: the code runs wherever f's code runs, but is
// selected and scheduled for the other processor.
func (f Features) TunedFor(march string) (Features, error) {
	if march == "generic" {
		b := Baseline(f.Tier)
		f.March, f.Tuning = b.March, b.Tuning
		return f, nil
	}
	m, err := Model(march)
	switch {
	case err != nil:
		return f, err
	case m.Tier.Arch() != f.Tier.Arch():
		return f, fmt.Errorf("cpu: %s is of %s, the code is for %s", march, m.Tier.Arch(), f.Tier)
	}
	f.March, f.Tuning = m.March, m.Tuning
	return f, nil
}

// Model describes a processor by the name of its microarchitecture, in LLVM's spelling (znver4, neoverse-v2), with
// the tuning that it has as a host. It serves to inspect code for processors that are not available.
func Model(march string) (Features, error) {
	for _, m := range models {
		if m.march == march {
			f := Features{Tier: tierOf(m.flags), Flags: m.flags, Vendor: m.vendor, Family: m.family, Model: m.model}
			f.March, f.Tuning = tune(f)
			f.Caches = cachesOf(f.March).or(Baseline(f.Tier).Caches)
			return f, nil
		}
	}
	var names []string
	for _, m := range models {
		names = append(names, m.march)
	}
	slices.Sort(names)
	return Features{}, fmt.Errorf("cpu: no processor %q is described here; there are %s", march,
		strings.Join(names, ", "))
}
