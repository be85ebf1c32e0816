package loopopt_test

import (
	"strings"
	"testing"

	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/scalar"
)

// TestAccessGroupsJoined checks that an operation that replaces two is in the groups that both were in.
func TestAccessGroupsJoined(t *testing.T) {
	const head = `func k(y []i32, x []i32, c bool) (_ i32) {
b0:
  v0 = ArgPtr <ptr> {0}
  v1 = ArgPtr <ptr> {1}
  v2 = Arg <bool> {2}
  v3 = Const <i64> {0}
`
	for _, c := range []struct {
		name, text string
		pass       func(*ir.Func) bool
		want       string
	}{
		{"equal loads", `
  v4 = Load <i32> v0 v3 *4 +0 group(a b)
  v5 = Load <i32> v0 v3 *4 +0 group(b c)
  v6 = Add <i32> v4 v5
  Ret v6
  ret
}`, scalar.CSE, "b"},
		{"equal loads, one of them in no group", `
  v4 = Load <i32> v0 v3 *4 +0 group(a b)
  v5 = Load <i32> v0 v3 *4 +0
  v6 = Add <i32> v4 v5
  Ret v6
  ret
}`, scalar.CSE, ""},
		{"stores of two arms", `
  v4 = Const <i32> {1}
  v5 = Const <i32> {2}
  if v2 b1 b2
b1: <- b0
  Store v0 v3 v4 *4 +0 group(a b)
  jump b3
b2: <- b0
  Store v0 v3 v5 *4 +0 group(c b)
  jump b3
b3: <- b1 b2
  Ret v4
  ret
}`, scalar.CommonArms, "b"},
	} {
		f, err := ir.Parse(head + strings.TrimPrefix(c.text, "\n") + "\n")
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		c.pass(f)
		var got []string
		for _, b := range f.Blocks {
			for _, v := range b.Values {
				if v.Op.IsMemory() {
					got = append(got, f.GroupNames(v.Groups))
				}
			}
		}
		if len(got) != 1 || got[0] != c.want {
			t.Errorf("%s: got %q, want one of %q", c.name, got, c.want)
		}
	}
}

// TestPromises checks that a promise applies to two accesses that are both in some group of the loop.
func TestPromises(t *testing.T) {
	f := ir.NewFunc("k")
	p, q := f.Arg(ir.OpArgPtr, 0), f.Arg(ir.OpArgPtr, 1)
	access := func(at *ir.Value, names ...string) *ir.Value {
		v := f.Entry().New(ir.OpLoad, ir.TI64, 0, at, f.ConstInt(ir.TI64, 0))
		for _, n := range names {
			v.Groups |= f.NewAccessGroup(n)
		}
		return v
	}
	a, b, none := access(p, "a"), access(q, "b", "c"), access(q)
	text := func(name string) ir.Attr { return ir.Attr{Name: ir.ParallelAccesses, Kind: ir.AttrText, Text: name} }
	for _, c := range []struct {
		md       *ir.LoopMD
		ab, with bool // of a and b, of a and none
	}{
		{(*ir.LoopMD)(nil).With(), false, false},
		{(*ir.LoopMD)(nil).With(text("a")), false, false},
		{(*ir.LoopMD)(nil).With(text("a"), text("c")), true, false},
		{(*ir.LoopMD)(nil).With(text("a"), text("d")), false, false},
		{(*ir.LoopMD)(nil).With(ir.Attr{Name: ir.ParallelAccesses}), true, true},
		{(*ir.LoopMD)(nil).With(text("a"), ir.Attr{Name: "ivdep"}), true, true},
	} {
		p := legal.PromisesOf(f, c.md)
		if p.Of(a, b) != c.ab || p.Of(a, none) != c.with {
			t.Errorf("%s: %t %t, want %t %t", c.md, p.Of(a, b), p.Of(a, none), c.ab, c.with)
		}
	}
}
