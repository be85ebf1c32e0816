// Package cpu reports which instructions the processor and the operating system support, how large the caches are,
// and which vector width is best for the microarchitecture.
//
// Nothing happens at import. The first call of Host queries the processor and keeps the result. The rest of
// hotloop uses tiers, for which the code generator has targets, and flags, which are single extensions on top of a
// tier.
//
// The package executes CPUID itself. Under a hypervisor every CPUID instruction traps, and the usual libraries
// execute up to 100 of them at init, which takes half a millisecond at every program start. Reading a few leaves
// at first use is enough; a test compares the results with those of the libraries.
package cpu

import (
	"fmt"
	"math/bits"
	"strings"
	"sync"
)

// Tier is an instruction set that the code generator has a target for.
type Tier uint8

// Tiers. Scalar means that no native code can be generated for the processor.
const (
	Scalar Tier = iota
	NEON        // arm64 with Advanced SIMD, as in ARMv8.0
	AVX2        // amd64 with AVX2, FMA, BMI1, BMI2, F16C, POPCNT and LZCNT
	AVX512      // AVX2 and AVX-512 F, BW, DQ, VL and CD
)

var tierNames = [...]string{Scalar: "scalar", NEON: "neon", AVX2: "avx2", AVX512: "avx512"}

// String returns the name that ParseTier accepts.
func (t Tier) String() string {
	if int(t) < len(tierNames) {
		return tierNames[t]
	}
	return fmt.Sprintf("Tier(%d)", uint8(t))
}

// ParseTier parses the name of a tier: scalar, neon, avx2 or avx512.
func ParseTier(name string) (Tier, error) {
	for t, s := range tierNames {
		if strings.EqualFold(strings.TrimSpace(name), s) {
			return Tier(t), nil
		}
	}
	return Scalar, fmt.Errorf("cpu: unknown instruction set %q (want %s)", name, strings.Join(tierNames[:], ", "))
}

// Flag is a set of instruction set extensions.
type Flag uint64

// Extensions. Those that make up a tier are included, so that a report can name what a processor lacks.
const (
	FlagAVX2 Flag = 1 << iota
	FlagFMA
	FlagBMI1
	FlagBMI2
	FlagF16C
	FlagPOPCNT
	FlagLZCNT
	FlagAVX512F
	FlagAVX512BW
	FlagAVX512DQ
	FlagAVX512VL
	FlagAVX512CD
	FlagVBMI        // byte permutes, multishift
	FlagVBMI2       // byte and word compress and expand, funnel shifts
	FlagVNNI        // AVX-512 VNNI: dot products of bytes and words
	FlagAVXVNNI     // the same in VEX encoding
	FlagAVXVNNIInt8 // signed×signed and unsigned×unsigned byte dot products
	FlagVPOPCNTDQ   // population count of dwords and qwords
	FlagBITALG      // population count of bytes and words
	FlagIFMA        // 52-bit integer multiply-add
	FlagAVXIFMA     // the same in VEX encoding
	FlagBF16        // bfloat16 conversion and dot product
	FlagFP16        // float16 arithmetic
	FlagGFNI        // Galois field affine transforms: bit permutes in bytes
	FlagVAES
	FlagVPCLMULQDQ
	FlagERMS // fast REP MOVSB
	FlagFSRM // fast short REP MOVSB
	FlagAMXTile
	FlagFP       // arm64: scalar floating point
	FlagASIMD    // Advanced SIMD, the official name of NEON
	FlagASIMDRDM // NEON rounding doubling multiply-accumulate
	FlagASIMDFHM // NEON f16→f32 multiply-add
	FlagFPHP     // arm64: scalar float16 arithmetic
	FlagASIMDHP  // NEON float16 arithmetic
	FlagASIMDDP  // NEON byte dot products
	FlagARMBF16  // NEON bfloat16 conversion, dot product and matrix product
	FlagI8MM     // NEON byte matrix products, mixed-sign dot products
	FlagFCMA     // NEON complex multiply-add
	FlagFRINT    // NEON rounding to the range of an integer
	FlagCRC32
	FlagATOMICS // large system extensions
	FlagSVE
	FlagSVE2

	numFlags = iota
)

var flagNames = [numFlags]string{
	"avx2", "fma", "bmi1", "bmi2", "f16c", "popcnt", "lzcnt",
	"avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512cd",
	"vbmi", "vbmi2", "vnni", "avxvnni", "avxvnniint8", "vpopcntdq", "bitalg", "ifma", "avxifma",
	"bf16", "fp16", "gfni", "vaes", "vpclmulqdq", "erms", "fsrm", "amxtile",
	"fp", "asimd", "asimdrdm", "asimdfhm", "fphp", "asimdhp", "asimddp", "armbf16", "i8mm", "fcma", "frint", "crc32",
	"atomics", "sve", "sve2",
}

