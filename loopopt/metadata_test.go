package loopopt_test

import (
	"fmt"
	"strings"
	"testing"

	"hotloop/cpu"
	"hotloop/frontend"
	"hotloop/isel"
	"hotloop/loopopt"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// optimized is a kernel k after optimization: its plans, remarks and the metadata of its loops.
type optimized struct {
	out     *config.Output
	remarks string
	loops   []string
}

func optimize(t *testing.T, tier cpu.Tier, knobs, src string) optimized {
	t.Helper()
	res, err := frontend.Build(frontend.Text("k.go", "package k\n"+src+"\n"), "k", frontend.Options{})
	if err != nil {
		t.Fatal(err)
	}
	k, err := config.ParseKnobs("verify-each," + knobs)
	if err != nil {
		t.Fatal(err)
	}
	sink := &remark.Sink{}
	var o optimized
	o.out, err = loopopt.Optimize(res.Func, config.Options{Target: isel.TargetFor(cpu.Baseline(tier)), Remarks: sink, Knobs: k, Parallel: config.OnRequest,
		After: func(pass string, f *ir.Func, _ bool) {
			if pass == "driver" {
				for _, b := range f.Blocks {
					if b.Loop != nil && len(b.Loop.Attrs) > 0 {
						o.loops = append(o.loops, b.Name+": "+b.Loop.String())
					}
				}
			}
		}})
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	sink.Print(&all)
	o.remarks = all.String()
	return o
}

// TestVectorOptions checks that the options of a forced vectorization override the cost model.
func TestVectorOptions(t *testing.T) {
	for _, c := range []struct {
		tier  cpu.Tier
		attrs string
		want  string
	}{
		{cpu.AVX2, "vectorize.width=4", "VF=4"},
		{cpu.AVX2, "vectorize.width=8", "VF=8"},
		{cpu.AVX2, "vectorize.width=16", "VF=16"},
		{cpu.AVX2, "interleave.count=2", "UF=2"},
		{cpu.AVX2, "vectorize.enable interleave.count=1", "UF=1"},
		{cpu.AVX2, "vectorize.width=4 interleave.count=8", "VF=4 UF=8"},
		{cpu.AVX512, "vectorize.enable vectorize.predicate.enable", "tail=masked"},
		{cpu.AVX512, "vectorize.enable vectorize.predicate.enable=0", "tail=scalar"},
		{cpu.AVX2, "vectorize.predicate.enable", "tail=masked"},
		{cpu.NEON, "vectorize.predicate.enable", "tail=masked"},
		{cpu.AVX512, "", "VF=16"},
		{cpu.AVX512, "prefer_width=256", "VF=8"},
		{cpu.AVX2, "prefer_width=128", "VF=4"},
		{cpu.AVX2, "vectorize.enable=0", "loop not vectorized: remove the directive that forbids it; the loop's metadata forbid it"},
		{cpu.AVX2, "vectorize.width=1", "loop not vectorized: remove the directive that forbids it; the loop's metadata forbid it"},
		{cpu.AVX2, "isvectorized", ""},
	} {
		o := optimize(t, c.tier, "", "func k(y, x []int32) {\n//loop:mustprogress "+c.attrs+"\nfor i := range y { y[i] = y[i]*3 + x[i] }\n}")
		if c.want == "" {
			if strings.Contains(o.remarks, "vectorize") {
				t.Errorf("%s: %s", c.attrs, o.remarks)
			}
		} else if !strings.Contains(o.remarks, c.want) {
			t.Errorf("%s: no %q in\n%s", c.attrs, c.want, o.remarks)
		}
	}
}

// TestImmutable checks that changing a list of attributes creates a new one. Other loops that share the list, and a
// package that was parsed once for several kernels, keep the old one.
func TestImmutable(t *testing.T) {
	m := &ir.LoopMD{Attrs: make([]ir.Attr, 0, 8)}
	m.Attrs = append(m.Attrs, ir.Attr{Name: "unroll.enable"})
	a, b := m.With(ir.Attr{Name: "a"}), m.With(ir.Attr{Name: "b"})
	c := a.Without(func(name string) bool { return name == "a" })
	if got := fmt.Sprint(m, " | ", a, " | ", b, " | ", c); got != "unroll.enable | unroll.enable a | unroll.enable b | unroll.enable" {
		t.Error(got)
	}

	const src = "func k(y []int32) {\n//loop:vectorize.enable unroll.count=2 vectorize.followup_epilogue{unroll.disable}\nfor i := range y { y[i]++ }\n}"
	first, second := optimize(t, cpu.AVX2, "", src), optimize(t, cpu.AVX2, "", src)
	if fmt.Sprint(first.loops) != fmt.Sprint(second.loops) || first.remarks != second.remarks {
		t.Errorf("first %v\n%s\nthen  %v\n%s", first.loops, first.remarks, second.loops, second.remarks)
	}
}

// TestFixpoint checks that a request that was impossible at first is retried when its nest has changed, and that only
// final failures are reported.
func TestFixpoint(t *testing.T) {
	for name, src := range map[string]string{
		"inner loop unrolled by heuristics": `func k(y []int32) {
			//loop:vectorize.enable
			for i := range y { for j := range 3 { y[i] += int32(j*i) } }
		}`,
		"inner loop unrolled because that is asked for": `func k(y []int32) {
			//loop:vectorize.enable
			for i := range y {
				//loop:unroll.full
				for j := range 40 { y[i] += int32(j*i) }
			}
		}`,
	} {
		o := optimize(t, cpu.AVX2, "", src)
		if len(o.out.Plans) != 1 || strings.Contains(o.remarks, "warning") {
			t.Errorf("%s:\n%s", name, o.remarks)
		}
	}
	o := optimize(t, cpu.AVX2, "", `func k(y []int32, n int) {
		//loop:vectorize.enable
		for i := 1; i < len(y); i++ { for range n { y[i] = y[i]*3 + y[i-1] } }
	}`)
	if n := strings.Count(o.remarks, "warning"); n != 1 {
		t.Errorf("%d warnings:\n%s", n, o.remarks)
	}
}

// TestExactOutlivesFollowups checks that exact holds for all loops derived from the one it is written on, even if a
// followup replaces all attributes. Otherwise a forced vectorization would reorder the sum.
func TestExactOutlivesFollowups(t *testing.T) {
	for _, md := range []string{"vectorize.enable", "unroll.count=2 unroll.followup_all{vectorize.enable}",
		"unroll.count=2 unroll.followup_all{peel.count=1 peel.followup_all{vectorize.enable}}"} {
		src := "func k(x []float64) (s float64) {\n//loop:fp exact\n//loop:" + md + "\nfor _, v := range x { s += v }\nreturn\n}"
		if o := optimize(t, cpu.AVX2, "", src); strings.Contains(o.remarks, "changes the order") ||
			len(o.out.Plans) == 0 && !strings.Contains(o.remarks, string(remark.FPOrder)) {
			t.Errorf("%s: %s", md, o.remarks)
		}
		src = strings.Replace(src, "//loop:fp exact\n", "", 1)
		if o := optimize(t, cpu.AVX2, "", src); len(o.out.Plans) == 0 {
			t.Errorf("%s, without exact: %s", md, o.remarks)
		}
	}
	// The operations are exact, in whatever loop they end up.
	src := `func k(y, x []float64, n int) (s float64) {
	//loop:fuse.enable fuse.followup_fused{vectorize.enable}
	for i := range n { y[i] = x[i] * 2 }
	//loop:fp exact
	for i := range n { s += x[i] }
	return
}`
	if o := optimize(t, cpu.AVX2, "", src); !strings.Contains(o.remarks, "loops fused") || strings.Contains(o.remarks, "changes the order") {
		t.Error(o.remarks)
	}
}

// TestWarnedOnce checks that copies of one loop do not repeat its warnings.
func TestWarnedOnce(t *testing.T) {
	o := optimize(t, cpu.AVX2, "", `func k(y []int32) {
		//loop:unroll.count=2 unroll.followup_all{vectorize.enable}
		for i := 1; i < len(y); i++ { y[i] += y[i-1] >> 1 }
	}`)
	if n := strings.Count(o.remarks, "warning"); n != 1 {
		t.Errorf("%d warnings:\n%s", n, o.remarks)
	}
}

// TestLoopGoneEarly checks that there is a remark if the clean-ups before the driver remove a loop with a request.
func TestLoopGoneEarly(t *testing.T) {
	o := optimize(t, cpu.AVX2, "", `func k(y []int32) {
		//loop:unroll.count=4
		for i := range y { y[i]++; if n := len(y) * 0; n == 0 { break } }
	}`)
	if !strings.Contains(o.remarks, "unroll.count=4 not done: remove the directive, or write it into the followup of the preceding transformation; the loop no longer exists [unroll:LoopGone]") || strings.Contains(o.remarks, "warning") {
		t.Error(o.remarks)
	}
}

// TestChecksLetRequestsThrough checks that a request that fails because of a check is served in the version without
// the check, and that the loop with the check causes no warning.
func TestChecksLetRequestsThrough(t *testing.T) {
	o := optimize(t, cpu.AVX2, "", `func k(dst, src []int32, h, w int) {
		//loop:unroll.disable
		for i := 0; i < h; i++ {
			//loop:vectorize.enable
			for j := 0; j < w; j++ { dst[i*w+j] = src[i*w+j] * 3 }
		}
	}`)
	if len(o.out.Plans) == 0 || strings.Contains(o.remarks, "warning") {
		t.Error(o.remarks)
	}
}
