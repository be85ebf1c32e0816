package x86_test

import (
	"fmt"
	"math/bits"
	"reflect"
	goruntime "runtime"
	"strings"
	"sync/atomic"
	"testing"

	"hotloop/asm/amd64"
	"hotloop/cpu"
	"hotloop/isel/emit"
	"hotloop/isel/mach"
	"hotloop/isel/x86"
	"hotloop/runtime"
)

// build builds machine functions by hand.
type build struct {
	f   *mach.Func
	b   *mach.Block
	blk mach.Reg // the argument block
	lay runtime.Layout
}

type regs = [mach.MaxOperands]mach.Reg

func newBuild(name string, signature any) *build {
	x := &build{f: &mach.Func{Name: name}}
	x.lay, _ = runtime.LayoutOfFunc(reflect.TypeOf(signature))
	x.b = x.f.NewBlock("entry")
	x.blk = x.f.NewVReg(mach.GP, 8)
	x.b.Params = []mach.Reg{x.blk}
	return x
}

func (x *build) block(name string, params ...mach.Reg) *mach.Block {
	b := x.f.NewBlock(name)
	b.Params = params
	return b
}

func (x *build) gp() mach.Reg          { return x.f.NewVReg(mach.GP, 8) }
func (x *build) vec(size int) mach.Reg { return x.f.NewVReg(mach.Vec, size) }
func (x *build) mask() mach.Reg        { return x.f.NewVReg(mach.Mask, 8) }

func (x *build) add(in mach.Inst) *mach.Inst {
	x.b.Insts = append(x.b.Insts, in)
	return &x.b.Insts[len(x.b.Insts)-1]
}

// op appends an instruction on registers.
func (x *build) op(op amd64.Op, size int, rs ...mach.Reg) *mach.Inst {
	in := mach.Inst{Op: uint16(op), Size: uint8(size), N: uint8(len(rs)), MemPos: -1}
	copy(in.Regs[:], rs)
	return x.add(in)
}

// opI adds an immediate, opM a memory operand at position pos.
func (x *build) opI(op amd64.Op, size int, imm int64, rs ...mach.Reg) *mach.Inst {
	in := x.op(op, size, rs...)
	in.HasImm, in.Imm = true, imm
	return in
}

func (x *build) opM(op amd64.Op, size, pos int, m mach.Mem, rs ...mach.Reg) *mach.Inst {
	in := x.op(op, size, rs...)
	in.MemPos, in.Mem = int8(pos), m
	return in
}

func (x *build) pseudo(p mach.Pseudo) *mach.Inst { return x.add(mach.Inst{Pseudo: p, MemPos: -1}) }

func (x *build) zero(r mach.Reg, size int) mach.Reg {
	x.add(mach.Inst{Pseudo: mach.Zero, N: 1, Size: uint8(size), Regs: regs{r}, MemPos: -1})
	return r
}

func (x *build) Jump(to *mach.Block, args ...mach.Reg) {
	x.pseudo(mach.Jump)
	x.b.AddEdge(to, args...)
}

func (x *build) Branch(cc amd64.CC, yes *mach.Block, yesArgs []mach.Reg, no *mach.Block, noArgs []mach.Reg) {
	x.pseudo(mach.Branch).CC = uint8(cc)
	x.b.AddEdge(yes, yesArgs...)
	x.b.AddEdge(no, noArgs...)
}

// param loads word w of parameter i.
func (x *build) param(i, w int) mach.Reg {
	r := x.gp()
	x.opM(amd64.MOV, 8, 1, mach.Mem{Base: x.blk, Disp: int32(x.lay.Params[i]) + int32(8*w)}, r, 0)
	return r
}

func (x *build) result(i int, r mach.Reg) {
	x.opM(amd64.MOV, 8, 0, mach.Mem{Base: x.blk, Disp: int32(x.lay.Results[i])}, 0, r)
}

func at(base, index mach.Reg, scale uint8, disp int32) mach.Mem {
	return mach.Mem{Base: base, Index: index, Scale: scale, Disp: disp}
}

// options under which everything is executed.
var options = map[string]emit.Options{
	"plain":       {Check: true},
	"unscheduled": {Check: true, NoSchedule: true},
}

