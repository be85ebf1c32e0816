package vplan

import (
	"slices"

	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// forward makes the value of load v from what the load in front of the stores, r, has read, and from what they store in
// the lanes that do: the last one first.
func (b *builder) forward(v *ir.Value, r *Recipe) {
	stores := b.l.Blended[v]
	if len(stores) == 0 {
		return
	}
	if r.Mask != nil {
		b.refuse(remark.UnknownMask, v)
		return
	}
	m := &Recipe{Kind: Blend, V: v, Elem: r.Elem}
	for i := len(stores) - 1; i >= 0; i-- {
		m.Args = append(m.Args, b.operand(stores[i].StoredValue()), b.mask(stores[i].Block))
	}
	m.Args = append(m.Args, r, nil)
	b.add(m)
}

// forwards says whether blend r is such a value, or that of a store that others are merged into.
func (r *Recipe) forwards() bool {
	return r.Kind == Blend && r.V != nil && (r.V.Op == ir.OpLoad || r.V.Op == ir.OpStore)
}

// MergedAway says whether another store does what s would.
func (l *Legal) MergedAway(s *ir.Value) bool {
	for _, same := range l.Merges {
		if slices.Contains(same, s) {
			return true
		}
	}
	return false
}

// merge makes r, the store v, one of all that are merged into it: of the value that the last one of them which runs would
// store, in all lanes that have one.
func (b *builder) merge(v *ir.Value, r *Recipe) {
	same := b.l.Merges[v]
	if len(same) == 0 {
		return
	}
	m := &Recipe{Kind: Blend, V: v, Elem: v.StoredValue().Type.Elem, Args: []*Recipe{r.Args[0], r.Mask}}
	masks := []*Recipe{r.Mask}
	for i, s := range same {
		mask := b.mask(s.Block)
		masks = append(masks, mask)
		if i == len(same)-1 {
			m.Mask, mask = mask, nil
		}
		m.Args = append(m.Args, b.operand(s.StoredValue()), mask)
	}
	r.Args[0], r.Mask = b.add(m), b.either(masks)
}

// either is the lanes of any of the masks; nil is all.
func (b *builder) either(masks []*Recipe) *Recipe {
	if len(masks) == 2 {
		for k, m := range masks {
			o := masks[1-k]
			switch {
			case m.Kind != EdgeMask || m.Scale > 0:
			case m.Mask == nil && m.Args[0] == o:
				return nil
			case o.Kind == EdgeMask && o.Scale > 0 && o.Mask == m.Mask && o.Args[0] == m.Args[0]:
				return m.Mask
			}
		}
	}
	return b.add(&Recipe{Kind: BlockMask, Elem: ir.Bool, Args: masks})
}
