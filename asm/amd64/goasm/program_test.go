package goasm

import (
	"math/rand/v2"
	"sync"
	"testing"

	"hotloop/asm/amd64"
	"hotloop/asm/amd64/amd64test"
)

// verify assembles one random program with both assemblers.
func verify(t *testing.T, seed uint64, n int, align bool) {
	t.Helper()
	e := amd64.GetEncoder()
	defer e.Free()
	insts := amd64test.Program(rand.New(rand.NewPCG(seed, 3)), e, n, align)
	if err := e.Emit(insts...); err != nil {
		t.Fatal(err)
	}
	code, err := e.Finish()
	if err != nil {
		t.Fatal(err)
	}
	if done, err := amd64.Verify(insts, &code); !done || err != nil {
		t.Errorf("seed %d, %d instructions, align %v: %v", seed, n, align, err)
	}
}

// TestPrograms compares whole programs, with branch relaxation, RIP-relative references and padding.
func TestPrograms(t *testing.T) {
	for seed := range uint64(300) {
		verify(t, seed, 5+int(seed), seed%2 == 1)
	}
}

// TestConcurrent is for the race detector: golang-asm must be safe through the pool.
func TestConcurrent(t *testing.T) {
	var wg sync.WaitGroup
	for g := range uint64(4) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for seed := range uint64(20) {
				verify(t, 1000*g+seed, 100, true)
			}
		}()
	}
	wg.Wait()
}

// TestVerifyNotices checks that Verify detects a wrong byte anywhere.
func TestVerifyNotices(t *testing.T) {
	e := amd64.NewEncoder()
	insts := amd64test.Program(rand.New(rand.NewPCG(5, 5)), e, 30, true)
	if err := e.Emit(insts...); err != nil {
		t.Fatal(err)
	}
	code, err := e.Finish()
	if err != nil {
		t.Fatal(err)
	}
	padded := make(map[int]bool)
	for _, p := range code.Pads {
		for i := range p.Size {
			padded[int(p.Offset+i)] = true
		}
	}
	for i := range code.TextSize {
		if padded[i] {
			continue
		}
		code.Bytes[i] ^= 0x10
		if Verify(insts, &code) == nil {
			t.Errorf("flipped byte %#x goes unnoticed", i)
		}
		code.Bytes[i] ^= 0x10
	}
}

// FuzzEncode generates an instruction from the fuzzer's seed, possibly corrupts it, and requires an error or
// golang-asm's bytes.
func FuzzEncode(f *testing.F) {
	for i := range uint64(64) {
		f.Add(i, uint16(i*53), uint8(0), uint8(i))
	}
	f.Add(uint64(1), uint16(9), uint8(5), uint8(200))
	forms := amd64test.Forms()
	f.Fuzz(func(t *testing.T, seed uint64, form uint16, spoil, with uint8) {
		in := forms[int(form)%len(forms)].Rand(rand.New(rand.NewPCG(seed, 1)))
		switch spoil % 16 {
		case 1:
			in.Reg[seed%5] = amd64.Reg(with)
		case 2:
			in.Mask = amd64.Reg(with)
		case 3:
			in.Zero = !in.Zero
		case 4:
			in.Bcst = !in.Bcst
		case 5:
			in.Round = amd64.RoundMode(with)
		case 6:
			in.Size = with
		case 7:
			in.MemPos = int8(with)
		case 8:
			in.Mem.Index = amd64.Reg(with)
		case 9:
			in.Mem.Base = amd64.Reg(with)
		case 10:
			in.Mem.Scale = with
		case 11:
			in.N = with
		case 12:
			in.Op = amd64.Op(seed)
		case 13:
			in.Mem.Disp = int32(seed)
		}
		if amd64.Check(&in) != nil || amd64.Info(in.Op).Flags&amd64.Branch != 0 {
			_ = in.String()
			_, _ = amd64.Append(nil, &in)
			return
		}
		same(t, &in)
	})
}

// BenchmarkGolangAsm measures golang-asm, for comparison with BenchmarkEncode of package amd64.
func BenchmarkGolangAsm(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	var insts []amd64.Inst
	forms := amd64test.Forms()
	for len(insts) < 100 {
		if in := forms[r.IntN(len(forms))].Rand(r); amd64.Check(&in) == nil {
			insts = append(insts, in)
		}
	}
	b.ResetTimer()
	for range b.N {
		if _, _, err := run(insts, nil); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(insts)), "ns/instr")
}

// TestRIPRelative compares every form that takes memory with a RIP-relative address.
func TestRIPRelative(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, f := range amd64test.Forms() {
		for range 12 {
			e := amd64.NewEncoder()
			l := e.Const([]byte("constant"), 8)
			in := f.Rand(r)
			if f.MemPos < 0 || amd64.Info(f.Op).Operands[f.MemPos].VSIB {
				break
			}
			in.Mem = amd64.PtrLabel(l, 4)
			if amd64.Check(&in) != nil {
				continue
			}
			if err := e.Emit(in); err != nil {
				t.Fatal(err)
			}
			code, err := e.Finish()
			if err != nil {
				t.Fatal(err)
			}
			if err := Verify([]amd64.Inst{in}, &code); err != nil {
				t.Errorf("%v: %v", in, err)
				break
			}
		}
	}
}
