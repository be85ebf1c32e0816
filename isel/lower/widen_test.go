//go:build linux && (amd64 || arm64)

package lower_test

import (
	"fmt"
	"runtime/debug"
	"strings"
	"testing"

	"hotloop/isel/internal/targets"
	"hotloop/loopopt/ir"
)

// doubled are operations on values that are widened or will be narrowed. a and b have half the size of c and of
// the results, which are v9, or a quarter or less. X is the extension.
var doubled = []string{
	"v7 = X <T> v5; v8 = X <T> v6; v9 = Mul <T> v7 v8",
	"v7 = X <T> v5; v9 = Mul <T> v7 v19",
	"v7 = X <T> v5; v9 = Mul <T> v7 v20",
	"v7 = X <T> v5; v9 = Mul <T> v7 v21",
	"v7 = X <T> v5; v8 = X <T> v6; v10 = Mul <T> v7 v8; v9 = Add <T> v4 v10",
	"v7 = X <T> v5; v8 = X <T> v6; v10 = Mul <T> v7 v8; v9 = Add <T> v10 v4",
	"v7 = X <T> v5; v10 = Mul <T> v7 v19; v9 = Add <T> v4 v10",
	"v7 = X <T> v5; v10 = Mul <T> v7 v20; v9 = Add <T> v10 v4",
	"v7 = X <T> v5; v8 = X <T> v6; v10 = Mul <T> v7 v8; v9 = Sub <T> v4 v10",
	"v7 = X <T> v5; v10 = Mul <T> v7 v19; v9 = Sub <T> v4 v10",
	"v7 = X <T> v5; v10 = Mul <T> v7 v20; v9 = Add <T> v4 v10",
	"v7 = X <T> v5; v10 = Mul <T> v7 v20; v9 = Sub <T> v4 v10",
	"v7 = X <T> v5; v8 = X <T> v6; v10 = Mul <T> v7 v8; v9 = Sub <T> v10 v4",
	"v7 = X <T> v5; v8 = X <T> v6; v9 = Add <T> v7 v8",
	"v7 = X <T> v5; v9 = Add <T> v7 v4",
	"v7 = X <T> v5; v9 = Add <T> v4 v7",
	"v7 = X <T> v5; v8 = X <T> v6; v9 = Sub <T> v7 v8",
	"v7 = X <T> v5; v9 = Sub <T> v4 v7",
	"v7 = X <T> v5; v9 = Sub <T> v7 v4",
	"v7 = X <T> v5; v8 = X <T> v6; v10 = Sub <T> v7 v8; v9 = Abs <T> v10",
	"v7 = X <T> v5; v8 = X <T> v6; v10 = Sub <T> v7 v8; v11 = Abs <T> v10; v9 = Add <T> v4 v11",
	"v7 = X <T> v5; v8 = X <T> v6; v10 = Sub <T> v7 v8; v11 = Abs <T> v10; v9 = Add <T> v11 v4",
	"v7 = AbsDiffU <H> v5 v6; v9 = ZExt <T> v7",
	"v7 = AbsDiffU <H> v5 v6; v8 = ZExt <T> v7; v9 = Add <T> v4 v8",
	"v7 = AbsDiffU <H> v5 v6; v8 = ZExt <T> v7; v9 = Add <T> v8 v4",
	"v7 = ZExt <T> v5; v8 = SExt <T> v6; v9 = Mul <T> v7 v8",
	"v7 = SExt <T> v5; v8 = ZExt <T> v6; v10 = Mul <T> v7 v8; v9 = Sub <T> v4 v10",
	"v7 = ZExt <T> v5; v8 = SExt <T> v6; v9 = Add <T> v7 v8",
	"v7 = SExt <T> v5; v8 = ZExt <T> v6; v9 = Sub <T> v7 v8",
	"v7 = ZExt <T> v5; v8 = SExt <T> v6; v10 = Sub <T> v7 v8; v9 = Abs <T> v10",
	"v7 = X <T> v5; v8 = X <T> v6; v10 = Sub <T> v7 v8; v9 = Mul <T> v10 v10",
	"v7 = X <T> v5; v8 = X <T> v6; v10 = Add <T> v7 v8; v9 = Sub <T> v10 v4",
	"v7 = X <T> v5; v9 = Shl <T> v7 v22",
	"v7 = X <T> v5; v9 = Shl <T> v7 v28",
	"v7 = X <T> v5; v8 = X <T> v6; v10 = Sub <T> v7 v8; v11 = ShrS <T> v10 v27; v12 = TruncI <H> v11; v9 = X <T> v12",
	"v7 = PopCount <H> v5; v8 = Add <H> v7 v6; v9 = X <T> v8",
	"v7 = Not <H> v6; v8 = Or <H> v5 v7; v9 = X <T> v8",
	"v7 = Mul <H> v5 v6; v8 = Sub <H> v6 v7; v9 = X <T> v8",
	"v7 = Mul <H> v5 v6; v8 = Add <H> v6 v7; v9 = X <T> v8",
	"v10 = Shr <T> v4 v22; v11 = TruncI <H> v10; v9 = X <T> v11",
	"v10 = Shr <T> v4 v23; v11 = TruncI <H> v10; v9 = X <T> v11",
	"v10 = Shr <T> v4 v24; v11 = TruncI <H> v10; v9 = X <T> v11",
	"v12 = Add <T> v4 v25; v10 = Shr <T> v12 v22; v11 = TruncI <H> v10; v9 = X <T> v11",
	"v12 = Add <T> v4 v26; v10 = Shr <T> v12 v23; v11 = TruncI <H> v10; v9 = X <T> v11",
	"v12 = Add <T> v4 v25; v10 = Shr <T> v12 v23; v11 = TruncI <H> v10; v9 = X <T> v11",
}

