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

// interpreted is what a kernel needs to run in the interpreter. It is created on first use, because native kernels
// seldom need it: the program takes 15 µs of a compilation, and the func made by package reflect 5 µs. The
// optimizer has changed the SSA by then, so it is built again from the source.
type interpreted struct {
	program sync.Once
	prog    *interp.Program
	fun     *ir.Func // name, sites and positions from the frontend
	err     error

	wrapper sync.Once
	fn      reflect.Value
}

// fallbackFunc returns a func of the kernel's type that interprets its SSA.
func (k *Kernel) fallbackFunc() reflect.Value {
	k.interp.wrapper.Do(func() { k.interp.fn = k.interpreter(nil, 0) })
	return k.interp.fn
}

// program returns the kernel's SSA, compiled for the interpreter.
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

// build runs the frontend. If transient is set, the caller must release the function.
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

// Bounded returns a func of the kernel's type that runs the kernel in the interpreter. The func panics with over if
// a call exceeds the given number of steps, or makes more than that number of bytes of memory. Bounded returns the
// zero Value if the source is not a valid kernel.
func (k *Kernel) Bounded(steps int64) (f reflect.Value, over error) {
	if k = k.now(); k.interp == nil {
		return reflect.Value{}, nil
	}
	return k.interpreter(nil, steps), interp.ErrSteps
}

// interpreter returns a func of the kernel's type that interprets its SSA. ctl may be nil. steps limits the steps;
// 0 means no limit.
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
			panic(interp.ErrSteps)
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

// ByParts returns a func of type t that splits its arguments into the parts that the frontend chose, and calls
// run. run gets the block with the parts, for the interpreter, and the Made that keeps new memory alive.
func ByParts(t reflect.Type, res *frontend.Result, run func(block unsafe.Pointer, made *interp.Made)) reflect.Value {
	return viaBlock(t, partsOf(res), nil, func(h *Header) {
		h.to = &closure{made: &interp.Made{}}
		run(h.pointer(), h.to.made)
	})
}

// PlaceParts sets the offsets in that block of the function's parameters and results.
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