// String returns the names of the flags in s, separated by spaces.
func (s Flag) String() string {
	var names []string
	for rest := s; rest != 0; rest &= rest - 1 {
		if i := bits.TrailingZeros64(uint64(rest)); i < numFlags {
			names = append(names, flagNames[i])
		}
	}
	return strings.Join(names, " ")
}

// Extensions required by each tier.
const (
	needAVX2   = FlagAVX2 | FlagFMA | FlagBMI1 | FlagBMI2 | FlagF16C | FlagPOPCNT | FlagLZCNT
	needNEON   = FlagFP | FlagASIMD
	needAVX512 = needAVX2 | FlagAVX512F | FlagAVX512BW | FlagAVX512DQ | FlagAVX512VL | FlagAVX512CD

	// evexOnly holds the extensions that exist only in EVEX encoding. They are removed together with AVX-512.
	evexOnly = needAVX512&^needAVX2 | FlagVBMI | FlagVBMI2 | FlagVNNI | FlagVPOPCNTDQ | FlagBITALG | FlagIFMA |
		FlagBF16 | FlagFP16
)

// tierOf returns the best tier that the flags support.
func tierOf(s Flag) Tier {
	switch {
	case s&needAVX512 == needAVX512:
		return AVX512
	case s&needAVX2 == needAVX2:
		return AVX2
	case s&needNEON == needNEON:
		return NEON
	}
	return Scalar
}

// Caches holds sizes in bytes as seen by one core. 0 means unknown.
type Caches struct {
	L1D, L1I, L2, L3 int
	Line             int
}

// or returns c with unknown sizes taken from d.
func (c Caches) or(d Caches) Caches {
	pick := func(n, other int) int {
		if n == 0 {
			return other
		}
		return n
	}
	return Caches{pick(c.L1D, d.L1D), pick(c.L1I, d.L1I), pick(c.L2, d.L2), pick(c.L3, d.L3), pick(c.Line, d.Line)}
}

// Features describes one processor. It is a plain value, so limiting it returns a copy.
type Features struct {
	Tier  Tier
	Flags Flag

	Vendor   string // "intel", "amd", "arm", … or "" when unknown
	Family   int    // display family, amd64 only
	Model    int    // display model; on arm64 the part number
	Stepping int    // on arm64 variant<<4 | revision

	March  string // microarchitecture in LLVM's spelling (znver4, skylake-avx512, …)
	Tuning Tuning // tuning of that microarchitecture
	Caches Caches
}

// Has reports whether all extensions in s are present.
func (f Features) Has(s Flag) bool { return f.Flags&s == s }

// VectorBits returns the preferred vector width for this tier on this processor. Wider registers of the tier may
// still be used where a plan benefits from them.
func (f Features) VectorBits() int {
	switch f.Tier {
	case AVX512:
		return f.Tuning.VectorBits
	case AVX2:
		return min(256, f.Tuning.VectorBits)
	case NEON:
		return 128
	}
	return 64
}

// String returns one line for logs and for `hotloop check`.
func (f Features) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s", f.Tier, f.March)
	if f.Vendor != "" {
		fmt.Fprintf(&b, ", %s", f.Vendor)
	}
	switch {
	case f.Family != 0:
		fmt.Fprintf(&b, " family %#x model %#x stepping %d", f.Family, f.Model, f.Stepping)
	case f.Model != 0:
		fmt.Fprintf(&b, " part %#x r%dp%d", f.Model, f.Stepping>>4, f.Stepping&15)
	}
	fmt.Fprintf(&b, "), %d-bit vectors, L1D %s L2 %s L3 %s", f.VectorBits(),
		size(f.Caches.L1D), size(f.Caches.L2), size(f.Caches.L3))
	if f.Flags != 0 {
		fmt.Fprintf(&b, ": %s", f.Flags)
	}
	return b.String()
}

func size(n int) string {
	switch {
	case n == 0:
		return "?"
	case n%(1<<20) == 0:
		return fmt.Sprintf("%dM", n>>20)
	}
	return fmt.Sprintf("%dK", n>>10)
}

// Host returns what the processor and the operating system support, regardless of limits. It detects once.
var Host = sync.OnceValue(func() Features {
	f := detect()
	f.Tier = tierOf(f.Flags)
	f.March, f.Tuning = tune(f)
	f.Caches = f.Caches.or(cachesOf(f.March)).or(Caches{Line: 64})
	return f
})
