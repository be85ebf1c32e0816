package cpu

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestIdentify(t *testing.T) {
	for _, c := range []struct {
		midr             uint64
		vendor           string
		part, variantRev int
		march            string
	}{
		{0x413fd0c1, "arm", 0xd0c, 0x31, "neoverse-n1"},
		{0x411fd401, "arm", 0xd40, 0x11, "neoverse-v1"},
		{0x410fd4f1, "arm", 0xd4f, 0x01, "neoverse-v2"},
		{0x611f0231, "apple", 0x023, 0x11, "apple-m1"},
		{0xc00fac30, "ampere", 0xac3, 0, "armv8-a"},
		{0x000f0510, "", 0x051, 0, "armv8-a"}, // QEMU's own part number
	} {
		f := Features{Flags: needNEON, Tier: NEON}
		f.identify(c.midr)
		f.March, f.Tuning = tune(f)
		assert.Equal(t, []any{c.vendor, c.part, c.variantRev, c.march}, []any{f.Vendor, f.Model, f.Stepping, f.March}, "%#x",
			c.midr)
	}
	f := Features{Flags: needNEON, Tier: NEON}
	f.identify(0x413fd0c1)
	assert.Contains(t, f.String(), "arm part 0xd0c r3p1)")
}

// TestHWCAP uses words that Linux prints for known machines.
func TestHWCAP(t *testing.T) {
	// fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics fphp asimdhp cpuid asimdrdm lrcpc dcpop asimddp
	n1 := hwcap1.flags(0x119fff)
	assert.Equal(t, FlagFP|FlagASIMD|FlagCRC32|FlagATOMICS|FlagFPHP|FlagASIMDHP|FlagASIMDRDM|FlagASIMDDP, n1)
	assert.Equal(t, NEON, tierOf(n1))
	assert.Equal(t, FlagI8MM|FlagARMBF16|FlagSVE2, hwcap2.flags(1<<13|1<<14|1<<1))
	assert.Equal(t, Scalar, tierOf(hwcap1.flags(0)))
}
