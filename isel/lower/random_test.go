//go:build linux && (amd64 || arm64)

package lower_test

import (
	"fmt"
	"math/rand"
	"runtime/debug"
	"slices"
	"testing"
	"unsafe"

	"hotloop/isel"
	"hotloop/isel/emit"
	"hotloop/isel/internal/exec"
	"hotloop/isel/internal/targets"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/ir/interp"
)

// randomFunc builds a function of random operations, with loads and stores of one buffer in between. Functions of
// a single operation do not cover deferring, folding and sharing of values. Some functions run in a loop with
// phis.
//
// Operations whose result depends on a NaN's sign or payload are left out, since arithmetic does not define them.
func randomFunc(seed int64) *ir.Func {
	r := rand.New(rand.NewSource(seed))
	f := ir.NewFunc(fmt.Sprint("random", seed))
	f.Params = []ir.Param{
		{Name: "in", Kind: ir.ParamSlice, Elem: ir.I64, Size: 8, Sign: true},
		{Name: "out", Kind: ir.ParamSlice, Elem: ir.I64, Size: 8, Sign: true},
		{Name: "n", Kind: ir.ParamScalar, Elem: ir.I64, Size: 8, Sign: true},
	}
	f.Layout()
	lanes := []int{1, 1, 2, 4, 8, 16, 32}[r.Intn(7)]
	cases := opCases(lanes)
	if lanes > 1 {
		cases = append(cases, opCases(1)...)
	}
	e := f.Entry()
	in, out, n := f.Arg(ir.OpArgPtr, 0), f.Arg(ir.OpArgPtr, 1), f.Arg(ir.OpArg, 2)
	pool := map[ir.Type][]*ir.Value{}
	b := e
	add := func(v *ir.Value) *ir.Value {
		if v.Type != ir.TVoid {
			pool[v.Type] = append(pool[v.Type], v)
		}
		return v
	}
	index := n
	at := int32(0)
	get := func(t ir.Type) *ir.Value {
		vs := pool[t]
		switch {
		case len(vs) > 0 && r.Intn(5) > 0:
			if r.Intn(2) == 0 {
				return vs[len(vs)-1]
			}
			return vs[r.Intn(len(vs))]
		case r.Intn(4) == 0 && t.Elem != ir.Ptr:
			ed := edgeBits(t.Elem)
			return f.Const(t, ed[r.Intn(len(ed))])
		}
		base := in
		if r.Intn(2) == 0 {
			base = out
		}
		v := b.New(ir.OpLoad, t, 0, base, index)
		v.Scale, v.Off = int32(t.Elem.Size()), int32(r.Intn(64)*8)
		if t.Elem == ir.Bool { // bytes that are not bools must not be loaded as bools
			v.Args[0].Uses--
			v.Args[0] = in
			in.Uses++
			v.Off = 4096 + int32(r.Intn(64))
			v.Scale = 1
		}
		return add(v)
	}
	store := func(v *ir.Value) {
		if v.Type.Elem == ir.Bool {
			v = b.New(ir.OpZExt, v.Type.WithElem(ir.I16), 0, v)
		}
		s := b.New(ir.OpStore, ir.TVoid, 0, out, f.ConstInt(ir.TI64, 0), v)
		s.Scale, s.Off = int32(v.Type.Elem.Size()), at%8192
		at += int32((v.Type.Size() + 7) &^ 7)
	}
	step := func(count int) {
		for range count {
			c := cases[r.Intn(len(cases))]
			switch c.op {
			case ir.OpBitcast, ir.OpCopysign, ir.OpShuffle, ir.OpDivS, ir.OpDivU, ir.OpRemS, ir.OpRemU:
				continue
			case ir.OpNeg, ir.OpAbs:
				if c.t.Elem.IsFloat() {
					continue
				}
			}
			var args []*ir.Value
			for _, t := range argTypes(c) {
				args = append(args, get(t))
			}
			v := b.New(c.op, c.t, 0, args...)
			switch c.op {
			case ir.OpExtract, ir.OpInsert:
				v.AuxInt = int64(r.Intn(int(c.arg.Lanes)))
			case ir.OpSubvec:
				v.AuxInt = int64(r.Intn(2)) * int64(c.t.Lanes)
			}
			add(v)
			if v.Type.IsVector() && !v.Type.IsMask() && r.Intn(3) == 0 { // a masked operation
				c := get(v.Type)
				if r.Intn(3) == 0 {
					c = f.Const(v.Type, 0)
				}
				if v.Op == ir.OpFMA && r.Intn(2) == 0 {
					c = v.Args[2]
				}
				pool[v.Type] = pool[v.Type][:max(0, len(pool[v.Type])-1)]
				v = add(b.New(ir.OpSelect, v.Type, 0, get(ir.Mask(int(v.Type.Lanes))), v, c))
			}
			if r.Intn(3) == 0 && !v.Type.Elem.IsFloat() {
				store(v)
			}
		}
	}
	step(10)
	if r.Intn(2) == 0 {
		loop, exit := f.NewBlock("loop"), f.NewBlock("exit")
		e.SetJump(loop)
		i := loop.NewPhi(ir.TI64, 0)
		i.AddArg(f.ConstInt(ir.TI64, 0))
		type carried struct{ phi *ir.Value }
		var cs []carried
		var types []ir.Type // in a fixed order
		for t := range pool {
			types = append(types, t)
		}
		slices.SortFunc(types, func(a, b ir.Type) int {
			return (int(a.Elem)-int(b.Elem))*256 +
				int(a.Lanes) - int(b.Lanes)
		})
		for _, t := range types {
			vs := pool[t]
			if t == ir.TVoid || r.Intn(3) > 0 || len(cs) > 4 {
				continue
			}
			phi := loop.NewPhi(t, 0)
			phi.AddArg(vs[r.Intn(len(vs))])
			cs = append(cs, carried{phi})
		}
		for _, c := range cs {
			pool[c.phi.Type] = append(pool[c.phi.Type], c.phi)
		}
		b, index = loop, i
		step(14)
		next := loop.New(ir.OpAdd, ir.TI64, 0, i, f.ConstInt(ir.TI64, 1))
		i.AddArg(next)
		for _, c := range cs {
			vs := pool[c.phi.Type]
			c.phi.AddArg(vs[len(vs)-1])
		}
		more := loop.New(ir.OpLtS, ir.TBool, 0, next, n)
		loop.SetIf(more, loop, exit)
		b = exit
	} else if cs := pool[ir.TBool]; len(cs) > 0 {
		yes, join := f.NewBlock("yes"), f.NewBlock("join")
		e.SetIf(cs[len(cs)-1], yes, join)
		saved := map[ir.Type][]*ir.Value{}
		for t, vs := range pool {
			saved[t] = vs[:len(vs):len(vs)]
		}
		b = yes
		step(6)
		yes.SetJump(join)
		b, pool = join, saved
	}
	step(6)
	for _, e := range []ir.Elem{ir.I8, ir.I16, ir.I32, ir.I64, ir.Bool} {
		for _, v := range pool[ir.Scalar(e)] {
			store(v)
		}
		for _, v := range pool[ir.Vec(e, lanes)] {
			if lanes > 1 {
				store(v)
			}
		}
	}
	b.SetRet(b.New(ir.OpRet, ir.TVoid, 0))
	f.RemoveDead()
	return f
}

