package difftest

import (
	"regexp"
	"slices"
	"testing"

	"hotloop/internal/lab/frame"
	"hotloop/internal/lab/gen"
	"hotloop/internal/verify"
	"hotloop/runtime"
)

// asking matches the comments that request transformations, but not those that change the meaning of operations.
var asking = regexp.MustCompile(`(?m)^[ \t]*//(loop:[^f\n]|loop:f[^p\n]|pragma:).*$`)

// TestWithoutMetadata compiles random kernels with and without their metadata and checks that outcomes agree. Kernels
// whose sums may be reordered are left out, since forced transformations may reorder them.
func TestWithoutMetadata(t *testing.T) {
	cfg := configFor("")
	if len(cfg.ISAs) == 0 {
		t.Skip("no code generator for this machine")
	}
	m := NewMachine(cfg)
	kernels := 100
	if testing.Short() {
		kernels = 30
	}
	compared, drawn := 0, 0
	for id := 0; compared < kernels; id++ {
		c, err := m.Generate(id)
		if err != nil || c.Mode.AnyOrder() || !asking.MatchString(c.Text) {
			continue
		}
		compared++
		if slices.Contains(c.Features, "metadata") {
			drawn++
		}
		bare := gen.Kernel{Text: asking.ReplaceAllString(c.Text, "//"), Inst: c.Inst, Mode: c.Mode}
		without, err := NewCase(id, bare)
		if err != nil {
			t.Fatal(err)
		}
		for _, isa := range cfg.ISAs {
			k, err := runtime.Compile(c.Type, c.Text, KernelName, c.options(isa, ""))
			if err != nil {
				t.Fatalf("%v\n%s", err, c.Text)
			}
			plain, err := runtime.Compile(without.Type, without.Text, KernelName, without.options(isa, ""))
			if err != nil {
				t.Fatalf("%v\n%s", err, without.Text)
			}
			shape := verify.Shape{Steps: append(k.Steps(), plain.Steps()...)}
			for set := range cfg.Sets {
				f := c.Args(shape, cfg.Seed, set)
				want, err := m.call(plain.Func(), f, frame.NoEdge)
				if err != nil {
					t.Fatal(err)
				}
				want = &frame.Outcome{Results: slices.Clone(want.Results), Panic: want.Panic, Regions: cloned(want.Regions)}
				got, err := m.call(k.Func(), f, frame.NoEdge)
				if err != nil {
					t.Fatal(err)
				}
				if d := c.diff(f, got, want); d != "" {
					t.Fatalf("%s, set %d: with metadata %s\n%s", isa, set, d, c.Text)
				}
			}
		}
	}
	if drawn == 0 {
		t.Error("no kernel had metadata of the generator's own list")
	}
}

func cloned(list [][]byte) (out [][]byte) {
	for _, b := range list {
		out = append(out, slices.Clone(b))
	}
	return out
}
