package arm_test

import (
	"strings"
	"testing"

	"hotloop/cpu"
	"hotloop/isel"
	"hotloop/loopopt/ir"
)

const maskedLoop = `func f(x []f32, y []f32) {
b0: ; entry
  v0 = ArgPtr <ptr> {0}
  v1 = ArgPtr <ptr> {1}
  v2 = ArgLen <i64> {0}
  v3 = Const <i64> {0}
  v4 = Const <i64> {4}
  v5 = Const <f32x4> {0}
  jump b1
b1: ; loop <- b0 b1
  v6 = Phi <i64> v3 v10
  v8 = LaneMask <m4> v6 v2
  v7 = MaskedLoad <f32x4> v0 v6 v8 *4 +0
  v9 = Lt <m4> v5 v7
  MaskedStore v1 v6 v7 v9 *4 +0
  Poll
  v10 = Add <i64> v6 v4
  v11 = LtS <bool> v10 v2
  if v11 b1 b2
b2: ; end <- b1
  Ret
  ret
}`

// TestPredicates: nothing takes P7 before it is set, at the beginning and behind every yield, and functions that do
// not need it leave it alone.
func TestPredicates(t *testing.T) {
	flags := cpu.Baseline(cpu.NEON)
	for _, sve := range []bool{false, true} {
		f := ir.MustParse(maskedLoop)
		f.Layout()
		if sve {
			flags.Flags |= cpu.FlagSVE
		}
		code, err := isel.TargetFor(flags).Compile(f, isel.Options{Listing: true, Verify: true})
		if err != nil {
			t.Fatal(err)
		}
		text := code.String()
		set := 0
		for _, part := range strings.Split(text, ": ; ") {
			name, rest, _ := strings.Cut(part, "\n")
			if first, _, _ := strings.Cut(rest, "\n"); strings.Contains(first, "ptrue p7.b, vl16") {
				set++
			} else if sve && (name == "entry" || name == "resume") {
				t.Errorf("P7 is not set behind %s:\n%s", name, text)
			}
		}
		uses := strings.Count(text, "p7/z")
		switch {
		case !sve && (set > 0 || uses > 0 || strings.Contains(text, "p6")):
			t.Errorf("predicates without SVE:\n%s", text)
		case sve && (set != 2 || uses != 2 || strings.Count(text, "{ z") != 2):
			t.Errorf("P7 is set %d times and used %d times, want 2 and 2:\n%s", set, uses, text)
		}
	}
}
