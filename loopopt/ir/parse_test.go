package ir

import (
	"math"
	"strings"
	"testing"
)

// all contains every form of line.
const all = `func Dot[float32](y []f32, x []f32, a f32, n u8, ok bool, s string, p *[16]f64, w *[4096]u8 extent unknown, t []{12}, _ i64) (r f32, u u32) fp(contract) {
site0 = index unsigned @12
site1 = panic "it \"broke\"\n"
site2 = sliceb
b0: ; entry
  v20 = Const <f32> {-0}
  v21 = Const <f32> {+Inf}
  v22 = Const <f64> {-Inf}
  v23 = Const <f32> {0x7fa00001}
  v24 = Const <f64> {0xfff8000000000001}
  v25 = Const <f32> {0.1}
  v26 = Const <f64x4> {1e-320}
  v27 = Const <i8> {-128}
  v28 = Const <m8> {true}
  v2 = ArgLen <i64> {0}
  v3 = ArgPtr <ptr> {0}
  v4 = Arg <f32> {2}
  v5 = Const <i64> {0}
  v6 = Const <i64> {1}
  v40 = Const <i32> {7}
  v7 = LtS <bool> v5 v2
  if v7 b5 b3 likely
b5: ; "for body" <- b0 b5 !loop(vectorize.width=8 full x=word y="3" z="two words" unroll.followup{unroll.enable a{} b{c=-1}})
  v8 = Phi <i64> v5 v9
  v10 = Load <f32> v3 v8 *4 -8
  v11 = FMA <f32> v10 v4 v25 fp(nnan reassoc)
  v13 = Splat <f32x8> v11
  v14 = Shuffle <f32x4> v13 v13 [0 9 2 15]
  v15 = Subvec <f32x4> {4} v13
  v16 = Add <f32x4> v14 v15 fp(fast)
  v17 = ReduceAdd <f32> v16
  v18 = LtU <bool> v8 v2
  Check v18 v8 v2 !site0
  Store v3 v8 v17 *4 +4
  Poll
  v9 = Add <i64> v8 v6
  v29 = Splat <i8x16> v27
  v30 = Lookup <i8x16> {16} v29 v29
  v19 = LtS <bool> v9 v2
  if v19 b5 b3 unlikely
b3: <- b0 b5
  Ret v25 v40
  ret
}
`

func TestRoundTrip(t *testing.T) {
	f, err := Parse(all)
	if err != nil {
		t.Fatal(err)
	}
	if got := f.String(); got != all {
		t.Errorf("printed again:\n%s", firstDifference(got, all))
	}
	if err := f.Verify(); err != nil {
		t.Error(err)
	}
	if f.Const(TI64, 1).ID != 6 || f.Arg(OpArgLen, 0).ID != 2 {
		t.Error("constants and arguments of the text are not found again")
	}
	if p := f.Params[3]; p.Sign || p.Elem != I8 || p.Size != 1 || p.Off == 0 {
		t.Errorf("parameter n: %+v", p)
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return "got  " + g[i] + "\nwant " + w[i]
		}
	}
	return got
}

// TestRoundTripConstants checks that constants are preserved bit for bit.
func TestRoundTripConstants(t *testing.T) {
	f := NewFunc("f")
	f32s := []uint64{0, 1 << 31, 1, 0x007fffff, 0x00800000, 0x7f7fffff, 0x7f800000, 0xff800000, 0x7f800001, 0x7fc00000,
		0xffffffff, uint64(math.Float32bits(0.1)), uint64(math.Float32bits(16777217))}
	f64s := []uint64{0, 1 << 63, 1, 0x7fefffffffffffff, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff0000000000001,
		0x7ff8000000000000, 0xffffffffffffffff, math.Float64bits(0.1), math.Float64bits(1e22)}
	for _, n := range f32s {
		f.Const(TF32, n)
	}
	for _, n := range f64s {
		f.Const(Vec(F64, 2), n)
	}
	for e := Bool; e <= I64; e++ {
		for _, n := range []uint64{0, 1, math.MaxUint64, 1 << 63 >> (64 - e.Bits())} {
			f.Const(Scalar(e), n)
		}
	}
	f.Entry().SetRet(f.Entry().New(OpRet, TVoid, 0))
	g, err := Parse(f.String())
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range f.Entry().Values {
		if w := g.Entry().Values[i]; w.ID != v.ID && v.Op != OpRet || w.AuxInt != v.AuxInt || w.Type != v.Type {
			t.Errorf("%s came back as %s", v.LongString(), w.LongString())
		}
	}
	if err := g.Verify(); err != nil {
		t.Error(err)
	}
}

func TestParseErrors(t *testing.T) {
	const head = "func f() {\n"
	for _, c := range []struct{ text, want string }{
		{"", "line 0: the text ends within the function"},
		{"fun f() {", `line 1: want "func " before "fun f() {"`},
		{"func f(x i3) {", "unknown element kind"},
		{"func f(x uf32) {", "unknown element kind"},
		{"func f() fp(quick) {", `unknown FP flag "quick"`},
		{head + "site1 = index", "line 2: site 1 out of order"},
		{head + "site0 = maybe", `unknown kind of site "maybe"`},
		{head + "x:", `want "b" before "x:"`},
		{head + "b0:\n  v1 = Frob <i64>", `line 3: unknown operation "Frob"`},
		{head + "b0:\n  v1 = Iota <i65x4>", `unknown type "i65x4"`},
		{head + "b0:\n  v1 = Poll", "a number if and only if it has a type"},
		{head + "b0:\n  Iota <i64x2>", "a number if and only if it has a type"},
		{head + "b0:\n  v1 = Const <i8> {256}", `bad i8 constant "256"`},
		{head + "b0:\n  v1 = Const <f32> {1e40}", `bad f32 constant "1e40"`},
		{head + "b0:\n  v1 = Iota <i64x2>\n  v1 = Iota <i64x2>", "line 4: v1 is defined twice"},
		{head + "b0:\n  jump b0\nb0:", "line 4: b0 is defined twice"},
		{head + "b0:\n  jump b7\n}", "line 3: b7 is not defined"},
		{head + "b0:\n  if v3 b0 b0\n}", "line 3: v3 is not defined"},
		{head + "b0:\n  Check v1 !site0", "there is no site 0"},
		{head + "b0:\n  v1 = Load <f32> v2 v3", `want "*"`},
		{head + "b0:\n  v99999999 = Iota <i64x2>", "bad number after v"},
		{head + "b0: !loop(a{b", "want a word"},
		{head + "b0:\n  trap now", `unexpected "now"`},
		{head + "b0:\n  ret\n", "line 3: the text ends within the function"},
		{head + "b0:\n  ret\n}\nfunc", "line 5: text after the function"},
	} {
		if _, err := Parse(c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q\n\tgives %v\n\twant  %s", c.text, err, c.want)
		}
	}
}

// FuzzParse checks that Parse and Verify accept any text without crashing, and that what parses prints to a
// text that parses to the same.
func FuzzParse(f *testing.F) {
	f.Add(all)
	for _, c := range violations {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		fn, err := Parse(text)
		if err != nil {
			return
		}
		s := fn.String()
		again, err := Parse(s)
		if err != nil {
			t.Fatalf("%v\n%s", err, s)
		}
		if s2 := again.String(); s2 != s {
			t.Fatalf("printed\n%s\nthen\n%s", s, s2)
		}
		_ = fn.Verify()
	})
}
