package loopopt_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hotloop/cpu"
	"hotloop/frontend"
	"hotloop/isel"
	"hotloop/loopopt"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
)

// TestSplitVariable checks that split.at refers to the variable of the source, not to counters made by earlier
// transformations. The number of iterations before the split, if the loop has that many, is a constant.
func TestSplitVariable(t *testing.T) {
	for _, c := range []struct {
		md   string
		want int64 // iterations of the loop that is split
	}{
		{"split.at=13", 8},
		{"unroll.count=4 split.at=13", 2},
		{"unroll.count=4 unroll.followup_unrolled{split.at=21}", 4},
		{"distribute.enable distribute.followup_all{split.at=13}", 8},
		{"unroll.count=2 split.at=13", 4},
	} {
		src := "func k(y, x, z []int32) {\n//loop:vectorize.enable=0 " + c.md + "\nfor i := 5; i < len(y); i++ { y[i] = x[i] + 1; z[i] = z[i-1] + 2 }\n}"
		res, err := frontend.Build(frontend.Text("k.go", "package k\n"+src+"\n"), "k", frontend.Options{})
		if err != nil {
			t.Fatal(err)
		}
		k, err := config.ParseKnobs("verify-each,eval-each")
		if err != nil {
			t.Fatal(err)
		}
		var counts []int64
		_, err = loopopt.Optimize(res.Func, config.Options{Target: isel.TargetFor(cpu.Baseline(cpu.AVX2)), Knobs: k,
			After: func(pass string, f *ir.Func, _ bool) {
				if pass != "driver" {
					return
				}
				for _, b := range f.Blocks {
					for _, v := range b.Values {
						if v.Op != ir.OpMinS {
							continue
						}
						for _, a := range v.Args {
							if a.IsConst() {
								counts = append(counts, a.Int())
							}
						}
					}
				}
			}})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(counts, c.want) {
			t.Errorf("%s: cut behind %s iterations, not %d", c.md, strings.Trim(fmt.Sprint(counts), "[]"), c.want)
		}
	}
}
