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

// combination is a small expression for which some architecture has an instruction. Its operations are v10 to
// v19, and its result is v20. <T> is the type, <M> that of its comparisons, <H> has elements of half the size,
// and <F> is floats of T's size. v4 to v6 are of T, v7 and v8 of H, v9 is a scalar of T's element. c is a
// constant with that number, r that minus 1 as a power of 2, d the rest of the element's bits, m three bits from
// bit c, and h all other bits. turns stands for the even lanes of one vector and the odd lanes of another.
type combination struct {
	expr   string
	shapes string // "s" scalars, "v" vectors
	elems  []ir.Elem
}

var (
	wide  = []ir.Elem{ir.I32, ir.I64}
	small = []ir.Elem{ir.I8, ir.I16, ir.I32}
)

// combinations are those of all architectures. An architecture without the instruction must also compute the
// correct result.
var combinations = []combination{
	{"v10 = SExt <T> v7; v11 = SExt <T> v8; v20 = Mul <T> v10 v11", "s", wide},
	{"v10 = ZExt <T> v7; v11 = ZExt <T> v8; v20 = Mul <T> v10 v11", "s", wide},
	{"v10 = SExt <T> v7; v11 = SExt <T> v8; v12 = Mul <T> v10 v11; v20 = Add <T> v4 v12", "s", wide},
	{"v10 = ZExt <T> v7; v11 = ZExt <T> v8; v12 = Mul <T> v10 v11; v20 = Add <T> v12 v4", "s", wide},
	{"v10 = SExt <T> v7; v11 = SExt <T> v8; v12 = Mul <T> v10 v11; v20 = Sub <T> v4 v12", "s", wide},
	{"v10 = ZExt <T> v7; v11 = ZExt <T> v8; v12 = Mul <T> v10 v11; v20 = Sub <T> v4 v12", "s", wide},
	{"v12 = Mul <T> v4 v5; v20 = Neg <T> v12", "s", wide},
	{"v10 = Xor <H> v7 v8; v11 = SExt <T> v10; v20 = Add <T> v4 v11", "s", wide},
	{"v10 = Xor <H> v7 v8; v11 = ZExt <T> v10; v20 = Add <T> v11 v4", "s", wide},
	{"v10 = Xor <H> v7 v8; v11 = SExt <T> v10; v20 = Sub <T> v4 v11", "s", wide},
	{"v10 = Xor <H> v7 v8; v11 = ZExt <T> v10; v20 = Sub <T> v4 v11", "s", wide},
	{"v11 = ZExt <T> v7; v20 = Sub <T> v4 v11", "s", wide},
	{"v10 = Not <T> v5; v20 = And <T> v4 v10", "sv", ints},
	{"v10 = Not <T> v5; v20 = Or <T> v4 v10", "sv", ints},
	{"v10 = Not <T> v5; v20 = Xor <T> v4 v10", "sv", ints},
	{"v10 = Xor <T> v4 v5; v20 = Not <T> v10", "sv", ints},
	{"v10 = Shl <T> v4 c; v11 = ShrU <T> v5 d; v20 = Or <T> v10 v11", "sv", ints},
	{"v10 = Shl <T> v4 c; v11 = ShrU <T> v5 d; v20 = Or <T> v11 v10", "sv", ints},
	{"v10 = Shl <T> v4 c; v11 = ShrU <T> v5 c; v20 = Or <T> v10 v11", "sv", ints},
	{"v10 = Neg <T> v5; v20 = RotL <T> v4 v10", "sv", ints},
	{"v10 = RotL <T> v4 c; v20 = Xor <T> v10 v4", "sv", ints},
	{"v10 = And <T> v4 255; v11 = Shl <T> v10 1; v12 = ShrU <T> v4 8; v20 = Add <T> v11 v12", "v", []ir.Elem{ir.I16}},
	{"v10 = And <T> v4 255; v11 = Shl <T> v10 2; v12 = ShrU <T> v4 8; v20 = Add <T> v11 v12", "v", []ir.Elem{ir.I16}},
	{"v10 = And <T> v4 255; v11 = Shl <T> v10 3; v12 = ShrU <T> v4 8; v20 = Add <T> v11 v12", "v", []ir.Elem{ir.I16}},
	{"v10 = And <T> v4 255; v11 = Shl <T> v10 4; v12 = ShrU <T> v4 8; v20 = Add <T> v11 v12", "v", []ir.Elem{ir.I16}},
	{"v10 = And <T> v4 255; v11 = Shl <T> v10 5; v12 = ShrU <T> v4 8; v20 = Add <T> v11 v12", "v", []ir.Elem{ir.I16}},
	{"v10 = And <T> v4 255; v11 = Shl <T> v10 6; v12 = ShrU <T> v4 8; v20 = Add <T> v11 v12", "v", []ir.Elem{ir.I16}},
	{"v10 = Add <T> v4 -1; v20 = And <T> v4 v10", "sv", ints},
	{"v10 = Add <T> v4 -1; v20 = And <T> v10 v4", "sv", ints},
	{"v10 = Add <T> v4 -1; v20 = Xor <T> v4 v10", "sv", ints},
	{"v10 = Neg <T> v4; v20 = And <T> v4 v10", "sv", ints},
	{"v10 = MaxS <T> v4 v5; v11 = MinS <T> v4 v5; v20 = Sub <T> v10 v11", "v", ints},
	{"v10 = MaxU <T> v4 v5; v11 = MinU <T> v4 v5; v20 = Sub <T> v10 v11", "v", ints},
	{"v10 = MaxS <T> v4 v5; v11 = MinS <T> v4 v5; v12 = Sub <T> v10 v11; v20 = Add <T> v6 v12", "v", ints},
	{"v10 = MaxS <T> v4 v5; v11 = MinS <T> v4 v5; v12 = Sub <T> v10 v11; v20 = Add <T> v12 v6", "v", ints},
	{"v10 = MaxU <T> v4 v5; v11 = MinU <T> v4 v5; v12 = Sub <T> v10 v11; v20 = Add <T> v6 v12", "v", ints},
	{"v10 = MaxU <T> v4 v5; v11 = MinU <T> v4 v5; v12 = Sub <T> v10 v11; v20 = Add <T> v12 v6", "v", ints},
	{"v10 = AbsDiffU <T> v4 v5; v20 = Add <T> v6 v10", "v", small},
	{"v10 = AbsDiffU <T> v4 v5; v20 = Add <T> v10 v6", "v", small},
	{"v12 = ShrU <T> v4 3; v10 = Add <T> v12 r; v20 = ShrU <T> v10 c", "v", ints},
	{"v12 = ShrS <T> v4 3; v10 = Add <T> v12 r; v20 = ShrS <T> v10 c", "v", ints},
	{"v12 = ShrU <T> v4 3; v10 = Add <T> v12 r; v11 = ShrU <T> v10 c; v20 = Add <T> v5 v11", "v", ints},
	{"v12 = ShrS <T> v4 3; v10 = Add <T> v12 r; v11 = ShrS <T> v10 c; v20 = Add <T> v11 v5", "v", ints},
	{"v10 = Add <T> v4 r; v20 = ShrU <T> v10 c", "v", ints},
	{"v10 = Add <T> v4 r; v11 = ShrS <T> v10 c; v20 = Add <T> v5 v11", "v", ints},
	{"v12 = ShrU <T> v4 3; v10 = Add <T> v12 r; v11 = ShrU <T> v10 c; v13 = ShrU <T> v5 3; v14 = Add <T> v13 3; " +
		"v15 = ShrU <T> v14 c; v20 = Add <T> v11 v15", "v", ints},
	{"v20 = MulRound <T> v4 5", "v", ints},
	{"v20 = MulRound <T> v4 -1", "v", ints},
	{"v20 = MulRound <T> v4 v5", "v", ints},
	{"v10 = And <T> v4 v5; v11 = Eq <M> v10 0; v20 = Select <T> v11 v5 v6", "sv", ints},
	{"v10 = And <T> v4 v5; v11 = Ne <M> v10 0; v20 = Select <T> v11 v5 v6", "sv", ints},
	{"v10 = LtS <M> v4 v5; v20 = Select <T> v10 v6 0", "sv", ints},
	{"v10 = LtS <M> v4 v5; v20 = Select <T> v10 0 v6", "sv", ints},
	{"v10 = Bitcast <F> v4; v11 = Floor <F> v10; v20 = FToSI <T> v11", "sv", wide},
	{"v10 = Bitcast <F> v4; v11 = Ceil <F> v10; v20 = FToSI <T> v11", "sv", wide},
	{"v10 = Bitcast <F> v4; v11 = RoundEven <F> v10; v20 = FToSI <T> v11", "sv", wide},
	{"v10 = Bitcast <F> v4; v11 = Bitcast <F> v5; v12 = Abs <F> v10; v13 = Abs <F> v11; v14 = Lt <M> v12 v13; " +
		"v20 = Select <T> v14 v5 v6", "sv", wide},
	{"v10 = Bitcast <F> v4; v11 = Bitcast <F> v5; v12 = Abs <F> v10; v13 = Abs <F> v11; v14 = Le <M> v12 v13; " +
		"v20 = Select <T> v14 v5 v6", "sv", wide},
	{"v10 = Bitcast <F> v4; v12 = Abs <F> v10; v14 = Lt <M> v12 f; v20 = Select <T> v14 v5 v6", "sv", wide},
	{"v10 = Bitcast <F> v4; v12 = Abs <F> v10; v14 = Le <M> f v12; v20 = Select <T> v14 v5 v6", "sv", wide},
	{"v10 = Bitcast <F> v4; v11 = Bitcast <F> v5; v12 = Sub <F> v10 v11; v13 = Abs <F> v12; v20 = FToSI <T> v13", "sv", wide},
	{"v10 = Bitcast <F> v4; v11 = Bitcast <G> v9; v12 = Splat <F> v11; v13 = Mul <F> v10 v12; v20 = FToSI <T> v13", "v", wide},
	{"v10 = Bitcast <F> v4; v11 = Bitcast <G> v9; v12 = Splat <F> v11; v13 = Bitcast <F> v5; v14 = FMA <F> v10 v12 v13; " +
		"v20 = FToSI <T> v14", "v", wide},
	{"v10 = Bitcast <F> v4; v11 = Bitcast <G> v9; v12 = Splat <F> v11; v13 = Bitcast <F> v5; v15 = Neg <F> v10; " +
		"v14 = FMA <F> v15 v12 v13; v20 = FToSI <T> v14", "v", wide},
	{"v10 = LtU <M> v4 v5; v11 = ZExt <T> v10; v20 = Add <T> v6 v11", "sv", ints},
	{"v10 = LtU <M> v4 v5; v11 = ZExt <T> v10; v20 = Sub <T> v6 v11", "sv", ints},
	{"v10 = LeU <M> v4 v5; v11 = ZExt <T> v10; v20 = Add <T> v11 v6", "sv", ints},
	{"v10 = LtS <M> v4 v5; v11 = Add <T> v6 1; v20 = Select <T> v10 v11 v6", "sv", ints},
	{"v10 = LtS <M> v4 v5; v11 = Add <T> v6 1; v20 = Select <T> v10 v5 v11", "sv", ints},
	{"v10 = LtS <M> v4 v5; v11 = Neg <T> v6; v20 = Select <T> v10 v11 v6", "sv", ints},
	{"v10 = LtS <M> v4 v5; v11 = Not <T> v6; v20 = Select <T> v10 v5 v11", "sv", ints},
	{"v10 = ShrU <T> v4 c; v20 = And <T> v10 7", "sv", ints},
	{"v10 = ShrU <T> v4 c; v20 = And <T> v10 -2", "sv", ints},
	{"v10 = Shl <T> v4 c; v20 = ShrU <T> v10 3", "sv", ints},
	{"v10 = Shl <T> v4 3; v20 = ShrS <T> v10 c", "sv", ints},
	{"v10 = Shl <T> v4 3; v20 = ShrU <T> v10 3", "sv", ints},
	{"v10 = And <T> v4 7; v20 = Shl <T> v10 c", "sv", ints},
	{"v10 = ShrS <T> v4 c; v20 = And <T> v10 7", "sv", ints},
	{"v10 = Shl <T> v4 c; v20 = And <T> v10 m", "sv", ints},
	{"v10 = Shl <T> v4 3; v20 = And <T> v10 m", "sv", ints},
	{"v10 = Shl <T> v4 c; v20 = ShrS <T> v10 3", "sv", ints},
	{"v10 = Xor <H> v7 v8; v11 = ZExt <T> v10; v20 = Shl <T> v11 c", "s", wide},
	{"v10 = Xor <H> v7 v8; v11 = SExt <T> v10; v20 = Shl <T> v11 c", "s", wide},
	{"v10 = And <T> v4 h; v11 = And <T> v5 7; v12 = Shl <T> v11 c; v20 = Or <T> v10 v12", "sv", ints},
	{"v10 = And <T> v4 h; v11 = And <T> v5 3; v12 = Shl <T> v11 c; v20 = Or <T> v10 v12", "sv", ints},
	{"v10 = And <T> v4 h; v11 = And <T> v5 7; v12 = Shl <T> v11 c; v20 = Or <T> v12 v10", "sv", ints},
	{"v10 = And <T> v4 h; v11 = Shl <T> v5 c; v12 = And <T> v11 m; v20 = Or <T> v10 v12", "sv", ints},
	{"v10 = And <T> v4 h; v11 = Shl <T> v5 c; v12 = And <T> v11 m; v20 = Or <T> v12 v10", "sv", ints},
	{"v10 = And <T> v4 -8; v11 = ShrU <T> v5 c; v12 = And <T> v11 7; v20 = Or <T> v10 v12", "sv", ints},
	{"v10 = And <T> v4 -8; v11 = ShrU <T> v5 c; v12 = And <T> v11 15; v20 = Or <T> v12 v10", "sv", ints},
	{"v10 = And <T> v4 -8; v11 = ShrU <T> v5 c; v12 = And <T> v11 7; v20 = Or <T> v12 v10", "sv", ints},
	{"v10 = And <T> v4 -8; v11 = And <T> v5 7; v20 = Or <T> v10 v11", "sv", ints},
	{"v10 = And <T> v4 -8; v11 = And <T> v5 7; v20 = Or <T> v11 v10", "sv", ints},
	{"v10 = Mul <T> v4 v5; v11 = And <T> v10 4503599627370495; v20 = Add <T> v6 v11", "v", []ir.Elem{ir.I64}},
	{"v10 = ShrU <T> v4 30; v11 = ShrU <T> v5 47; v12 = Mul <T> v10 v11; v20 = Add <T> v6 v12", "v", []ir.Elem{ir.I64}},
	{"v10 = ShrU <T> v4 30; v11 = ShrU <T> v5 47; v20 = Mul <T> v10 v11", "v", []ir.Elem{ir.I64}},
	{"v10 = LtS <M> v4 v5; v11 = LtU <M> v5 v6; v12 = And <M> v10 v11; v20 = Select <T> v12 v5 v6", "sv", ints},
	{"v10 = LtS <M> v4 v5; v11 = Eq <M> v5 3; v12 = Or <M> v10 v11; v20 = Select <T> v12 v5 v6", "sv", ints},
	{"v10 = Ne <M> v4 0; v11 = LeU <M> v5 v6; v12 = And <M> v10 v11; v13 = LtS <M> v4 v6; v14 = Or <M> v13 v12; " +
		"v20 = Select <T> v14 v5 v6", "sv", ints},
}

