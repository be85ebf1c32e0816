package x86_test

import (
	"slices"
	"testing"

	"hotloop/asm/amd64"
	"hotloop/cpu"
	"hotloop/isel/emit"
	"hotloop/isel/mach"
)

// TestPressureGP keeps more values live than there are general registers: x[k] = x[k]*3 + x[k+1] for 24 of them,
// n times.
func TestPressureGP(t *testing.T) {
	const m = 24
	each(t, func(t *testing.T, opt emit.Options) {
		for _, counter := range []bool{false, true} {
			x := newBuild("gp", (func(y []int64, n int) int)(nil))
			y, n := x.param(0, 0), x.param(1, 0)
			var first, params, next []mach.Reg
			for k := range int32(m) {
				v := x.gp()
				x.opM(amd64.MOV, 8, 1, at(y, 0, 1, 8*k), v, 0)
				first, params = append(first, v), append(params, x.gp())
			}
			i, i2 := x.gp(), x.gp()
			loop, exit := x.block("loop", append(params, i)...), x.block("exit")
			x.Jump(loop, append(first, n)...)
			x.b = loop
			for k := range m {
				p, s := x.gp(), x.gp()
				x.opI(amd64.IMULI, 8, 3, p, params[k])
				x.op(amd64.ADD, 8, s, params[(k+1)%m]).Tied = p
				next = append(next, s)
			}
			x.pseudo(mach.Poll)
			x.opI(amd64.SUBI, 8, 1, i2).Tied = i
			x.Branch(amd64.CCNE, loop, append(next, i2), exit, nil)
			x.b = exit
			for k := range int32(m) {
				x.opM(amd64.MOV, 8, 0, at(y, 0, 1, 8*k), 0, next[k])
			}
			x.result(0, i2)
			x.pseudo(mach.Ret)
			opt.PollCounter = counter
			fn, st := compile[func(y []int64, n int) int](t, false, opt, x)
			if st.Reloads == 0 {
				t.Error("no reloads?")
			}
			disturb(t)
			y1, y2 := make([]int64, m), make([]int64, m)
			for k := range y1 {
				y1[k], y2[k] = int64(k), int64(k)
			}
			const rounds = 1 << 20
			if r := fn(y1, rounds); r != 0 {
				t.Errorf("result %d", r)
			}
			for range rounds {
				old := slices.Clone(y2)
				for k := range y2 {
					y2[k] = 3*old[k] + old[(k+1)%m]
				}
			}
			if !slices.Equal(y1, y2) {
				t.Fatalf("got  %v\nwant %v", y1, y2)
			}
		}
	})
}

