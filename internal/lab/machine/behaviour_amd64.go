package machine

import (
	"hotloop/asm"
	"hotloop/asm/amd64"
	"hotloop/isel/cost"
	"hotloop/loopopt/vplan"
)

// A probe is a program that measures something other than one instruction.
type probe struct {
	name       string
	size       int
	body       func() []amd64.Inst
	n          int  // repetitions in one iteration
	latency    bool // latency of a chain; otherwise throughput
	model      float64
	constant   string // the constant whose value is model
	needAVX512 bool
}

// behaviour measures properties of the processor other than the execution of instructions on registers.
func (b *bench) behaviour() ([]Row, error) {
	var rows []Row
	var probes []probe
	for _, size := range []int{32, 64} {
		if size == 64 && !b.avx512 {
			continue
		}
		probes = append(probes, memory(size)...)
	}
	probes = append(probes, laneStores()...)
	probes = append(probes, b.vectorMasked()...)
	probes = append(probes, b.gathers()...)
	probes = append(probes, frontEnd()...)
	for i, p := range probes {
		b.tell(i, len(probes), p.name)
		if p.needAVX512 && !b.avx512 {
			continue
		}
		c, err := b.cycles(p.name, program{b.ready(false), p.body()}, p.n)
		if err != nil {
			return nil, err
		}
		r := Row{Name: p.name, Size: p.size, Used: p.constant}
		if p.latency {
			r.Latency, r.ModelLatency = c, p.model
		} else {
			r.Throughput, r.ModelThroughput = c, p.model
		}
		rows = append(rows, r)
	}
	branch, err := b.mispredicted()
	return append(rows, branch), err
}

func load(size int, dst amd64.Reg, off int) amd64.Inst {
	return amd64.NewMem(amd64.VMOVUPS, size, 1, amd64.Ptr(buffer, int32(off)), dst, amd64.NoReg)
}

func store(size int, off int, src amd64.Reg) amd64.Inst {
	return amd64.NewMem(amd64.VMOVUPS, size, 0, amd64.Ptr(buffer, int32(off)), amd64.NoReg, src)
}

// times returns a body of n pieces.
func times(n int, piece func(i int) []amd64.Inst) func() []amd64.Inst {
	return func() []amd64.Inst {
		var out []amd64.Inst
		for i := range n {
			out = append(out, piece(i)...)
		}
		return out
	}
}

// memory measures loads and stores that hit the first-level cache.
func memory(size int) []probe {
	v := amd64.VecReg
	acc := amd64.VecReg(0)
	perCycle := func(p cost.Port) float64 { return 1 / float64(cost.PortWidth[p]) }
	all := []probe{
		{name: "load", size: size, n: 16, model: perCycle(cost.PortLoad), constant: "isel.PortLoad",
			body: times(16, func(i int) []amd64.Inst { return []amd64.Inst{load(size, v(i%12), i*64)} })},
		{name: "load across two lines", size: size, n: 16,
			body: times(16, func(i int) []amd64.Inst { return []amd64.Inst{load(size, v(i%12), i*64+48)} })},
		{name: "store", size: size, n: 16, model: perCycle(cost.PortStore), constant: "isel.PortStore",
			body: times(16, func(i int) []amd64.Inst { return []amd64.Inst{store(size, i*64, v(i%12))} })},
		{name: "store across two lines", size: size, n: 16,
			body: times(16, func(i int) []amd64.Inst { return []amd64.Inst{store(size, i*64+48, v(i%12))} })},
		{name: "load, load and store", size: size, n: 8,
			body: times(8, func(i int) []amd64.Inst {
				return []amd64.Inst{load(size, v(i), i*64), load(size, v(i+1), 4096+i*64), store(size, 8192+i*64, v(i))}
			})},
		{name: "store, load it, add", size: size, n: 8, latency: true, model: vplan.Forwarding,
			constant: "vplan.Forwarding",
			body: times(8, func(i int) []amd64.Inst {
				return []amd64.Inst{store(size, i*64, acc), load(size, acc, i*64),
					amd64.New(amd64.VADDPS, size, acc, acc, v(15))}
			})},
		{name: "two halves stored, load both, add", size: size, n: 8, latency: true,
			body: times(8, func(i int) []amd64.Inst {
				return []amd64.Inst{store(size/2, i*64, acc), store(size/2, i*64+size/2, acc), load(size, acc, i*64),
					amd64.New(amd64.VADDPS, size, acc, acc, v(15))}
			})},
	}
	k := amd64.MaskReg(7)
	masked := []probe{
		{name: "load under a mask", size: size, n: 16, needAVX512: true, model: perCycle(cost.PortLoad),
			constant: "isel.PortLoad",
			body: times(16, func(i int) []amd64.Inst {
				return []amd64.Inst{load(size, v(i%12), i*64).WithMask(k, true)}
			})},
		{name: "store under a mask", size: size, n: 16, needAVX512: true, model: perCycle(cost.PortStore),
			constant: "isel.PortStore",
			body: times(16, func(i int) []amd64.Inst {
				return []amd64.Inst{store(size, i*64, v(i%12)).WithMask(k, false)}
			})},
		{name: "store under a mask, load it, add", size: size, n: 8, latency: true, needAVX512: true,
			body: times(8, func(i int) []amd64.Inst {
				return []amd64.Inst{store(size, i*64, acc).WithMask(k, false), load(size, acc, i*64),
					amd64.New(amd64.VADDPS, size, acc, acc, v(15))}
			})},
	}
	return append(all, masked...)
}

