package hotloop_test

import (
	_ "embed"
	"strings"
	"testing"

	"hotloop"
	"hotloop/cpu"
	"hotloop/runtime"
)

//go:embed wavekernels_test.go
var waveSource string

// waveKernels are the kernels of that file and what must be remarked of them.
var waveKernels = []nestKernel{
	{"wkRows", wkRows, []string{"rows done as a wavefront", "skew=0)"}},
	{"wkRowsTwo", wkRowsTwo, []string{"rows done as a wavefront", "skew=0)"}},
	{"wkSeidel", wkSeidel, []string{"rows done as a wavefront", "skew=1)"}},
	{"wkSeidelFive", wkSeidelFive, []string{"rows done as a wavefront", "skew=1)"}},
	{"wkSeidelNine", wkSeidelNine, []string{"rows done as a wavefront", "skew=2)"}},
	{"wkFar", wkFar, []string{"rows done as a wavefront", "skew=2)"}},
	{"wkTooFar", wkTooFar, nil},
	{"wkConstant", wkConstant, []string{"rows done as a wavefront", "skew=1)"}},
	{"wkConstantNine", wkConstantNine, []string{"rows done as a wavefront", "skew=2)"}},
	{"wkTriangle", wkTriangle, []string{"rows done as a wavefront", "skew=0)"}},
	{"wkTriangleSeidel", wkTriangleSeidel, []string{"rows done as a wavefront", "skew=1)"}},
	{"wkTriangleDown", wkTriangleDown, []string{"rows done as a wavefront", "skew=1)"}},
	{"wkBackward", wkBackward, []string{"checks hoisted"}},
	{"wkStride", wkStride, []string{"checks hoisted"}},
	{"wkTwoStores", wkTwoStores, []string{"rows done as a wavefront", "skew=1)"}},
	{"wkAbove", wkAbove, []string{"rows done as a wavefront", "skew=0)"}},
	{"wkSweeps", wkSweeps, []string{"rows done as a wavefront", "skew=1)"}},
}

// TestWavefronts compares them with gc, as TestNests does: all sizes up to some bands, slices that overlap or are too short.
// Elsewhere, what there is runs, and other forms may do.
func TestWavefronts(t *testing.T) {
	isas := []string{"default"}
	if runtime.Available() == nil && cpu.Detect().Tier >= cpu.AVX2 {
		if isas = []string{"avx2"}; cpu.Detect().Tier >= cpu.AVX512 {
			isas = append(isas, "avx512")
		}
	}
	for _, k := range waveKernels {
		for _, isa := range isas {
			t.Run(k.name+"/"+isa, func(t *testing.T) {
				var opts []hotloop.Option
				if isa != "default" {
					opts = []hotloop.Option{hotloop.MaxISA(isa), hotloop.RequireNative()}
				}
				kn, err := hotloop.Compile[nestFunc](waveSource, k.name, opts...)
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
