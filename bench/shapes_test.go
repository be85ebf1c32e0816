package bench

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// TestShapes runs a session with a kernel for each kind of parameter. Our code must agree with the Go compiler's for
// all layouts, and the C peers must compute the same.
func TestShapes(t *testing.T) {
	e := Linked()
	if testing.Short() || len(e.ISAs()) == 0 {
		t.Skip("builds programs")
	}
	text, err := os.ReadFile("testdata/shapes.go")
	if err != nil {
		t.Fatal(err)
	}
	s := &Session{Engine: e, Modes: []string{"exact"}, ISAs: e.ISAs()[:1], Lengths: []int{100},
		Peers: []string{"go", "clang", "gcc"},
		Plan:  QuickPlan, Quick: true, Seed: 1}
	var peers []string // the available ones
	s.Notice = func(text string) {
		t.Log(text)
		for _, bad := range []string{"computes something else", "C peers do without", "go build", "not checked",
			"no empty kernel"} {
			if strings.Contains(text, bad) {
				t.Error(text)
			}
		}
	}
	for _, fn := range []string{"CountByte", "Hex", "Move", "Rotate", "Rows", "SwapRows", "Transform", "Histogram",
		"Table", "Local",
		"Scale[float32]", "Scale[int32]", "Kinds", "Wide", "Window"} {
		name, inst, _ := strings.Cut(strings.TrimSuffix(fn, "]"), "[")
		k, err := FileKernel("shapes.go", string(text), name, inst)
		if err != nil {
			t.Fatal(err)
		}
		k.Name = fn
		s.Kernels = append(s.Kernels, k)
	}
	rows := 0
	wrong, err := s.Run(func(r *Row) {
		rows++
		if r.Error != "" {
			t.Errorf("%s: %s", r.Kernel, r.Error)
			return
		}
		var have []string
		for name, ns := range r.NS {
			if ns > 0 {
				have = append(have, name)
			}
		}
		slices.Sort(have)
		if peers == nil {
			peers = have
		}
		if !slices.Equal(have, peers) {
			t.Errorf("%s: timed %v, and the first kernel %v", r.Kernel, have, peers)
		}
	})
	if err != nil || wrong > 0 || rows != len(s.Kernels) {
		t.Errorf("%d kernels are wrong, %d rows of %d: %v", wrong, rows, len(s.Kernels), err)
	}
}

// TestFileKernelMath checks that results may differ only where Go's functions differ from ours.
func TestFileKernelMath(t *testing.T) {
	const text = "package p\n\nimport \"math\"\n\nfunc half(x float64) float64 { return math.Exp(x) / 2 }\n\n" +
		"func E(x []float64) {\n\tfor i := range x {\n\t\tx[i] = half(x[i])\n\t}\n}\n\n" +
		"func S(x []float64) {\n\tfor i := range x {\n\t\tx[i] = math.Sqrt(x[i])\n\t}\n}\n"
	for fn, want := range map[string]int{"E": fileULP, "S": 0} {
		k, err := FileKernel("p.go", text, fn, "")
		if err != nil || k.MathULP != want {
			t.Errorf("%s: %d units, want %d; %v", fn, k.MathULP, want, err)
		}
	}
}
