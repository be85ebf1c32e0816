package arm64

import "hotloop/asm"

// A Feature is a set of CPU features that instructions require.
type Feature uint32

// The features. FeatBase is Armv8.0 with Advanced SIMD, the baseline of Go on arm64.
const (
	FeatBase    Feature = 0
	FeatFP16    Feature = 1 << (iota - 1) // FEAT_FP16: half-precision arithmetic
	FeatDotProd                           // FEAT_DotProd
	FeatI8MM                              // FEAT_I8MM: 8-bit integer matrix multiply, mixed-sign dot product
	FeatBF16                              // FEAT_BF16
	FeatSVE                               // FEAT_SVE
	FeatSVE2                              // FEAT_SVE2
	FeatFCMA                              // FEAT_FCMA: complex additions and multiply-adds

	// AllFeatures is the set of all features.
	AllFeatures = FeatFCMA<<1 - 1
)

var featureNames = [...]string{"fp16", "dotprod", "i8mm", "bf16", "sve", "sve2", "fcma"}

func (f Feature) String() string { return asm.FeatureText(f, featureNames[:]) }
