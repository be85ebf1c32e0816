package hotloop

import (
	"fmt"
	"strings"
)

// FPMode says how far a kernel's floating-point arithmetic may depart from the Go source. It is one of the modes, or a
// set of flags joined by |. It implements [encoding.TextMarshaler] and [encoding.TextUnmarshaler], so that flag.TextVar
// reads it.
type FPMode uint8

// The flags are LLVM's fast-math flags.
const (
	FPNoNaNs        FPMode = 1 << iota // nnan: arguments and results are not NaN
	FPNoInfs                           // ninf: arguments and results are not infinite
	FPNoSignedZeros                    // nsz: the sign of a zero is insignificant
	FPReciprocal                       // arcp: x/y may become x * (1/y)
	FPContract                         // contract: x*y + z may be fused
	FPApproximate                      // afn: functions may be approximated
	FPReassociate                      // reassoc: sums and products may be regrouped

	// FPExact rounds each operation separately, as written. It also forbids the reordering that a forced
	// vectorization otherwise grants.
	FPExact FPMode = 1 << 7
	// FPGo allows what the Go specification allows: x*y + z may be fused.
	FPGo = FPContract
	// FPFast allows everything.
	FPFast = FPNoNaNs | FPNoInfs | FPNoSignedZeros | FPReciprocal | FPContract | FPApproximate | FPReassociate
)

var fpNames = []struct {
	mode FPMode
	name string
}{
	{FPFast, "fast"}, {FPExact, "exact"}, {FPNoNaNs, "nnan"}, {FPNoInfs, "ninf"}, {FPNoSignedZeros, "nsz"}, {FPReciprocal, "arcp"},
	{FPContract, "contract"}, {FPApproximate, "afn"}, {FPReassociate, "reassoc"}, {FPGo, "go"},
}

// String returns the mode's name, "exact", "go" or "fast", or its flags separated by spaces.
func (m FPMode) String() string {
	if m == FPGo {
		return "go"
	}
	var names []string
	for _, f := range fpNames {
		if m&f.mode == f.mode {
			names = append(names, f.name)
			m &^= f.mode
		}
	}
	return strings.Join(names, " ")
}

// MarshalText returns the text of String.
func (m FPMode) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads the names of modes and flags, separated by spaces.
func (m *FPMode) UnmarshalText(text []byte) error {
	var mode FPMode
	for _, word := range strings.Fields(string(text)) {
		known := false
		for _, f := range fpNames {
			if f.name == word {
				mode, known = mode|f.mode, true
			}
		}
		if !known {
			return fmt.Errorf("hotloop: unknown floating-point mode or flag %q; use exact, go, fast, or some of nnan, ninf, nsz, "+
				"arcp, contract, afn and reassoc", word)
		}
	}
	if mode == 0 {
		return fmt.Errorf("hotloop: empty floating-point mode; use exact, go, fast, or some of nnan, ninf, nsz, arcp, contract, " +
			"afn and reassoc")
	}
	*m = mode
	return nil
}

// ISA is an instruction set.
type ISA uint8

// The instruction sets.
const (
	AVX2   ISA = iota + 1 // amd64: AVX2 with FMA and BMI, 32-byte vectors
	AVX512                // amd64: AVX-512 F, BW, CD, DQ and VL, 64-byte vectors
	NEON                  // arm64: 16-byte vectors
)

var isaNames = []string{"", "avx2", "avx512", "neon"}

// String returns "avx2", "avx512" or "neon", or "" for the zero ISA.
func (i ISA) String() string { return nameOf(isaNames, int(i), "ISA") }

// MarshalText returns the text of String.
func (i ISA) MarshalText() ([]byte, error) { return []byte(i.String()), nil }

// UnmarshalText reads a name that String returns.
func (i *ISA) UnmarshalText(text []byte) error {
	n, err := indexOf(isaNames, string(text), "instruction set")
	*i = ISA(n)
	return err
}

// CPU is a microarchitecture that code can be tuned for.
type CPU uint8

// The microarchitectures.
const (
	GenericCPU CPU = iota // none in particular
	Haswell
	SkylakeAVX512
	IcelakeServer
	SapphireRapids
	Zen2
	Zen3
	Zen4
	Zen5
	NeoverseN1
	NeoverseN2
	NeoverseV1
	NeoverseV2
	AppleM1
)

var cpuNames = []string{"generic", "haswell", "skylake-avx512", "icelake-server", "sapphirerapids", "znver2", "znver3", "znver4",
	"znver5", "neoverse-n1", "neoverse-n2", "neoverse-v1", "neoverse-v2", "apple-m1"}

// String returns the name in LLVM's spelling, such as "znver4" or "neoverse-v2".
func (c CPU) String() string { return nameOf(cpuNames, int(c), "CPU") }

// MarshalText returns the text of String.
func (c CPU) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads a name that String returns.
func (c *CPU) UnmarshalText(text []byte) error {
	n, err := indexOf(cpuNames, string(text), "CPU")
	*c = CPU(n)
	return err
}

func nameOf(names []string, i int, typ string) string {
	if i < len(names) {
		return names[i]
	}
	return fmt.Sprintf("%s(%d)", typ, i)
}

func indexOf(names []string, name, what string) (int, error) {
	for i, n := range names {
		if n == name && n != "" {
			return i, nil
		}
	}
	return 0, fmt.Errorf("hotloop: unknown %s %q; use one of %s", what, name, strings.TrimPrefix(strings.Join(names, ", "), ", "))
}
