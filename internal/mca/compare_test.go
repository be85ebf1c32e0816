package mca

import (
	"testing"

	"hotloop/bench"
	"hotloop/cpu"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSourceStrides pins what an element is, for every kernel of the suite core: with the wrong steps all figures would
// be off by a factor.
func TestSourceStrides(t *testing.T) {
	others := map[string][]int64{"axpy": {8}, "sum_f64": {8}, "min_u8": {1}, "scale_offset": {8}, "clamp_i16": {2, 4},
		"threshold_u8": {1},
		"gray":         {1, 4}, "pcm16": {2, 4}, "sad_u8": {1}, "popcount": {8}, "complex_mul": {8}, "lookup": {1, 2}}
	for _, k := range bench.Core() {
		want := others[k.Name]
		if want == nil {
			want = []int64{4}
		}
		c, err := ours(k, cpu.Baseline(cpu.AVX2), "fast")
		require.NoError(t, err, k.Name)
		assert.Equal(t, want, c.source, k.Name)
	}
}

// TestCompare compares the suite core on the models that the tools here know. On our side the elements of a pass must
// be what the plan says, if there is one, on clang's a multiple of what its remarks say, or of one where it leaves the
// loop scalar.
func TestCompare(t *testing.T) {
	tools, err := FindTools()
	if err != nil {
		t.Skip(err)
	}
	defer tools.Close()
	for _, name := range []string{"znver4", "neoverse-v2"} {
		f, err := cpu.Model(name)
		require.NoError(t, err)
		if err := tools.Check(f); err != nil {
			t.Logf("%s skipped: %v", name, err)
			continue
		}
		for _, k := range bench.Core() {
			r := tools.Compare(k, f, f.Tier, "fast")
			if !assert.Empty(t, r.Ours.Error, "%s, %s", name, k.Name) ||
				!assert.Empty(t, r.Clang.Error, "%s, %s", name, k.Name) {
				continue
			}
			c, err := ours(k, f, "fast")
			require.NoError(t, err)
			if c.width > 0 {
				assert.Equal(t, c.width, r.Ours.Elements, "%s, %s", name, k.Name)
			} else {
				assert.Contains(t, []int{1, 2, 4, 8}, r.Ours.Elements, "%s, %s: unrolled", name, k.Name)
			}
			assert.Positive(t, r.Ratio)
			assert.Equal(t, k.Excepted, r.Excepted)
		}
	}
}

// TestWriteBack wants a store that moves its base to cost no more than the store and an addition.
func TestWriteBack(t *testing.T) {
	tools, err := FindTools()
	if err != nil {
		t.Skip(err)
	}
	defer tools.Close()
	f, err := cpu.Model("neoverse-v2")
	require.NoError(t, err)
	if err := tools.Check(f); err != nil {
		t.Skip(err)
	}
	p, err := parseAssembly(arm{}, "kernel:\n.L1:\n\tldr\tq1, [x1]\n\tfadd\tv1.4s, v1.4s, v0.4s\n\tstr\tq1, [x1], "+
		"#16\n\tcmp\tx1, x2\n\tb.ne\t.L1\n\tret\n.Lfunc_end0:\n", "kernel")
	require.NoError(t, err)
	var s Side
	require.NoError(t, tools.model(&s, p, f, &inspected{source: []int64{4}}))
	assert.Less(t, s.Cycles, 2.0, "llvm-mca takes the sum of the latencies for the step of the address")
}

// TestMean leaves out what has no ratio or is excepted.
func TestMean(t *testing.T) {
	rows := []*Row{{Kernel: "a", Ratio: 2}, {Kernel: "b", Ratio: 0.5}, {Kernel: "c"},
		{Kernel: "d", Ratio: 9, Excepted: true}}
	mean, worst, n := Mean(rows)
	assert.InDelta(t, 1, mean, 1e-9)
	assert.Equal(t, "a", worst.Kernel)
	assert.Equal(t, 2, n)
	_, worst, n = Mean(rows[2:])
	assert.Nil(t, worst)
	assert.Zero(t, n)
}
