//go:build linux && (amd64 || arm64)

package lower_test

import (
	"strings"
	"testing"
	"unsafe"

	"hotloop/isel"
	"hotloop/isel/internal/exec"
	"hotloop/isel/internal/targets"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/ir/interp"
)

// nestText is a loop nest over rows. The row's offset is invariant in the inner loop and must be hoisted out of
// it.
const nestText = `
func nest(y []f32, x []f32, m i64) {
b0: ; entry
  v0 = ArgPtr <ptr> {0}
  v1 = ArgPtr <ptr> {1}
  v2 = Arg <i64> {2}
  v3 = Const <i64> {0}
  v4 = Const <i64> {1}
  v5 = Const <i64> {8}
  v6 = Const <i64> {4}
  jump b1
b1: ; rows <- b0 b3
  v10 = Phi <i64> v3 v30
  v11 = Mul <i64> v10 v2
  jump b2
b2: ; cols <- b1 b2
  v20 = Phi <i64> v3 v28
  v21 = Add <i64> v11 v20
  v22 = Add <i64> v21 v4
  v23 = Load <f32x8> v1 v21 *4 +0
  v24 = Load <f32x8> v1 v22 *4 +0
  v25 = Add <f32x8> v23 v24
  v26 = Lt <m8> v23 v24
  v27 = Select <f32x8> v26 v25 v23
  Store v0 v21 v27 *4 +0
  v28 = Add <i64> v20 v5
  v29 = LtS <bool> v28 v2
  if v29 b2 b3 likely
b3: ; next <- b2
  v30 = Add <i64> v10 v4
  v31 = LtS <bool> v30 v6
  if v31 b1 b4
b4: <- b3
  Ret
  ret
}
`

func TestNest(t *testing.T) {
	for _, tgt := range targets.Host(t) {
		f := ir.MustParse(nestText)
		f.Layout()
		var machText, listing string
		code, err := tgt.Compile(f, isel.Options{Verify: true, Dump: func(stage, text string) {
			switch stage {
			case "mach":
				machText = text
			case "layout":
				listing = text
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
		if testing.Verbose() {
			t.Log(listing)
		}
		inner := machText[strings.Index(machText, ".cols("):]
		inner = inner[:strings.Index(inner, "branch")]
		if n := strings.Count(inner, "ADD.8") + strings.Count(inner, "LEA"); n > 0 {
			t.Errorf("%s: the inner loop computes addresses:\n%s", tgt.Name(), inner)
		}
		x, err := exec.Load(code.Text)
		if err != nil {
			t.Fatal(err)
		}
		defer x.Free()
		const m = 32
		xs, ys := heapBytes(4*m*4+64), heapBytes(4*m*4)
		for i := range xs {
			xs[i] = byte(i * 37 % 64)
		}
		onHeap = []any{xs, ys}
		block := make([]uint64, 32)
		block[f.Params[0].Off/8] = uint64(uintptr(unsafe.Pointer(&ys[0])))
		block[f.Params[1].Off/8] = uint64(uintptr(unsafe.Pointer(&xs[0])))
		block[f.Params[2].Off/8] = m
		if _, err := interp.RunBlock(f, unsafe.Pointer(&block[0]), &interp.Options{}); err != nil {
			t.Fatal(err)
		}
		want := string(ys)
		clear(ys)
		x.Run(unsafe.Pointer(&block[0]))
		if string(ys) != want {
			t.Errorf("%s: wrong result", tgt.Name())
		}
	}
}