// doubledFunc builds one of them on wide and narrow types with the given number of lanes.
func doubledFunc(t *testing.T, expr, ext string, wide, half ir.Elem, lanes int) *ir.Func {
	w := half.Bits()
	T, H := ir.Vec(wide, lanes).String(), ir.Vec(half, lanes).String()
	shr := "ShrU"
	if ext == "SExt" {
		shr = "ShrS"
	}
	expr = strings.NewReplacer("<T>", "<"+T+">", "<H>", "<"+H+">", "X ", ext+" ", "Shr ", shr+" ", "; ",
		"\n").Replace(expr)
	text := fmt.Sprintf(`func f(data []%[1]s, out []%[2]s, n i64) {
b0:
v0 = ArgPtr <ptr> {0}
v1 = ArgPtr <ptr> {1}
v2 = Arg <i64> {2}
v3 = Const <i64> {0}
v19 = Const <%[4]s> {%[6]d}
v20 = Const <%[4]s> {%[7]d}
v21 = Const <%[4]s> {-3}
v22 = Const <%[4]s> {%[8]d}
v23 = Const <%[4]s> {%[9]d}
v24 = Const <%[4]s> {%[10]d}
v25 = Const <%[4]s> {%[11]d}
v26 = Const <%[4]s> {%[12]d}
v27 = Const <%[4]s> {1}
v28 = Const <%[4]s> {%[16]d}
v4 = Load <%[4]s> v1 v3 *%[13]d +0
v5 = Load <%[5]s> v0 v2 *%[14]d +0
v6 = Load <%[5]s> v0 v2 *%[14]d +%[15]d
%[3]s
Store v1 v3 v9 *%[13]d +0
Ret
ret
}`, half, wide, expr, T, H, int64(1)<<w-1, int64(1)<<(w-1)-1, w-1, w, w+1, int64(1)<<(w-2), int64(1)<<(w-1),
		wide.Size(), half.Size(), lanes*half.Size(), w)
	f, err := ir.Parse(text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return f
}

// TestDoubled compares code for operations that change lane sizes with the interpreter.
func TestDoubled(t *testing.T) {
	debug.SetPanicOnFault(true)
	data, out := newGuarded(t), newGuarded(t)
	for _, tgt := range targets.Host(t) {
		t.Run(tgt.Name(), func(t *testing.T) {
			var fails failures
			for _, lanes := range lanesUnderTest() {
				for _, wide := range []ir.Elem{ir.I16, ir.I32, ir.I64} {
					for _, ext := range []string{"ZExt", "SExt"} {
						for _, expr := range doubled {
							if lanes == 1 {
								continue
							}
							for size := wide.Size() / 2; size > 0; size /= 2 {
								half := ir.IntElem(size)
								f := doubledFunc(t, expr, ext, wide, half, lanes)
								if err := checkPages(tgt, f, 2*lanes, lanes*wide.Size(), data, out); err != nil {
									fails.add("%s %s to %s x%d, %s: %v", ext, half, wide, lanes, expr, err)
								}
							}
						}
					}
				}
			}
			for _, r := range tgt.RuleUses() {
				if r.Odd && r.Hits == 0 {
					fails.add("%s: nothing here is selected by %s", r.Src, r.Text)
				}
			}
			for i, s := range fails.order {
				if i < 20 {
					t.Error(s)
				}
			}
		})
	}
}
