package arm64_test

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"os/exec"
	"slices"
	"testing"

	"hotloop/asm/arm64"
	"hotloop/asm/arm64/arm64test"
)

// place gives in non-overlapping registers, within those of a state, and an address within its memory.
func place(in *arm64.Inst, r *rand.Rand) {
	info := arm64.Info(in.Op)
	gp, vec := arm64.R0, arm64.V0
	for i := range info.N {
		switch o := &info.Operands[i]; {
		case o.Mem:
			in.Mem.Base = baseReg
			if in.Mem.Index != arm64.NoReg {
				in.Mem.Index = indexReg
			}
			if info.Addr != arm64.AddrStructure && in.Mem.Disp != 0 {
				in.Mem.Disp = 16
				if in.Mem.Mode == arm64.Offset && info.Addr == arm64.AddrScaled {
					in.Mem.Disp = int32(1 + r.IntN(30))
				}
			}
		case o.Class == arm64.GP:
			in.Reg[i] = gp
			gp++
		default:
			in.Reg[i] = vec
			vec += arm64.Reg(max(1, o.List))
		}
	}
}

// Kinds of values, chosen so that some affect the result of every instruction.
const (
	niceFloats = iota // neither large nor special
	anyBits
	smallBytes
	smallInts // half of them zero
	numKinds
)

// fillVec fills a vector register with elements of elem bytes.
func fillVec(v *[16]byte, r *rand.Rand, kind, elem int) {
	for i := range v {
		if v[i] = byte(r.Uint32()); kind == smallBytes {
			v[i] &= 15
		}
	}
	for i := 0; i < 16 && (kind == niceFloats || kind == smallInts); i += elem {
		f := 1 + 20*r.Float64()
		bits := math.Float64bits(f)
		switch {
		case kind == smallInts:
			bits = r.Uint64() >> (64 - 4*elem) * uint64(r.IntN(2)) >> (2 * elem * r.IntN(3))
		case elem == 2:
			bits = uint64(0x3c00 + r.IntN(0x1400))
		case elem == 4:
			bits = uint64(math.Float32bits(float32(f)))
		}
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], bits)
		copy(v[i:], b[:elem])
	}
}

// elemOf returns the size of the floats in operand i.
func elemOf(info *arm64.OpInfo, i uint8) int {
	o := &info.Operands[i]
	if o.Elem > 1 {
		return int(o.Elem)
	}
	if n := o.RegW.Bytes(8); n > 1 && n <= 8 {
		return n
	}
	return 4
}

func randState(in *arm64.Inst, r *rand.Rand, kind int) (s state) {
	info := arm64.Info(in.Op)
	for i := range s.x {
		switch s.x[i] = r.Uint64(); kind {
		case smallBytes:
			s.x[i] &= 0x1f0000001f
		case smallInts:
			s.x[i] &= 3
		}
	}
	s.x[baseReg], s.x[indexReg] = memAt+128, uint64(r.IntN(3))
	for i := range s.v {
		fillVec(&s.v[i], r, kind, 4)
	}
	for i := range info.N {
		if info.Operands[i].Class == arm64.Vec {
			fillVec(&s.v[in.Reg[i]-arm64.V0], r, kind, elemOf(info, i))
		}
	}
	s.flags = uint64(r.IntN(16)) << 28
	return s
}

// holds evaluates a condition (C1.2.4).
func holds(cc arm64.CC, flags uint64) bool {
	n, z, c, v := flags>>31&1 != 0, flags>>30&1 != 0, flags>>29&1 != 0, flags>>28&1 != 0
	yes := [...]bool{z, c, n, v, c && !z, n == v, n == v && !z}[cc/2]
	return yes != (cc&1 != 0)
}

// otherFlags returns flags that change the result of in.
func otherFlags(in *arm64.Inst, flags uint64) uint64 {
	if arm64.Info(in.Op).Flags&arm64.HasCC == 0 {
		return flags ^ 1<<29
	}
	for f := range uint64(16) {
		if holds(in.CC, f<<28) != holds(in.CC, flags) {
			return f << 28
		}
	}
	return flags
}

// trialsOf creates the groups of trials of a form: from several states, and with each possible input changed
// once.
func trialsOf(f arm64test.Form, rounds int, r *rand.Rand) (trials []trial) {
	for n := range rounds {
		kind := n % numKinds
		in := f.Rand(r)
		place(&in, r)
		if arm64.Check(&in) != nil {
			continue
		}
		info := arm64.Info(in.Op)
		t := trial{in: in, from: randState(&in, r, kind), changed: firstTrial}
		trials = append(trials, t)
		other := randState(&in, r, kind)
		for i := range info.N {
			o := &info.Operands[i]
			u := t
			u.changed = int(i)
			switch o.Class {
			case arm64.GP:
				u.from.x[in.Reg[i]] = other.x[in.Reg[i]]
			case arm64.Vec:
				for k := range max(1, o.List) {
					n := in.Reg[i] - arm64.V0 + arm64.Reg(k)
					fillVec(&u.from.v[n], r, kind, elemOf(info, i))
				}
			default:
				continue
			}
			trials = append(trials, u)
		}
		t.changed, t.from.flags = changedFlags, otherFlags(&in, t.from.flags)
		trials = append(trials, t)
	}
	return trials
}

