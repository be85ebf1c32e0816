package analysis

import "hotloop/loopopt/ir"

// AccessKind is how a memory access moves from one iteration to the next.
type AccessKind uint8

// The kinds.
const (
	Uniform     AccessKind = iota // the same address in all iterations
	Consecutive                   // each iteration the next element
	Reverse                       // each iteration the element before
	Strided                       // any other constant number of bytes
	Gather                        // unknown, or by a step known only at run time
)

var accessKindNames = [...]string{"uniform", "consecutive", "reverse", "strided", "gather"}

func (k AccessKind) String() string { return accessKindNames[k] }

// Access is a memory operation of a loop. Its address in iteration k is Base + (Start + k*Step)*V.Scale + V.Off.
type Access struct {
	V    *ir.Value
	Base *ir.Value // invariant in the loop; nil if the base varies
	Root *ir.Value // the pointer that Base is derived from, mostly an ArgPtr; see RootOf

	// Start and Step are those of the index. Nil if the index is not affine.
	Start, Step Expr
	// Stride is the constant number of bytes from one iteration to the next; 0 for Uniform and for Gather.
	Stride int64
	Kind   AccessKind
	Write  bool
	Size   int // in bytes, of what one iteration accesses
}

// RootOf is the pointer that p is derived from by PtrAdds: an ArgPtr, or something that is not looked into.
func RootOf(p *ir.Value) *ir.Value {
	for p.Op == ir.OpPtrAdd || p.Op == ir.OpCopy {
		p = p.Args[0]
	}
	return p
}

// Accesses lists the memory operations of l, those of inner loops included, in program order.
func Accesses(s *SCEV, l *Loop) []Access {
	var list []Access
	for _, b := range l.Blocks {
		for _, v := range b.Values {
			if v.Op.IsMemory() {
				list = append(list, s.Access(v, l))
			}
		}
	}
	return list
}

// Access describes the memory operation v as l sees it.
func (s *SCEV) Access(v *ir.Value, l *Loop) Access {
	a := Access{V: v, Base: v.Args[0], Root: RootOf(v.Args[0]), Write: v.Op.HasAny(ir.FlagWrites),
		Size: v.AccessType().Size(), Kind: Gather}
	if !l.Invariant(a.Base) {
		a.Base = nil
		return a
	}
	if v.Args[1].Type != ir.TI64 {
		return a
	}
	i := s.Of(v.Args[1])
	zero := s.Const(ir.I64, 0)
	switch {
	case s.Invariant(i, l):
		a.Start, a.Step, a.Kind = i, zero, Uniform
		return a
	case i.Kind != AddRec || i.Loop != l:
		return a
	}
	a.Start, a.Step = i.Start(), i.Step()
	step, ok := s.IsConst(a.Step)
	if !ok || !smallStep(step) {
		return a
	}
	a.Stride = step * int64(v.Scale)
	switch a.Stride {
	case 0:
		a.Kind = Uniform // Scale is 0
	case int64(a.Size):
		a.Kind = Consecutive
	case -int64(a.Size):
		a.Kind = Reverse
	default:
		a.Kind = Strided
	}
	return a
}
