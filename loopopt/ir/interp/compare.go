package interp

import (
	"fmt"
	"reflect"
	"runtime"

	"hotloop/loopopt/ir"
)

// Compare evaluates two programs with the same signature, such as a function before and after a pass, on the
// same memory. It returns an error if they differ in results, in a trap, or in the final contents of the
// arguments. Arguments may overlap. The memory is left as q leaves it. All NaNs are equal; elements of structs
// are compared byte by byte.
//
// If p does not finish (it fails or takes too many steps), nothing can be concluded, and Compare returns p's
// error.
func Compare(p, q *Program, args []any, o Options) error {
	block, err := p.newBlock(args)
	if err != nil {
		return err
	}
	defer runtime.KeepAlive(args)
	if o.Regions == nil {
		o.Regions = block.regions // for q too: a pass must not access more memory
	}
	start := snapshot(block.regions)
	want := p.Call(args, o)
	if want.Err != nil {
		return want.Err
	}
	after := snapshot(block.regions)
	restore(block.regions, start)
	got := q.Call(args, o)
	if got.Err != nil {
		return got.Err
	}
	if err := sameTrap(want.Trap, got.Trap); err != nil {
		return err
	}
	for i := range want.Values {
		r := &p.results[i]
		if r.Kind == ir.ParamArrayPtr {
			if got.Values[i] != want.Values[i] {
				return fmt.Errorf("interp: %s: result %d is %v, want %v", q.name, i, got.Values[i], want.Values[i])
			}
			continue
		}
		a, _ := lane(r.Elem, reflect.ValueOf(want.Values[i]))
		b, _ := lane(r.Elem, reflect.ValueOf(got.Values[i]))
		if !sameLane(r.Elem, a, b) {
			return fmt.Errorf("interp: %s: result %d is %v, want %v", q.name, i, got.Values[i], want.Values[i])
		}
	}
	k := 0
	for i := range p.params {
		if x := &p.params[i]; x.Kind != ir.ParamScalar {
			if err := sameMemory(q.name, x, block.regions[k], after[k]); err != nil {
				return err
			}
			k++
		}
	}
	return nil
}

// sameTrap compares what a program can observe, since a pass may have copied or renumbered sites.
func sameTrap(want, got *Trap) error {
	switch {
	case want == nil && got == nil:
		return nil
	case want == nil || got == nil:
	default:
		w, g := want.Site, got.Site
		if w.Kind == g.Kind && w.Pos == g.Pos && w.Msg == g.Msg && w.Unsigned == g.Unsigned && want.A == got.A &&
			want.B == got.B {
			return nil
		}
	}
	return fmt.Errorf("interp: trap is %s, want %s", got, want)
}

func sameLane(e ir.Elem, a, b uint64) bool {
	switch e {
	case ir.F32:
		return a == b || f32(a) != f32(a) && f32(b) != f32(b)
	case ir.F64:
		return a == b || f64(a) != f64(a) && f64(b) != f64(b)
	}
	return a == b
}

func sameMemory(name string, p *ir.Param, g Region, want []byte) error {
	e := p.Elem
	if e == ir.Void || e == ir.Bool { // a bool is compared as a byte
		e = ir.I8
	}
	size := e.Size()
	for off := 0; off+size <= len(want); off += size {
		a := load(e, uint64(g.Addr)+uint64(off))
		b := uint64(0)
		for k := size - 1; k >= 0; k-- {
			b = b<<8 | uint64(want[off+k])
		}
		if !sameLane(e, a, b) {
			return fmt.Errorf("interp: %s: %s[%d] is %#x, want %#x", name, p.Name, off/max(p.Size, 1), a, b)
		}
	}
	return nil
}

// snapshot copies the regions' bytes.
func snapshot(regions []Region) [][]byte {
	s := make([][]byte, len(regions))
	for i, g := range regions {
		s[i] = make([]byte, g.Size)
		for k := range s[i] {
			s[i][k] = byte(load1(uint64(g.Addr) + uint64(k)))
		}
	}
	return s
}

// restore writes back what snapshot copied.
func restore(regions []Region, s [][]byte) {
	for i, g := range regions {
		if g.ReadOnly {
			continue
		}
		for k, x := range s[i] {
			store1(uint64(g.Addr)+uint64(k), uint64(x))
		}
	}
}
