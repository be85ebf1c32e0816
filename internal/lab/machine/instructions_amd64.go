package machine

import (
	"errors"
	"slices"

	"hotloop/asm/amd64"
	"hotloop/isel"
)

// pool has the registers of a class that a program writes in turn, and steady those that it only reads: two, because
// processors do not compute operations such as the difference of a register and itself.
func pool(c amd64.Class) (turn []amd64.Reg, steady [2]amd64.Reg) {
	switch c {
	case amd64.GP:
		return []amd64.Reg{amd64.RAX, amd64.RDX, amd64.R8, amd64.R9, amd64.R10, amd64.R11, amd64.R12},
			[2]amd64.Reg{amd64.R15, amd64.R13}
	case amd64.Mask:
		return []amd64.Reg{amd64.MaskReg(1), amd64.MaskReg(2), amd64.MaskReg(3), amd64.MaskReg(4), amd64.MaskReg(5)},
			[2]amd64.Reg{amd64.MaskReg(7), amd64.MaskReg(6)}
	}
	for i := range 12 {
		turn = append(turn, amd64.VecReg(i))
	}
	return turn, [2]amd64.Reg{amd64.VecReg(15), amd64.VecReg(13)}
}

// Classes of registers.
var classes = []amd64.Class{amd64.GP, amd64.Vec, amd64.Mask}

// ready sets up all registers that instructions of the given size read. Ones of 32 bits, or of 64 for doubles, suit
// every instruction, since the bits of 1.0 are a normal number in every other interpretation of them.
func (b *bench) ready(double bool) []amd64.Inst {
	bits, splat := int64(0x3f800000), amd64.VPBROADCASTD
	if double {
		bits, splat = 0x3ff0000000000000, amd64.VPBROADCASTQ
	}
	var out []amd64.Inst
	turn, steady := pool(amd64.GP)
	out = append(out, amd64.New(amd64.MOVI, 8, amd64.RAX).WithImm(bits),
		amd64.New(amd64.VMOVQ, 0, amd64.VecReg(0), amd64.RAX))
	for _, r := range append(turn, steady[:]...) {
		out = append(out, amd64.New(amd64.MOVI, 8, r).WithImm(1))
	}
	size := 32
	if b.avx512 {
		size = 64
		turn, steady = pool(amd64.Mask)
		for _, k := range append(turn, steady[:]...) {
			out = append(out, amd64.New(amd64.KXNORQ, 0, k, k, k))
		}
	}
	turn, steady = pool(amd64.Vec)
	for _, v := range append(append(turn[1:], steady[:]...), turn[0]) {
		out = append(out, amd64.New(splat, size, v, amd64.VecReg(0)))
	}
	return out
}

// A subject is an instruction to be characterized.
type subject struct {
	op   amd64.Op
	size int
	info *amd64.OpInfo
	from int // the operand to chain through, -1 if none is read
}

// subjects returns the instructions that can be measured: register forms without side effects and fixed registers.
func subjects(t *isel.Target) []subject {
	var all []subject
	for op := amd64.ALIGN + 1; op < amd64.NumOps; op++ {
		info := amd64.Info(op)
		if info.Flags&(amd64.Branch|amd64.SideEffect|amd64.MemOnly|amd64.NeedMask) != 0 || info.N == 0 ||
			op == amd64.LEA {
			continue
		}
		plain := true
		for i := range info.N {
			o := &info.Operands[i]
			plain = plain && o.Class != amd64.ClassNone && o.Fixed == amd64.NoReg && !o.VSIB &&
				(i == 0 || o.Access == amd64.Read)
		}
		if !plain {
			continue
		}
		for _, size := range []int{0, 4, 8, 16, 32, 64} {
			if size > 0 && info.Sizes&uint8(size) == 0 || size == 0 && info.Sizes&(info.Sizes-1) != 0 {
				continue
			}
			if size == 0 && info.Sizes != 0 {
				size = int(info.Sizes) // the only one
				if size < 4 {
					continue
				}
			}
			s := subject{op: op, size: size, info: info, from: -1}
			if _, ok := t.Timing(uint16(op), size); ok && !slices.ContainsFunc(all, func(o subject) bool {
				return o.op == op && o.size == size
			}) {
				all = append(all, s)
			}
		}
	}
	return all
}

// inst returns the subject that writes dst, reads src as operand from, and otherwise reads steady registers.
func (s *subject) inst(dst, src amd64.Reg, from int) amd64.Inst {
	in := amd64.New(s.op, s.size, make([]amd64.Reg, s.info.N)...)
	for i := range s.info.N {
		_, steady := pool(s.info.Operands[i].Class)
		in.Reg[i] = steady[i%2]
	}
	if s.info.Operands[0].Access&amd64.Write != 0 {
		in.Reg[0] = dst
	}
	if from >= 0 {
		in.Reg[from] = src
	}
	if s.info.Imm != amd64.ImmNone {
		in = in.WithImm(1)
	}
	in.CC = amd64.CCNE
	return in
}

