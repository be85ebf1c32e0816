package analysis

import (
	"testing"

	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// loopText returns a function with one loop that counts up to n; early is the ending of its body, block b2.
func loopText(early string) string {
	return `func F(a bool, n i64) {
b0:
  v0 = Const <i64> {0}
  v1 = Const <i64> {1}
  v2 = Arg <i64> {1}
  v3 = Arg <bool> {0}
  jump b1
b1: ; x <- b0
  jump b2
b2: ; x <- b1 b3
  v4 = Phi <i64> v0 v5
  ` + early + `
b3: ; x <- b2
  v5 = Add <i64> v4 v1
  v6 = LtS <bool> v5 v2
  if v6 b2 b4
b4: ; x <- b3
  jump b5
b5: ; x <- b4
  Ret
  ret
}
`
}

func TestCounted(t *testing.T) {
	f, err := ir.Parse(loopText("jump b3"))
	if err != nil {
		t.Fatal(err)
	}
	dom := f.Dominators()
	li := FindLoops(f, dom)
	se := NewSCEV(f, li, dom)
	l := li.Loops[0]
	c, why, _ := se.Counted(l)
	if why != remark.None || c.Exit != l.LatchExit() || c.Const != 0 || c.Trips != se.AddConst(c.Taken, 1) {
		t.Errorf("Counted = %+v, %s", c, why)
	}
	if !l.Simplified() || !l.BranchesBack() || !l.LeftAtLatch() || !l.IsExiting(l.Latch) {
		t.Error("the shape of the loop is not seen")
	}
	if ivs, others := se.Inductions(l, l); len(ivs) != 1 || len(others) != 0 {
		t.Errorf("Inductions = %v, %v", ivs, others)
	}
}

// TestEarlyExit checks that a loop that also exits in its middle, to another block, is not counted.
func TestEarlyExit(t *testing.T) {
	text := loopText("if v3 b3 b6")
	text = text[:len(text)-2] + "b6: ; x <- b2\n  Ret\n  ret\n}\n"
	f, err := ir.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	dom := f.Dominators()
	li := FindLoops(f, dom)
	l := li.Loops[0]
	if _, why, _ := NewSCEV(f, li, dom).Counted(l); why != remark.EarlyExit || l.LeftAtLatch() || !l.Simplified() {
		t.Errorf("Counted says %q", why)
	}
}

// TestVerifyKept checks that verification recomputes the cached loops and compares them.
func TestVerifyKept(t *testing.T) {
	f, err := ir.Parse(loopText("jump b3"))
	if err != nil {
		t.Fatal(err)
	}
	li := FindLoops(f, f.Dominators())
	if err := VerifyKept(f); err != nil {
		t.Fatal(err)
	}
	li.Loops[0].Latch = nil
	if err := VerifyKept(f); err == nil {
		t.Error("a kept loop without its latch is taken for that of the graph")
	}
}
