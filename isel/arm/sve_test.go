package arm_test

import (
	"strings"
	"testing"

	"hotloop/cpu"
	"hotloop/isel"
	_ "hotloop/isel/all" // to compile for processors of other architectures
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

// TestPredicates checks that P7 is set at the beginning and after every yield, before any use, and that functions
// without predicates do not set it.
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

// comparedStores has a store under a comparison, one under its inverse, and one under an inverted comparison for
// equality.
const comparedStores = `func f(x []f32, y []f32, z []f32) {
b0: ; entry
  v0 = ArgPtr <ptr> {0}
  v1 = ArgPtr <ptr> {1}
  v2 = ArgPtr <ptr> {2}
  v3 = Const <i64> {0}
  v4 = Load <f32x4> v0 v3 *4 +0
  v5 = Load <f32x4> v0 v3 *4 +16
  v6 = Lt <m4> v4 v5
  MaskedStore v1 v3 v4 v6 *4 +0
  v7 = Not <m4> v6
  MaskedStore v1 v3 v5 v7 *4 +16
  v8 = Eq <m4> v4 v5
  v9 = Not <m4> v8
  MaskedStore v2 v3 v4 v9 *4 +0
  Ret
  ret
}`

// lanesInOrder is a sum of four lanes, the lowest first.
const lanesInOrder = `func f(x []f32) {
b0: ; entry
  v0 = ArgPtr <ptr> {0}
  v1 = Const <i64> {0}
  v2 = Load <f32x4> v0 v1 *4 +0
  v3 = Load <f32> v0 v1 *4 +16
  v4 = Extract <f32> {0} v2
  v5 = Add <f32> v3 v4 fp(ordered)
  v6 = Extract <f32> {1} v2
  v7 = Add <f32> v5 v6 fp(ordered)
  v8 = Extract <f32> {2} v2
  v9 = Add <f32> v7 v8 fp(ordered)
  v10 = Extract <f32> {3} v2
  v11 = Add <f32> v9 v10 fp(ordered)
  Store v0 v1 v11 *4 +20
  Ret
  ret
}`

// TestOfSVE counts the SVE instructions, with SVE and without.
func TestOfSVE(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       map[string]int // with SVE; without it there are none
	}{
		{"stores", comparedStores, map[string]int{"fcmgt p": 0, "fcmuo": 1, "fcmeq p": 1, "fcmne p": 1, "st1w": 3,
			"[x2, x": 1, "mvn": 0}},
		{"sum", lanesInOrder, map[string]int{"fadda": 1}},
	} {
		for _, sve := range []bool{false, true} {
			flags := cpu.Baseline(cpu.NEON)
			if sve {
				flags.Flags |= cpu.FlagSVE
			}
			f := ir.MustParse(c.text)
			f.Layout()
			code, err := isel.TargetFor(flags).Compile(f, isel.Options{Listing: true, Verify: true})
			if err != nil {
				t.Fatal(err)
			}
			text := code.String()
			for what, n := range c.want {
				if !sve && what != "mvn" {
					n = 0
				} else if !sve {
					continue
				}
				if got := strings.Count(text, what); got != n {
					t.Errorf("%s, SVE %v: %q occurs %d times, want %d\n%s", c.name, sve, what, got, n, text)
				}
			}
		}
	}
}