// copies is the number of copies of a subject in an iteration.
const copies = 24

// throughput returns copies that write registers in turn.
func (s *subject) throughput() []amd64.Inst {
	turn, _ := pool(s.info.Operands[0].Class)
	var out []amd64.Inst
	for i := range copies {
		out = append(out, s.inst(turn[i%len(turn)], 0, -1))
	}
	return out
}

// chain returns copies each of which depends on the previous one; closed reports that each copy is followed by a move
// between register files, which is part of the chain. It returns nil if no chain is possible.
func (s *subject) chain(b *bench) (out []amd64.Inst, closing amd64.Class) {
	d := &s.info.Operands[0]
	if d.Access&amd64.Write == 0 {
		return nil, amd64.ClassNone
	}
	turn, _ := pool(d.Class)
	if d.Access == amd64.ReadWrite {
		for range copies {
			out = append(out, s.inst(turn[0], 0, -1))
		}
		return out, amd64.ClassNone
	}
	for i := range s.info.N {
		if i > 0 && s.info.Operands[i].Class == d.Class {
			for k := range copies {
				out = append(out, s.inst(turn[k%2], turn[1-k%2], int(i)))
			}
			return out, amd64.ClassNone
		}
	}
	for i := range s.info.N {
		if i == 0 {
			continue
		}
		c := s.info.Operands[i].Class
		from, _ := pool(c)
		back, ok := b.move(from[0], turn[0])
		if !ok {
			return nil, amd64.ClassNone
		}
		for range copies {
			out = append(out, s.inst(turn[0], from[0], int(i)), back)
		}
		return out, c
	}
	return nil, amd64.ClassNone
}

// move returns the instruction that moves a value from a register of one file to one of another.
func (b *bench) move(to, from amd64.Reg) (amd64.Inst, bool) {
	type pair struct{ to, from amd64.Class }
	switch (pair{to.Class(), from.Class()}) {
	case pair{amd64.GP, amd64.Vec}:
		return amd64.New(amd64.VMOVQR, 0, to, from), true
	case pair{amd64.Vec, amd64.GP}:
		return amd64.New(amd64.VMOVQ, 0, to, from), true
	case pair{amd64.GP, amd64.Mask}:
		return amd64.New(amd64.KMOVQRK, 0, to, from), b.avx512
	case pair{amd64.Mask, amd64.GP}:
		return amd64.New(amd64.KMOVQKR, 0, to, from), b.avx512
	case pair{amd64.Vec, amd64.Mask}:
		return amd64.New(amd64.VPMOVM2D, 64, to, from), b.avx512
	case pair{amd64.Mask, amd64.Vec}:
		return amd64.New(amd64.VPMOVD2M, 64, to, from), b.avx512
	}
	return amd64.Inst{}, false
}

// moves measures the latency from one register file to the other: half of a round trip, since the two directions cannot
// be distinguished.
func (b *bench) moves() (map[[2]amd64.Class]float64, error) {
	half := map[[2]amd64.Class]float64{}
	for i, x := range classes {
		for _, y := range classes[i+1:] {
			xs, _ := pool(x)
			ys, _ := pool(y)
			there, ok1 := b.move(ys[0], xs[0])
			back, ok2 := b.move(xs[0], ys[0])
			if !ok1 || !ok2 {
				continue
			}
			p := program{setup: b.ready(false)}
			for range copies {
				p.body = append(p.body, there, back)
			}
			c, err := b.cycles("moves", p, copies)
			if err != nil {
				return nil, err
			}
			half[[2]amd64.Class{x, y}], half[[2]amd64.Class{y, x}] = c/2, c/2
		}
	}
	return half, nil
}

// instructions measures all subjects.
func (b *bench) instructions() ([]Row, error) {
	half, err := b.moves()
	if err != nil {
		return nil, err
	}
	var rows []Row
	all := subjects(b.target)
	for i, s := range all {
		b.tell(i, len(all), s.op.String())
		setup := b.ready(s.info.Bcst == 8 || s.size == 8)
		r := Row{Name: s.op.String(), Size: s.size, Instruction: true}
		if r.Throughput, err = b.cycles(r.Name, program{setup, s.throughput()}, copies); err != nil {
			if errors.Is(err, errIllegal) {
				continue // a form that the assembler supports with memory only
			}
			return nil, err
		}
		if chain, closing := s.chain(b); chain != nil {
			if r.Latency, err = b.cycles(r.Name, program{setup, chain}, copies); err != nil {
				if errors.Is(err, errIllegal) {
					continue
				}
				return nil, err
			}
			if closing != amd64.ClassNone {
				r.Latency = max(0, r.Latency-half[[2]amd64.Class{closing, s.info.Operands[0].Class}])
			}
		}
		m, _ := b.target.Timing(uint16(s.op), s.size)
		r.ModelThroughput, r.Priced = m.Throughput, m.Priced
		if r.Latency > 0 {
			r.ModelLatency = m.Latency
		}
		rows = append(rows, r)
	}
	return rows, nil
}
