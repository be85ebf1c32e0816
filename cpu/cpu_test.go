package cpu

import (
	"errors"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestFlagNamesComplete(t *testing.T) {
	seen := map[string]bool{}
	for i, name := range flagNames {
		assert.NotEmpty(t, name, "flag %d", i)
		assert.False(t, seen[name], "name %q twice", name)
		seen[name] = true
		assert.Equal(t, name, Flag(1<<i).String())
	}
	assert.Equal(t, "sve2", FlagSVE2.String(), "names are in the order of the constants")
	assert.Equal(t, "avx512f", FlagAVX512F.String())
	assert.Equal(t, "gfni", FlagGFNI.String())
}

func TestParseTier(t *testing.T) {
	for _, tier := range []Tier{Scalar, NEON, AVX2, AVX512} {
		got, err := ParseTier(" " + strings.ToUpper(tier.String()))
		require.NoError(t, err)
		assert.Equal(t, tier, got)
	}
	_, err := ParseTier("avx3")
	assert.EqualError(t, err, `cpu: unknown instruction set "avx3" (want scalar, neon, avx2, avx512)`)
}

// zen5ish returns features with every extension, independent of the host.
func zen5ish() Features {
	f := Features{Flags: needAVX512 | FlagVBMI | FlagVNNI | FlagAVXVNNI | FlagGFNI, Vendor: "amd", Family: 0x1a,
		Model: 0x11}
	f.Tier = tierOf(f.Flags)
	f.March, f.Tuning = tune(f)
	return f
}

func TestTierNeedsEveryFlag(t *testing.T) {
	for rest := uint64(needAVX512); rest != 0; rest &= rest - 1 {
		one := Flag(rest &^ (rest - 1))
		want := AVX2
		if one&needAVX2 != 0 {
			want = Scalar
		}
		assert.Equal(t, want, tierOf(needAVX512&^one), "without %s", one)
	}
}

func TestLimitTier(t *testing.T) {
	f := zen5ish()
	assert.Equal(t, AVX512, f.Tier)
	assert.Equal(t, 512, f.VectorBits())

	l := f.limitTier(AVX2)
	assert.Equal(t, AVX2, l.Tier)
	assert.Equal(t, 256, l.VectorBits())
	assert.False(t, l.Has(FlagVBMI), "EVEX only")
	assert.True(t, l.Has(FlagAVXVNNI|FlagGFNI), "VEX forms stay")
	assert.Equal(t, f, f.limitTier(AVX512))
	assert.Equal(t, l, l.limitTier(AVX512), "a limit never adds")

	none := f.limitTier(Scalar)
	assert.Equal(t, Scalar, none.Tier)
	assert.Zero(t, none.Flags)
	assert.Equal(t, 64, none.VectorBits())
}

func TestLimitNames(t *testing.T) {
	_, err := Host().Limit("mmx")
	assert.ErrorContains(t, err, `unknown instruction set "mmx"`)
	foreign := "neon"
	if hostArch == "arm64" {
		foreign = "avx2"
	}
	_, err = Host().Limit(foreign)
	assert.ErrorContains(t, err, "belongs to")
	assert.ErrorContains(t, err, "not run")

	tier, err := ParseTier(foreign)
	require.NoError(t, err, "it is known, though")
	f, err := Baseline(tier).Limit(foreign)
	require.NoError(t, err, "and may be named for processors that have it")
	assert.Equal(t, Baseline(tier), f)
}

func TestTiers(t *testing.T) {
	assert.Equal(t, []Tier{AVX2, AVX512}, Tiers("amd64"))
	assert.Equal(t, []Tier{NEON}, Tiers("arm64"))
	assert.Empty(t, Tiers("riscv64"))
	assert.Equal(t, []string{"arm64", "amd64"}, Architectures())
	for _, arch := range []string{"amd64", "arm64"} {
		for _, tier := range Tiers(arch) {
			f := Baseline(tier)
			assert.Equal(t, tier, tierOf(f.Flags))
			assert.Equal(t, arch, tier.Arch())
			_, err := f.Limit("scalar")
			assert.NoError(t, err)
		}
	}
	assert.Equal(t, []Tier{AVX2, AVX512}, Baseline(AVX512).Tiers())
	assert.Equal(t, []Tier{AVX2}, Baseline(AVX2).Tiers())
	assert.Equal(t, []Tier{NEON}, Baseline(NEON).Tiers())
	assert.Empty(t, Features{}.Tiers())
	_, err := Baseline(NEON).Limit("avx2")
	assert.ErrorContains(t, err, "belongs to amd64")
}

// TestVectorUnits checks that every row that names a core is complete, and that an FMA is no faster than its
// parts.
func TestVectorUnits(t *testing.T) {
	for _, c := range armCores {
		u := c.tuning.Vector
		for _, n := range []int{u.Pipes, u.Loads, u.Stores, u.Load, u.Add, u.Mul, u.FMA, u.FMAChain, c.caches.L1D,
			c.caches.L2} {
			assert.Positive(t, n, c.march)
		}
		assert.GreaterOrEqual(t, u.FMA, u.Mul, c.march)
		assert.LessOrEqual(t, u.FMAChain, u.FMA, c.march)
		assert.Equal(t, c.caches, cachesOf(c.march))
	}
	assert.Zero(t, cachesOf("znver5"))
	assert.Equal(t, Caches{1, 2, 30, 40, 64}, Caches{L1D: 1, L1I: 2}.or(Caches{10, 20, 30, 40, 64}))
}

func TestMicroarchitectures(t *testing.T) {
	skx := Flag(needAVX512)
	for _, c := range []struct {
		vendor     string
		fam, model int
		flags      Flag
		march      string
		bits       int
	}{
		{"intel", 6, 0x3c, needAVX2, "haswell", 256},
		{"intel", 6, 0x55, skx, "skylake-avx512", 256},
		{"intel", 6, 0x55, skx | FlagVNNI, "cascadelake", 256},
		{"intel", 6, 0x55, skx | FlagVNNI | FlagBF16, "cooperlake", 256},
		{"intel", 6, 0x6a, skx | FlagVNNI, "icelake-server", 512},
		{"intel", 6, 0x8f, skx | FlagFP16, "sapphirerapids", 512},
		{"intel", 6, 0xa7, skx | FlagFP16, "sapphirerapids", 512}, // masked model
		{"intel", 6, 0xa7, skx, "rocketlake", 512},
		{"intel", 6, 0xad, skx | FlagFP16, "graniterapids", 512},
		{"intel", 6, 0xb7, needAVX2, "raptorlake", 256},
		{"intel", 6, 0xff, skx, "x86-64-v4", 512},
		{"amd", 0x17, 0x01, needAVX2, "znver1", 256},
		{"amd", 0x17, 0x71, needAVX2, "znver2", 256},
		{"amd", 0x19, 0x21, needAVX2, "znver3", 256},
		{"amd", 0x19, 0x61, skx, "znver4", 512},
		{"amd", 0x1a, 0x44, skx, "znver5", 512},
		{"other", 1, 1, needAVX2, "x86-64-v3", 256},
		{"arm", 0, 0, needNEON, "armv8-a", 128},
		{"arm", 0, 0xd0c, needNEON, "neoverse-n1", 128},
		{"arm", 0, 0xd40, needNEON | FlagSVE, "neoverse-v1", 128},
		{"arm", 0, 0xd49, needNEON | FlagSVE2, "neoverse-n2", 128},
		{"arm", 0, 0xd4f, needNEON | FlagSVE2, "neoverse-v2", 128},
		{"arm", 0, 0xd03, needNEON, "armv8-a", 128},
		{"ampere", 0, 0xd0c, needNEON, "armv8-a", 128}, // part numbers depend on the implementer
		{"apple", 0, 0x023, needNEON, "apple-m1", 128},
		{"apple", 0, 0x039, needNEON, "apple-m2", 128},
	} {
		f := Features{Vendor: c.vendor, Family: c.fam, Model: c.model, Flags: c.flags, Tier: tierOf(c.flags)}
		f.March, f.Tuning = tune(f)
		assert.Equal(t, c.march, f.March)
		assert.Equal(t, c.bits, f.VectorBits(), c.march)
	}
}

func TestHostString(t *testing.T) {
	assert.Regexp(t, "L3 \\?$", Features{}.String(), "without flags")
	s := Host().String()
	t.Log(s)
	assert.Regexp(t, `^(scalar|neon|avx2|avx512) \(`, s)
	assert.Equal(t, Host(), Host())
}

// TestImportIsCheap runs this test binary with the runtime's init trace. The package's init must do almost
// nothing, as measured by its allocations.
func TestImportIsCheap(t *testing.T) {
	exe, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(exe, "-test.run=^$")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := cmd.CombinedOutput()
	if errors.Is(err, syscall.ENOEXEC) {
		t.Skip("cannot start itself: an emulator runs it")
	}
	require.NoError(t, err)
	require.Contains(t, string(out), "init runtime @", "the trace")
	m := regexp.MustCompile(`init hotloop/cpu @.* clock, (\d+) bytes, (\d+) allocs`).FindSubmatch(out)
	if m == nil {
		return // no init work at all
	}
	bytes, err := strconv.Atoi(string(m[1]))
	require.NoError(t, err)
	allocs, err := strconv.Atoi(string(m[2]))
	require.NoError(t, err)
	// Only maps and names may be built.
	assert.LessOrEqual(t, bytes, 2048)
	assert.LessOrEqual(t, allocs, 8)
}

func BenchmarkHost(b *testing.B) {
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			detect()
		}
	})
	b.Run("cached", func(b *testing.B) {
		for b.Loop() {
			Host()
		}
	})
}
