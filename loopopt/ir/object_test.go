package ir

import (
	"strings"
	"testing"
)

const objectsText = `func f(s string, p *[4]f32, v []{12}, n i64) (r f32) {
site0 = index @7
local 0 acc f32 256 align 64 @12
local 1 "two words" void 24 align 8
table 0 crc i32 "0000000096300777"
table 1 none f64 ""
b0: ; entry
  v0 = LocalPtr <ptr> {0}
  v1 = LocalPtr <ptr> {1}
  v2 = TablePtr <ptr> {0}
  v3 = ArgPtr <ptr> {0}
  v4 = ArgPtr <ptr> {1}
  v5 = ArgPtr <ptr> {2}
  v6 = Const <i64> {1}
  v7 = Load <f32> v5 v6 *12 +8
  v8 = Load <i32> v2 v6 *4 +0
  v9 = Bitcast <f32> v8
  v10 = PtrAdd <ptr> v0 v6 *4 +16
  Store v10 v6 v7 *4 +0
  Store v1 v6 v9 *12 +4
  Ret v7
  ret
}
`

func TestObjectsText(t *testing.T) {
	f, err := Parse(objectsText)
	if err != nil {
		t.Fatal(err)
	}
	if got := f.String(); got != objectsText {
		t.Errorf("%s", got)
	}
	if err := f.Verify(); err != nil {
		t.Error(err)
	}
	if v := f.Arg(OpLocalPtr, 1); v.ID != 1 || f.Arg(OpTablePtr, 0).ID != 2 {
		t.Errorf("Arg makes %s instead of finding the parsed one", v.LongString())
	}
	if v := f.Arg(OpTablePtr, 1); v.Type != TPtr || v.Block != f.Entry() || f.Arg(OpTablePtr, 1) != v {
		t.Errorf("%s", v.LongString())
	}
	if n := f.NewTable(Table{"crc", I32, []byte{0, 0, 0, 0, 0x96, 0x30, 7, 0x77}}); n != 0 {
		t.Errorf("the table is there already, but number %d was made", n)
	}
	if n := f.NewTable(Table{"crc", I32, []byte{0, 0, 0, 0}}); n != 2 {
		t.Errorf("a new table is number %d", n)
	}
	f = MustParse(objectsText)
	want := []int{HeaderSize, HeaderSize + 16, HeaderSize + 24, HeaderSize + 48}
	for i, p := range f.Params {
		if p.Off != want[i] {
			t.Errorf("%s is at %d, want %d", p, p.Off, want[i])
		}
	}
}

func TestVerifyObjects(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"LocalPtr <ptr> {1}", "LocalPtr <ptr> {2}", "there are 2 locals"},
		{"TablePtr <ptr> {0}", "TablePtr <ptr> {-1}", "there are 2 tables"},
		{"LocalPtr <ptr> {1}", "LocalPtr <i64> {1}", "want ptr"},
		{"256 align 64", "256 align 128", "local acc has alignment 128"},
		{"256 align 64", "256 align 0", "local acc has alignment 0"},
		{"256 align 64", "255 align 4", "local acc of f32 has size 255"},
		{"256 align 64", "-4 align 4", "local acc of f32 has size -4"},
		{`"0000000096300777"`, `"000000"`, "table crc of i32 has 3 bytes"},
		{"Store v1 v6", "Store v2 v6", "stores to table 0, which is read-only"},
		{"Store v1 v6", "Store v3 v6", "stores to string parameter s string, which is read-only"},
		{"PtrAdd <ptr> v0", "PtrAdd <ptr> v2", "stores to table 0"},
	} {
		text := strings.Replace(objectsText, c.from, c.to, 1)
		f, err := Parse(text)
		if err != nil {
			t.Fatalf("%s: %v", c.to, err)
		}
		if err := f.Verify(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.to, err, c.want)
		}
	}
	for _, c := range []struct{ from, to, want string }{
		{"local 1", "local 2", "line 4: local 2 out of order"},
		{"table 0", "table 1", "line 5: table 1 out of order"},
		{`"0000000096300777"`, `"00q0"`, "line 5: bad contents of a table"},
		{`"0000000096300777"`, `0000`, "line 5: bad contents of a table"},
	} {
		if _, err := Parse(strings.Replace(objectsText, c.from, c.to, 1)); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.to, err, c.want)
		}
	}
}