func init() {
	for _, e := range []ir.Elem{ir.I16, ir.I32, ir.I64} {
		half := int64(1) << (e.Bits()/2 - 1)
		for _, b := range []struct{ ext, shr, lo, hi string }{
			{"SExt", "ShrS", fmt.Sprintf("MaxS <T> v11 %d", -half), fmt.Sprintf("MinS <T> v12 %d", half-1)},
			{"ZExt", "ShrS", "MaxS <T> v11 0", fmt.Sprintf("MinS <T> v12 %d", 2*half-1)},
			{"ZExt", "ShrU", "Or <T> v11 0", fmt.Sprintf("MinU <T> v11 %d", 2*half-1)},
		} {
			tail := fmt.Sprintf("; v12 = %s; v13 = %s; v14 = TruncI <H> v13; v20 = %s <T> v14", b.lo, b.hi, b.ext)
			if b.shr == "ShrU" {
				tail = fmt.Sprintf("; v13 = %s; v14 = TruncI <H> v13; v20 = %s <T> v14", b.hi, b.ext)
			}
			combinations = append(combinations,
				combination{fmt.Sprintf("v11 = %s <T> v4 3", b.shr) + tail, "v", []ir.Elem{e}},
				combination{fmt.Sprintf("v19 = %s <T> v4 2; v10 = Add <T> v19 4; v11 = %s <T> v10 3", b.shr, b.shr) + tail, "v",
					[]ir.Elem{e}})
		}
	}
	for _, fma := range []string{"FMA <F> v15 v13 v14", "FMA <F> v12 v13 v16", "FMA <F> v15 v13 v16", "FMA <F> v12 v13 v14"} {
		expr := "v12 = Bitcast <F> v4; v13 = Bitcast <F> v5; v14 = Bitcast <F> v6; "
		if strings.Contains(fma, "v15") {
			expr += "v15 = Neg <F> v12; "
		}
		if strings.Contains(fma, "v16") {
			expr += "v16 = Neg <F> v14; "
		}
		combinations = append(combinations, combination{expr + "v17 = " + fma + "; v20 = FToSI <T> v17", "sv", wide})
	}
	// Alternating sums and differences, and alternating products that are added and subtracted.
	floats := "v12 = Bitcast <F> v4; v13 = Bitcast <F> v5; v14 = Bitcast <F> v6; v15 = Neg <F> v14; "
	for _, two := range [][2]string{{"Sub <F> v12 v13", "Add <F> v12 v13"}, {"FMA <F> v12 v13 v15", "FMA <F> v12 v13 v14"}} {
		for k := range two {
			combinations = append(combinations, combination{floats + "v16 = " + two[k] + "; v17 = " + two[1-k] +
				"; v18 = Shuffle <F> v16 v17 turns; v20 = FToSI <T> v18", "v", wide})
		}
	}
	for _, shift := range []string{"Shl", "ShrU", "ShrS", "RotL"} {
		for _, op := range []string{"Add", "Sub", "And", "Or", "Xor", "AndNot"} {
			combinations = append(combinations,
				combination{fmt.Sprintf("v10 = %s <T> v5 c; v20 = %s <T> v4 v10", shift, op), "sv", ints},
				combination{fmt.Sprintf("v10 = %s <T> v5 c; v20 = %s <T> v10 v4", shift, op), "sv", ints})
		}
		for _, op := range []string{"Neg", "Not"} {
			combinations = append(combinations,
				combination{fmt.Sprintf("v10 = %s <T> v5 c; v20 = %s <T> v10", shift, op), "sv", ints})
		}
	}
}

