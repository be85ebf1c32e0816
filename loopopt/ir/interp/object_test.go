package interp

import (
	"fmt"
	"strings"
	"testing"

	"hotloop/loopopt/ir"
)

// objectFunc wraps lines that may use v0 and v1 (locals of 16 and 24 bytes), v2 (a table of four i32), v3 to v5 (the
// parameters' addresses), v6 to v8 (the i64 0, 1 and n), and must define v9, an i32.
func objectFunc(lines string) *ir.Func {
	return ir.MustParse(`func f(s string, p *[4]i32, v []{12}, n i64) (r i32) {
local 0 a i32 16 align 64
local 1 b void 24 align 8
table 0 crc i32 "01000000020000000300000004000000"
b0:
  v0 = LocalPtr <ptr> {0}
  v1 = LocalPtr <ptr> {1}
  v2 = TablePtr <ptr> {0}
  v3 = ArgPtr <ptr> {0}
  v4 = ArgPtr <ptr> {1}
  v5 = ArgPtr <ptr> {2}
  v6 = Const <i64> {0}
  v7 = Const <i64> {1}
  v8 = Arg <i64> {3}
  ` + lines + `
  Ret v9
  ret
}`)
}

type triple struct {
	x float32
	n int32
	b byte
}

func TestObjects(t *testing.T) {
	for _, c := range []struct {
		lines string
		n     int64
		want  any // an int32, or the text of an error
	}{
		{"v9 = Load <i32> v2 v8 *4 +0", 3, int32(4)},
		{"v9 = Load <i32> v2 v8 *4 +0", 4, "reads 4 bytes outside the arguments, at byte 16 of table crc, which has 16"},
		{"v20 = Load <i8> v3 v8 *1 +0\n v9 = ZExt <i32> v20", 1, int32('b')},
		{"v20 = Load <i8> v3 v8 *1 +0\n v9 = ZExt <i32> v20", 3, "of s, which has 3"},
		{"v9 = Load <i32> v4 v8 *4 +0", 2, int32(30)},
		{"v9 = Load <i32> v4 v8 *4 +0", -1, "at byte -4 of p, which has 16"},
		{"v9 = Load <i32> v5 v8 *12 +4", 1, int32(22)},
		{"v9 = Load <i32> v5 v8 *12 +4", 2, "at byte 28 of v, which has 24"},
		{"v20 = Load <i32> v4 v7 *4 +0\n Store v0 v8 v20 *4 +0\n v9 = Load <i32> v0 v8 *4 +0", 3, int32(20)},
		{"v20 = Load <i32> v4 v7 *4 +0\n Store v0 v8 v20 *4 +0\n v9 = Load <i32> v0 v8 *4 +0", 4,
			"at byte 16 of local a, which has 16"},
		{"v20 = Load <i32> v4 v7 *4 +0\n Store v1 v8 v20 *12 +8\n v9 = Load <i32> v1 v6 *1 +20", 1, int32(20)},
		{"v20 = Load <i32> v4 v7 *4 +0\n Store v1 v8 v20 *12 +8\n v9 = Load <i32> v1 v6 *1 +20", -1, "at byte -4 of local b"},
		{"v20 = Bitcast <i64> v0\n v21 = Const <i64> {63}\n v22 = And <i64> v20 v21\n v9 = TruncI <i32> v22", 0, int32(0)},
		{"v20 = Select <ptr> v21 v2 v0\n Store v20 v6 v9 *4 +0", 1,
			"writes 4 bytes outside the arguments, at byte 0 of table crc, which has 16 and is read-only"},
	} {
		if strings.Contains(c.lines, "Select") {
			c.lines = "v21 = LtS <bool> v6 v8\n v9 = TruncI <i32> v8\n " + c.lines
		}
		p := [4]int32{10, 20, 30, 40}
		v := []triple{{1, 11, 1}, {2, 22, 2}}
		rs, _, err := call(objectFunc(c.lines), "abc", &p, v, c.n)
		switch want := c.want.(type) {
		case string:
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s with %d: %v, want %s", c.lines, c.n, err, want)
			}
		default:
			if err != nil || rs[0] != want {
				t.Errorf("%s with %d: %v %v, want %v", c.lines, c.n, rs, err, want)
			}
		}
	}
}

// TestLocalsStartAsJunk checks that a local holds the same bytes before it is stored in every run, not those of
// the last run.
func TestLocalsStartAsJunk(t *testing.T) {
	p, err := New(objectFunc("v9 = Load <i32> v0 v6 *4 +0\n v20 = TruncI <i32> v8\n Store v0 v6 v20 *4 +0"))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for n := range int64(3) {
		r := p.Call([]any{"", &[4]int32{}, []triple(nil), n}, Options{})
		if r.Err != nil {
			t.Fatal(r.Err)
		}
		seen[fmt.Sprint(r.Values)] = true
	}
	if len(seen) != 1 || seen["[0]"] {
		t.Errorf("%v", seen)
	}
}
