//go:build linux && (amd64 || arm64)

package lower_test

import (
	"strings"
	"testing"

	"hotloop/isel/internal/targets"
	"hotloop/isel/lower"
	"hotloop/loopopt/ir"
)

// TestRulesParse parses all rules; errors panic.
func TestRulesParse(t *testing.T) {
	for _, tgt := range targets.All() {
		t.Logf("%s: %d rules", tgt.Name(), lower.ParseRules(tgt.Target))
	}
}

// BenchmarkRulesParse must stay far below the 5 ms budget of a process's first compilation.
func BenchmarkRulesParse(b *testing.B) {
	for _, tgt := range targets.All() {
		b.Run(tgt.Name(), func(b *testing.B) {
			for b.Loop() {
				lower.ParseRules(tgt.Target)
			}
		})
	}
}

// TestRulesFire lowers every operation on every type and checks that some target uses every rule. A rule that
// never fires is shadowed by an earlier one, or unreachable.
func TestRulesFire(t *testing.T) {
	fired := map[string]bool{}
	live := map[string]string{}
	for _, tgt := range targets.All() {
		for lanes := 1; lanes <= ir.MaxLanes; lanes *= 2 {
			for _, c := range opCases(lanes) {
				if c.op == ir.OpShuffle || len(argTypes(c)) == 0 {
					continue
				}
				for _, k := range []*uint64{nil, new(uint64), ptr(3), ptr(8), ptr(16), ptr(32), ptr(200)} {
					if k != nil && (c.t.Elem.IsFloat() || c.arg != c.t && (!c.op.IsCompare() || !c.arg.Elem.IsInt())) {
						continue
					}
					f, _, _ := opFunc(c, nil, 0, k)
					tgt.Lower(f, nil)
					if k != nil && c.op.IsCompare() { // the constant on the left
						f, _, _ := opFunc(c, nil, 0, k)
						for _, v := range f.Entry().Values {
							if v.Op == c.op {
								a, b := v.Args[0], v.Args[1]
								v.SetArg(0, b)
								v.SetArg(1, a)
							}
						}
						tgt.Lower(f, nil)
					}
				}
			}
		}
		for _, r := range tgt.RuleUses() {
			key := r.Src[:strings.Index(r.Src, ":")] + " " + r.Text
			live[key] = key
			if r.Hits > 0 {
				fired[key] = true
			}
		}
	}
	narrowed := map[string]bool{} // patterns that also have a rule with conditions
	for key := range live {
		if pat, _, ok := strings.Cut(key, " &&"); ok {
			narrowed[pat] = true
		}
	}
	for key := range live {
		// Rules with nested operations, or with conditions on flags and uses, need functions with several
		// operations. So do rules for the cases that conditions exclude.
		inner := strings.Count(key[:strings.Index(key, "=>")], "(") > 1
		if !fired[key] && !inner && !strings.Contains(key, "&&") && !narrowed[key[:strings.Index(key, " =>")]] {
			t.Errorf("never fires: %s", key)
		}
	}
}

func ptr(x uint64) *uint64 { return &x }
