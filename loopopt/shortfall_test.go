package loopopt_test

import (
	"strings"
	"testing"

	"hotloop/cpu"
	"hotloop/loopopt/attrs"
	"hotloop/loopopt/config"
)

// Bodies of kernels with no obstacle to most transformations, or with one obstacle to each.
const (
	plainLoop   = "for i := range y { y[i] += 3 }"
	fiveTimes   = "for i := range min(5, 5) { y[i] += 3 }"
	chainedLoop = "for i := 1; i < len(y); i++ { y[i] = y[i-1]>>1 + x[i] }"
	fourBehind  = "for i := 4; i < len(y); i++ { y[i] = y[i-4] + 1 }"
	endlessLoop = "for i := 0; y[i] != 3; i++ { y[i] += 3 }"
	twoChains   = "for i := 1; i < len(y); i++ { y[i] = y[i-1]>>1 + x[i]; z[i] = x[i]*x[i]*3 + w[i]*w[i] - x[i]/7 }"
	rowsOf      = "for i := range n { for j := range n { y[i] += x[i*n+j] } }"
	columns     = "for i := range n { for j := range n { y[j*n+i] += 3 } }"
	wave        = "for i := 1; i < n; i++ { for j := 0; j < n-1; j++ { y[i*n+j] = y[(i-1)*n+j+1] } }"
)

// requests lists, by attribute, kernels in which the request is met, is not met, and is met in part or in another
// way. "" means that there is no such kernel.
var requests = []struct {
	attr                string
	text                string // as written, with its prerequisites
	met, missed, partly string
}{
	{"vectorize.enable", "vectorize.enable", plainLoop, chainedLoop, twoChains},
	{"vectorize.width", "vectorize.width=16", plainLoop, chainedLoop, fourBehind},
	{"interleave.count", "interleave.count=4 vectorize.width=4", plainLoop, chainedLoop, fourBehind},
	{"vectorize.predicate.enable", "vectorize.predicate.enable", plainLoop, chainedLoop, "for i := len(b) - 1; i >= 0; i-- { b[i] += 3 }"},
	{"vectorize.exits", "vectorize.exits=page_pair", plainLoop, "", "for i := range y { if i >= n { return }; y[i] = 3 }"},
	{"vectorize.regions", "vectorize.enable vectorize.regions=branch", "for i := range y { if x[i] > 0 { y[i] = x[i] * z[i] } }", "",
		"for i := range y { a, n := x[i], int32(0); for a > 1 { a >>= 1; n++ }; if n > 3 { y[i] = n } }"},
	{"vectorize.align.enable", "vectorize.enable vectorize.align.enable", "", "", plainLoop},
	{"vectorize.gathers", "vectorize.enable vectorize.gathers=window", "for i := range y { y[i] = x[z[i]] }", "", "for i := range y { y[i] = x[i*9] }"},
	{"vectorize.outer", "vectorize.outer vectorize.enable unroll.disable", "for i := range n { s := int32(0); for j := range n { s += x[j*n+i] }; y[i] = s }", wave, ""},
	{"prefer_width", "prefer_width=512", "", "", plainLoop},

	{"unroll.enable", "vectorize.enable=0 unroll.enable", plainLoop, "", ""},
	{"unroll.count", "vectorize.enable=0 unroll.count=8", plainLoop, "", fiveTimes},
	{"unroll.full", "vectorize.enable=0 unroll.full", fiveTimes, plainLoop, ""},
	{"unroll_and_jam.enable", "unroll_and_jam.enable", rowsOf, plainLoop, ""},
	{"unroll_and_jam.count", "unroll_and_jam.count=8", rowsOf, wave, "for i := range 5 { for j := range n { y[i] += x[i*n+j] } }"},
	{"distribute.enable", "distribute.enable", twoChains, chainedLoop, ""},
	{"licm_versioning.enable", "licm_versioning.enable", "for i := range y { z[0] += y[i] }", plainLoop, ""},
	{"interchange.enable", "interchange.enable", columns, wave, ""},
	{"peel.count", "peel.count=8", plainLoop, "", fiveTimes},
	{"peel.last", "peel.last=8", plainLoop, endlessLoop, fiveTimes},
	{"peel.enable", "peel.enable", "for i := range y { if i == 0 { y[i] = 1 } else { y[i] += 3 } }", plainLoop, ""},
	{"peel.align", "peel.align=64", plainLoop, "for i := range y { if y[i] == 3 { return } }", ""},
	{"flatten.enable", "flatten.enable", "for i := range n { for j := range n { y[i*n+j] += 3 } }", columns, ""},
	{"flatten.divide", "flatten.enable flatten.divide", "for i := range n { for j := range m { y[i*m+j] += 3 + int32(j) } }", "for i := range n { for j := range i { y[i] += x[j] } }", ""},
	{"runs.enable", "runs.enable", "for i := 0; i < len(x); { if x[i] > 0 { i++; continue }; y[i] += 3; i += 2 }", plainLoop, ""},
	{"reverse.enable", "reverse.enable", plainLoop, "for i := 1; i < len(y); i++ { y[i] += y[i-1] }", ""},
	{"fuse.enable", "fuse.enable", plainLoop + "\nfor i := range y { x[i] += 3 }", plainLoop, ""},
	{"parallel.enable", "parallel.enable", plainLoop, chainedLoop, ""},
	{"parallel.grain", "parallel.enable parallel.grain=64", plainLoop, endlessLoop, ""},
	{"stripmine.size", "stripmine.size=8", plainLoop, fiveTimes, ""},
	{"split.at", "split.at=9", plainLoop, endlessLoop, ""},
	{"split.after", "split.after=9", plainLoop, endlessLoop, ""},
	{"split.last", "split.last=9", plainLoop, endlessLoop, ""},
	{"unswitch.enable", "unswitch.enable", "for i := range y { if n > 3 { y[i] += 3 } else { y[i] = x[i] } }", plainLoop, ""},
	{"stride_versioning.enable", "stride_versioning.enable", "for i := range n { y[i*m] += 3 }", plainLoop, ""},
	{"subtables.enable", "subtables.enable", "for i := range x { t[x[i]&7] += 3 }", plainLoop, ""},
	{"reroll.enable", "reroll.enable", "for i := 0; i < len(y)-1; i += 2 { y[i] += 3; y[i+1] += 3 }", plainLoop, ""},
	{"commoning.enable", "commoning.enable vectorize.enable=0", "for i := 2; i < len(y); i++ { y[i] = x[i] + x[i-1] + x[i-2] }", plainLoop, ""},
}

