package isel

import (
	"testing"

	"hotloop/cpu"
	"hotloop/loopopt/ir"
)

// TestPricesBounded: a program that compiles ever new constants does not keep the prices of all, and gets the same ones again.
func TestPricesBounded(t *testing.T) {
	target := newTarget(cpu.Baseline(cpu.AVX2))
	typ := ir.Vec(ir.I32, 8)
	first := target.CostWithConst(ir.OpMul, typ, 3)
	for c := range int64(3 * maxPrices) {
		target.CostWithConst(ir.OpMul, typ, c)
	}
	kept := target.others.len()
	if kept == 0 || kept > maxPrices {
		t.Errorf("%d prices are kept, of at most %d", kept, maxPrices)
	}
	if again := target.CostWithConst(ir.OpMul, typ, 3); again != first {
		t.Errorf("a product by 3 costs %v, and %v once forgotten", first, again)
	}
}
