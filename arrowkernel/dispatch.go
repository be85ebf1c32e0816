package arrowkernel

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/compute/exec"
)

// DispatchBest returns the kernel for arguments of the given types, and replaces the types by those of its parameters.
// If no kernel has the types, it is the one for their common type by Arrow's rules, or otherwise the one that takes the
// cheapest conversions. Conversions keep values: integers become wider integers or floats, float32 becomes float64,
// dictionaries their values, and nulls anything.
func (s *Scalar) DispatchBest(types ...arrow.DataType) (exec.Kernel, error) {
	if k, err := s.DispatchExact(types...); err == nil {
		return k, nil
	}
	plain := make([]arrow.DataType, len(types))
	for i, t := range types {
		if d, ok := t.(*arrow.DictionaryType); ok {
			t = d.ValueType
		}
		plain[i] = t
	}
	if k, err := s.DispatchExact(plain...); err == nil {
		copy(types, plain)
		return k, nil
	}
	if c, ok := commonType(plain); ok {
		all := make([]arrow.DataType, len(types))
		for i := range all {
			all[i] = c
		}
		if k, err := s.DispatchExact(all...); err == nil {
			copy(types, all)
			return k, nil
		}
	}
	var best *overload
	least := 0
	for _, o := range s.overloads {
		if len(o.params) != len(types) {
			continue
		}
		cost, ok := 0, true
		for i, p := range o.params {
			c, can := conversion(plain[i], p.kind)
			cost, ok = cost+c, ok && can
		}
		if ok && (best == nil || cost < least) {
			best, least = o, cost
		}
	}
	if best == nil {
		return nil, fmt.Errorf("%w: arrowkernel: function '%s' has no kernel for %s, nor one that they can be converted for",
			arrow.ErrNotImplemented, s.Name(), arrow.TypesToString(types))
	}
	for i, p := range best.params {
		types[i] = p.kind.arrowType()
	}
	return s.DispatchExact(types...)
}

// commonType returns the type that Arrow's arithmetic converts numbers to.
func commonType(types []arrow.DataType) (arrow.DataType, bool) {
	var c kind
	for i, t := range types {
		k, ok := numericKind(t)
		if !ok {
			return nil, false
		}
		if i == 0 {
			c = k
		}
		c = common(c, k)
	}
	return c.arrowType(), len(types) > 0
}

// numericKind is kindOf for numbers.
func numericKind(t arrow.DataType) (kind, bool) {
	if !arrow.IsInteger(t.ID()) && !arrow.IsFloating(t.ID()) {
		return 0, false
	}
	return kindOf(t)
}

// conversion returns the cost of an implicit conversion, and reports whether there is one.
func conversion(from arrow.DataType, to kind) (cost int, ok bool) {
	if from.ID() == arrow.NULL {
		return 0, true
	}
	if from.ID() == arrow.BOOL || to == bools {
		return 0, from.ID() == arrow.BOOL && to == bools
	}
	k, ok := numericKind(from)
	if !ok {
		return 0, false
	}
	const toFloat = 10 // more than any integer
	switch {
	case k == to:
		return 0, true
	case k.float():
		return 1, to == float64s && k == float32s
	case to == float64s:
		return toFloat, true
	case to == float32s:
		return toFloat + max(0, k.size()-2), true
	case k.signed() == to.signed():
		return to.size() - k.size(), to.size() > k.size()
	}
	return to.size() - k.size() + 1, to.signed() && to.size() > k.size()
}
