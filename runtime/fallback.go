package runtime

import (
	"fmt"
	"reflect"
	"sync"
	"unsafe"

	"hotloop/frontend"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/ir/interp"
)

// interpreted is what a kernel needs to run without machine code. It is made when it is first wanted, since native
// kernels seldom do: the program takes 15 µs of a compilation, the func made by package reflect 5 µs. The optimizer has
// changed the SSA by then, so it is built once more from the source.
type interpreted struct {
	program sync.Once
	prog    *interp.Program
	fun     *ir.Func // as the frontend built it
	err     error

	wrapper sync.Once
	fn      reflect.Value
}

// fallbackFunc is a func of the kernel's type that runs its SSA.
func (k *Kernel) fallbackFunc() reflect.Value {
	k.interp.wrapper.Do(func() { k.interp.fn = k.interpreter(nil, 0) })
	return k.interp.fn
}

// program is the kernel's SSA, ready to be interpreted.
func (k *Kernel) program() (*interp.Program, *ir.Func, error) {
	p := k.interp
	p.program.Do(func() {
		var res *frontend.Result
		if res, p.err = k.build(false); p.err == nil {
			f := res.Func
			p.fun = &ir.Func{Name: f.Name, Sites: f.Sites, Position: f.Position}
			p.prog, p.err = interp.New(f)
		}
	})
	return p.prog, p.fun, p.err
}

// build runs the frontend. The function may be a transient one, which the caller releases.
func (k *Kernel) build(transient bool) (*frontend.Result, error) {
	o := &k.options
	res, err := frontend.Build(k.source, k.name, frontend.Options{
		Type: k.typ, FP: o.FP, FPWritten: o.FPWritten, Bind: o.Bind, World: o.World, Globals: o.Globals, Fresh: o.Fresh,
		Transient: transient, Receiver: o.Receiver, Entry: o.Entry,
	})
	if err != nil {
		return nil, err
	}
	k.variables = nil
	for i := range res.Func.Params {
		if p := res.Func.Params[i].Addr; p != nil {
			k.variables = append(k.variables, p)
		}
	}
	k.parts = partsOf(res)
	if k.whole, err = k.parts.of(k.typ); err != nil {
		return nil, fmt.Errorf("hotloop: %s: %w", k.name, err)
	}
	k.layout = k.whole.layout()
	k.offsets(res.Func)
	return res, nil
}

// Bounded is a func of the kernel's type that does what it does, in the interpreter, and panics with ErrSteps where that
// takes more steps, or where the kernel makes more memory than bytes of that number. It is the zero Value if there is no such func, since the source is not a kernel's.
func (k *Kernel) Bounded(steps int64) reflect.Value {
	if k = k.now(); k.interp == nil {
		return reflect.Value{}
	}
	return k.interpreter(nil, steps)
}

// ErrSteps is what the func of Bounded panics with.
var ErrSteps = interp.ErrSteps

// interpreter is a func of the kernel's type that runs its SSA under ctl, which may be nil, and for so many steps, 0 being
// any number.
func (k *Kernel) interpreter(ctl *Control, steps int64) reflect.Value {
	return viaBlock(k.typ, k.parts, k.closure.recv, func(h *Header) {
		prog, fun, err := k.program()
		if err != nil {
			panic(&InternalError{k.name, "interpreter", err})
		}
		poll := func() bool { return ctl == nil || !ctl.Cancelled() }
		h.to = &closure{made: &interp.Made{Limit: uint64(steps)}}
		trap, err := prog.RunBlock(h.pointer(), interp.Options{Poll: poll, Made: h.to.made, MaxSteps: steps})
		switch {
		case err == interp.ErrSteps:
			panic(ErrSteps)
		case err == interp.ErrCancelled:
			panic(cancelled{ctl})
		case err != nil:
			panic(fmt.Sprintf("hotloop: interpreter: %s: %v", k.name, err))
		case trap != nil && h.to.made.Raised != nil:
			panic(h.to.made.Raised)
		case trap != nil:
			panic(panicValue(fun, trap.Site, trap.A, trap.B))
		}
	})
}

// ByParts is a func of type t whose arguments are taken apart as what the frontend made of it takes them: run is given the
// block that they lie in, for a run of the interpreter, and what is to keep the memory made for it.
func ByParts(t reflect.Type, res *frontend.Result, run func(block unsafe.Pointer, made *interp.Made)) reflect.Value {
	return viaBlock(t, partsOf(res), nil, func(h *Header) {
		h.to = &closure{made: &interp.Made{}}
		run(h.pointer(), h.to.made)
	})
}

// PlaceParts says where in that block the parameters and results of the function lie.
func PlaceParts(t reflect.Type, res *frontend.Result) error {
	layout, err := LayoutOfFunc(t)
	if ps := partsOf(res); ps != nil {
		layout, err = ps.layout(), nil
	}
	if err == nil {
		(&Kernel{layout: layout}).offsets(res.Func)
	}
	return err
}