// TestRequestsAreJudged checks every attribute that requests something. A request that is not met, or not in full,
// must cause one warning, and a request that is met none.
func TestRequestsAreJudged(t *testing.T) {
	const head = "func k(y, x, z, w []int32, b []uint8, t *[8]int32, n, m int) {\n//loop:"
	covered := map[string]bool{}
	for _, q := range requests {
		covered[q.attr] = true
		owner := attrs.Owner(q.attr)
		for _, c := range []struct {
			body string
			want config.Outcome
		}{{q.met, config.RequestDone}, {q.missed, config.RequestMissed}, {q.partly, config.RequestPartly}} {
			if c.body == "" {
				continue
			}
			o := optimize(t, cpu.AVX2, "", head+q.text+"\n"+c.body+"\n}")
			warnings := strings.Count(o.remarks, ": warning: ")
			switch {
			case c.want == config.RequestDone && warnings != 0 || c.want != config.RequestDone && warnings != 1:
				t.Errorf("%s, to be %s: %d warnings:\n%s\n%s", q.attr, c.want, warnings, c.body, o.remarks)
			case c.want == config.RequestPartly && !strings.Contains(o.remarks, "warning: "+q.attr):
				t.Errorf("%s: the warning does not name it:\n%s", q.attr, o.remarks)
			}
			if owner == "" {
				continue
			}
			found := false
			for _, v := range o.out.Results {
				found = found || v.Transform == owner && v.Outcome == c.want
			}
			if !found {
				t.Errorf("%s, to be %s: %+v\n%s\n%s", q.attr, c.want, o.out.Results, c.body, o.remarks)
			}
		}
	}
	for _, a := range attrs.All() {
		if (a.Class == attrs.Force || a.Class == attrs.Option) && !covered[a.Name] {
			t.Errorf("%s: no kernel says what is heard of it", a.Name)
		}
	}
}

// TestMetWithMasks checks that requests that need masks are met, without remarks, where the target has masks.
func TestMetWithMasks(t *testing.T) {
	for _, md := range []string{"vectorize.predicate.enable", "vectorize.enable vectorize.align.enable", "prefer_width=512", "vectorize.width=16"} {
		o := optimize(t, cpu.AVX512, "", "func k(y []int32) {\n//loop:"+md+"\nfor i := range y { y[i] += 3 }\n}")
		if strings.Contains(o.remarks, "warning") || !strings.Contains(o.remarks, "loop vectorized") {
			t.Errorf("%s:\n%s", md, o.remarks)
		}
	}
}

// TestInterleavedOnly checks that a width of 1 keeps interleaving but excludes vectors.
func TestInterleavedOnly(t *testing.T) {
	o := optimize(t, cpu.AVX2, "", "func k(y []int32) {\n//loop:vectorize.width=1 interleave.count=4\n"+plainLoop+"\n}")
	if len(o.out.Plans) > 0 || o.out.Vectorized || !strings.Contains(o.remarks, "loop interleaved (count=4)") || strings.Contains(o.remarks, "warning") {
		t.Error(o.remarks)
	}
}

// TestOneVerdict checks that a request has one result, whatever copies of its loop exist: versioned, unrolled,
// remainders.
func TestOneVerdict(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		// The loop stays scalar, and its checks are split off for the unroller, which copies the refused loop.
		{"func k(y []int32, x []int) (s int32) {\n//loop:licm_versioning.enable\nfor i := 1; i < len(y); i++ { y[i] = y[i-1]*3; x[i] = i }\nreturn s\n}", "NothingToHoist"},
		{"func k(y, x []int32) {\n//loop:commoning.enable reroll.enable vectorize.enable=0\nfor i := range x { y[i] += x[i] }\n}", "NothingToCarry NotUnrolled"},
		{"func k(y []int32) {\n//loop:unroll.count=2 unroll.followup_all{vectorize.enable}\nfor i := 1; i < len(y); i++ { y[i] += y[i-1] >> 1 }\n}", "BackwardDependence"},
		// A transformation done as part of another one counts as done.
		{"func k(y, x []int32, n int) {\n//loop:vectorize.enable unswitch.enable\nfor i := range y { if n > 3 { y[i] += 3 } else { y[i] = x[i] } }\n}", ""},
		// The flattened loop has the requests of the inner one.
		{"func k(y []int32, n int) {\n//loop:flatten.enable\nfor i := range n {\n//loop:fuse.enable\nfor j := range n { y[i*n+j] += 3 } }\n}", "NoNextLoop"},
	} {
		o := optimize(t, cpu.AVX2, "", c.src)
		for _, why := range strings.Fields(c.want) {
			if !strings.Contains(o.remarks, why) {
				t.Errorf("%s\nno %s:\n%s", c.src, why, o.remarks)
			}
		}
		if n := strings.Count(o.remarks, ": warning: "); n != len(strings.Fields(c.want)) {
			t.Errorf("%s\n%d warnings:\n%s", c.src, n, o.remarks)
		}
	}
}