// shape returns the letter for a number of lanes in combination.shapes.
func shape(lanes int) string {
	if lanes == 1 {
		return "s"
	}
	return "v"
}

// function builds the combination for an element type, with a constant.
func (c *combination) function(e ir.Elem, lanes, k int) (*ir.Func, error) {
	half := ir.I8
	if e != ir.I8 {
		half = ir.IntElem(e.Size() / 2)
	}
	float := ir.F32
	if e == ir.I64 {
		float = ir.F64
	}
	of := func(e ir.Elem) string { return ir.Vec(e, lanes).String() }
	var consts []string
	number := func(t string, value int64) {
		consts = append(consts, fmt.Sprintf("v%d = Const <%s> {%d}", 30+len(consts), t, value))
	}
	var words []string
	for _, w := range strings.Fields(c.expr) {
		end := ""
		if strings.HasSuffix(w, ";") {
			w, end = w[:len(w)-1], "\n"
		}
		var n int64
		switch {
		case w == "turns":
			var turns []int
			for i := range lanes {
				turns = append(turns, i+i%2*lanes)
			}
			words = append(words, fmt.Sprint(turns)+end)
			continue
		case w == "c":
			n = int64(k)
		case w == "d":
			n = int64(e.Bits() - k)
		case w == "r":
			n = 1 << (k - 1)
		case w == "m":
			n = int64(ir.Truncate(e, 7<<k))
		case w == "h":
			n = int64(ir.Truncate(e, ^uint64(7<<k)))
		case w == "f":
			n = 0x40200000
			if float == ir.F64 {
				n = 0x4004000000000000
			}
		case w[0] >= '0' && w[0] <= '9' || w[0] == '-':
			fmt.Sscan(w, &n)
		default:
			words = append(words, w+end)
			continue
		}
		t := of(e)
		if w == "f" {
			t = of(float)
		}
		words = append(words, fmt.Sprintf("v%d%s", 30+len(consts), end))
		number(t, n)
	}
	expr := strings.NewReplacer("\n ", "\n", "<T>", "<"+of(e)+">", "<H>", "<"+of(half)+">", "<F>", "<"+of(float)+">",
		"<G>", "<"+float.String()+">", "<M>", "<"+ir.Mask(lanes).String()+">").Replace(strings.Join(words, " "))
	text := fmt.Sprintf(`func f(data []%[1]s, out []%[1]s, n i64) {
b0:
v0 = ArgPtr <ptr> {0}
v1 = ArgPtr <ptr> {1}
v2 = Arg <i64> {2}
v3 = Const <i64> {0}
%[2]s
v4 = Load <%[3]s> v0 v2 *%[5]d +0
v5 = Load <%[3]s> v0 v2 *%[5]d +%[6]d
v6 = Load <%[3]s> v0 v2 *%[5]d +%[7]d
v7 = Load <%[4]s> v0 v2 *%[5]d +0
v8 = Load <%[4]s> v0 v2 *%[5]d +%[6]d
v9 = Load <%[1]s> v0 v2 *%[5]d +0
%[8]s
Store v1 v3 v20 *%[5]d +0
Ret
ret
}`, e, strings.Join(consts, "\n"), of(e), of(half), e.Size(), lanes*e.Size(), 2*lanes*e.Size(), expr)
	f, err := ir.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("%v in\n%s", err, text)
	}
	return f, nil
}

