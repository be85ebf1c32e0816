package frontend

import (
	"go/ast"
	"go/token"
	"slices"

	"hotloop/loopopt/ir"
)

// fusable returns the places of the sums that the Go compiler of this build may compute with one rounding where the
// mode of the kernel has two. It is nil if the compiler fuses nothing.
//
// Which of them gc fuses depends on more than the source. On amd64 it fuses a sum and not a difference, and no product
// that takes a factor from memory, which depends on the uses of that factor, on the loops around it and on the checks
// between. Of two products it fuses the first or the second by the number of a class of common subexpressions. It sees
// through calls that it inlines, and through memory that it has just stored to. So the analysis does not predict: it
// finds all sums with an operand that may be a product that nothing has rounded.
func (b *builder) fusable() (sums []ir.Pos) {
	if !b.opts.Semantics.Fuses {
		return nil
	}
	p := products{rounded: b.rounded, is: make([]bool, b.f.NumValues()), dom: b.f.Dominators(),
		stored: make([]elemSet, b.f.NumBlocks())}
	for p.pass(b.f) {
	}
	for _, blk := range b.f.Blocks {
		for _, v := range blk.Values {
			if (v.Op == ir.OpAdd || v.Op == ir.OpSub) && v.Type.Elem.IsFloat() && v.FP&ir.Contract == 0 &&
				slices.ContainsFunc(v.Args, p.isProduct) {
				sums = append(sums, v.Pos)
			}
		}
	}
	slices.Sort(sums)
	return slices.Compact(sums)
}

// products are the values that may be products, as a compiler sees them.
type products struct {
	rounded map[*ir.Value]bool
	is      []bool // by ir.Value.ID
	dom     *ir.Dom
	stored  []elemSet // by ir.Block.ID: the types of products that the block stores
}

// elemSet is a set of ir.Elem.
type elemSet uint32

func (p *products) isProduct(v *ir.Value) bool { return p.is[v.ID] }

// pass looks at all values once and reports whether there are new products.
func (p *products) pass(f *ir.Func) (changed bool) {
	for _, b := range f.Blocks {
		before := elemSet(0) // what has been stored ahead of a value
		for d := p.dom.Idom(b); d != nil; d = p.dom.Idom(d) {
			before |= p.stored[d.ID]
		}
		for _, v := range b.Values {
			if v.Op == ir.OpStore && p.is[v.Args[2].ID] {
				before |= 1 << v.Args[2].Type.Elem
				p.stored[b.ID] |= 1 << v.Args[2].Type.Elem
			}
			if !p.is[v.ID] && !p.rounded[v] && p.may(v, before) {
				p.is[v.ID], changed = true, true
			}
		}
	}
	return changed
}

// may reports whether v may be a product, given the types of the products that have been stored before.
func (p *products) may(v *ir.Value, before elemSet) bool {
	switch v.Op {
	case ir.OpMul:
		// The product of two float32 is exact in float64.
		return v.Type.Elem.IsFloat() && !(v.Args[0].Op == ir.OpFExt && v.Args[1].Op == ir.OpFExt)
	case ir.OpDiv: // by a power of two, which is a product for gc
		mantissa := int64(1<<52 - 1)
		if v.Type.Elem == ir.F32 {
			mantissa = 1<<23 - 1
		}
		return v.Args[1].IsConst() && v.Args[1].AuxInt&mantissa == 0
	case ir.OpNeg, ir.OpBitcast, ir.OpPhi, ir.OpSelect:
		return slices.ContainsFunc(v.Args, p.isProduct)
	case ir.OpLoad:
		return before&(1<<v.Type.Elem) != 0
	}
	return false
}

// round records that an explicit conversion has rounded x, the value of e, if nothing but the conversion has it.
func (b *builder) round(e ast.Expr, x *ir.Value) {
	unfusable(x)
	if !b.opts.Semantics.Fuses {
		return
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
	case *ast.UnaryExpr:
		if e.Op != token.SUB {
			return
		}
	default: // a variable may have other uses
		return
	}
	if b.rounded == nil {
		b.rounded = map[*ir.Value]bool{}
	}
	b.rounded[x] = true
}
