//go:build linux && (amd64 || arm64)

package lower_test

import (
	"fmt"
	"math/rand"
	"runtime/debug"
	"testing"
	"unsafe"

	"hotloop/isel"
	"hotloop/isel/internal/exec"
	"hotloop/isel/internal/targets"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/ir/interp"
)

// structFunc builds f(data, out, n). It rotates the members of the structures at data[n:] by one position in
// memory, and copies the result to out, member by member. The second loads must see the stored data.
func structFunc(t ir.Type, factor int) *ir.Func {
	f := ir.NewFunc(fmt.Sprintf("structures_%s_%d", t, factor))
	e := f.Entry()
	for i := range 2 {
		f.Params = append(f.Params, ir.Param{Name: fmt.Sprint("p", i), Kind: ir.ParamSlice, Elem: t.Elem,
			Size: t.Elem.Size(), Sign: true})
	}
	f.Params = append(f.Params, ir.Param{Name: "n", Kind: ir.ParamScalar, Elem: ir.I64, Size: 8, Sign: true})
	f.Layout()
	n, zero := f.Arg(ir.OpArg, 2), f.ConstInt(ir.TI64, 0)
	data, out := f.Arg(ir.OpArgPtr, 0), f.Arg(ir.OpArgPtr, 1)
	es := int32(t.Elem.Size())
	load := func() (vs []*ir.Value) {
		for k := range factor {
			v := e.New(ir.OpLoadStrided, t, 0, data, n)
			v.Scale, v.AuxInt = es, ir.MemberAux(factor, k)
			vs = append(vs, v)
		}
		return vs
	}
	vs := load()
	s := e.New(ir.OpStoreInterleaved, ir.TVoid, 0, data, n)
	s.Scale = es
	for k := range vs {
		s.AddArg(vs[(k+1)%factor])
	}
	for k, v := range load() {
		s := e.New(ir.OpStore, ir.TVoid, 0, out, zero, v)
		s.Scale, s.Off = es, int32(k*int(t.Lanes))*es
	}
	e.SetRet(e.New(ir.OpRet, ir.TVoid, 0))
	return f
}

// checkPages runs f(data, out, n), compiled and interpreted, on pages of random bytes and edge cases. n is 0, and
// then such that the elems elements that f accesses end with the page. Out ends with its page, too.
func checkPages(tgt *isel.Target, f *ir.Func, elems, outBytes int, data, out *guarded) (err error) {
	defer func() {
		if e := recover(); e != nil {
			err = fmt.Errorf("panic: %v %s", e, firstFrames(debug.Stack()))
		}
	}()
	if err := f.Verify(); err != nil {
		return err
	}
	prog, err := interp.New(f)
	if err != nil {
		return err
	}
	var listing string
	code, err := tgt.Compile(f, isel.Options{Verify: true, Dump: func(stage, text string) {
		if stage == "layout" {
			listing = text
		}
	}})
	if err != nil {
		return err
	}
	x, err := exec.Load(code.Text)
	if err != nil {
		return err
	}
	defer x.Free()
	e := f.Params[0].Elem
	for round, at := range []int{0, len(data.mem)/e.Size() - elems} {
		block := make([]uint64, 64)
		onHeap = block
		block[f.Params[0].Off/8] = uint64(uintptr(unsafe.Pointer(&data.mem[0])))
		block[f.Params[1].Off/8] = uint64(uintptr(unsafe.Pointer(&out.mem[len(out.mem)-outBytes])))
		block[f.Params[2].Off/8] = uint64(at)
		run := func(do func() error) (string, string, error) {
			r := rand.New(rand.NewSource(int64(round)))
			r.Read(data.mem)
			r.Read(out.mem)
			for i := range data.mem {
				switch {
				case e == ir.Bool:
					data.mem[i] &= 1
				case data.mem[i]%4 == 0:
					data.mem[i] = []byte{0, 0xff, 0x7f, 0x80}[data.mem[i]>>6]
				}
			}
			err := do()
			return string(data.mem), string(out.mem), err
		}
		wd, wo, err := run(func() error {
			_, err := prog.Run(unsafe.Pointer(&block[0]), &interp.Options{})
			return err
		})
		if err != nil {
			return err
		}
		gd, got, err := run(func() error {
			if s := x.Run(unsafe.Pointer(&block[0])); s != 0 {
				return fmt.Errorf("status %d", s)
			}
			return nil
		})
		if err != nil {
			return err
		}
		if gd != wd || got != wo {
			return fmt.Errorf("round %d: memory differs (data %v, out %v)\n%s", round, gd != wd, got != wo, listing)
		}
	}
	return nil
}

// TestStructures runs loads and stores of structures against unmapped pages, on targets with and without
// instructions for them, and compares with the interpreter.
func TestStructures(t *testing.T) {
	debug.SetPanicOnFault(true)
	data, out := newGuarded(t), newGuarded(t)
	for _, tgt := range targets.Host(t) {
		t.Run(tgt.Name(), func(t *testing.T) {
			var fails failures
			n, native := 0, 0
			for _, lanes := range lanesUnderTest() {
				for _, e := range []ir.Elem{ir.Bool, ir.I8, ir.I16, ir.I32, ir.I64, ir.F32, ir.F64} {
					for factor := 2; factor <= 5 && lanes > 1; factor++ {
						typ := ir.Vec(e, lanes)
						f := structFunc(typ, factor)
						n++
						if tgt.HasInterleaved(typ, factor) {
							native++
						}
						if err := checkPages(tgt, f, lanes*factor, typ.Size()*factor, data, out); err != nil {
							fails.add("%s: %v", f.Name, err)
						}
					}
				}
			}
			for i, s := range fails.order {
				if i < 20 {
					t.Error(s)
				}
			}
			t.Logf("%d cases, %d by instructions for it, %d fail", n, native, len(fails.order))
		})
	}
}
