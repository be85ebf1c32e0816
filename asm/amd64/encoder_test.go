package amd64_test

import (
	"bytes"
	"encoding/hex"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"hotloop/asm"
	"hotloop/asm/amd64"
	"hotloop/asm/amd64/amd64test"
)

func hexOf(b []byte) string { return hex.EncodeToString(b) }

// TestLoop assembles a loop with alignment, a backward branch, constants and a line table.
func TestLoop(t *testing.T) {
	e := amd64.NewEncoder()
	head, exit := e.NewLabel(), e.NewLabel()
	four := e.Const([]byte{4, 0, 0, 0}, 4)
	ramp := e.Const(bytes.Repeat([]byte{1}, 32), 32)
	if again := e.Const([]byte{4, 0, 0, 0}, 4); again != four {
		t.Errorf("equal constants have labels %d and %d", four, again)
	}
	pos := func(in amd64.Inst, p int32) amd64.Inst { in.Pos = p; return in }
	insts := []amd64.Inst{
		pos(amd64.New(amd64.XOR, 4, amd64.RAX, amd64.RAX), 1),
		pos(amd64.NewMem(amd64.VMOVDQU, 32, 1, amd64.PtrLabel(ramp, 0), amd64.V1, amd64.NoReg), 1),
		amd64.Align(64, asm.NoLabel),
		amd64.Bind(head),
		pos(amd64.NewMem(amd64.VPADDD, 32, 2, amd64.PtrIndex(amd64.RSI, amd64.RAX, 4, 0), amd64.V0, amd64.V1,
			amd64.NoReg), 2),
		pos(amd64.NewMem(amd64.VPBROADCASTD, 32, 1, amd64.PtrLabel(four, 0), amd64.V2, amd64.NoReg), 2),
		pos(amd64.NewMem(amd64.VMOVDQU, 32, 0, amd64.PtrIndex(amd64.RDI, amd64.RAX, 4, 0), amd64.NoReg, amd64.V0), 2),
		pos(amd64.New(amd64.ADDI, 8, amd64.RAX).WithImm(8), 3),
		pos(amd64.New(amd64.CMP, 8, amd64.RAX, amd64.RDX), 3),
		pos(amd64.Jcc(amd64.CCB, head), 3),
		amd64.Bind(exit),
		amd64.New(amd64.VZEROUPPER, 0),
		amd64.New(amd64.RET, 0),
	}
	if err := e.Emit(insts...); err != nil {
		t.Fatal(err)
	}
	code, err := e.Finish()
	if err != nil {
		t.Fatal(err)
	}
	if code.Offset(head) != 64 || code.Align != 64 {
		t.Errorf("loop head at %d, align %d", code.Offset(head), code.Align)
	}
	if code.ConstOffset%64 != 0 || code.ConstOffset < code.TextSize {
		t.Errorf("constants at %#x behind %#x of text", code.ConstOffset, code.TextSize)
	}
	if at := code.Offset(ramp); at%32 != 0 || code.Bytes[at] != 1 {
		t.Errorf("constant at %#x", at)
	}
	if at := code.Offset(four); at%4 != 0 || code.Bytes[at] != 4 {
		t.Errorf("constant at %#x", at)
	}
	for _, c := range []struct {
		off  int
		want int32
	}{{0, 1}, {63, 1}, {64, 2}, {code.Offset(exit) - 1, 3}, {code.Offset(exit), 0}} {
		if got := code.Pos(c.off); got != c.want {
			t.Errorf("offset %d is from position %d, want %d", c.off, got, c.want)
		}
	}
	var text []string
	for _, in := range insts {
		text = append(text, in.String())
	}
	const want = `xor eax, eax
vmovdqu ymm1, ymmword ptr [rip + L4]
.align 64
L1:
vpaddd ymm0, ymm1, ymmword ptr [rsi + 4*rax]
vpbroadcastd ymm2, dword ptr [rip + L3]
vmovdqu ymmword ptr [rdi + 4*rax], ymm0
add rax, 8
cmp rax, rdx
jb L1
L2:
vzeroupper
ret`
	if got := strings.Join(text, "\n"); got != want {
		t.Errorf("printed\n%s\nwant\n%s", got, want)
	}

	got := amd64.Listing(insts, &code, func(pos int32) string { return "line " + strconv.Itoa(int(pos)) }, nil)
	if *update {
		if err := os.WriteFile("testdata/loop.lst", []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile("testdata/loop.lst"); err != nil || string(want) != got {
		t.Errorf("listing (%v)\n%s", err, got)
	}
}

// TestPrint checks the printed form of EVEX decorations.
func TestPrint(t *testing.T) {
	z := func(op amd64.Op, regs ...amd64.Reg) amd64.Inst { return amd64.New(op, 64, regs...) }
	m := amd64.PtrIndex(amd64.RAX, amd64.RCX, 8, -64)
	for _, test := range []struct {
		in   amd64.Inst
		want string
	}{
		{z(amd64.VADDPS, amd64.V1, amd64.V2, amd64.V31).WithMask(amd64.K3, true), "vaddps zmm1 {k3} {z}, zmm2, zmm31"},
		{z(amd64.VADDPS, amd64.V1, amd64.V2, amd64.V3).WithRound(amd64.RoundZero), "vaddps zmm1, zmm2, zmm3, {rz-sae}"},
		{amd64.NewMem(amd64.VADDPD, 64, 2, m, amd64.V1, amd64.V2, amd64.NoReg).WithBcst(),
			"vaddpd zmm1, zmm2, qword ptr [rax + 8*rcx - 64]{1to8}"},
		{amd64.NewMem(amd64.VCVTPS2PD, 64, 1, m, amd64.V1, amd64.NoReg).WithBcst(),
			"vcvtps2pd zmm1, dword ptr [rax + 8*rcx - 64]{1to8}"},
		{amd64.NewMem(amd64.VCVTPD2PS, 32, 1, m, amd64.V1, amd64.NoReg),
			"vcvtpd2ps xmm1, ymmword ptr [rax + 8*rcx - 64]"},
		{z(amd64.VCMPPSK, amd64.K1, amd64.V2, amd64.V3).WithImm(17).WithMask(amd64.K2, false),
			"vcmpps k1 {k2}, zmm2, zmm3, 17"},
		{amd64.NewMem(amd64.VPMOVDB, 64, 0, m, amd64.NoReg, amd64.V3).WithMask(amd64.K2, false),
			"vpmovdb xmmword ptr [rax + 8*rcx - 64] {k2}, zmm3"},
		{amd64.New(amd64.DIV, 4, amd64.RDX, amd64.RAX, amd64.RBX), "div ebx"},
		{amd64.New(amd64.SHL, 4, amd64.RDX, amd64.RCX), "shl edx, cl"},
		{amd64.New(amd64.MOVZXB, 4, amd64.RDX, amd64.RSI), "movzx edx, sil"},
		{amd64.NewMem(amd64.LEA, 8, 1, m, amd64.RDX, amd64.NoReg), "lea rdx, [rax + 8*rcx - 64]"},
		{amd64.New(amd64.KMOVWKR, 0, amd64.K1, amd64.RDX), "kmovw k1, edx"},
	} {
		if got := test.in.String(); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

// TestReuse checks that a pooled Encoder produces the same program again and allocates only the result.
func TestReuse(t *testing.T) {
	e := amd64.NewEncoder()
	var first asm.Code
	insts := amd64test.Program(rand.New(rand.NewPCG(1, 9)), e, 200, true)
	assemble := func() asm.Code {
		e.Reset()
		_ = amd64test.Program(rand.New(rand.NewPCG(1, 9)), e, 200, true)
		if err := e.Emit(insts...); err != nil {
			t.Fatal(err)
		}
		code, err := e.Finish()
		if err != nil {
			t.Fatal(err)
		}
		return code
	}
	first = assemble()
	if second := assemble(); !bytes.Equal(first.Bytes, second.Bytes) {
		t.Error("second use gives other bytes")
	}
	l := asm.Label(1)
	loop := []amd64.Inst{amd64.Bind(l), amd64.New(amd64.VADDPS, 32, amd64.V1, amd64.V2, amd64.V3), amd64.Jump(l)}
	allocs := testing.AllocsPerRun(100, func() {
		e.Reset()
		e.NewLabel()
		if e.Emit(loop...) != nil {
			t.Fatal("cannot emit")
		}
		if _, err := e.Finish(); err != nil {
			t.Fatal(err)
		}
	})
	if allocs > 2 { // bytes and labels
		t.Errorf("%v allocations", allocs)
	}
}

// TestStress assembles programs where every branch is near the limit of its short form.
func TestStress(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for range 200 {
		e := amd64.NewEncoder()
		var insts []amd64.Inst
		labels := make([]asm.Label, 60)
		for i := range labels {
			labels[i] = e.NewLabel()
		}
		for i, l := range labels {
			insts = append(insts, amd64.Jcc(amd64.CCE, labels[min(len(labels)-1, i+4+r.IntN(3))]))
			for range 1 + r.IntN(6) {
				insts = append(insts, amd64.New(amd64.VADDPS, 64, amd64.V1, amd64.V2, amd64.V3))
			}
			if r.IntN(4) == 0 {
				insts = append(insts, amd64.Align(16, asm.NoLabel))
			}
			insts = append(insts, amd64.Bind(l))
		}
		if err := e.Emit(insts...); err != nil {
			t.Fatal(err)
		}
		code, err := e.Finish()
		if err != nil {
			t.Fatal(err)
		}
		checkBranches(t, insts, &code)
	}
}

// checkBranches walks over a program of six-byte instructions and branches, and checks the branch targets.
func checkBranches(t *testing.T, insts []amd64.Inst, code *asm.Code) {
	t.Helper()
	at, pad := 0, 0
	for i := range insts {
		switch in := &insts[i]; in.Op {
		case amd64.LABEL:
			if code.Offset(in.Target) != at {
				t.Fatalf("label at %d, not %d", code.Offset(in.Target), at)
			}
		case amd64.ALIGN:
			at += int(code.Pads[pad].Size)
			pad++
		case amd64.JCC:
			b := code.Bytes[at:]
			to := 0
			if b[0] == 0x74 {
				to = at + 2 + int(int8(b[1]))
				at += 2
			} else if b[0] == 0x0f && b[1] == 0x84 {
				to = at + 6 + int(int32(uint32(b[2])|uint32(b[3])<<8|uint32(b[4])<<16|uint32(b[5])<<24))
				at += 6
			} else {
				t.Fatalf("no branch at %d: % x", at, b[:6])
			}
			if to != code.Offset(in.Target) {
				t.Fatalf("branch to %d, label at %d", to, code.Offset(in.Target))
			}
		default:
			at += 6
		}
	}
}

// program returns n random instructions for the benchmarks.
func program(n int) (insts []amd64.Inst) {
	r := rand.New(rand.NewPCG(1, 1))
	forms := amd64test.Forms()
	for len(insts) < n {
		if in := forms[r.IntN(len(forms))].Rand(r); amd64.Check(&in) == nil {
			insts = append(insts, in)
		}
	}
	return insts
}

// BenchmarkEncode measures the encoder alone, over a random mix of all forms.
func BenchmarkEncode(b *testing.B) {
	insts := program(1000)
	buf := make([]byte, 0, 16000)
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		buf = buf[:0]
		for i := range insts {
			buf, _ = amd64.Append(buf, &insts[i])
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(insts)), "ns/instr")
}

// BenchmarkAssemble measures a program of 200 instructions with branches, constants and padding, from Reset to
// Finish.
func BenchmarkAssemble(b *testing.B) {
	e := amd64.NewEncoder()
	insts := amd64test.Program(rand.New(rand.NewPCG(1, 9)), e, 200, true)
	labels := 11
	consts := 16
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

// BenchmarkKernel encodes a program similar to a kernel: few different instructions, many times.
func BenchmarkKernel(b *testing.B) {
	var insts []amd64.Inst
	for i := range 12 {
		x, y := amd64.VecReg(i), amd64.VecReg(31-i)
		p := amd64.PtrIndex(amd64.RSI, amd64.RAX, 4, int32(64*i))
		insts = append(insts,
			amd64.NewMem(amd64.VMOVUPS, 64, 1, p, x, amd64.NoReg),
			amd64.NewMem(amd64.VFMADD231PS, 64, 2, p, x, y, amd64.NoReg),
			amd64.New(amd64.VADDPS, 32, x, x, amd64.V1),
			amd64.New(amd64.VMULPS, 64, y, x, y).WithMask(amd64.K1, true),
			amd64.NewMem(amd64.VMOVUPS, 64, 0, p, amd64.NoReg, y),
			amd64.New(amd64.ADDI, 8, amd64.RAX).WithImm(16),
			amd64.New(amd64.CMP, 8, amd64.RAX, amd64.RDX))
	}
	buf := make([]byte, 0, 16000)
	b.ResetTimer()
	for range b.N {
		buf = buf[:0]
		for i := range insts {
			buf, _ = amd64.Append(buf, &insts[i])
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(insts)), "ns/instr")
}