// compile emits x and returns it as a func of type F.
func compile[F any](t testing.TB, avx512 bool, opt emit.Options, x *build) (F, emit.Stats) {
	t.Helper()
	return compileFor[F](t, x86.New(avx512), opt, x)
}

// compileFor is like compile for the features of isa.
func compileFor[F any](t testing.TB, isa *x86.ISA, opt emit.Options, x *build) (F, emit.Stats) {
	t.Helper()
	if err := mach.Verify(isa, x.f); err != nil {
		t.Fatal(err)
	}
	opt.PollCounter = runtime.PollMode() == runtime.PollCounter || opt.PollCounter
	text := mach.Format(isa, x.f)
	code, st, err := emit.Emit(isa, x.f, opt)
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, text, mach.Format(isa, x.f))
	}
	frame, _ := runtime.FrameFor(st.Frame)
	c, err := runtime.Load(x.f.Name, code.Bytes, frame)
	if err != nil {
		t.Skip(err)
	}
	fn, err := runtime.Func[F](c)
	if err != nil {
		t.Fatal(err)
	}
	if testing.Verbose() {
		t.Logf("%+v, %d bytes\n%s", st, len(code.Bytes), mach.Format(isa, x.f))
	}
	return fn, st
}

func each(t *testing.T, test func(t *testing.T, opt emit.Options)) {
	if cpu.Host().Tier < cpu.AVX2 {
		t.Skip("no AVX2")
	}
	for name, opt := range options {
		t.Run(name, func(t *testing.T) { test(t, opt) })
	}
}

// disturb makes the Go runtime interrupt kernels until the test ends, and moves stacks meanwhile.
func disturb(t *testing.T) {
	var stop atomic.Bool
	done := make(chan struct{})
	go func() {
		defer close(done)
		for !stop.Load() {
			goruntime.GC()
		}
	}()
	t.Cleanup(func() { stop.Store(true); <-done })
}

// TestContract compares the assumptions of generated code with the constants of package runtime.
func TestContract(t *testing.T) {
	for _, c := range [][2]int{
		{emit.GuardOffset, runtime.GuardOffset}, {emit.BlockSite, runtime.HeaderSite}, {emit.BlockA, runtime.HeaderA},
		{emit.BlockB, runtime.HeaderB}, {emit.RequestMark, runtime.RequestMark}, {emit.BlockFuel, runtime.HeaderFuel}, {emit.StatusDone, runtime.StatusDone},
		{emit.StatusYield, runtime.StatusYield}, {emit.StatusTrap, runtime.StatusTrap}, {emit.MaxFrame,
			runtime.Frame64K.Bytes()},
	} {
		if c[0] != c[1] {
			t.Errorf("isel has %d, runtime %d", c[0], c[1])
		}
	}
}

func saxpy() *build {
	x := newBuild("saxpy", (func(y, z []float32, a float32))(nil))
	y, z, n := x.param(0, 0), x.param(1, 0), x.param(0, 1)
	a := x.vec(32)
	x.opM(amd64.VBROADCASTSS, 32, 1, mach.Mem{Base: x.blk, Disp: int32(x.lay.Params[2])}, a, 0)
	i0, i, i2 := x.zero(x.gp(), 8), x.gp(), x.gp()
	loop, exit := x.block("loop", i), x.block("exit")
	x.Jump(loop, i0)
	x.b = loop
	v, s := x.vec(32), x.vec(32)
	x.opM(amd64.VMOVUPS, 32, 1, at(y, i, 4, 0), v, 0)
	in := x.opM(amd64.VFMADD231PS, 32, 2, at(z, i, 4, 0), s, a, 0)
	in.Tied = v
	x.opM(amd64.VMOVUPS, 32, 0, at(y, i, 4, 0), 0, s)
	x.opI(amd64.ADDI, 8, 8, i2).Tied = i
	x.pseudo(mach.Poll)
	x.op(amd64.CMP, 8, i2, n)
	x.Branch(amd64.CCB, loop, []mach.Reg{i2}, exit, nil)
	x.b = exit
	x.pseudo(mach.Ret)
	return x
}

