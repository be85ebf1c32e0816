package prove

import "fmt"

// Inst is what an instruction computes. One of the functions is set.
type Inst struct {
	// Scalar is a function of general registers, whose lower s bits are passed, with s the size of the instruction. The
	// result has s bits. The upper bits of the register become 0 if s is 32, and remain if it is less.
	Scalar func(s int, x []*Term, imm *Term) *Term
	From   int // if not 0, the size of the source, which is then not s

	// Lane is a function of lanes of W bits of vector registers.
	W    int
	Lane func(x []*Term, imm *Term) *Term
	Bit  bool // the result is one bit for each lane, in a mask register
	Test bool // the last operand is a mask register, and the lane is passed its bit

	Args int // number of vector or general registers that are read
	Imm  bool
	Imms int // how many immediates, from 0 on, a test tries
}

var widths = []struct {
	name string
	w    int
}{{"B", 8}, {"W", 16}, {"D", 32}, {"Q", 64}}

// X86 are the instructions of x86 that rules on integers use.
var X86 = x86()

func x86() map[string]Inst {
	m := map[string]Inst{}
	scalar := func(name string, args int, f func(s int, x []*Term, imm *Term) *Term) {
		m[name] = Inst{Scalar: f, Args: args}
	}
	two := func(f func(a, b *Term) *Term) func(int, []*Term, *Term) *Term {
		return func(_ int, x []*Term, _ *Term) *Term { return f(x[0], x[1]) }
	}
	one := func(f func(a *Term) *Term) func(int, []*Term, *Term) *Term {
		return func(_ int, x []*Term, _ *Term) *Term { return f(x[0]) }
	}
	withImm := func(name string, f func(a, b *Term) *Term) {
		m[name] = Inst{Scalar: func(s int, x []*Term, imm *Term) *Term { return f(x[0], slice(imm, 0, s)) }, Args: 1, Imm: true}
	}
	for _, o := range []struct {
		name string
		f    func(a, b *Term) *Term
	}{{"ADD", bvadd}, {"SUB", bvsub}, {"AND", bvand}, {"OR", bvor}, {"XOR", bvxor}, {"IMUL", bvmul}} {
		scalar(o.name, 2, two(o.f))
		withImm(o.name+"I", o.f)
	}
	scalar("NEG", 1, one(bvneg))
	scalar("NOT", 1, one(bvnot))
	less1 := func(a *Term) *Term { return bvsub(a, Num(1, a.W)) }
	scalar("BLSR", 1, one(func(a *Term) *Term { return bvand(a, less1(a)) }))
	scalar("BLSI", 1, one(func(a *Term) *Term { return bvand(a, bvneg(a)) }))
	scalar("BLSMSK", 1, one(func(a *Term) *Term { return bvxor(a, less1(a)) }))
	scalar("ANDN", 2, two(func(a, b *Term) *Term { return bvand(bvnot(a), b) }))
	scalar("BSWAP", 1, one(func(a *Term) *Term { return reverse(a, 8) }))
	scalar("POPCNT", 1, one(popcount))
	scalar("LZCNT", 1, one(leadingZeros))
	scalar("TZCNT", 1, one(trailingZeros))
	scalar("MOV", 1, one(func(a *Term) *Term { return a }))
	left := func(a, n *Term) *Term { return rotate(a, n) }
	right := func(a, n *Term) *Term { return rotate(a, bvneg(n)) }
	scalar("ROL", 2, two(left))
	scalar("ROR", 2, two(right))
	withImm("ROLI", left)
	withImm("RORX", right)
	// The count is taken modulo the larger of the size and 32.
	count := func(n *Term) *Term { return bvand(n, Num(uint64(max(n.W, 32)-1), n.W)) }
	withImm("SHLI", func(a, n *Term) *Term { return bvshl(a, count(n)) })
	withImm("SHRI", func(a, n *Term) *Term { return bvlshr(a, count(n)) })
	withImm("SARI", func(a, n *Term) *Term { return bvashr(a, count(n)) })
	for _, w := range widths[:3] {
		m["MOVZX"+w.name] = Inst{Scalar: func(s int, x []*Term, _ *Term) *Term { return zext(x[0], s) }, From: w.w, Args: 1}
		m["MOVSX"+w.name] = Inst{Scalar: func(s int, x []*Term, _ *Term) *Term { return sext(x[0], s) }, From: w.w, Args: 1}
	}
	delete(m, "MOVZXD")

	lane := func(name string, w, args int, f func(x []*Term, imm *Term) *Term) {
		m[name] = Inst{W: w, Lane: f, Args: args}
	}
	lane2 := func(name string, w int, f func(a, b *Term) *Term) {
		lane(name, w, 2, func(x []*Term, _ *Term) *Term { return f(x[0], x[1]) })
	}
	laneOp := func(name string, w, args int, f func(w int, x []*Term) *Term) {
		lane(name, w, args, func(x []*Term, _ *Term) *Term { return f(w, x) })
	}
	laneImm := func(name string, w, args, imms int, f func(x []*Term, imm *Term) *Term) {
		m[name] = Inst{W: w, Lane: f, Args: args, Imm: true, Imms: imms}
	}
	ones := func(c *Term, w int) *Term { return sext(c, w) }
	for _, l := range widths {
		w, n := l.w, l.name
		lane2("VPADD"+n, w, bvadd)
		lane2("VPSUB"+n, w, bvsub)
		lane2("VPCMPEQ"+n, w, func(a, b *Term) *Term { return ones(eq(a, b), w) })
		lane2("VPCMPGT"+n, w, func(a, b *Term) *Term { return ones(slt(b, a), w) })
		laneOp("VPMINS"+n, w, 2, choose(slt, false))
		laneOp("VPMAXS"+n, w, 2, choose(slt, true))
		laneOp("VPMINU"+n, w, 2, choose(ult, false))
		laneOp("VPMAXU"+n, w, 2, choose(ult, true))
		lane("VPABS"+n, w, 1, func(x []*Term, _ *Term) *Term { return ite(slt(x[0], Num(0, w)), bvneg(x[0]), x[0]) })
		laneOp("VPOPCNT"+n, w, 1, func(_ int, x []*Term) *Term { return popcount(x[0]) })
		for _, cmp := range []struct {
			name string
			less func(a, b *Term) *Term
			le   func(a, b *Term) *Term
		}{{"VPCMP" + n, slt, sle}, {"VPCMPU" + n, ult, ule}} {
			m[cmp.name] = Inst{W: w, Args: 2, Imm: true, Imms: 7, Bit: true, Lane: func(x []*Term, imm *Term) *Term {
				switch imm.n {
				case 0:
					return eq(x[0], x[1])
				case 1:
					return cmp.less(x[0], x[1])
				case 2:
					return cmp.le(x[0], x[1])
				case 3:
					return Num(0, 1)
				case 4:
					return bvnot(eq(x[0], x[1]))
				case 5:
					return bvnot(cmp.less(x[0], x[1]))
				}
				return bvnot(cmp.le(x[0], x[1]))
			}}
		}
		zero := func(x []*Term) *Term { return eq(bvand(x[0], x[1]), Num(0, w)) }
		m["VPTESTM"+n] = Inst{W: w, Args: 2, Bit: true, Lane: func(x []*Term, _ *Term) *Term { return bvnot(zero(x)) }}
		m["VPTESTNM"+n] = Inst{W: w, Args: 2, Bit: true, Lane: func(x []*Term, _ *Term) *Term { return zero(x) }}
		m["VPBLENDM"+n] = Inst{W: w, Args: 2, Test: true, Lane: func(x []*Term, _ *Term) *Term { return ite(x[2], x[1], x[0]) }}
		if w >= 16 {
			counted := func(f func(a, b *Term) *Term) func(x []*Term, imm *Term) *Term {
				return func(x []*Term, imm *Term) *Term { return f(x[0], zext(slice(imm, 0, 8), w)) }
			}
			laneImm("VPSLL"+n+"I", w, 1, 80, counted(bvshl))
			laneImm("VPSRL"+n+"I", w, 1, 80, counted(bvlshr))
			laneImm("VPSRA"+n+"I", w, 1, 80, counted(bvashr))
			lane2("VPSLLV"+n, w, bvshl)
			lane2("VPSRLV"+n, w, bvlshr)
			lane2("VPSRAV"+n, w, bvashr)
			lane2("VPMULL"+map[int]string{16: "W", 32: "D", 64: "Q"}[w], w, bvmul)
			laneImm("VPSHLD"+n, w, 2, 80, func(x []*Term, imm *Term) *Term {
				c := bvand(zext(imm, w), Num(uint64(w-1), w))
				return bvor(bvshl(x[0], c), bvlshr(x[1], bvsub(Num(uint64(w), w), c)))
			})
		}
		if w >= 32 {
			laneImm("VPROL"+n, w, 1, 80, func(x []*Term, imm *Term) *Term { return rotate(x[0], zext(slice(imm, 0, 8), w)) })
			lane2("VPROLV"+n, w, left)
			lane2("VPRORV"+n, w, right)
			laneOp("VPLZCNT"+n, w, 1, func(_ int, x []*Term) *Term { return leadingZeros(x[0]) })
			laneImm("VPTERNLOG"+n, w, 3, 256, func(x []*Term, imm *Term) *Term {
				r := Num(0, w)
				for i := range 8 {
					if imm.n>>i&1 != 0 {
						t := Num(mask(w), w)
						for j, a := range x {
							if i>>(2-j)&1 == 0 {
								a = bvnot(a)
							}
							t = bvand(t, a)
						}
						r = bvor(r, t)
					}
				}
				return r
			})
		}
		if w <= 16 {
			laneOp("VPAVG"+n, w, 2, average(1))
			laneOp("VPADDUS"+n, w, 2, saturate(zext, bvadd, false))
			laneOp("VPADDS"+n, w, 2, saturate(sext, bvadd, true))
			laneOp("VPSUBUS"+n, w, 2, saturate(zext, bvsub, false))
			laneOp("VPSUBS"+n, w, 2, saturate(sext, bvsub, true))
		}
	}
	for _, n := range []string{"", "D", "Q"} {
		lane2("VPAND"+n, 64, bvand)
		lane2("VPOR"+n, 64, bvor)
		lane2("VPXOR"+n, 64, bvxor)
		lane2("VPANDN"+n, 64, func(a, b *Term) *Term { return bvand(bvnot(a), b) })
	}
	laneOp("VPMULHW", 16, 2, high(sext))
	laneOp("VPMULHUW", 16, 2, high(zext))
	laneOp("VPMULHRSW", 16, 2, func(_ int, x []*Term) *Term {
		return slice(bvadd(bvlshr(bvmul(sext(x[0], 32), sext(x[1], 32)), Num(14, 32)), Num(1, 32)), 1, 16)
	})
	lane2("VPMULUDQ", 64, func(a, b *Term) *Term { return bvmul(zext(slice(a, 0, 32), 64), zext(slice(b, 0, 32), 64)) })
	lane2("VPMULDQ", 64, func(a, b *Term) *Term { return bvmul(sext(slice(a, 0, 32), 64), sext(slice(b, 0, 32), 64)) })
	lane2("VPMADDWD", 32, func(a, b *Term) *Term {
		t := Num(0, 32)
		for i := 0; i < 32; i += 16 {
			t = bvadd(t, bvmul(sext(slice(a, i, 16), 32), sext(slice(b, i, 16), 32)))
		}
		return t
	})
	lane2("VPMADDUBSW", 16, func(a, b *Term) *Term { // bytes of a are unsigned
		t := Num(0, 32)
		for i := 0; i < 16; i += 8 {
			t = bvadd(t, bvmul(zext(slice(a, i, 8), 32), sext(slice(b, i, 8), 32)))
		}
		return clamp(t, 16, -1<<15, 1<<15-1)
	})
	dotOf := func(name string, part int, f func(part int, x []*Term) *Term) {
		lane(name, 32, 3, func(x []*Term, _ *Term) *Term { return f(part, x) })
	}
	dotOf("VPDPBUSD", 8, dot(zext, sext))
	dotOf("VPDPWSSD", 16, dot(sext, sext))
	// The low 52 bits of the product are those of the product modulo 2^64.
	lane("VPMADD52LUQ", 64, 3, func(x []*Term, _ *Term) *Term {
		low := Num(mask(52), 64)
		return bvadd(x[0], bvand(bvmul(bvand(x[1], low), bvand(x[2], low)), low))
	})
	lane2("VPSADBW", 64, func(a, b *Term) *Term {
		t := Num(0, 64)
		for i := 0; i < 64; i += 8 {
			x, y := slice(a, i, 8), slice(b, i, 8)
			t = bvadd(t, zext(ite(ult(x, y), bvsub(y, x), bvsub(x, y)), 64))
		}
		return t
	})
	lane("VPBLENDVB", 8, 3, func(x []*Term, _ *Term) *Term { return ite(slice(x[2], 7, 1), x[1], x[0]) })
	for _, l := range []struct {
		name string
		w    int
	}{{"VPBLENDW", 16}, {"VPBLENDD", 32}} {
		laneImm(l.name, 64, 2, 256, func(x []*Term, imm *Term) *Term {
			n := 64 / l.w
			if imm.n>>n&(1<<n-1) != imm.n&(1<<n-1) {
				panic("an immediate that differs from one half of a register to the other")
			}
			a, b := lanes(x[0], l.w), lanes(x[1], l.w)
			for i := range a {
				if imm.n>>i&1 != 0 {
					a[i] = b[i]
				}
			}
			return join(a)
		})
	}
	// The bits of each byte are the parities of what they have in common with the bytes of a matrix.
	laneImm("VGF2P8AFFINEQB", 64, 2, 2, func(x []*Term, imm *Term) *Term {
		var list []*Term
		for _, b := range lanes(x[0], 8) {
			for i := range 8 {
				row := bvand(b, slice(x[1], 8*(7-i), 8))
				t := slice(imm, i, 1)
				for _, bit := range lanes(row, 1) {
					t = bvxor(t, bit)
				}
				list = append(list, t)
			}
		}
		return join(list)
	})
	for name, in := range m {
		if in.Scalar == nil && 64%in.W != 0 {
			panic(fmt.Sprint(name))
		}
	}
	return m
}

// Compute returns what the instruction leaves in the low 64 bits of its destination, of size bits for a general register,
// or in a mask register. x are the registers that it reads, and k is the mask of a Test. ok is false if the table has
// nothing to say about the immediate.
func (in Inst) Compute(size int, x []uint64, k, imm uint64) (r uint64, ok bool) {
	defer func() {
		if e := recover(); e != nil {
			ok = false
		}
	}()
	env := Env{}
	t := &translation{w: size, arg: size}
	var ops []*Term
	for i, v := range x[:in.Args] {
		name := fmt.Sprint("x", i)
		env[name] = v
		ops = append(ops, Var(name, 64))
	}
	if in.Scalar != nil {
		return t.scalar(in, fmt.Sprint(size/8), ops, Num(imm, 64)).Eval(env), true
	}
	return t.packed(in, ops, nil, Num(k, 64), Num(imm, 64)).Eval(env), true
}
