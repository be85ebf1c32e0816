package cpu

import (
	"testing"

	kp "github.com/klauspost/cpuid/v2"
	"github.com/stretchr/testify/assert"
	xsys "golang.org/x/sys/cpu"
)

func TestAgreesWithLibraries(t *testing.T) {
	f := Host()
	for flag, id := range map[Flag]kp.FeatureID{
		FlagAVX2: kp.AVX2, FlagFMA: kp.FMA3, FlagBMI1: kp.BMI1, FlagBMI2: kp.BMI2, FlagF16C: kp.F16C,
		FlagPOPCNT: kp.POPCNT, FlagLZCNT: kp.LZCNT,
		FlagAVX512F: kp.AVX512F, FlagAVX512BW: kp.AVX512BW, FlagAVX512DQ: kp.AVX512DQ, FlagAVX512VL: kp.AVX512VL,
		FlagAVX512CD: kp.AVX512CD,
		FlagVBMI:     kp.AVX512VBMI, FlagVBMI2: kp.AVX512VBMI2, FlagVNNI: kp.AVX512VNNI, FlagAVXVNNI: kp.AVXVNNI,
		FlagAVXVNNIInt8: kp.AVXVNNIINT8,
		FlagVPOPCNTDQ:   kp.AVX512VPOPCNTDQ, FlagBITALG: kp.AVX512BITALG, FlagIFMA: kp.AVX512IFMA, FlagAVXIFMA: kp.AVXIFMA,
		FlagBF16: kp.AVX512BF16, FlagFP16: kp.AVX512FP16, FlagGFNI: kp.GFNI, FlagVAES: kp.VAES, FlagVPCLMULQDQ: kp.VPCLMULQDQ,
		FlagERMS: kp.ERMS, FlagFSRM: kp.FSRM, FlagAMXTile: kp.AMXTILE,
	} {
		assert.Equal(t, kp.CPU.Supports(id), f.Has(flag), "klauspost/cpuid on %s", flag)
	}
	for flag, has := range map[Flag]bool{
		FlagAVX2: xsys.X86.HasAVX2, FlagFMA: xsys.X86.HasFMA, FlagBMI1: xsys.X86.HasBMI1, FlagBMI2: xsys.X86.HasBMI2,
		FlagPOPCNT:  xsys.X86.HasPOPCNT,
		FlagAVX512F: xsys.X86.HasAVX512F, FlagAVX512BW: xsys.X86.HasAVX512BW, FlagAVX512DQ: xsys.X86.HasAVX512DQ,
		FlagAVX512VL: xsys.X86.HasAVX512VL, FlagAVX512CD: xsys.X86.HasAVX512CD,
		FlagVBMI: xsys.X86.HasAVX512VBMI, FlagVBMI2: xsys.X86.HasAVX512VBMI2, FlagVNNI: xsys.X86.HasAVX512VNNI,
		FlagIFMA:      xsys.X86.HasAVX512IFMA,
		FlagVPOPCNTDQ: xsys.X86.HasAVX512VPOPCNTDQ, FlagBITALG: xsys.X86.HasAVX512BITALG, FlagBF16: xsys.X86.HasAVX512BF16,
	} {
		assert.Equal(t, has, f.Has(flag), "x/sys/cpu on %s", flag)
	}
	assert.Equal(t, kp.CPU.Family, f.Family)
	assert.Equal(t, kp.CPU.Model, f.Model)
	assert.Equal(t, kp.CPU.Stepping, f.Stepping)
	if kp.CPU.Cache.L1D > 0 {
		assert.Equal(t, kp.CPU.Cache.L1D, f.Caches.L1D)
		assert.Equal(t, kp.CPU.Cache.L2, f.Caches.L2)
		assert.Equal(t, max(kp.CPU.Cache.L3, 0), f.Caches.L3) // -1 means unknown, which is 0 here
		assert.Equal(t, kp.CPU.CacheLine, f.Caches.Line)
	}
}

func TestSignature(t *testing.T) {
	fam, model, step := signature(0x00a60f12) // Zen 4
	assert.Equal(t, []int{0x19, 0x61, 2}, []int{fam, model, step})
	fam, model, step = signature(0x000806f8) // Sapphire Rapids
	assert.Equal(t, []int{6, 0x8f, 8}, []int{fam, model, step})
}