func TestSaxpy(t *testing.T) {
	each(t, func(t *testing.T, opt emit.Options) {
		opt.After = func(step string, f *mach.Func) {
			if step != "regalloc" {
				return
			}
			for _, b := range f.Blocks {
				for i := range b.Insts {
					if p := b.Insts[i].Pseudo; b.Name == "loop" && p == mach.Copy || p == mach.Swap ||
						p == mach.Reload {
						t.Errorf("a loop without pressure needs no moves:\n%s", mach.Format(x86.New(false), f))
					}
				}
			}
		}
		fn, st := compile[func(y, z []float32, a float32)](t, false, opt, saxpy())
		if st.Spills+st.Reloads+st.Remats != 0 {
			t.Errorf("spills: %+v", st)
		}
		disturb(t)
		y, z := make([]float32, 1<<16), make([]float32, 1<<16)
		for i := range z {
			z[i] = float32(i % 97)
		}
		for range 200 {
			fn(y, z, 2)
		}
		for i := range y {
			if y[i] != 400*z[i] {
				t.Fatalf("y[%d] = %v, want %v", i, y[i], 400*z[i])
			}
		}
	})
}

// TestDot has four accumulators and a horizontal sum.
func TestDot(t *testing.T) {
	each(t, func(t *testing.T, opt emit.Options) {
		x := newBuild("dot", (func(y, z []float32) float32)(nil))
		y, z, n := x.param(0, 0), x.param(1, 0), x.param(0, 1)
		zero := x.zero(x.vec(32), 32)
		x.f.V(zero).Remat = &mach.Inst{Pseudo: mach.Zero, N: 1, Size: 32, MemPos: -1}
		i0, i, i2 := x.zero(x.gp(), 8), x.gp(), x.gp()
		params := []mach.Reg{i}
		args := []mach.Reg{i0}
		for range 4 {
			params, args = append(params, x.vec(32)), append(args, zero)
		}
		loop, exit := x.block("loop", params...), x.block("exit")
		x.Jump(loop, args...)
		x.b = loop
		next := []mach.Reg{i2}
		for k := range int32(4) {
			v, s := x.vec(32), x.vec(32)
			x.opM(amd64.VMOVUPS, 32, 1, at(y, i, 4, 32*k), v, 0)
			x.opM(amd64.VFMADD231PS, 32, 2, at(z, i, 4, 32*k), s, v, 0).Tied = params[k+1]
			next = append(next, s)
		}
		x.opI(amd64.ADDI, 8, 32, i2).Tied = i
		x.pseudo(mach.Poll)
		x.op(amd64.CMP, 8, i2, n)
		x.Branch(amd64.CCB, loop, next, exit, nil)
		x.b = exit
		add := func(size int, p, q mach.Reg) mach.Reg {
			r := x.vec(32)
			x.op(amd64.VADDPS, size, r, p, q)
			return r
		}
		s := add(32, add(32, next[1], next[2]), add(32, next[3], next[4]))
		hi, odd := x.vec(16), x.vec(16)
		x.opI(amd64.VEXTRACTF128, 32, 1, hi, s)
		s = add(16, s, hi)
		sw := x.vec(16)
		x.opI(amd64.VPERMILPSI, 16, 0x4e, sw, s)
		s = add(16, s, sw)
		x.op(amd64.VMOVSHDUP, 16, odd, s)
		s = add(16, s, odd)
		x.opM(amd64.VMOVQX, 16, 0, mach.Mem{Base: x.blk, Disp: int32(x.lay.Results[0])}, 0, s)
		x.pseudo(mach.Ret)
		fn, st := compile[func(y, z []float32) float32](t, false, opt, x)
		if st.Reloads != 0 || st.Copies > 3 {
			t.Errorf("%+v", st)
		}
		disturb(t)
		v := make([]float32, 1<<12)
		want := float32(0)
		for i := range v {
			v[i] = float32(i % 8)
			want += v[i] * v[i]
		}
		for range 300 {
			if got := fn(v, v); got != want {
				t.Fatalf("got %v, want %v", got, want)
			}
		}
	})
}

