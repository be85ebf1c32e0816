package oracle

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"hotloop/internal/e2e"
	"hotloop/internal/e2e/testdata/kernels"
	"hotloop/runtime"
)

// panelKernels are functions of kernels/panels.go.
var panelKernels = []struct {
	name string
	fn   any
}{
	{"PanelSums", kernels.PanelSums[float32]}, {"PanelSums", kernels.PanelSums[float64]},
	{"PanelSums", kernels.PanelSums[int32]}, {"PanelBias", kernels.PanelBias},
	{"PanelRows", kernels.PanelRows[float32]}, {"PanelRows", kernels.PanelRows[float64]},
	{"PanelOwn", kernels.PanelOwn},
}

// panelSizes are rows, columns and summands: below and above what panels are for, and with some left over of each.
var panelSizes = [][3]int{{3, 70, 70}, {31, 300, 300}, {32, 512, 64}, {37, 257, 261}, {33, 131, 520}, {45, 650, 129},
	{64, 192, 256}, {34, 511, 257}}

// TestPanels compares products of matrices with the Go compiler, of sizes that they are divided for.
func TestPanels(t *testing.T) {
	e2e.NeedNative(t)
	for _, k := range panelKernels {
		typ := reflect.TypeOf(k.fn)
		t.Run(k.name+typ.In(0).Elem().String(), func(t *testing.T) {
			t.Parallel()
			for _, isa := range e2e.ISAs() {
				c := e2e.Try(t, k.fn, kernels.PanelsSource, k.name, runtime.Options{ISA: isa})
				for i, size := range panelSizes {
					if e2e.Sampled() && i%3 > 0 {
						continue
					}
					c.SameAtEdges(panelArgs(c.Rand, typ, size), "%s, %v", isa, size)
				}
			}
		})
	}
}

// panelArgs makes matrices of such sizes.
func panelArgs(rng *rand.Rand, typ reflect.Type, size [3]int) (args []any) {
	for p := range typ.NumIn() {
		if typ.In(p).Kind() != reflect.Slice {
			args = append(args, size[p-(typ.NumIn()-len(size))])
			continue
		}
		n := max(size[0]*size[1], size[0]*size[2], size[1]*size[2])
		s := reflect.MakeSlice(typ.In(p), n, n)
		for i := range n {
			if x := s.Index(i); x.CanFloat() {
				x.SetFloat(float64(rng.IntN(2001)-1000) / 1000)
			} else {
				x.SetInt(int64(rng.IntN(17) - 8))
			}
		}
		args = append(args, s.Interface())
	}
	return args
}