func runRandom(tgt *isel.Target, seed int64) (err error) {
	defer func() {
		if e := recover(); e != nil {
			err = fmt.Errorf("panic: %v %s", e, firstFrames(debug.Stack()))
		}
	}()
	f := randomFunc(seed)
	if err := f.Verify(); err != nil {
		return fmt.Errorf("generator: %v", err)
	}
	before := f.String()
	prog, err := interp.New(f)
	if err != nil {
		return err
	}
	var listing string
	code, err := tgt.Compile(f, isel.Options{Verify: true, Dump: func(stage, text string) {
		if stage == "mach" {
			listing = text
		}
	}})
	if err == emit.ErrSpillLimit {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%w\n%s\n%s", err, f, listing)
	}
	if f.String() != before {
		return fmt.Errorf("Compile changed the function")
	}
	x, err := exec.Load(code.Text)
	if err != nil {
		return err
	}
	defer x.Free()
	const size = 16384
	in, out := heapBytes(size), heapBytes(size)
	block := make([]uint64, 32)
	block[f.Params[0].Off/8] = uint64(uintptr(unsafe.Pointer(&in[0])))
	block[f.Params[1].Off/8] = uint64(uintptr(unsafe.Pointer(&out[0])))
	block[f.Params[2].Off/8] = 5
	fill := func() {
		r := rand.New(rand.NewSource(seed))
		for i := 0; i < size; i += 8 {
			x := uint64(r.Int63n(1<<20)) << 42 >> r.Intn(50)
			if r.Intn(3) == 0 {
				x = r.Uint64()
			}
			for c := range 8 {
				in[i+c], out[i+c] = byte(x>>(8*c)), byte(x>>(8*c))
			}
		}
		for i := 4096; i < 4096+1024; i++ {
			in[i] &= 1
		}
	}
	fill()
	if _, err := prog.Run(unsafe.Pointer(&block[0]), &interp.Options{}); err != nil {
		return err
	}
	want := string(out)
	fill()
	if s := x.Run(unsafe.Pointer(&block[0])); s != 0 {
		return fmt.Errorf("status %d", s)
	}
	if string(out) != want {
		for i := range out {
			if out[i] != want[i] {
				return fmt.Errorf("out[%d] = %#x, want %#x\n%s\n%s", i, out[i], want[i], f, listing)
			}
		}
	}
	return nil
}

// heapBytes returns memory on the heap. The stack moves.
//
//go:noinline
func heapBytes(n int) []byte { return make([]byte, n) }

// TestRandom compares random functions with the interpreter.
func TestRandom(t *testing.T) {
	n := int64(1500)
	if testing.Short() {
		n = 200
	}
	for _, tgt := range targets.Host(t) {
		bad := 0
		for seed := range n {
			if err := runRandom(tgt, seed); err != nil {
				if bad++; bad <= 3 {
					t.Errorf("%s seed %d: %v", tgt.Name(), seed, err)
				}
			}
		}
		t.Logf("%s: %d functions, %d fail", tgt.Name(), n, bad)
	}
}
