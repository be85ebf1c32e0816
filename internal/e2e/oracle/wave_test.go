package oracle

import (
	"strings"
	"testing"

	"hotloop"
	"hotloop/cpu"
	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/internal/options"
	"hotloop/runtime"
)

// waveKernels are the kernels of that file and what must be remarked of them.
var waveKernels = []nestKernel{
	{"WkRows", kernels.WkRows, []string{"loop unrolled and jammed as a wavefront", "skew=0)"}},
	{"WkRowsTwo", kernels.WkRowsTwo, []string{"loop unrolled and jammed as a wavefront", "skew=0)"}},
	{"WkSeidel", kernels.WkSeidel, []string{"loop unrolled and jammed as a wavefront", "skew=1)"}},
	{"WkSeidelFive", kernels.WkSeidelFive, []string{"loop unrolled and jammed as a wavefront", "skew=1)"}},
	{"WkSeidelNine", kernels.WkSeidelNine, []string{"loop unrolled and jammed as a wavefront", "skew=2)"}},
	{"WkFar", kernels.WkFar, []string{"loop unrolled and jammed as a wavefront", "skew=2)"}},
	{"WkTooFar", kernels.WkTooFar, nil},
	{"WkConstant", kernels.WkConstant, []string{"loop unrolled and jammed as a wavefront", "skew=1)"}},
	{"WkConstantNine", kernels.WkConstantNine, []string{"loop unrolled and jammed as a wavefront", "skew=2)"}},
	{"WkTriangle", kernels.WkTriangle, []string{"loop unrolled and jammed as a wavefront", "skew=0)"}},
	{"WkTriangleSeidel", kernels.WkTriangleSeidel, []string{"loop unrolled and jammed as a wavefront", "skew=1)"}},
	{"WkTriangleDown", kernels.WkTriangleDown, []string{"loop unrolled and jammed as a wavefront", "skew=1)"}},
	{"WkBackward", kernels.WkBackward, []string{"checks hoisted"}},
	{"WkStride", kernels.WkStride, []string{"checks hoisted"}},
	{"WkTwoStores", kernels.WkTwoStores, []string{"loop unrolled and jammed as a wavefront", "skew=1)"}},
	{"WkAbove", kernels.WkAbove, []string{"loop unrolled and jammed as a wavefront", "skew=0)"}},
	{"WkSweeps", kernels.WkSweeps, []string{"loop unrolled and jammed as a wavefront", "skew=1)"}},
}

// TestWavefronts compares them with the Go compiler, as TestNests does: all sizes up to some bands, slices that overlap
// or are too short. Elsewhere, what there is runs, and other forms may do.
func TestWavefronts(t *testing.T) {
	isas := []string{"default"}
	if runtime.Available() == nil && cpu.Host().Tier >= cpu.AVX2 {
		if isas = []string{"avx2"}; cpu.Host().Tier >= cpu.AVX512 {
			isas = append(isas, "avx512")
		}
	}
	for _, k := range waveKernels {
		for _, isa := range isas {
			t.Run(k.name+"/"+isa, func(t *testing.T) {
				e2e.Parallel(t)
				var opts []hotloop.Option
				if isa != "default" {
					opts = []hotloop.Option{options.MaxISA(isa), hotloop.RequireNative()}
				}
				kn, err := hotloop.Compile[nestFunc](kernels.WaveSource, k.name, opts...)
				if err != nil {
					t.Fatal(err)
				}
				var remarks []string
				for _, r := range kn.Remarks() {
					remarks = append(remarks, r.String())
				}
				all := strings.Join(remarks, "\n")
				for _, w := range k.want {
					if isa != "default" && !strings.Contains(all, w) {
						t.Errorf("no %q among the remarks:\n%s", w, all)
					}
				}
				if k.want == nil && strings.Contains(all, "wavefront") {
					t.Errorf("done as a wavefront:\n%s", all)
				}
				runs := 1500
				if testing.Short() {
					runs = 300
				}
				for run := range runs {
					if compareNest(t, k, kn.Func, run); t.Failed() {
						t.Fatalf("remarks:\n%s", all)
					}
				}
			})
		}
	}
}
