package analysis

import "hotloop/loopopt/ir"

// AccessKind describes how the address of a memory access changes from one iteration to the next.
type AccessKind uint8

// The kinds.
const (
	Uniform     AccessKind = iota // the same address in all iterations
	Consecutive                   // the next element in each iteration
	Reverse                       // the previous element in each iteration
	Strided                       // any other constant number of bytes
	Gather                        // unknown, or a step known only at run time; also a Strided access for which there is no better code
	Packed                        // compress or expand: the next element, in the iterations that execute it; Accesses does not detect it
)

var accessKindNames = [...]string{"uniform", "consecutive", "reverse", "strided", "gather", "packed"}

func (k AccessKind) String() string { return accessKindNames[k] }

// Access is a memory operation of a loop. Its address in iteration k is Base + (Start + k*Step)*V.Scale + V.Off.
type Access struct {
	V    *ir.Value
	Base *ir.Value // invariant in the loop; nil if the base varies
	Root *ir.Value // the pointer from which Base is derived, usually an ArgPtr; see rootOf

	// Start and Step describe the index. They are nil if the index is not affine.
	Start, Step Expr
	// Stride is the constant number of bytes between consecutive iterations; 0 for Uniform and for Gather.
	Stride int64
	Kind   AccessKind
	Write  bool
	Size   int // bytes accessed by one iteration
}

// Affine reports whether the address is Start + k*Stride: known before the loop, with a constant stride, which
// may be zero.
func (a *Access) Affine() bool { return a.Start != nil && (a.Kind != Gather || a.Stride != 0) }

// rootOf returns the pointer from which p is derived by PtrAdds: an ArgPtr, or the result of another operation.
func rootOf(p *ir.Value) *ir.Value { return p.Root() }

// Object reports whether p is the address of a memory object: the memory of an argument, a local, or a table.
// Any other pointer points into an unknown object.
func Object(p *ir.Value) bool {
	return p.Op == ir.OpArgPtr || p.Op == ir.OpLocalPtr || p.Op == ir.OpTablePtr
}

// made reports whether p is the address of an object that Go code makes during the kernel. No other pointer
// refers to it.
func made(p *ir.Value) bool { return p.Op == ir.OpCall }

// Disjoint reports whether two pointers with these roots never access a common byte: they belong to different
// objects. Of different objects, only arguments may overlap.
func Disjoint(a, b *ir.Value) bool {
	switch {
	case a != b && (made(a) && (made(b) || Object(b) || b.Kept()) || made(b) && (Object(a) || a.Kept())):
		return true // no loaded address leads to a new object, unless the kernel stores addresses
	case a.Op == ir.OpLoad || b.Op == ir.OpLoad: // an address known to the caller
		return a.Op == ir.OpLocalPtr || a.Op == ir.OpTablePtr || b.Op == ir.OpLocalPtr || b.Op == ir.OpTablePtr
	}
	return a != b && Object(a) && Object(b) && !(a.Op == ir.OpArgPtr && b.Op == ir.OpArgPtr)
}

// Elements returns the number of elements of the given size in an object: a constant, or the length of a slice
// or string. It returns nil if the object does not consist of such elements, or if their number is unknown.
func Elements(f *ir.Func, object *ir.Value, size int) *ir.Value {
	if size <= 0 {
		return nil
	}
	n, whole := int(object.AuxInt), 0
	switch object.Op {
	case ir.OpArgPtr:
		p := &f.Params[n]
		if p.Unknown {
			return nil
		}
		if p.Kind != ir.ParamArrayPtr {
			if p.Size != size {
				return nil
			}
			return f.Arg(ir.OpArgLen, n)
		}
		whole = p.Len * p.Size
	case ir.OpLocalPtr:
		whole = f.Locals[n].Size
	case ir.OpTablePtr:
		whole = len(f.Tables[n].Data)
	default:
		return nil
	}
	return f.ConstInt(ir.TI64, int64(whole/size))
}

// WholeElements reports whether base + i*size, wherever the program accesses a byte of it, is an element that
// lies entirely in its object. This holds if the object consists of elements of that size and base is the start
// of one. In an object of unknown extent, the last element may be incomplete.
func WholeElements(f *ir.Func, base *ir.Value, size int) bool {
	if size <= 0 {
		return false
	}
	for ; base.Op == ir.OpPtrAdd; base = base.Args[0] {
		if int(base.Scale)%size != 0 || int(base.Off)%size != 0 {
			return false
		}
	}
	n := int(base.AuxInt)
	switch base.Op {
	case ir.OpArgPtr:
		return f.Params[n].Size%size == 0 && !f.Params[n].Unknown
	case ir.OpLocalPtr:
		return f.Locals[n].Size%size == 0
	case ir.OpTablePtr:
		return len(f.Tables[n].Data)%size == 0
	}
	return false
}

// InObject returns the object from which base is derived, and the position in it of element start relative to
// base, in elements of the given size: row y*w of an image is element y*w of the image's slice. ok is false if
// the position is not a whole number of elements.
func (s *SCEV) InObject(base *ir.Value, start Expr, size int) (object *ir.Value, place Expr, ok bool) {
	for ; base.Op == ir.OpPtrAdd; base = base.Args[0] {
		if int(base.Scale)%size != 0 || int(base.Off)%size != 0 {
			return nil, nil, false
		}
		at := s.MulConst(s.operand(base, 1), int64(int(base.Scale)/size))
		start = s.Add(start, s.AddConst(at, int64(int(base.Off)/size)))
	}
	return base, start, Object(base)
}

// Comparable reports whether the address p may be compared with others at run time. An address that may be in
// the frame is not comparable, since the frame moves with the stack.
func Comparable(p *ir.Value) bool {
	r := p.Root()
	return r.Op == ir.OpArgPtr || r.Op == ir.OpTablePtr || r.Op == ir.OpLoad || made(r) || len(r.Block.Func.Locals) == 0
}

// Accesses lists the memory operations of l, including those of inner loops, in program order.
func Accesses(s *SCEV, l *Loop) []Access {
	n := 0
	for v := range l.Values() {
		if v.Op.IsMemory() {
			n++
		}
	}
	list := s.mem.accesses.Take(n)[:0]
	for v := range l.Values() {
		if v.Op.IsMemory() {
			list = append(list, s.Access(v, l))
		}
	}
	return list
}

// NewAccesses returns a table of n accesses that lives as long as the function.
func (s *SCEV) NewAccesses(n int) []*Access { return s.mem.pointers.Take(n) }

// Access describes the memory operation v relative to l.
func (s *SCEV) Access(v *ir.Value, l *Loop) Access {
	a := Access{V: v, Base: v.Args[0], Root: rootOf(v.Args[0]), Write: v.Op.HasAny(ir.FlagWrites),
		Size: v.AccessSize(), Kind: Gather}
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

// NoAlias is the attribute of loops in which accesses through different arguments never touch the same byte,
// because a test before their nest has established it.
const NoAlias = "noalias"

// NoAliasRows is the attribute of loops in which accesses through a loaded address, that of the first row of a
// matrix, and accesses through any other address never touch the same byte.
const NoAliasRows = "noalias.rows"

// KnownDisjoint reports whether two objects do not overlap as far as l is concerned.
func KnownDisjoint(l *Loop, a, b *ir.Value) bool {
	return Disjoint(a, b) || a != b && Object(a) && Object(b) && l.Header.Loop.Has(NoAlias) ||
		a != b && (a.Op == ir.OpLoad || b.Op == ir.OpLoad) && l.Header.Loop.Has(NoAliasRows)
}
