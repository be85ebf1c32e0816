package mca

import (
	"errors"
	"fmt"
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
)

// A machine loop's accesses move by strides, in bytes a pass; the source's loop has its own, in bytes an iteration. If
// a pass is for n iterations, every stride of the machine's is n times one of the source's, and the largest is n times
// the source's largest, unless the accesses with that one cannot be followed.

// errNoStride says that no access of a loop moves by a known step.
var errNoStride = errors.New("no access to memory moves by a known step")

// elements is the number of iterations of the source's loop, whose strides are source, in a pass of a machine loop with
// the given strides. Where the strides alone leave a choice, it is the one with which widths, what the vectorizer says
// a pass is a multiple of, agrees; 0 is no word from it.
func elements(strides, source []int64, width int) (int, error) {
	if len(strides) == 0 {
		return 0, errNoStride
	}
	largest := slices.Max(strides)
	var fit []int
	for _, b := range slices.Backward(distinct(source)) { // the largest first, so that n grows
		n := largest / b
		if n == 0 || n*b != largest {
			continue
		}
		all := true
		for _, s := range strides {
			all = all && s%n == 0 && slices.Contains(source, s/n)
		}
		if all {
			fit = append(fit, int(n))
		}
	}
	for _, n := range fit {
		if width == 0 || n%width == 0 {
			return n, nil
		}
	}
	if len(fit) > 0 {
		return 0,
			fmt.Errorf("steps of %d bytes are %d elements, but the vectorizer says that a pass is a multiple of %d",
				distinct(strides), fit[0], width)
	}
	return 0, fmt.Errorf("steps of %d bytes are no multiple of the source's %d", distinct(strides), distinct(source))
}

func distinct(s []int64) []int64 {
	s = slices.Clone(s)
	slices.Sort(s)
	return slices.Compact(s)
}

// sourceStrides are the steps, in bytes, of the accesses in the innermost loop of a function, the way the frontend
// built it. There must be one such loop.
func sourceStrides(f *ir.Func) ([]int64, error) {
	dom := f.Dominators()
	li := analysis.FindLoops(f, dom)
	inner := li.Innermost()
	if len(inner) != 1 {
		return nil, fmt.Errorf("it has %d innermost loops; one can be compared", len(inner))
	}
	l := inner[0]
	scev := analysis.NewSCEV(f, li, dom)
	var out []int64
	for _, b := range l.Blocks {
		for _, v := range b.Values {
			if v.Op != ir.OpLoad && v.Op != ir.OpStore {
				continue
			}
			_, base, ok := scev.ConstStep(v.Args[0], l)
			_, index, okIndex := scev.ConstStep(v.Args[1], l)
			if n := base + index*int64(v.Scale); ok && okIndex && n != 0 {
				out = append(out, max(n, -n))
			}
		}
	}
	if len(out) == 0 {
		return nil, errNoStride
	}
	return distinct(out), nil
}