// TestSwapNested has two loops, a diamond with arguments, parameters that are exchanged, a division and a shift.
func TestSwapNested(t *testing.T) {
	each(t, func(t *testing.T, opt emit.Options) {
		x := newBuild("nested", (func(n, m int) int)(nil))
		n, m := x.param(0, 0), x.param(1, 0)
		a0, b0 := x.gp(), x.gp()
		x.opI(amd64.MOVI, 8, 1, a0)
		x.opI(amd64.MOVI, 8, 2, b0)
		i, a1, b1 := x.gp(), x.gp(), x.gp()
		j, a2, b2 := x.gp(), x.gp(), x.gp()
		a3, b3 := x.gp(), x.gp()
		outer, inner := x.block("outer", i, a1, b1), x.block("inner", j, a2, b2)
		odd, join, latch, exit := x.block("odd"), x.block("join", a3, b3), x.block("latch"), x.block("exit")
		x.Jump(outer, n, a0, b0)
		x.b = outer
		x.Jump(inner, m, a1, b1)
		x.b = inner
		x.opI(amd64.TESTI, 8, 1, a2)
		x.Branch(amd64.CCNE, odd, nil, join, []mach.Reg{b2, a2})
		x.b = odd
		// q, r = a2 / (j+1), and a shift by j
		s, d, hi, q, r := x.gp(), x.gp(), x.gp(), x.gp(), x.gp()
		x.opI(amd64.ADDI, 8, 1, d).Tied = j
		x.zero(hi, 8)
		in := x.op(amd64.DIV, 8, r, q, d)
		in.Tied, in.Tied2 = hi, a2
		x.op(amd64.SHL, 8, s, j).Tied = b2
		q2 := x.gp()
		x.op(amd64.ADD, 8, q2, r).Tied = q
		s2 := x.gp()
		x.op(amd64.XOR, 8, s2, a2).Tied = s
		x.Jump(join, q2, s2)
		x.b = join
		j2, sum := x.gp(), x.gp()
		x.op(amd64.ADD, 8, sum, b3).Tied = a3
		x.opI(amd64.SUBI, 8, 1, j2).Tied = j
		x.Branch(amd64.CCNE, inner, []mach.Reg{j2, b3, sum}, latch, nil)
		x.b = latch
		x.pseudo(mach.Poll)
		i2 := x.gp()
		x.opI(amd64.SUBI, 8, 1, i2).Tied = i
		x.Branch(amd64.CCNE, outer, []mach.Reg{i2, sum, b3}, exit, nil)
		x.b = exit
		x.result(0, sum)
		x.pseudo(mach.Ret)
		fn, _ := compile[func(n, m int) int](t, false, opt, x)
		want := func(n, m int) int {
			a, b := uint64(1), uint64(2)
			var sum, b3 uint64
			for ; n > 0; n-- {
				for j := m; j > 0; j-- {
					var a3 uint64
					if a&1 != 0 {
						q, r := bits.Div64(0, a, uint64(j+1))
						a3, b3 = q+r, b<<(j&63)^a
					} else {
						a3, b3 = b, a
					}
					sum = a3 + b3
					a, b = b3, sum
				}
				a, b = sum, b3
			}
			return int(sum)
		}
		disturb(t)
		for n := 1; n < 60; n += 3 {
			for m := 1; m < 90; m += 7 {
				if got, want := fn(n, m), want(n, m); got != want {
					t.Fatalf("f(%d, %d) = %d, want %d", n, m, got, want)
				}
			}
		}
	})
}