// TestPressureVec does the same with vectors: m accumulators and m constants.
func TestPressureVec(t *testing.T) {
	each(t, func(t *testing.T, opt emit.Options) {
		for _, avx512 := range []bool{false, true} {
			if avx512 && cpu.Host().Tier < cpu.AVX512 {
				continue
			}
			size, m := 32, 12
			if avx512 {
				size, m = 64, 24
			}
			lanes := size / 4
			x := newBuild("vec", (func(y, c []uint32, n int))(nil))
			y, c, n := x.param(0, 0), x.param(1, 0), x.param(2, 0)
			var first, params, next, consts, general []mach.Reg
			for k := range int32(11) { // enough for RSI to be allocated at first
				v := x.gp()
				x.opM(amd64.MOV, 8, 1, at(y, 0, 1, 8*k), v, 0)
				general = append(general, v)
			}
			for k := range m {
				v, w := x.vec(size), x.vec(size)
				x.opM(amd64.VMOVUPS, size, 1, at(y, 0, 1, int32(size*k)), v, 0)
				x.opM(amd64.VMOVUPS, size, 1, at(c, 0, 1, int32(size*k)), w, 0)
				first, params, consts = append(first, v), append(params, x.vec(size)), append(consts, w)
			}
			i, i2 := x.gp(), x.gp()
			loop, exit := x.block("loop", append(params, i)...), x.block("exit")
			x.Jump(loop, append(first, n)...)
			x.b = loop
			for k := range m {
				p, s := x.vec(size), x.vec(size)
				x.op(amd64.VPADDD, size, p, params[k], consts[k])
				x.op(amd64.VPADDD, size, s, p, params[(k+1)%m])
				next = append(next, s)
			}
			x.pseudo(mach.Poll)
			x.opI(amd64.SUBI, 8, 1, i2).Tied = i
			x.Branch(amd64.CCNE, loop, append(next, i2), exit, nil)
			x.b = exit
			for k, v := range general {
				x.opM(amd64.MOV, 8, 0, at(c, 0, 1, int32(8*k)), 0, v)
			}
			for k := range m {
				x.opM(amd64.VMOVUPS, size, 0, at(y, 0, 1, int32(size*k)), 0, next[k])
			}
			x.pseudo(mach.Ret)
			fn, st := compile[func(y, c []uint32, n int)](t, avx512, opt, x)
			if st.Reloads == 0 || st.Frame == 0 {
				t.Errorf("no reloads? %+v", st)
			}
			disturb(t)
			y1, cs := make([]uint32, m*lanes), make([]uint32, m*lanes)
			for k := range y1 {
				y1[k], cs[k] = uint32(k), uint32(k*k)
			}
			y2 := slices.Clone(y1)
			const rounds = 1 << 15
			c1 := slices.Clone(cs)
			fn(y1, c1, rounds)
			for k := range c1 {
				if want := cs[k]; k < 22 && c1[k] != y2[k] || k >= 22 && c1[k] != want {
					t.Fatalf("c[%d] = %d", k, c1[k])
				}
			}
			for range rounds {
				old := slices.Clone(y2)
				for k := range y2 {
					y2[k] = old[k] + cs[k] + old[(k+lanes)%len(old)]
				}
			}
			if !slices.Equal(y1, y2) {
				t.Fatalf("got  %v\nwant %v", y1, y2)
			}
		}
	})
}

// TestPressureMask rotates twelve masks through the seven registers.
func TestPressureMask(t *testing.T) {
	if cpu.Host().Tier < cpu.AVX512 {
		t.Skip("no AVX-512")
	}
	const m = 12
	each(t, func(t *testing.T, opt emit.Options) {
		x := newBuild("mask", (func(y []uint64, n int))(nil))
		y, n := x.param(0, 0), x.param(1, 0)
		var first, params, next []mach.Reg
		for k := range int32(m) {
			v := x.mask()
			x.opM(amd64.KMOVQ, 0, 1, at(y, 0, 1, 8*k), v, 0)
			first, params = append(first, v), append(params, x.mask())
		}
		i, i2 := x.gp(), x.gp()
		loop, exit := x.block("loop", append(params, i)...), x.block("exit")
		x.Jump(loop, append(first, n)...)
		x.b = loop
		for k := range m {
			p, s := x.mask(), x.mask()
			x.opI(amd64.KSHIFTLQ, 0, 1, p, params[k])
			x.op(amd64.KXORQ, 0, s, p, params[(k+1)%m])
			next = append(next, s)
		}
		x.pseudo(mach.Poll)
		x.opI(amd64.SUBI, 8, 1, i2).Tied = i
		// The masks are exchanged on the back edge.
		x.Branch(amd64.CCNE, loop, append(append(slices.Clone(next[1:]), next[0]), i2), exit, nil)
		x.b = exit
		for k := range int32(m) {
			x.opM(amd64.KMOVQ, 0, 0, at(y, 0, 1, 8*k), 0, next[k])
		}
		x.pseudo(mach.Ret)
		fn, _ := compile[func(y []uint64, n int)](t, true, opt, x)
		disturb(t)
		y1, y2 := make([]uint64, m), make([]uint64, m)
		for k := range y1 {
			y1[k], y2[k] = uint64(k*77777), uint64(k*77777)
		}
		const rounds = 1 << 15
		fn(y1, rounds)
		for r := range rounds {
			if r > 0 {
				y2 = append(y2[1:], y2[0])
			}
			old := slices.Clone(y2)
			for k := range y2 {
				y2[k] = old[k]<<1 ^ old[(k+1)%m]
			}
		}
		if !slices.Equal(y1, y2) {
			t.Fatalf("got  %x\nwant %x", y1, y2)
		}
	})
}
