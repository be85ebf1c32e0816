package loop

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/vplan"
)

// stallBytes is how far from the end of a vector loop's loads a store in the loop around it meets the last vector of
// them.
const stallBytes = 64

// stallsOnForwarding says whether store-to-load forwarding stalls the loads of l: they end where the loop around it has
// just stored, as in the substitution of a triangular system:
//
//	for i { x[i] = b[i]; for j := 0; j < i; j++ { x[i] -= l[i][j] * x[j] }; x[i] /= l[i][i] }
//
// A vector of the last elements, masked or not, lies across stores that are on their way to the cache, from which no
// processor forwards: it waits until they are there, and every iteration of the outer loop waits for the one before.
// Masked-off lanes count (Zen 5: 26 ns a row of 120 elements; 15 with the last elements one by one, each forwarded from
// its store).
//
// The masked tail of such a loop is left out. PolyBench's trisolv and cholesky take little more than half the time so
// in mode fast.
func stallsOnForwarding(d *driver.Driver, l *analysis.Loop, legal *vplan.Legal) bool {
	outer := l.Parent
	if outer == nil {
		return false
	}
	taken, _, ok := d.Scev.TripCount(l)
	if !ok {
		return false
	}
	for _, a := range legal.Accesses {
		if a.Write || a.Kind != analysis.Consecutive || a.Start == nil || a.Base == nil {
			continue
		}
		end := fromRoot(d, a.V, a.Start)
		end = d.Scev.Add(end, d.Scev.MulConst(d.Scev.AddConst(taken, 1), a.Stride))
		for _, b := range outer.Blocks {
			if d.Loop.Of(b) != outer {
				continue
			}
			for _, s := range b.Walk() {
				if s.Op != ir.OpStore || s.Args[0].Root() != a.Root {
					continue
				}
				if n, ok := d.Scev.ConstDiff(fromRoot(d, s, d.Scev.Of(s.Args[1])), end); ok && -stallBytes <= n &&
					n < stallBytes {
					return true
				}
			}
		}
	}
	return false
}

// fromRoot is how many bytes behind the root of its pointer an access with that index is.
func fromRoot(d *driver.Driver, v *ir.Value, index analysis.Expr) analysis.Expr {
	se := d.Scev
	e := se.AddConst(se.MulConst(index, int64(v.Scale)), int64(v.Off))
	for p := v.Args[0]; p.Op == ir.OpPtrAdd; p = p.Args[0] {
		e = se.Add(e, se.AddConst(se.MulConst(se.Of(p.Args[1]), int64(p.Scale)), int64(p.Off)))
	}
	return e
}
