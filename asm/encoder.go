package asm

import (
	"fmt"

	"hotloop/reuse"
)

// A Set is an instruction set. Its instructions are values of type I; its extensions are bits of an F.
type Set[I fmt.Stringer, F ~uint32] struct {
	name     string
	backend  Backend
	all      F
	put      func(e *Encoder[I, F], in *I) (reason string)
	labels   func(in *I) (target, address Label)
	encoders reuse.Pool[Encoder[I, F]]
}

// NewSet returns the instruction set of the package called name, whose extensions are all. The function put
// appends the encoding of an instruction or pseudo instruction to e, or returns the reason why it cannot. The
// function labels returns the labels that an instruction refers to, NoLabel where there is none.
func NewSet[I fmt.Stringer, F ~uint32](name string, backend Backend, all F,
	put func(e *Encoder[I, F], in *I) (reason string), labels func(in *I) (target, address Label)) *Set[I, F] {
	s := &Set[I, F]{name: name, backend: backend, all: all, put: put, labels: labels}
	s.encoders.New = s.New
	s.encoders.Size = func(e *Encoder[I, F]) int { return e.Size() }
	return s
}

// An Encoder assembles one program after another: call NewLabel and Const, then Emit in program order, then
// Finish. After Reset it allocates nothing except the result of Finish.
type Encoder[I fmt.Stringer, F ~uint32] struct {
	Buffer
	// Features are the extensions of the target processor. An instruction that needs others is an error. Reset
	// sets Features to all extensions.
	Features F

	set *Set[I, F]
	in  I // the instruction passed to put: a copy, so that the arguments of Emit do not escape to the heap
}

// New returns an Encoder for one program.
func (s *Set[I, F]) New() *Encoder[I, F] {
	e := &Encoder[I, F]{Features: s.all, set: s}
	e.Buffer.Init(s.backend)
	return e
}

// Get returns an empty Encoder from a pool; Free returns it to the pool.
func (s *Set[I, F]) Get() *Encoder[I, F] {
	e := s.encoders.Get()
	e.Reset()
	return e
}

// Free returns e to the pool. Results of Finish do not refer to e and stay valid.
func (e *Encoder[I, F]) Free() { e.set.encoders.Put(e) }

// Reset empties e for the next program.
func (e *Encoder[I, F]) Reset() {
	e.Buffer.Reset()
	e.Features = e.set.all
}

// Emit appends insts, which may include pseudo instructions, to the program. It returns the first error of the
// program, which Finish returns too.
func (e *Encoder[I, F]) Emit(insts ...I) error {
	for i := range insts {
		e.EmitInst(&insts[i])
	}
	return e.Err()
}

// EmitInst is Emit for one instruction. Err and Finish return its error.
func (e *Encoder[I, F]) EmitInst(in *I) {
	if e.err != nil {
		return
	}
	e.in = *in
	if reason := e.set.put(e, &e.in); reason != "" {
		e.Fail(e.set.Illegal(&e.in, reason))
	}
}

// Assemble assembles a program without constants. The caller numbers its labels from 1.
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

// An IllegalError is the reason why an instruction cannot be encoded. The checks reject instructions without an
// encoding, and also those that have one but fault or that the architecture calls unpredictable.
type IllegalError[I fmt.Stringer] struct {
	Set    string
	Inst   I
	Reason string
}

func (e *IllegalError[I]) Error() string { return e.Set + ": " + e.Inst.String() + ": " + e.Reason }

// Illegal returns an IllegalError for in, or nil if reason is empty.
func (s *Set[I, F]) Illegal(in *I, reason string) error {
	if reason == "" {
		return nil
	}
	return &IllegalError[I]{s.name, *in, reason}
}