// laneStores measures stores of integers from a general register and of one lane of a vector, the parts of scatters.
func laneStores() []probe {
	at := func(i int) amd64.Mem { return amd64.Ptr(buffer, int32(i*64)) }
	return []probe{
		{name: "store of a general register", size: 4, n: 16,
			body: times(16, func(i int) []amd64.Inst {
				return []amd64.Inst{amd64.NewMem(amd64.MOV, 4, 0, at(i), amd64.NoReg, amd64.R15)}
			})},
		{name: "load to a general register", size: 4, n: 16,
			body: times(16, func(i int) []amd64.Inst {
				return []amd64.Inst{amd64.NewMem(amd64.MOV, 4, 1, at(i), amd64.R8, amd64.NoReg)}
			})},
		{name: "store of a lane", size: 4, n: 16,
			body: times(16, func(i int) []amd64.Inst {
				return []amd64.Inst{amd64.NewMem(amd64.VPEXTRD, 16, 0, at(i), amd64.NoReg, amd64.VecReg(i%12)).
					WithImm(1)}
			})},
		{name: "insertion of a lane from memory", size: 4, n: 12,
			body: times(12, func(i int) []amd64.Inst {
				return []amd64.Inst{amd64.NewMem(amd64.VPINSRD, 16, 2, at(i), amd64.VecReg(i), amd64.VecReg(15),
					amd64.NoReg).WithImm(1)}
			})},
	}
}

// vectorMasked measures the instructions of AVX and AVX2 with a vector as mask, which is all ones here: loads, stores,
// gathers.
func (b *bench) vectorMasked() []probe {
	mask, idx := amd64.VecReg(15), amd64.VecReg(14)
	ones := amd64.New(amd64.VPCMPEQD, 32, mask, mask, mask)
	var out []probe
	for _, size := range []int{16, 32} {
		for _, m := range []struct {
			name string
			op   amd64.Op
		}{{"store of 4 bytes under a vector mask", amd64.VMASKMOVPSM},
			{"store of 8 bytes under a vector mask", amd64.VMASKMOVPDM},
			{"load of 4 bytes under a vector mask", amd64.VMASKMOVPS},
			{"load of 8 bytes under a vector mask", amd64.VMASKMOVPD}} {
			store := amd64.Info(m.op).Operands[0].Class != amd64.Vec
			out = append(out, probe{name: m.name, size: size, n: 8, model: b.modelled(m.op, size), constant: "isel/x86",
				body: func() []amd64.Inst {
					return append([]amd64.Inst{ones}, times(8, func(i int) []amd64.Inst {
						at := amd64.Ptr(buffer, int32(i*64))
						if store {
							return []amd64.Inst{amd64.NewMem(m.op, size, 0, at, amd64.NoReg, mask, amd64.VecReg(i))}
						}
						return []amd64.Inst{amd64.NewMem(m.op, size, 2, at, amd64.VecReg(i), mask, amd64.NoReg)}
					})()...)
				}})
		}
		for _, g := range []struct {
			name  string
			op    amd64.Op
			scale uint8
			at    int
		}{{"gather of 4 bytes under a vector mask", amd64.VPGATHERDD, 4, indices4},
			{"gather of 8 bytes under a vector mask", amd64.VPGATHERQQ, 8, indices8}} {
			out = append(out, probe{name: g.name, size: size, n: 4, model: b.modelled(g.op, size), constant: "cpu.Tuning",
				body: func() []amd64.Inst {
					return append([]amd64.Inst{load(32, idx, g.at)}, times(4, func(i int) []amd64.Inst {
						k, v := amd64.VecReg(4+i), amd64.VecReg(i)
						return []amd64.Inst{amd64.New(amd64.VPCMPEQD, 32, k, k, k), amd64.New(amd64.VPXOR, 32, v, v, v),
							amd64.NewMem(g.op, size, 1, amd64.PtrIndex(buffer, idx, g.scale, 0), v, amd64.NoReg, k)}
					})()...)
				}})
		}
	}
	return out
}

// The indexes 0, 1, 2 ... of 4 and of 8 bytes are here in the buffer.
const (
	indices4 = bufferBytes - 128
	indices8 = bufferBytes - 64
)

