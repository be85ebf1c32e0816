package fold_test

import (
	"testing"

	"hotloop/frontend"
	"hotloop/loopopt/fold"
	"hotloop/loopopt/ir"
)

// TestShort counts the operations that are left of expressions, which are as many as other compilers leave.
func TestShort(t *testing.T) {
	for _, c := range []struct {
		typ, expr string
		left      int
	}{
		{"uint32", "(a & b) ^ (a ^ b)", 1}, {"uint32", "a & (a | b)", 0}, {"uint32", "(a & b) | ^b", 2}, {"uint32", "(a + b) - b", 0},
		{"int32", "^(a - 1)", 1}, {"uint32", "a ^ b ^ a", 0}, {"uint32", "min(a, max(a, b))", 0}, {"uint32", "a*3 + a*5", 1},
		{"uint32", "a << 5 >> 5", 1}, {"uint32", "(a & 0xff0) & 0x0ff", 1}, {"uint32", "(a | 0xff0) | 0x00f", 1}, {"uint32", "a << 3 << 4", 1},
		{"uint32", "a * 3 * 5", 1}, {"uint32", "a ^ 5 ^ 9", 1}, {"uint32", "(a &^ 0xff) & 0xff", 0}, {"int32", "a + -b", 1},
		{"int32", "a - (a - b)", 0}, {"int32", "^a & ^b", 2}, {"int32", "max(max(a, 3), 7)", 1}, {"int32", "min(a, min(a, b))", 1},
		{"int32", "-a * -b", 1}, {"uint32", "a / 3 / 5", 1}, {"uint32", "a >> 3 >> 4", 1}, {"uint32", "(a + 256) & 0xff", 1},
		{"int32", "-(a - b)", 1}, {"float64", "a + -b", 1}, {"float64", "-(-a)", 0}, {"float64", "a * 1", 0}, {"float64", "a + 0", 1},
		{"int64", "a - 3 - 4", 1}, {"int64", "5 - (a + 3)", 1}, {"uint8", "a << 3 << 6", 0},
	} {
		res, err := frontend.Build(frontend.Text("k.go", "package k\nfunc k(a, b "+c.typ+") "+c.typ+" { return "+c.expr+" }\n"), "k", frontend.Options{})
		if err != nil {
			t.Fatal(err)
		}
		f := res.Func
		fold.Fold(f)
		f.RemoveDead()
		n := 0
		for v := range ir.Values(f.Blocks) {
			if v.Op.Is(ir.FlagElementwise) {
				n++
			}
		}
		if n != c.left {
			t.Errorf("%s of %s: %d operations, want %d\n%s", c.expr, c.typ, n, c.left, f)
		}
	}
}
