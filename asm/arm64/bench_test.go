package arm64_test

import (
	"math/rand/v2"
	"testing"

	"hotloop/asm/arm64"
	"hotloop/asm/arm64/arm64test"
)

// BenchmarkEncode measures the encoder alone, over a random mix of all forms.
func BenchmarkEncode(b *testing.B) {
	var insts []arm64.Inst
	r := rand.New(rand.NewPCG(1, 1))
	forms := arm64test.Forms()
	for len(insts) < 1000 {
		f := forms[r.IntN(len(forms))]
		if in := f.Rand(r); !f.NeedsLabel() && arm64.Check(&in) == nil {
			insts = append(insts, in)
		}
	}
	appendAll(b, insts)
}

// BenchmarkKernel encodes a program similar to a kernel: few different instructions, many times.
func BenchmarkKernel(b *testing.B) {
	var insts []arm64.Inst
	for i := range 12 {
		x, y := arm64.VecReg(i), arm64.VecReg(31-i)
		p := arm64.Ptr(arm64.R1, int32(16*i))
		insts = append(insts,
			arm64.NewMem(arm64.VLDR, 16, 1, p, x, arm64.NoReg),
			arm64.NewMem(arm64.VLDR, 16, 1, arm64.PtrIndex(arm64.R2, arm64.R3, 16, arm64.ModNone), y, arm64.NoReg),
			arm64.New(arm64.VFMLAS, 16, x, y, arm64.V1),
			arm64.New(arm64.VADDS, 16, y, x, y),
			arm64.NewMem(arm64.VSTR, 16, 1, p, x, arm64.NoReg),
			arm64.New(arm64.ADDI, 8, arm64.R3, arm64.R3).WithImm(4),
			arm64.New(arm64.CMP, 8, arm64.R3, arm64.R4))
	}
	appendAll(b, insts)
}

func appendAll(b *testing.B, insts []arm64.Inst) {
	buf := make([]byte, 0, 8000)
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		buf = buf[:0]
		for i := range insts {
			buf, _ = arm64.Append(buf, &insts[i])
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(insts)), "ns/instr")
}

// BenchmarkAssemble measures a program of 200 instructions with branches, constants and padding, from Reset to
// Finish.
func BenchmarkAssemble(b *testing.B) {
	e := arm64.NewEncoder()
	insts := arm64test.Program(rand.New(rand.NewPCG(1, 9)), e, 200, true)
	const labels, consts = 11, 16
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		e.Reset()
		for range labels {
			e.NewLabel()
		}
		for i := range consts {
			e.Const([]byte{byte(i), 0, 0, 0}, 4)
		}
		if err := e.Emit(insts...); err != nil {
			b.Fatal(err)
		}
		if _, err := e.Finish(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(insts)), "ns/instr")
}