// TestTrap sums up to a bound, which the index then exceeds.
func TestTrap(t *testing.T) {
	each(t, func(t *testing.T, opt emit.Options) {
		x := newBuild("trap", (func(y []int64, n int) int)(nil))
		y, l, n := x.param(0, 0), x.param(0, 1), x.param(1, 0)
		i0, s0 := x.zero(x.gp(), 8), x.zero(x.gp(), 8)
		i, s, i2, s2 := x.gp(), x.gp(), x.gp(), x.gp()
		loop, body, exit, trap := x.block("loop", i, s), x.block("body"), x.block("exit"), x.block("trap")
		trap.Cold = true
		x.Jump(loop, i0, s0)
		x.b = loop
		x.op(amd64.CMP, 8, i, l)
		x.Branch(amd64.CCB, body, nil, trap, nil)
		x.b = body
		x.opM(amd64.ADD, 8, 1, at(y, i, 8, 0), s2, 0).Tied = s
		x.opI(amd64.ADDI, 8, 1, i2).Tied = i
		x.op(amd64.CMP, 8, i2, n)
		x.Branch(amd64.CCL, loop, []mach.Reg{i2, s2}, exit, nil)
		x.b = exit
		x.result(0, s2)
		x.pseudo(mach.Ret)
		x.b = trap
		in := x.pseudo(mach.Trap)
		in.Imm = 42
		in.SetArgs(i, l)
		fn, _ := compile[func(y []int64, n int) int](t, false, opt, x)
		if got := fn([]int64{1, 2, 3, 4}, 4); got != 10 {
			t.Errorf("got %d", got)
		}
		defer func() {
			if got := fmt.Sprint(recover()); got != "runtime: kernel trap: check 42 failed (0x4, 0x4)" {
				t.Error(got)
			}
		}()
		fn([]int64{1, 2, 3, 4}, 5)
		t.Error("no panic")
	})
}

// TestSpillLimit keeps more vectors live than the largest frame holds.
func TestSpillLimit(t *testing.T) {
	x := newBuild("limit", (func(y []float32))(nil))
	y := x.param(0, 0)
	var vs []mach.Reg
	for k := range int32(2200) {
		v := x.vec(32)
		x.opM(amd64.VMOVUPS, 32, 1, at(y, 0, 1, 32*k), v, 0)
		vs = append(vs, v)
	}
	for k := range int32(2200) {
		x.opM(amd64.VMOVUPS, 32, 0, at(y, 0, 1, 32*k), 0, vs[(k+1)%2200])
	}
	x.pseudo(mach.Ret)
	if _, _, err := emit.Emit(x86.New(false), x.f, emit.Options{}); err != emit.ErrSpillLimit {
		t.Errorf("got %v", err)
	} else if !strings.Contains(err.Error(), "SpillLimit") {
		t.Error(err)
	}
}

func BenchmarkEmit(b *testing.B) {
	for name, make := range map[string]func() *build{"saxpy": saxpy, "big": big} {
		b.Run(name, func(b *testing.B) {
			isa := x86.New(false)
			n := 0
			for range b.N {
				b.StopTimer()
				x := make()
				n = 0
				for _, blk := range x.f.Blocks {
					n += len(blk.Insts)
				}
				b.StartTimer()
				if _, _, err := emit.Emit(isa, x.f, emit.Options{}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(n), "insts")
		})
	}
}

// big builds about 300 instructions: five loops of sixteen multiplications and additions each.
func big() *build {
	x := newBuild("big", (func(y, z []float32, a float32))(nil))
	y, z, n := x.param(0, 0), x.param(1, 0), x.param(0, 1)
	a := x.vec(32)
	x.opM(amd64.VBROADCASTSS, 32, 1, mach.Mem{Base: x.blk, Disp: int32(x.lay.Params[2])}, a, 0)
	for range 5 {
		i0, i, i2 := x.zero(x.gp(), 8), x.gp(), x.gp()
		loop, exit := x.block("loop", i), x.block("exit")
		x.Jump(loop, i0)
		x.b = loop
		for k := range int32(16) {
			v, s := x.vec(32), x.vec(32)
			x.opM(amd64.VMOVUPS, 32, 1, at(y, i, 4, 32*k), v, 0)
			x.opM(amd64.VFMADD231PS, 32, 2, at(z, i, 4, 32*k), s, a, 0).Tied = v
			w := x.vec(32)
			x.op(amd64.VADDPS, 32, w, s, a)
			x.opM(amd64.VMOVUPS, 32, 0, at(y, i, 4, 32*k), 0, w)
		}
		x.opI(amd64.ADDI, 8, 128, i2).Tied = i
		x.pseudo(mach.Poll)
		x.op(amd64.CMP, 8, i2, n)
		x.Branch(amd64.CCB, loop, []mach.Reg{i2}, exit, nil)
		x.b = exit
	}
	x.pseudo(mach.Ret)
	return x
}
