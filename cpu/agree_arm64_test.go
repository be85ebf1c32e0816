package cpu

import (
	"testing"

	kp "github.com/klauspost/cpuid/v2"
	"github.com/stretchr/testify/assert"
	xsys "golang.org/x/sys/cpu"
)

// TestAgreesWithLibraries runs on any host; under QEMU, -cpu changes it.
func TestAgreesWithLibraries(t *testing.T) {
	f := Host()
	for flag, has := range map[Flag]bool{
		FlagFP: xsys.ARM64.HasFP, FlagASIMD: xsys.ARM64.HasASIMD, FlagASIMDRDM: xsys.ARM64.HasASIMDRDM,
		FlagASIMDFHM: xsys.ARM64.HasASIMDFHM,
		FlagFPHP:     xsys.ARM64.HasFPHP, FlagASIMDHP: xsys.ARM64.HasASIMDHP, FlagASIMDDP: xsys.ARM64.HasASIMDDP,
		FlagI8MM: xsys.ARM64.HasI8MM,
		FlagFCMA: xsys.ARM64.HasFCMA, FlagCRC32: xsys.ARM64.HasCRC32, FlagATOMICS: xsys.ARM64.HasATOMICS,
		FlagSVE: xsys.ARM64.HasSVE, FlagSVE2: xsys.ARM64.HasSVE2,
	} {
		assert.Equal(t, has, f.Has(flag), "x/sys/cpu on %s", flag)
	}
	for flag, id := range map[Flag]kp.FeatureID{
		FlagFP: kp.FP, FlagASIMD: kp.ASIMD, FlagASIMDRDM: kp.ASIMDRDM, FlagFPHP: kp.FPHP, FlagASIMDHP: kp.ASIMDHP,
		FlagASIMDDP: kp.ASIMDDP,
		FlagFCMA:    kp.FCMA, FlagCRC32: kp.CRC32, FlagATOMICS: kp.ATOMICS, FlagSVE: kp.SVE,
	} {
		assert.Equal(t, kp.CPU.Supports(id), f.Has(flag), "klauspost/cpuid on %s", flag)
	}
}
