package lower_test

import (
	"testing"

	"hotloop/cpu"
	"hotloop/isel/lower"
	"hotloop/isel/x86"
	"hotloop/loopopt/ir"
)

// TestPricesBounded checks that a program that compiles ever new constants does not keep all their prices, and
// that recomputed prices are the same.
func TestPricesBounded(t *testing.T) {
	f := cpu.Baseline(cpu.AVX2)
	target := lower.NewTarget(x86.For(f), f)
	typ := ir.Vec(ir.I32, 8)
	first := target.CostWithConst(ir.OpMul, typ, 3)
	for c := range int64(3 * lower.MaxPrices) {
		target.CostWithConst(ir.OpMul, typ, c)
	}
	kept := target.PricesKept()
	if kept == 0 || kept > lower.MaxPrices {
		t.Errorf("%d prices are kept, of at most %d", kept, lower.MaxPrices)
	}
	if again := target.CostWithConst(ir.OpMul, typ, 3); again != first {
		t.Errorf("a product by 3 costs %v, and %v once forgotten", first, again)
	}
}
