//go:build linux && (amd64 || arm64)

package lower_test

import (
	"fmt"
	"math/rand"
	"runtime/debug"
	"syscall"
	"testing"
	"unsafe"

	"hotloop/isel"
	"hotloop/isel/internal/exec"
	"hotloop/isel/internal/targets"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/ir/interp"
)

// guarded is memory between two unmapped pages: accesses before its start or after its end fault.
type guarded struct{ mem []byte }

func newGuarded(t *testing.T) *guarded {
	m, err := syscall.Mmap(-1, 0, 3*4096, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	syscall.Mprotect(m[:4096], syscall.PROT_NONE)
	syscall.Mprotect(m[8192:], syscall.PROT_NONE)
	return &guarded{m[4096:8192]}
}

// memFunc builds f(data, idx, mask, out, n): one memory operation of type t at offset n elements.
func memFunc(op ir.Op, t ir.Type, index ir.Elem, scale int, mask string) *ir.Func {
	f := ir.NewFunc(fmt.Sprint(op, "_", t, "_", index, "_", scale, "_", mask))
	e := f.Entry()
	for i, el := range []ir.Elem{t.Elem, index, ir.Bool, t.Elem} {
		f.Params = append(f.Params, ir.Param{Name: fmt.Sprint("p", i), Kind: ir.ParamSlice, Elem: el, Size: el.Size(),
			Sign: true})
	}
	f.Params = append(f.Params, ir.Param{Name: "n", Kind: ir.ParamScalar, Elem: ir.I64, Size: 8, Sign: true})
	f.Layout()
	n := f.Arg(ir.OpArg, 4)
	zero := f.ConstInt(ir.TI64, 0)
	p := func(i int) *ir.Value { return f.Arg(ir.OpArgPtr, i) }
	m := f.ConstBool(ir.Mask(int(t.Lanes)), mask == "all")
	if mask == "some" {
		m = e.New(ir.OpLoad, ir.Mask(int(t.Lanes)), 0, p(2), zero)
		m.Scale = 1
	}
	indices := func() *ir.Value {
		x := e.New(ir.OpLoad, ir.Vec(index, int(t.Lanes)), 0, p(1), zero)
		x.Scale = int32(index.Size())
		if index.Size() < 4 {
			return e.New(ir.OpZExt, ir.Vec(ir.I32, int(t.Lanes)), 0, x)
		}
		return x
	}
	value := func() *ir.Value {
		x := e.New(ir.OpLoad, t, 0, p(3), zero)
		x.Scale = int32(t.Elem.Size())
		return x
	}
	var v *ir.Value
	switch op {
	case ir.OpLoad:
		v = e.New(op, t, 0, p(0), n)
	case ir.OpMaskedLoad:
		v = e.New(op, t, 0, p(0), n, m)
	case ir.OpGather:
		v = e.New(op, t, 0, p(0), indices(), m)
	case ir.OpStore:
		v = e.New(op, ir.TVoid, 0, p(0), n, value())
	case ir.OpMaskedStore:
		v = e.New(op, ir.TVoid, 0, p(0), n, value(), m)
	case ir.OpScatter:
		i := indices()
		v = e.New(op, ir.TVoid, 0, p(0), i, value(), m)
	}
	v.Scale = int32(scale)
	if v.Type != ir.TVoid {
		s := e.New(ir.OpStore, ir.TVoid, 0, p(3), zero, v)
		s.Scale = int32(t.Elem.Size())
	}
	e.SetRet(e.New(ir.OpRet, ir.TVoid, 0))
	return f
}

func checkMemory(tgt *isel.Target, f *ir.Func, t ir.Type, index ir.Elem, scale int, data, out *guarded, indexed,
	masked bool) (err error) {
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
	lanes, es := int(t.Lanes), t.Elem.Size()
	r := rand.New(rand.NewSource(int64(f.Name[0]) + int64(lanes)))
	idx, mask := make([]byte, 64*8), make([]byte, 64)
	onHeap = [][]byte{idx, mask}
	outAt := out.mem[len(out.mem)-lanes*es:]
	for round := range 12 {
		for i := range mask {
			mask[i] = byte(r.Intn(2))
		}
		on := func(i int) bool { return !masked || mask[i] != 0 }
		// The data is at the end or the start of the page; inactive lanes are outside.
		at := 0
		base := data.mem
		switch {
		case indexed:
			most := (len(data.mem) - es) / scale
			if index.Size() < 4 {
				most = min(most, 1<<(8*index.Size())-1)
			}
			if round%3 == 2 { // a slice of one element, at the end of the page
				most, base = 0, data.mem[len(data.mem)-es:]
			}
			for i := range lanes {
				k := int64(r.Intn(most + 1))
				switch r.Intn(4) {
				case 0:
					k = int64(most)
				case 1:
					k = 0
				}
				if !on(i) {
					k = int64(r.Uint64() >> 34 << 1) // far away
					if index == ir.I32 {
						k = int64(int32(k))
					}
				}
				for c := range index.Size() {
					idx[i*index.Size()+c] = byte(uint64(k) >> (8 * c))
				}
			}
		case masked && round%3 == 1: // the last lanes inactive, beyond the end
			k := r.Intn(lanes)
			for i := range lanes {
				if i >= k {
					mask[i] = 0
				}
			}
			at = len(data.mem)/es - k
		case masked && round%3 == 2: // the first lanes inactive, before the start
			k := r.Intn(lanes)
			for i := range k {
				mask[i] = 0
			}
			at = -k
		default:
			at = len(data.mem)/es - lanes
			if round%2 == 0 {
				at = 0
			}
		}
		block := make([]uint64, 64)
		for i, p := range []unsafe.Pointer{unsafe.Pointer(&base[0]), unsafe.Pointer(&idx[0]),
			unsafe.Pointer(&mask[0]), unsafe.Pointer(&outAt[0])} {
			block[f.Params[i].Off/8] = uint64(uintptr(p))
		}
		block[f.Params[4].Off/8] = uint64(int64(at))
		run := func(do func()) (string, string) {
			rr := rand.New(rand.NewSource(int64(round)))
			rr.Read(data.mem)
			rr.Read(out.mem)
			if t.IsMask() {
				for i := range data.mem {
					data.mem[i] &= 1
					out.mem[i] &= 1
				}
			}
			do()
			return string(data.mem), string(out.mem)
		}
		var ierr error
		wd, wo := run(func() { _, ierr = prog.Run(unsafe.Pointer(&block[0]), &interp.Options{}) })
		if ierr != nil {
			return ierr
		}
		gd, go_ := run(func() {
			if s := x.Run(unsafe.Pointer(&block[0])); s != 0 {
				ierr = fmt.Errorf("status %d", s)
			}
		})
		if ierr != nil {
			return ierr
		}
		if gd != wd || go_ != wo {
			return fmt.Errorf("round %d: memory differs (data %v, out %v)\n%s", round, gd != wd, go_ != wo, listing)
		}
	}
	return nil
}

// onHeap keeps arrays alive and off the stack, which moves. The argument block holds their addresses as integers.
var onHeap any

// TestMemory runs every memory operation against unmapped pages and compares all memory with the interpreter's
// result. No byte outside may be read, and no inactive lane may be written.
func TestMemory(t *testing.T) {
	debug.SetPanicOnFault(true)
	data, out := newGuarded(t), newGuarded(t)
	for _, tgt := range targets.Host(t) {
		t.Run(tgt.Name(), func(t *testing.T) {
			var fails failures
			n := 0
			for _, lanes := range lanesUnderTest() {
				for _, e := range []ir.Elem{ir.Bool, ir.I8, ir.I16, ir.I32, ir.I64, ir.F32, ir.F64} {
					typ := ir.Vec(e, lanes)
					for _, op := range []ir.Op{ir.OpLoad, ir.OpStore, ir.OpMaskedLoad, ir.OpMaskedStore, ir.OpGather,
						ir.OpScatter} {
						if lanes == 1 && op != ir.OpLoad && op != ir.OpStore {
							continue
						}
						indexed := op == ir.OpGather || op == ir.OpScatter
						masks := []string{"some", "all", "none"}
						if op == ir.OpLoad || op == ir.OpStore {
							masks = masks[1:2]
						}
						for _, mask := range masks {
							scales, indices := []int{e.Size()}, []ir.Elem{ir.I64}
							if indexed {
								scales, indices = []int{e.Size(), 3 * e.Size(), 16}, []ir.Elem{ir.I32, ir.I64}
								if e.Size() < 4 {
									indices = append(indices, ir.I8, ir.I16)
								}
							}
							for _, scale := range scales {
								for _, index := range indices {
									f := memFunc(op, typ, index, scale, mask)
									n++
									if err := checkMemory(tgt, f, typ, index, scale, data, out, indexed,
										mask == "some"); err != nil {
										fails.add("%s: %v", f.Name, err)
									}
								}
							}
						}
					}
				}
			}
			for i, s := range fails.order {
				if i < 20 {
					t.Error(s)
				}
			}
			t.Logf("%d cases, %d fail", n, len(fails.order))
		})
	}
}
