package amd64

import "hotloop/asm"

// A Feature is a set of CPU features that instructions require.
type Feature uint32

// The features. FeatBase is the baseline of every amd64 CPU.
const (
	FeatBase Feature = 0
	FeatBMI1 Feature = 1 << (iota - 1)
	FeatBMI2
	FeatPOPCNT
	FeatLZCNT
	FeatAVX
	FeatAVX2
	FeatFMA
	FeatF16C
	FeatAVX512F
	FeatAVX512BW
	FeatAVX512DQ
	FeatAVX512VL
	FeatAVX512CD
	FeatVBMI
	FeatVBMI2
	FeatVNNI
	FeatBITALG
	FeatVPOPCNTDQ
	FeatIFMA
	FeatGFNI

	// NoForm marks an encoding that an Op does not have: no CPU has this feature.
	NoForm Feature = 1 << 31

	// AllFeatures is the set of all features.
	AllFeatures Feature = NoForm - 1
)

var featureNames = [...]string{"bmi1", "bmi2", "popcnt", "lzcnt", "avx", "avx2", "fma", "f16c", "avx512f", "avx512bw",
	"avx512dq", "avx512vl",
	"avx512cd", "vbmi", "vbmi2", "vnni", "bitalg", "vpopcntdq", "ifma", "gfni", 31: "none"}

func (f Feature) String() string { return asm.FeatureText(f, featureNames[:]) }
