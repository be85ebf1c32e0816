package hotloop_test

import (
	"encoding"
	"flag"
	"testing"

	"github.com/stretchr/testify/require"

	"hotloop"
	"hotloop/cpu"
)

// TestNames: the constants have names that are read back, and every CPU has a description.
func TestNames(t *testing.T) {
	round := func(text string, v encoding.TextMarshaler, p encoding.TextUnmarshaler) {
		got, err := v.MarshalText()
		require.NoError(t, err)
		require.Equal(t, text, string(got))
		require.NoError(t, p.UnmarshalText(got))
	}
	for c := hotloop.GenericCPU + 1; c <= hotloop.AppleM1; c++ {
		var read hotloop.CPU
		round(c.String(), c, &read)
		require.Equal(t, c, read)
		f, err := cpu.Model(c.String())
		require.NoError(t, err)
		require.Equal(t, c.String(), f.March)
	}
	for isa, text := range map[hotloop.ISA]string{hotloop.AVX2: "avx2", hotloop.AVX512: "avx512", hotloop.NEON: "neon"} {
		var read hotloop.ISA
		round(text, isa, &read)
		require.Equal(t, isa, read)
	}
	for mode, text := range map[hotloop.FPMode]string{
		hotloop.FPExact: "exact", hotloop.FPGo: "go", hotloop.FPFast: "fast",
		hotloop.FPReassociate | hotloop.FPNoNaNs: "nnan reassoc", hotloop.FPContract | hotloop.FPReciprocal: "arcp contract",
	} {
		var read hotloop.FPMode
		round(text, mode, &read)
		require.Equal(t, mode, read)
	}
	var mode hotloop.FPMode
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	flags.TextVar(&mode, "fp", hotloop.FPExact, "")
	require.NoError(t, flags.Parse([]string{"-fp", "fast"}))
	require.Equal(t, hotloop.FPFast, mode)
	require.ErrorContains(t, mode.UnmarshalText([]byte("Fast")), `"Fast"; use exact, go, fast`)
	require.Error(t, mode.UnmarshalText(nil))
	var isa hotloop.ISA
	require.ErrorContains(t, isa.UnmarshalText([]byte("sse")), "use one of avx2, avx512, neon")
}
