//go:build linux && (amd64 || arm64)

package isel_test

import (
	"testing"
	"unsafe"

	"hotloop/cpu"
	"hotloop/isel"
	"hotloop/isel/internal/exec"
	"hotloop/isel/internal/targets"
	"hotloop/loopopt/ir"
)

// Saxpy end to end: the loop as the front end generates it, with checks, and as the vectorizer generates it.

const scalarSaxpy = `
func saxpy(y []f32, x []f32, a f32) {
site0 = index
b0: ; entry
  v0 = ArgPtr <ptr> {0}
  v1 = ArgLen <i64> {0}
  v2 = ArgPtr <ptr> {1}
  v3 = ArgLen <i64> {1}
  v4 = Arg <f32> {2}
  v5 = Const <i64> {0}
  v6 = Const <i64> {1}
  v7 = LtS <bool> v5 v1
  if v7 b1 b2
b1: ; loop <- b0 b1
  v8 = Phi <i64> v5 v16
  v9 = LtU <bool> v8 v3
  Check v9 v8 v3 !site0
  v11 = Load <f32> v2 v8 *4 +0
  v12 = Mul <f32> v11 v4
  v13 = Load <f32> v0 v8 *4 +0
  v14 = Add <f32> v13 v12
  Store v0 v8 v14 *4 +0
  v16 = Add <i64> v8 v6
  v17 = LtS <bool> v16 v1
  if v17 b1 b2 likely
b2: <- b0 b1
  Ret
  ret
}
`

const vectorSaxpy = `
func saxpy(y []f32, x []f32, a f32) {
b0: ; entry
  v0 = ArgPtr <ptr> {0}
  v1 = ArgLen <i64> {0}
  v2 = ArgPtr <ptr> {1}
  v4 = Arg <f32> {2}
  v5 = Const <i64> {0}
  v6 = Const <i64> {32}
  v20 = Const <i64> {-32}
  v21 = And <i64> v1 v20
  v22 = Splat <f32x32> v4
  v7 = LtS <bool> v5 v21
  if v7 b1 b2
b1: ; vector <- b0 b1
  v8 = Phi <i64> v5 v16
  v11 = Load <f32x32> v2 v8 *4 +0
  v12 = Mul <f32x32> v11 v22
  v13 = Load <f32x32> v0 v8 *4 +0
  v14 = Add <f32x32> v13 v12
  Store v0 v8 v14 *4 +0
  v16 = Add <i64> v8 v6
  v17 = LtS <bool> v16 v21
  if v17 b1 b2 likely
b2: ; tail <- b0 b1
  v30 = Phi <i64> v5 v21
  v31 = LaneMask <m32> v30 v1
  v33 = MaskedLoad <f32x32> v2 v30 v31 *4 +0
  v34 = Mul <f32x32> v33 v22
  v35 = MaskedLoad <f32x32> v0 v30 v31 *4 +0
  v36 = Add <f32x32> v35 v34
  MaskedStore v0 v30 v36 v31 *4 +0
  Ret
  ret
}
`

// onHeap keeps arrays alive and off the stack, which moves. The argument block holds their addresses as integers.
var onHeap any

func TestSaxpy(t *testing.T) {
	for _, tgt := range targets.Host(t) {
		for name, text := range map[string]string{"scalar": scalarSaxpy, "vector": vectorSaxpy} {
			t.Run(tgt.Name()+"/"+name, func(t *testing.T) {
				f, err := ir.Parse(text)
				if err != nil {
					t.Fatal(err)
				}
				f.Layout()
				if err := f.Verify(); err != nil {
					t.Fatal(err)
				}
				var listing string
				code, err := tgt.Compile(f, isel.Options{Verify: true, Dump: func(stage, text string) {
					if stage == "layout" {
						listing = text
					}
				}})
				if err != nil {
					t.Fatal(err)
				}
				if testing.Verbose() {
					t.Log(listing)
				}
				x, err := exec.Load(code.Text)
				if err != nil {
					t.Fatal(err)
				}
				defer x.Free()
				for n := range 100 {
					xs, ys := make([]float32, n+1), make([]float32, n+1)
					onHeap = [][]float32{xs, ys}
					for i := range xs {
						xs[i], ys[i] = float32(i)*0.5, float32(i*i)
					}
					block := make([]uint64, 32)
					block[f.Params[0].Off/8] = uint64(uintptr(unsafe.Pointer(&ys[0])))
					block[f.Params[0].Off/8+1] = uint64(n)
					block[f.Params[1].Off/8] = uint64(uintptr(unsafe.Pointer(&xs[0])))
					block[f.Params[1].Off/8+1] = uint64(n)
					block[f.Params[2].Off/8] = 0x40400000 // 3
					if s := x.Run(unsafe.Pointer(&block[0])); s != 0 {
						t.Fatalf("status %d", s)
					}
					for i := range xs {
						want := float32(i * i)
						if i < n {
							want += float32(i) * 0.5 * 3
						}
						if ys[i] != want {
							t.Fatalf("n=%d: y[%d] = %v, want %v", n, i, ys[i], want)
						}
					}
					if name == "scalar" && n > 3 { // x shorter than y: the check stops the loop
						block[f.Params[1].Off/8+1] = 3
						if s := x.Run(unsafe.Pointer(&block[0])); s != 2 || block[1] != 3 || block[2] != 3 {
							t.Fatalf("trap: status %d, operands %d %d", s, block[1], block[2])
						}
					}
				}
			})
		}
	}
}

// BenchmarkCompile measures code generation as a whole.
func BenchmarkCompile(b *testing.B) {
	for name, text := range map[string]string{"scalar": scalarSaxpy, "vector": vectorSaxpy} {
		b.Run(name, func(b *testing.B) {
			tgt := isel.TargetFor(cpu.Baseline(cpu.AVX512))
			f := ir.MustParse(text)
			f.Layout()
			for b.Loop() {
				if _, err := tgt.Compile(f, isel.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkLower measures instruction selection alone.
func BenchmarkLower(b *testing.B) {
	tgt := isel.TargetFor(cpu.Baseline(cpu.AVX512))
	f := ir.MustParse(vectorSaxpy)
	f.Layout()
	n := 0
	for _, bl := range f.Blocks {
		n += len(bl.Values)
	}
	b.ReportAllocs()
	for b.Loop() {
		tgt.Lower(f, nil)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/value")
}
