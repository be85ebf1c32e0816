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
	Gather                        // unknown, or by a step known only at run time (or Strided, for who finds no better)
	Packed                        // the next element, in the iterations that get to it; Accesses does not look for it
)

var accessKindNames = [...]string{"uniform", "consecutive", "reverse", "strided", "gather", "packed"}

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

// Affine says whether the address is Start + k*Stride: known before the loop and walking evenly, or standing still.
func (a *Access) Affine() bool { return a.Start != nil && (a.Kind != Gather || a.Stride != 0) }

// RootOf is the pointer that p is derived from by PtrAdds: an ArgPtr, or something that is not looked into.
func RootOf(p *ir.Value) *ir.Value { return p.Root() }

// Object says whether p is the address of a memory object: what an argument refers to, a local, or a table. All others
// point into one of these, nobody knows which.
func Object(p *ir.Value) bool {
	return p.Op == ir.OpArgPtr || p.Op == ir.OpLocalPtr || p.Op == ir.OpTablePtr
}

// made says whether p is the address of an object that Go makes in the middle of the kernel: one that nothing else refers
// to.
func made(p *ir.Value) bool { return p.Op == ir.OpCall }

// Disjoint says whether two pointers with these roots never reach a common byte: they belong to different objects, of
// which arguments alone may overlap.
func Disjoint(a, b *ir.Value) bool {
	switch {
	case a != b && (made(a) && (made(b) || Object(b) || b.Kept()) || made(b) && (Object(a) || a.Kept())):
		return true // none that is loaded leads to what was made, unless the kernel stores addresses
	case a.Op == ir.OpLoad || b.Op == ir.OpLoad: // an address that the caller knows
		return a.Op == ir.OpLocalPtr || a.Op == ir.OpTablePtr || b.Op == ir.OpLocalPtr || b.Op == ir.OpTablePtr
	}
	return a != b && Object(a) && Object(b) && !(a.Op == ir.OpArgPtr && b.Op == ir.OpArgPtr)
}

// Elements is the number of elements of so many bytes in an object: a constant, or the length of a slice or string. Nil
// if the object is not made of such elements, or nobody knows how many of them there are.
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

// WholeElements says whether base + i*size, wherever the program accesses something in it, is an element of an object
// and lies in the object altogether: the object consists of elements of that size, and base is the start of one. Of an
// object of unknown extent nobody knows whether its last element is there altogether.
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

// InObject is the place of element start behind base in the object that base is derived from, counted in elements of so
// many bytes: row y*w of an image is element y*w of what the image is a slice of. Not ok if it is no whole number of them.
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

// Comparable says whether the address of p may be compared with others at run time: not if p may point into the frame,
// which moves with the stack.
func Comparable(p *ir.Value) bool {
	r := p.Root()
	return r.Op == ir.OpArgPtr || r.Op == ir.OpTablePtr || r.Op == ir.OpLoad || made(r) || len(r.Block.Func.Locals) == 0
}

// Accesses lists the memory operations of l, those of inner loops included, in program order.
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

// NewAccesses is a table of n accesses that lives as long as the function.
func (s *SCEV) NewAccesses(n int) []*Access { return s.mem.pointers.Take(n) }

// Access describes the memory operation v as l sees it.
func (s *SCEV) Access(v *ir.Value, l *Loop) Access {
	a := Access{V: v, Base: v.Args[0], Root: RootOf(v.Args[0]), Write: v.Op.HasAny(ir.FlagWrites),
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

// NoAlias names the attribute of loops in which accesses by way of different arguments never touch the same byte: a
// test in front of their nest has said so.
const NoAlias = "noalias"

// NoAliasRows names that of loops in which accesses by way of a loaded address, that of the first of rows that make up
// a matrix, and by way of any other address never touch the same byte.
const NoAliasRows = "noalias.rows"

// Apart says whether two objects do not overlap, as far as l is concerned.
func Apart(l *Loop, a, b *ir.Value) bool {
	return Disjoint(a, b) || a != b && Object(a) && Object(b) && l.Header.Loop.Has(NoAlias) ||
		a != b && (a.Op == ir.OpLoad || b.Op == ir.OpLoad) && l.Header.Loop.Has(NoAliasRows)
}