// gathers measures indexed accesses: all lanes in one cache line, which is their best case, with a new mask each time.
func (b *bench) gathers() []probe {
	k, idx := amd64.MaskReg(1), amd64.VecReg(14)
	all := amd64.New(amd64.KXNORQ, 0, k, k, k)
	clear := func(i int) amd64.Inst {
		return amd64.New(amd64.VPXORD, 64, amd64.VecReg(i%4), amd64.VecReg(i%4), amd64.VecReg(i%4))
	}
	var out []probe
	for _, size := range []int{16, 32, 64} {
		for _, g := range []struct {
			op    amd64.Op
			name  string
			scale uint8
			at    int
			load  bool
		}{{amd64.VPGATHERDDK, "gather of 4 bytes", 4, indices4, true},
			{amd64.VPGATHERQQK, "gather of 8 bytes", 8, indices8, true},
			{amd64.VPSCATTERDD, "scatter of 4 bytes", 4, indices4, false},
			{amd64.VPSCATTERQQ, "scatter of 8 bytes", 8, indices8, false}} {
			one := func(i int) []amd64.Inst {
				if g.load {
					m := amd64.PtrIndex(buffer, idx, g.scale, 0)
					return []amd64.Inst{clear(i), all, amd64.NewMem(g.op, size, 1, m, amd64.VecReg(i%4), amd64.NoReg).
						WithMask(k, false)}
				}
				m := amd64.PtrIndex(buffer, idx, g.scale, int32(i*64))
				return []amd64.Inst{all, amd64.NewMem(g.op, size, 0, m, amd64.NoReg, amd64.VecReg(i%4)).WithMask(k,
					false)}
			}
			out = append(out, probe{name: g.name, size: size, n: 8, needAVX512: true, model: b.price(g.op, size),
				constant: "cpu.Tuning",
				body:     func() []amd64.Inst { return append([]amd64.Inst{load(64, idx, g.at)}, times(8, one)()...) }})
		}
	}
	return out
}

// price returns the cost of an instruction in cycles.
func (b *bench) price(op amd64.Op, size int) float64 {
	t, _ := b.target.Timing(uint16(op), size)
	return t.Priced
}

// modelled returns the cycles of an instruction in the model.
func (b *bench) modelled(op amd64.Op, size int) float64 {
	t, _ := b.target.Timing(uint16(op), size)
	return t.Throughput
}

// frontEnd measures how many instructions reach the execution units.
func frontEnd() []probe {
	var r = []amd64.Reg{amd64.RAX, amd64.RDX, amd64.R8, amd64.R9, amd64.R10, amd64.R11}
	return []probe{
		// Clearing a register takes a slot of the renamer and nothing else.
		{name: "issue", n: 48, model: 1.0 / cost.IssueWidth, constant: "isel.IssueWidth",
			body: times(48, func(i int) []amd64.Inst { return []amd64.Inst{amd64.New(amd64.XOR, 4, r[i%6], r[i%6])} })},
		{name: "addition", n: 48, model: 1 / float64(cost.PortWidth[cost.PortALU]), constant: "isel.PortALU",
			body: times(48, func(i int) []amd64.Inst {
				return []amd64.Inst{amd64.New(amd64.ADD, 8, r[i%6], amd64.R15)}
			})},
		// A poll compares memory with zero and branches where it almost never does. The buffer begins with a positive
		// number.
		{name: "poll", n: 8,
			body: func() []amd64.Inst {
				poll := times(8, func(int) []amd64.Inst {
					return []amd64.Inst{amd64.NewMem(amd64.CMPI, 8, 0, amd64.Ptr(buffer, 0), amd64.NoReg).WithImm(0),
						amd64.Jcc(amd64.CCL, skipLabel)}
				})()
				return append(poll, amd64.Bind(skipLabel))
			}},
	}
}

// mispredicted measures a branch with a random direction, compared with one that always has the same direction.
func (b *bench) mispredicted() (Row, error) {
	run := func(mask int64) (float64, error) {
		const x, t = amd64.RAX, amd64.RDX
		// xorshift64 produces the bit that decides a jump over one addition. Its state is kept between calls, because
		// Zen 3 learns a sequence of two thousand branches.
		state := amd64.Ptr(buffer, bufferBytes/2)
		b.buf[bufferBytes/16] = 0x9e3779b97f4a7c15
		body := []amd64.Inst{amd64.NewMem(amd64.MOV, 8, 1, state, x, amd64.NoReg)}
		for _, sh := range []struct {
			op amd64.Op
			n  int64
		}{{amd64.SHLI, 13}, {amd64.SHRI, 7}, {amd64.SHLI, 17}} {
			body = append(body, amd64.New(amd64.MOV, 8, t, x), amd64.New(sh.op, 8, t).WithImm(sh.n),
				amd64.New(amd64.XOR, 8, x, t))
		}
		body = append(body, amd64.New(amd64.TESTI, 4, x).WithImm(mask), amd64.Jcc(amd64.CCNE, skipLabel),
			amd64.New(amd64.ADD, 8, amd64.R8, amd64.R15), amd64.Bind(skipLabel),
			amd64.NewMem(amd64.MOV, 8, 0, state, amd64.NoReg, x))
		return b.cycles("branches", program{b.ready(false), body}, 1)
	}
	random, err := run(1)
	if err != nil {
		return Row{}, err
	}
	steady, err := run(0)
	if err != nil {
		return Row{}, err
	}
	return Row{Name: "branch mispredicted", Latency: max(0, 2*(random-steady))}, nil
}

// skipLabel is the second label of a program: load makes the loop's own first.
const skipLabel = asm.Label(2)
