package frontend

import (
	"go/ast"
	"go/token"
	"slices"

	"hotloop/loopopt/ir"
)

// fusable returns the positions of the sums that the Go compiler of this build may compute with one rounding where
// the mode of the kernel prescribes two. It returns nil if the compiler fuses nothing.
//
// Which sums the Go compiler fuses depends on more than the source. On amd64 it fuses a sum but not a difference.
// It also does not fuse a product that takes a factor from memory, which depends on the uses of that factor, the
// surrounding loops and the checks between. Of two products it fuses the first or the second, depending on the
// number of a common-subexpression class. It sees through calls that it inlines and through memory that was just
// stored. The analysis therefore does not predict fusion. It finds all sums with an operand that may be an
// unrounded product.
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

// products is the set of values that may be products from a compiler's point of view.
type products struct {
	rounded map[*ir.Value]bool
	is      []bool // by ir.Value.ID
	dom     *ir.Dom
	stored  []elemSet // by ir.Block.ID: the types of products that the block stores
}

// elemSet is a set of ir.Elem values.
type elemSet uint32

func (p *products) isProduct(v *ir.Value) bool { return p.is[v.ID] }

// pass visits all values once and reports whether it found new products.
func (p *products) pass(f *ir.Func) (changed bool) {
	for _, b := range f.Blocks {
		before := elemSet(0) // types of products stored before the value
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

// may reports whether v may be a product, given the types of products stored before it.
func (p *products) may(v *ir.Value, before elemSet) bool {
	switch v.Op {
	case ir.OpMul:
		// The product of two float32 values is exact in float64.
		return v.Type.Elem.IsFloat() && !(v.Args[0].Op == ir.OpFExt && v.Args[1].Op == ir.OpFExt)
	case ir.OpDiv: // division by a power of two, which the Go compiler turns into a product
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

// round records that an explicit conversion has rounded x, the value of e, if the conversion is the only use of x.
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
