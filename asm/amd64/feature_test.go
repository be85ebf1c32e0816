package amd64_test

import (
	"math/rand/v2"
	"testing"

	"hotloop/asm/amd64"
	"hotloop/asm/amd64/amd64test"
)

// TestFeatures checks that the encoder requires exactly the features that Inst.Features returns.
func TestFeatures(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	e := amd64.NewEncoder()
	accepts := func(in amd64.Inst, features amd64.Feature) bool {
		e.Reset()
		if in.Mem.Label > 0 {
			e.Reserve(in.Mem.Label)
		}
		e.Features = features
		return e.Emit(in) == nil
	}
	const tries = 8 // random registers and decorations per form
	n := 0
	for _, f := range amd64test.Forms() {
		for range tries {
			in := f.Rand(r)
			if amd64.Check(&in) != nil {
				continue
			}
			n++
			need := in.Features()
			if !accepts(in, need) {
				t.Errorf("%v: not with %v", in, need)
			}
			for rest := need; rest != 0; rest &= rest - 1 {
				if without := need &^ (rest & -rest); accepts(in, without) {
					t.Errorf("%v: needs %v, taken with %v", in, need, without)
				}
			}
		}
	}
	if n == 0 {
		t.Error("no legal instruction")
	}
}
