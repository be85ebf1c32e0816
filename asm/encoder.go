package asm

import (
	"fmt"

	"hotloop/reuse"
)

// A Set is an instruction set. Its instructions are values of type I, its extensions bits of an F.
type Set[I fmt.Stringer, F ~uint32] struct {
	name     string
	backend  Backend
	all      F
	put      func(e *Encoder[I, F], in *I) (reason string)
	labels   func(in *I) (target, address Label)
	encoders reuse.Pool[Encoder[I, F]]
}

// NewSet returns the set of the package name, whose extensions are all. put encodes an instruction, pseudo instructions
// included, behind what is in e, or returns why it cannot; labels returns the labels that one refers to, NoLabel where
// there is none.
func NewSet[I fmt.Stringer, F ~uint32](name string, backend Backend, all F,
	put func(e *Encoder[I, F], in *I) (reason string), labels func(in *I) (target, address Label)) *Set[I, F] {
	s := &Set[I, F]{name: name, backend: backend, all: all, put: put, labels: labels}
	s.encoders.New = s.New
	s.encoders.Size = func(e *Encoder[I, F]) int { return e.Size() }
	return s
}

// An Encoder assembles one program after the other: NewLabel, Const, then Emit in order, then Finish. After Reset
// nothing but the result of Finish is allocated anew.
type Encoder[I fmt.Stringer, F ~uint32] struct {
	Buffer
	// Features are those of the processor that the program is for. An instruction that needs others is an error. Reset
	// sets all of them.
	Features F

	set *Set[I, F]
	in  I // what put sees: a copy, so that what the callers of Emit have need not be on the heap
}

// New returns an Encoder for one program.
func (s *Set[I, F]) New() *Encoder[I, F] {
	e := &Encoder[I, F]{Features: s.all, set: s}
	e.Buffer.Init(s.backend)
	return e
}

// Get returns an empty Encoder from a pool; Free gives it back.
func (s *Set[I, F]) Get() *Encoder[I, F] {
	e := s.encoders.Get()
	e.Reset()
	return e
}

// Free gives e back to the pool. Nothing that Finish returned refers to it.
func (e *Encoder[I, F]) Free() { e.set.encoders.Put(e) }

// Reset empties e for the next program.
func (e *Encoder[I, F]) Reset() {
	e.Buffer.Reset()
	e.Features = e.set.all
}

// Emit assembles insts, pseudo instructions included, behind what is there. The first error sticks and Finish returns
// it too.
func (e *Encoder[I, F]) Emit(insts ...I) error {
	for i := range insts {
		e.EmitInst(&insts[i])
	}
	return e.Err()
}

// EmitInst is Emit for one instruction. Its error sticks too.
func (e *Encoder[I, F]) EmitInst(in *I) {
	if e.err != nil {
		return
	}
	e.in = *in
	if reason := e.set.put(e, &e.in); reason != "" {
		e.Fail(e.set.Illegal(&e.in, reason))
	}
}

// Assemble assembles a program without constants whose labels are numbered from 1 by the caller.
func (s *Set[I, F]) Assemble(insts []I) (Code, error) {
	e := s.Get()
	defer e.Free()
	for i := range insts {
		target, address := s.labels(&insts[i])
		e.Reserve(max(target, address))
	}
	if err := e.Emit(insts...); err != nil {
		return Code{}, err
	}
	return e.Finish()
}

// An IllegalError says why an instruction cannot be encoded. The checks cover what processors fault on, or what the
// architecture calls unpredictable, although an encoding exists, not only what has no encoding.
type IllegalError[I fmt.Stringer] struct {
	Set    string
	Inst   I
	Reason string
}

func (e *IllegalError[I]) Error() string { return e.Set + ": " + e.Inst.String() + ": " + e.Reason }

// Illegal is the error for an instruction that is illegal for a reason; nil if that is empty.
func (s *Set[I, F]) Illegal(in *I, reason string) error {
	if reason == "" {
		return nil
	}
	return &IllegalError[I]{s.name, *in, reason}
}
