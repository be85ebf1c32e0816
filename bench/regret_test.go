package bench

import (
	"math"
	"strings"
	"testing"
	"time"
)

// TestForcedPlans checks that directives are placed above their loops, in texts that still parse.
func TestForcedPlans(t *testing.T) {
	k, err := FileKernel("k.go", `package k

// Rows adds rows up until one is empty.
// args: [n] [n]
func Rows(sum, a []int32) int {
	w := 4
	for i := range sum {
		for j := 0; j < w; j++ {
			if a[i] == 0 {
				return i
			}
			sum[i] += a[j]
		}
	}
	return -1
}
`, "Rows", "")
	if err != nil {
		t.Fatal(err)
	}
	plans, nest, err := forcedPlans(k)
	if err != nil || !nest {
		t.Fatal(nest, err)
	}
	seen := map[string]string{}
	for _, p := range plans {
		if seen[p.what] != "" {
			t.Errorf("%s: twice", p.what)
		}
		seen[p.what] = p.text
		forced := *k
		forced.Text = p.text
		if _, err := forced.Source(); err != nil {
			t.Errorf("%s: %v", p.what, err)
		}
	}
	for what, want := range map[string]string{
		"vectorize.width=8 interleave.count=2 (line 8)":                             "for i := range sum {\n\t\t//loop:vectorize.width=8 interleave.count=2\nfor j",
		"vectorize.width=4 interleave.count=1 vectorize.exits=check_first (line 8)": "vectorize.exits=check_first\nfor j",
		"interchange.enable (line 7)":                                               "//loop:interchange.enable\nfor i",
		"unroll_and_jam.count=2 (line 7); vectorize.enable=1 (line 8)": "\t//loop:unroll_and_jam.count=2\n" +
			"for i := range sum {\n\t\t//loop:vectorize.enable=1\nfor j",
	} {
		if !strings.Contains(seen[what], want) {
			t.Errorf("%s: %q, want %q in it", what, seen[what], want)
		}
	}
	k.Text = strings.Replace(k.Text, "\tfor i", "\t//loop:unroll.disable\n\tfor i", 1)
	if plans, _, err := forcedPlans(k); len(plans) > 0 || err != nil {
		t.Errorf("a text that has directives is forced: %v, %v", len(plans), err)
	}
}

// TestRegret compares plans of a kernel whose fastest plan is not the default: the engine's function for it returns
// at once. A plan with wrong results is reported, and a plan that a mode forbids is left out.
func TestRegret(t *testing.T) {
	k := fieldKernel(t, "TwoTriads")
	right := k.Plain.(func(y, z, x []float64, a, b float64))
	compiled := 0
	e := &forcing{compile: func(r Request) *Compiled {
		c := &Compiled{Func: func(y, z, x []float64, a, b float64) {
			for range 20 {
				_ = math.Sqrt(float64(len(x)))
			}
			right(y, z, x, a, b)
		}, Plan: "default"}
		switch {
		case r.Func == "Empty":
			c.Func = k.Empty
		case strings.Contains(r.Text, "width=8 interleave.count=4\n"):
			c.Func, c.Plan = func(y, z, x []float64, a, b float64) { right(y, z, x, a, b); y[0]++ }, "wrong"
		case strings.Contains(r.Text, "width=4 interleave.count=4\n"):
			c.Func, c.Plan = k.Plain, "right"
		case strings.Contains(r.Text, "width=2 interleave.count=4\n"):
			c.Func, c.Plan, c.Reordered = func(y, z, x []float64, a, b float64) {}, "reordered", true
		}
		compiled++
		return c
	}}
	plan := Plan{Batch: 20 * time.Microsecond, Repeats: 2}
	r := MeasureRegret(e, k, "avx2", "exact", 100, plan, 1)
	if r.Error != "" || len(r.Wrong) != 1 || !strings.HasPrefix(r.Wrong[0], "vectorize.width=8 interleave.count=4 (line ") ||
		r.Nest || r.Tried < 1 || r.Plan != "default" || r.Best == "reordered" || compiled < 30 {
		t.Errorf("%+v, %d compilations", r, compiled)
	}
	if r.Regret < 1 || r.Regret > 1 && r.Best != "right" {
		t.Errorf("%+v", r)
	}
}

// forcing is an engine implemented by a function.
type forcing struct{ compile func(Request) *Compiled }

func (f *forcing) Name() string                         { return "forcing" }
func (f *forcing) ISAs() []string                       { return []string{"avx2"} }
func (f *forcing) Compile(r Request) (*Compiled, error) { return f.compile(r), nil }

// TestRegretShares checks the arithmetic, and that errors do not count.
func TestRegretShares(t *testing.T) {
	s := SharesOf([]Regret{{Regret: 1}, {Regret: 1.05}, {Regret: 1.2}, {Regret: 4}, {Regret: 9, Error: "none"}})
	if s.Count != 4 || s.Within5 != 0.5 || s.Within10 != 0.5 || s.Within25 != 0.75 || s.Worst != 4 ||
		math.Abs(s.Mean-math.Pow(1.05*1.2*4, 0.25)) > 1e-9 {
		t.Errorf("%+v", s)
	}
	if s := SharesOf(nil); s.Count != 0 || s.Mean != 0 {
		t.Errorf("of nothing: %+v", s)
	}
}
