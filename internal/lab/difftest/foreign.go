package difftest

import (
	"fmt"

	"hotloop/frontend"
	"hotloop/internal/lab/frame"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/ir/interp"
	"hotloop/runtime"
)

// The Go compiler for another architecture is a reference too. It is the faster one where an emulator runs this
// program. Its code may differ from that for this architecture in one respect: conversions of floats that are out of
// range.

// semantics are those of the Go compiler for the architectures that batches can be built for.
var semantics = map[string]ir.Semantics{
	"amd64": {Arch: "amd64", IntSize: 8, Uint64: ir.UintOr, Uint32: ir.UintTruncate},
	"arm64": {Arch: "arm64", IntSize: 8, Saturate: true, Uint64: ir.UintSaturate, Uint32: ir.UintTruncate},
}

// program is an interpretable kernel, and the semantics for which the frontend built it.
type program struct {
	sem  *ir.Semantics
	prog *interp.Program
}

// build returns the kernel's SSA under the given semantics of the Go compiler.
func (c *Case) build(sem ir.Semantics) (*ir.Func, error) {
	o := c.options("", "")
	res, err := frontend.Build(frontend.Text(o.FileName, c.Text), KernelName, frontend.Options{
		Type: c.Type, FP: o.FP, FPWritten: o.FPWritten, Semantics: sem,
	})
	if err != nil {
		return nil, err
	}
	return res.Func, runtime.PlaceParts(c.Type, res)
}

// interpreter returns the kernel under the semantics of this program's Go compiler.
func (c *Case) interpreter() (*interp.Program, error) {
	f, err := c.build(ir.DefaultSemantics())
	if err != nil {
		return nil, err
	}
	return interp.New(f)
}

// interpreters returns the kernel under the semantics of this program's Go compiler and of another architecture's.
// The results are nil if the two are equal in every respect, because the kernel converts no floats to integers.
func (c *Case) interpreters(arch string) (own, foreign *program, err error) {
	build := func(sem ir.Semantics) (*program, bool, error) {
		f, err := c.build(sem)
		if err != nil {
			return nil, false, err
		}
		p, err := interp.New(f)
		return &program{&sem, p}, converts(f), err
	}
	sem, ok := semantics[arch]
	if !ok {
		return nil, nil, fmt.Errorf("it is not known how the Go compiler for %s converts floats", arch)
	}
	own, some, err := build(ir.DefaultSemantics())
	if err != nil || !some {
		return nil, nil, err
	}
	foreign, _, err = build(sem)
	return own, foreign, err
}

// converts reports whether a function converts floats to integers.
func converts(f *ir.Func) bool {
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Op == ir.OpFToSI {
				return true
			}
		}
	}
	return false
}

// agree reports whether a call has the same outcome on both architectures, as far as the interpreter can tell.
func (m *Machine) agree(c *Case, f *frame.Frame, own, foreign *program) bool {
	a, err := m.runAs(c, own.sem, own.prog, f)
	if err != nil {
		return false
	}
	b, err := m.runAs(c, foreign.sem, foreign.prog, f)
	return err == nil && c.diff(f, a, b) == ""
}