// facts are the properties of an Op that trials showed.
type facts struct {
	depends                [4]bool // on the operand
	changes                [4]bool
	flagsIn, flagsOut, mem bool
}

// TestRoles executes every Op under qemu, several times from machine states that differ in one operand. It
// compares the effects with insts.txt: which operands are read, written or tied, and how flags and memory are
// accessed.
func TestRoles(t *testing.T) {
	if _, err := exec.LookPath("qemu-aarch64"); err != nil {
		t.Skip("qemu-aarch64 is not installed: no check of what instructions read and write")
	}
	if testing.Short() {
		t.Skip("takes seconds")
	}
	r := rand.New(rand.NewPCG(5, 6))
	template := [256]byte{}
	for i := range template {
		template[i] = byte(r.Uint32())
	}
	var forms []arm64test.Form
	done := map[arm64test.Form]bool{}
	for _, f := range arm64test.Forms() {
		sizeless := arm64test.Form{Op: f.Op, Addr: f.Addr}
		if arm64.Info(f.Op).Feature == arm64.FeatSVE {
			continue // predicates are not part of a state; package isel's tests execute these Ops
		}
		if !f.NeedsLabel() && !done[sizeless] && arm64.Info(f.Op).Flags&arm64.SideEffect == 0 {
			done[sizeless] = true
			forms = append(forms, f)
		}
	}
	// A few trials are enough for most Ops. Ops that depend on little of an operand, such as comparisons for
	// equality, get more.
	seen := map[arm64.Op]*facts{}
	executed := 0
	for rounds := 2; rounds <= 16*numKinds && len(forms) > 0; rounds *= 2 {
		var trials []trial
		for _, f := range forms {
			if seen[f.Op] == nil {
				seen[f.Op] = &facts{}
			}
			trials = append(trials, trialsOf(f, rounds, r)...)
		}
		runTrials(t, trials, template)
		executed += len(trials)
		var first *trial
		for i := range trials {
			u := &trials[i]
			if u.changed == firstTrial {
				first = u
				first.from.mem = template
			}
			judge(t, first, u, seen[u.in.Op])
		}
		forms = slices.DeleteFunc(forms, func(f arm64test.Form) bool { return *seen[f.Op] == declared(f.Op) })
	}
	for _, f := range forms {
		t.Errorf("%v: %+v, insts.txt says %+v", f.Op, *seen[f.Op], declared(f.Op))
	}
	t.Logf("%d instructions executed, %d Ops", executed, len(seen))
}

// declared returns the facts declared in insts.txt.
func declared(op arm64.Op) (f facts) {
	info := arm64.Info(op)
	for i := range info.N {
		o := &info.Operands[i]
		if o.Mem {
			f.mem = o.Access&arm64.Write != 0
			continue
		}
		f.depends[i], f.changes[i] = o.Access&arm64.Read != 0, o.Access&arm64.Write != 0
	}
	f.flagsIn, f.flagsOut = info.Flags&arm64.ReadsFlags != 0, info.Flags&arm64.WritesFlags != 0
	return f
}

// judge adds the facts that u shows to f: the operands that it changes and, compared with the first trial of its
// group, the operand that its results depend on. It reports changes outside the operands.
func judge(t *testing.T, first, u *trial, f *facts) {
	info := arm64.Info(u.in.Op)
	from, to := u.from, u.result
	operand := func(r arm64.Reg) int {
		for i := range info.N {
			o := &info.Operands[i]
			for k := range max(1, o.List) {
				if o.Class != arm64.ClassNone && u.in.Reg[i]+arm64.Reg(k) == r {
					return int(i)
				}
			}
		}
		return -1
	}
	changed := func(r arm64.Reg) {
		if i := operand(r); i >= 0 {
			f.changes[i] = true
		} else if r != baseReg || u.in.BaseAccess() != arm64.ReadWrite {
			t.Errorf("%v (%v) changes %v", u.in, u.in.Op, r)
		}
	}
	for i := range from.x {
		if from.x[i] != to.x[i] {
			changed(arm64.GPReg(i))
		}
	}
	for i := range from.v {
		if from.v[i] != to.v[i] {
			changed(arm64.VecReg(i))
		}
	}
	f.flagsOut = f.flagsOut || from.flags != to.flags
	if first.from.mem != to.mem {
		f.mem = true
		lo, hi := 256, 0
		for i := range to.mem {
			if first.from.mem[i] != to.mem[i] {
				lo, hi = min(lo, i), i+1
			}
		}
		if hi-lo > u.in.MemBytes() {
			t.Errorf("%v (%v) changes %d bytes of memory, it has %d", u.in, u.in.Op, hi-lo, u.in.MemBytes())
		}
	}
	if u == first {
		return
	}
	// A changed input that is not an output differs anyway.
	a, b := first.result, u.result
	switch i := u.changed; {
	case i == changedFlags:
		if info.Flags&arm64.WritesFlags == 0 {
			a.flags = b.flags
		}
		f.flagsIn = f.flagsIn || a != b
	default:
		if info.Operands[i].Access&arm64.Write == 0 {
			for k := range max(1, info.Operands[i].List) {
				if r := u.in.Reg[i] + arm64.Reg(k); r.Class() == arm64.GP {
					a.x[r] = b.x[r]
				} else {
					a.v[r-arm64.V0] = b.v[r-arm64.V0]
				}
			}
		}
		f.depends[i] = f.depends[i] || a != b
	}
}
