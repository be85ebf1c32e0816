package loopopt_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hotloop/cpu"
	"hotloop/frontend"
	"hotloop/isel"
	"hotloop/loopopt"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/vplan"
)

// asked is the driver's result for function k without vectors: the results of requests, the warnings, and the stores
// in each loop.
type asked struct {
	out      *config.Output
	warnings int
	remarks  string
	stores   []int // of each innermost loop that is not a fallback
	all      int   // of the function
}

// ask runs the driver on the text. With vectors set, the loops are those of vector code.
func ask(t *testing.T, tier cpu.Tier, vectors bool, text string) (a asked) {
	t.Helper()
	res, err := frontend.Build(frontend.Text("k.go", "package k\n"+text+"\n"), "k", frontend.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	knobs, _ := config.ParseKnobs("verify-each")
	sink := &remark.Sink{}
	a.out, err = loopopt.Optimize(res.Func, config.Options{Target: isel.TargetFor(cpu.Baseline(tier)), Remarks: sink, Knobs: knobs,
		NoVectorize: !vectors, After: func(pass string, f *ir.Func, _ bool) {
			if pass != "driver" {
				return
			}
			for _, b := range f.Blocks {
				n := 0
				for _, v := range b.Values {
					if v.Op == ir.OpStore {
						n++
					}
				}
				if a.all += n; b.Loop != nil && n > 0 && !b.Loop.Has("isvectorized") {
					a.stores = append(a.stores, n)
				}
			}
		}})
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	sink.Print(&all)
	a.remarks = all.String()
	a.warnings = strings.Count(a.remarks, ": warning: ")
	return a
}

// done reports whether there were n requests of the transformation, all carried out.
func (a asked) done(transform string, n int) bool {
	for _, v := range a.out.Results {
		if v.Transform == transform && v.Outcome == config.RequestDone {
			n--
		} else if v.Transform == transform {
			return false
		}
	}
	return n == 0
}

var tiers = []cpu.Tier{cpu.AVX2, cpu.AVX512, cpu.NEON}

// TestUnrollNotAsAsked checks that what heuristics do in their own way does not satisfy a request with parameters.
func TestUnrollNotAsAsked(t *testing.T) {
	const head = "func k(y, x []int32, idx []int, n int) (s int32) {\n//loop:"
	for _, attr := range []string{"unroll.full", "unroll.count=1000000"} {
		for _, body := range []string{
			"for i := 0; i < n; i++ { s = s*3 ^ y[i] }", "for i := range y { s = s*3 ^ y[i] }",
			"for i := range x { y[idx[i]] = x[i] }", "for i := 0; i < n; i++ { y[i] = x[i] }",
			"for i := range n { if x[i] > 3 { y[i] = x[i] } }",
		} {
			for _, vectors := range []bool{false, true} {
				a := ask(t, cpu.AVX2, vectors, head+attr+"\n"+body+"\nreturn }")
				if a.warnings != 1 || !slices.ContainsFunc(a.out.Results, func(v config.RequestResult) bool {
					return v.Transform == "unroll" && v.Outcome == config.RequestMissed
				}) {
					t.Errorf("%s: %s: %+v\n%s", attr, body, a.out.Results, a.remarks)
				}
			}
		}
	}
	// A request that leaves the count open is satisfied by heuristics too.
	if a := ask(t, cpu.AVX2, false, head+"unroll.enable\nfor i := 0; i < n; i++ { s = s*3 ^ y[i] }\nreturn }"); a.warnings != 0 || !a.done("unroll", 1) {
		t.Errorf("%+v\n%s", a.out.Results, a.remarks)
	}
}

// TestShortRowsWait checks that a nest with a request keeps its short inner loops until the request is served.
func TestShortRowsWait(t *testing.T) {
	for _, c := range []struct {
		transform string
		n         int // requests
		stores    int // maximum number of stores: with the rows unrolled there are many more
		text      string
	}{
		{"interchange", 1, 12, `func k(c *[16][16]int32) {
			//loop:interchange.enable
			for i := 0; i < 16; i++ { for j := 0; j < 16; j++ { c[j][i] += 7 } } }`},
		{"interchange", 1, 20, `func k(c []int32, n int) {
			//loop:interchange.enable
			for i := 0; i < n; i++ { for j := 0; j < 8; j++ { c[j*n+i] += 7 } } }`},
		{"interchange", 1, 12, `func k(c *[16][16][16]int32) {
			for i := 0; i < 16; i++ {
				//loop:interchange.enable
				for j := 0; j < 16; j++ { for k := 0; k < 16; k++ { c[k][i][j] += 7 } } } }`},
		{"unroll_and_jam", 1, 1000, `func k(c *[16][16]int32) {
			//loop:unroll_and_jam.count=2
			for i := 0; i < 16; i++ { for j := 0; j < 16; j++ { c[j][i] += 7 } } }`},
		{"flatten", 1, 16, `func k(c *[16][3]int32) {
			//loop:flatten.enable
			for i := 0; i < 16; i++ { for j := 0; j < 3; j++ { c[i][j] += 7 } } }`},
		{"interchange", 1, 20, `func k(c []int32, n int) {
			//loop:stripmine.size=16 stripmine.followup_inner{interchange.enable}
			for i := 0; i < n; i++ { for j := 0; j < 12; j++ { c[j*n+i] += 7 } } }`},
		{"interchange", 1, 40, `func k(a, b *[16][16]int32) {
			//loop:fuse.enable fuse.followup_fused{interchange.enable}
			for i := 0; i < 16; i++ { for j := 0; j < 16; j++ { a[j][i] += 7 } }
			for i := 0; i < 16; i++ { for j := 0; j < 16; j++ { b[j][i] += a[j][i] } } }`},
		{"unroll", 1, 5, `func k(c []int32, n int) {
			for i := 0; i < n; i++ {
				//loop:unroll.count=2
				for j := 0; j < 3; j++ { c[i*3+j] += 7 } } }`},
	} {
		for _, tier := range tiers {
			if a := ask(t, tier, true, c.text); a.warnings != 0 || !a.done(c.transform, c.n) || a.all > c.stores {
				t.Errorf("%s: %d stores, %+v\n%s\n%s", tier, a.all, a.out.Results, c.text, a.remarks)
			}
		}
	}
	// The loop inside the interchanged two is not part of the request: it is still removed, with its array.
	a := ask(t, cpu.AVX2, false, `func k(c []int32, n int) {
		//loop:interchange.enable
		for i := 0; i < n; i++ { for j := 0; j < n; j++ {
			var t [4]int32
			for k := range 4 { t[k] = c[j*n+i] + int32(k) }
			c[j*n+i] = t[0]*t[1] ^ t[2]*t[3] } } }`)
	if a.warnings != 0 || !a.done("interchange", 1) {
		t.Errorf("%+v\n%s", a.out.Results, a.remarks)
	}
}

// TestRemainderChains checks that a followup that repeats an earlier transformation of the loop is a separate
// request.
func TestRemainderChains(t *testing.T) {
	for _, c := range []struct {
		attrs  string
		stores int // copies of the body
	}{
		{"unroll.count=3 unroll.followup_remainder{peel.count=1}", 3 + 1 + 1},
		{"peel.count=1 peel.followup_remaining{unroll.count=3 unroll.followup_remainder{peel.count=1}}", 1 + 3 + 1 + 1},
		{"peel.count=2 peel.followup_remaining{peel.count=1 peel.followup_remaining{unroll.disable}}", 2 + 1 + 1},
		{"unroll.count=3 unroll.followup_remainder{unroll.count=2 unroll.followup_remainder{unroll.disable}}", 3 + 2},
		{"split.after=7 split.followup_all{unroll.disable} split.followup_second{split.after=9 split.followup_all{unroll.disable}}", 3},
		{"peel.last=2 peel.followup_remaining{stripmine.size=32 stripmine.followup_inner{peel.last=1}}", 2 + 1 + 1},
	} {
		a := ask(t, cpu.AVX2, false, "func k(y []int32) {\n//loop:"+c.attrs+"\nfor i := range y { y[i] = y[i]*3 ^ 5 } }")
		missed := slices.ContainsFunc(a.out.Results, func(v config.RequestResult) bool { return v.Outcome != config.RequestDone })
		if a.warnings != 0 || missed || a.all < c.stores {
			t.Errorf("%s: %d stores, want %d at least: %+v\n%s", c.attrs, a.all, c.stores, a.out.Results, a.remarks)
		}
	}
}

// TestNonforced checks that loops with disable_nonforced stay unchanged, in the kernels of the oracle tests: they
// have no vectors and are not transformed.
func TestNonforced(t *testing.T) {
	files, err := filepath.Glob("../internal/e2e/testdata/kernels/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	directive := regexp.MustCompile(`(?m)^\s*//(loop|pragma):.*\n`)
	head := regexp.MustCompile(`(?m)^([ \t]*)((\w+:\n[ \t]*)?for )`)
	name := regexp.MustCompile(`(?m)^func ([A-Z]\w*)\(`)
	knobs, _ := config.ParseKnobs("")
	kernels := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := head.ReplaceAllString(directive.ReplaceAllString(string(data), ""), "$1//loop:disable_nonforced\n$1$2")
		lines := strings.Split(text, "\n")
		for _, m := range name.FindAllStringSubmatch(text, -1) {
			res, err := frontend.Build(frontend.Text("k.go", text), m[1], frontend.Options{})
			if err != nil {
				continue
			}
			f, sink := res.Func, &remark.Sink{}
			closed := func(pos ir.Pos) bool {
				_, at, _ := strings.Cut(f.Position(pos), ":")
				line := 0
				fmt.Sscan(strings.Split(at, ":")[0], &line)
				return line > 1 && strings.Contains(lines[line-2], "disable_nonforced")
			}
			vectors := 0
			_, err = loopopt.Optimize(f, config.Options{Target: isel.TargetFor(cpu.Baseline(cpu.AVX2)), Remarks: sink, Knobs: knobs,
				After: func(pass string, f *ir.Func, _ bool) {
					for _, b := range f.Blocks {
						for _, v := range b.Values {
							if b.Loop.Has("disable_nonforced") && v.Type.IsVector() {
								vectors++
							}
						}
					}
				}})
			if err != nil {
				t.Fatal(err)
			}
			if kernels++; vectors > 0 {
				t.Errorf("%s: vectors in a loop", m[1])
			}
			for _, r := range sink.Remarks {
				if r.Kind == remark.Passed && r.Pass != "frontend" && !strings.HasPrefix(r.Text, "versions") && closed(r.Pos) {
					t.Errorf("%s: %s: %s", m[1], f.Position(r.Pos), r.Text)
				}
			}
		}
	}
	if kernels < 200 {
		t.Errorf("only %d kernels", kernels)
	}
	// Forced transformations are done, and nothing else: the checks of a nest are hoisted for a request.
	for _, md := range []string{"interchange.enable disable_nonforced", "disable_nonforced\n//loop:interchange.enable"} {
		a := ask(t, cpu.AVX2, true, "func k(y []int32, n int) {\n//loop:"+md+"\nfor i := range n {\n//loop:disable_nonforced\nfor j := range n { y[j*n+i] += 3 } } }")
		if a.warnings != 0 || !a.done("interchange", 1) || len(a.out.Plans) > 0 {
			t.Errorf("%+v\n%s", a.out.Results, a.remarks)
		}
	}
	a := ask(t, cpu.AVX2, true, "func k(y []int32, n int) (s int32) {\n//loop:unroll.count=4 disable_nonforced\nfor i := 0; i < n; i++ { s = s*3 ^ y[i] }\nreturn }")
	if a.warnings != 0 || !a.done("unroll", 1) || strings.Contains(a.remarks, "[checks]") {
		t.Errorf("%+v\n%s", a.out.Results, a.remarks)
	}
}

// TestPartsInAnyOrder checks that statements that use what others store become nests of their own, in whatever order.
func TestPartsInAnyOrder(t *testing.T) {
	const head = "func k(a, b, c []int32, n, m int) {\n//loop:distribute.enable distribute.followup_all{interchange.enable}\nfor i := 0; i < n; i++ { for j := 0; j < m; j++ { "
	for _, c := range []struct {
		body  string
		parts int
	}{
		{"a[j*n+i] += 3; b[j*n+i] += a[j*n+i] * 5", 2},
		{"a[j*n+i] += 3; b[j*n+i] = a[j*n+i] * 5", 2},
		{"a[i*m+j] += 3; b[i*m+j] += a[i*m+j] * 5", 2},
		{"a[j*n+i] += 3; b[j*n+i] += c[j*n+i] * 5", 2},
		{"a[j*n+i] = int32(i); b[j*n+i] += a[j*n+i] * 5", 2},
		{"a[j*n+i] += 3; b[j*n+i] += a[j*n+i] * 5; c[j*n+i] ^= b[j*n+i]", 3},
		{"a[j*n+i] ^= c[j*n+i]; b[j*n+i] += a[j*n+i] * 5; c[j*n+i] += 3", 3},
	} {
		for _, tier := range tiers {
			a := ask(t, tier, false, head+c.body+" } } }")
			if a.warnings != 0 || !a.done("distribute", 1) || !a.done("interchange", 1) || len(a.stores) != c.parts ||
				slices.Max(a.stores) != 1 {
				t.Errorf("%s: %s: stores %v\n%s", tier, c.body, a.stores, a.remarks)
			}
		}
	}
	// A cycle stays a cycle: each statement uses the other's previous row.
	if a := ask(t, cpu.AVX2, false, strings.Replace(head, "i := 0", "i := 1", 1)+"a[i*m+j] += b[(i-1)*m+j]; b[i*m+j] += a[(i-1)*m+j] * 5 } } }"); a.warnings != 1 || a.done("distribute", 1) {
		t.Errorf("%s", a.remarks)
	}
}

// TestWholeSequenceFused checks that omp fuse applies to all loops of the sequence.
func TestWholeSequenceFused(t *testing.T) {
	for n := 2; n <= 5; n++ {
		for _, clause := range []string{"", " looprange(1,2)"} {
			var s strings.Builder
			s.WriteString("func k(a, b, c, d, e []int32, n int) {\n//pragma:omp fuse" + clause + "\n")
			for k := range n {
				fmt.Fprintf(&s, "for i := 0; i < n; i++ { %c[i] += %d }\n", 'a'+k, k+3)
			}
			s.WriteString("n++\nfor i := 0; i < n; i++ { a[i] ^= 9 }\n}")
			want := n
			if clause != "" {
				want = 2
			}
			a := ask(t, cpu.AVX2, false, s.String())
			if a.warnings != 0 || !a.done("fuse", want-1) || slices.Max(a.stores)%want != 0 {
				t.Errorf("%d loops%s: stores %v, %+v\n%s", n, clause, a.stores, a.out.Results, a.remarks)
			}
		}
	}
}

// TestForcedAnyway checks that a demanded transformation is done whether it pays or not, using the permissions it
// grants.
func TestForcedAnyway(t *testing.T) {
	const nest = "func k(y, a []float64, n int) {\n//loop:%s\nfor i := range n { for j := range n { y[i*n+j] += a[i] } } }"
	for _, tier := range tiers {
		for attr, meets := range map[string]func(p *vplan.Plan) bool{
			"vectorize.enable":           func(p *vplan.Plan) bool { return true },
			"vectorize.predicate.enable": func(p *vplan.Plan) bool { return true },
			"interleave.count=2":         func(p *vplan.Plan) bool { return p.UF() == 2 },
		} {
			a := ask(t, tier, true, fmt.Sprintf(nest, attr))
			outer := strings.Contains(a.remarks, "outer loop vectorized")
			masks := tier == cpu.NEON && strings.HasPrefix(attr, "vectorize.pred")
			if !outer || !slices.ContainsFunc(a.out.Plans, meets) || a.warnings != 0 && !masks {
				t.Errorf("%s: %s:\n%s", tier, attr, a.remarks)
			}
		}
		for _, step := range []string{"s += x[i]", "s -= x[i]", "s *= x[i]"} {
			for attr, want := range map[string]bool{"vectorize.enable": true, "vectorize.width=4": true, "interleave.count=2": false, "fp=exact vectorize.enable": false} {
				a := ask(t, tier, true, "func k(y, x []float64) (s float64) {\n//loop:"+strings.Replace(attr, "fp=exact ", "fp exact\n//loop:", 1)+
					"\nfor i := range min(len(x), len(y)) { "+step+"; y[i] = s }\nreturn }")
				scans := slices.ContainsFunc(a.out.Plans, func(p *vplan.Plan) bool {
					return slices.ContainsFunc(p.Recipes, func(r *vplan.Recipe) bool { return r.Kind == vplan.ScanLanes })
				})
				if scans != want || (a.warnings == 0) != want || strings.Contains(a.remarks, remark.Reordered) != want {
					t.Errorf("%s: %s with %s: scan: %v\n%s", tier, step, attr, scans, a.remarks)
				}
			}
		}
	}
}