// eachCombination builds all combinations with some numbers of lanes.
func eachCombination(lanes []int, do func(name string, f *ir.Func, err error, elems, bytes int)) {
	for i := range combinations {
		c := &combinations[i]
		for _, e := range c.elems {
			for _, n := range lanes {
				if !strings.Contains(c.shapes, shape(n)) {
					continue
				}
				for _, k := range []int{1, 4, e.Bits() - 1} {
					f, err := c.function(e, n, k)
					do(fmt.Sprintf("%s of %s x%d, c=%d", c.expr, e, n, k), f, err, 3*n, n*e.Size())
					if !strings.Contains(c.expr+" ", " c ") && !strings.Contains(c.expr, " c;") {
						break
					}
				}
			}
		}
	}
}

// TestCombinations compares the code of the combinations with the interpreter.
func TestCombinations(t *testing.T) {
	debug.SetPanicOnFault(true)
	data, out := newGuarded(t), newGuarded(t)
	for _, tgt := range targets.Host(t) {
		t.Run(tgt.Name(), func(t *testing.T) {
			var fails failures
			eachCombination([]int{1, 4, 8, 32}, func(name string, f *ir.Func, err error, elems, bytes int) {
				if err == nil {
					err = checkPages(tgt, f, elems, bytes, data, out)
				}
				if err != nil {
					fails.add("%s: %v", name, err)
				}
			})
			for i, s := range fails.order {
				if i < 20 {
					t.Error(s)
				}
			}
		})
	}
}
