package bench

import (
	"go/ast"
	"go/token"
	"math/rand/v2"

	"hotloop/internal/lab/frame"
)

// Timed calls alternate between several sets of arguments, since the calls of a program have different data each
// time. A branch predictor memorizes some thousand branches that repeat (the joins of two sorted lists of a thousand
// keys ran at 0.3 of their time), but programs do not repeat the same input.
//
// turnBytes bounds the total size of the arguments, so that those of short calls stay in the first-level cache, as a
// single set would. turnBytesBranching is the bound for kernels whose time depends on branches, and for those whose
// memory is restored before each call: many calls between two readings of the clock.
//
// Current predictors learn the branches of those sets too (a gate on 1000 samples took 0.4 of its time, with 32
// sets). Kernels with branches are therefore timed a second time, on more sets than any predictor remembers
// when they recur: freshElems elements in all. The sets for the next calls, freshRound bytes, are placed before the
// clock runs, so that data are in the same cache level as in the other measurement. freshBytes bounds the memory of
// each peer.
const (
	turnBytes          = 24 << 10
	turnBytesBranching = 192 << 10
	freshElems         = 1 << 18
	freshRound         = 64 << 10
	freshBytes         = 16 << 20
)

// turns returns the arguments with which kernel k is timed at length n.
func (s *Session) turns(k *Kernel, fn any, n int) (*frame.Frame, error) {
	rng := rand.New(rand.NewPCG(s.Seed, uint64(n)))
	first := frame.New(k.Args(rng, n, Steady), frame.Layout{Share: -1})
	if k.Described {
		if err := settle(k, fn, first); err != nil {
			return first, err
		}
	}
	frames := append([]*frame.Frame{first}, more(k, fn, n, setsLike(k, first)-1, rng, first)...)
	if len(frames) == 1 {
		return first, nil
	}
	return frame.Join(frames), nil
}

// setsLike returns the number of sets of arguments between which the timed calls of a kernel alternate, if each is as
// large as the first.
func setsLike(k *Kernel, first *frame.Frame) int {
	bytes, most := 1, turnBytes
	for _, r := range first.Regions {
		bytes += len(r.Data)
	}
	if first.Refilled() || branches(k) {
		most = turnBytesBranching
	}
	return max(1, min(distributionSets, most/bytes))
}

// more generates sets of arguments like those of first. It leaves out sets on which the kernel panics.
func more(k *Kernel, fn any, n, sets int, rng *rand.Rand, first *frame.Frame) (frames []*frame.Frame) {
	for range sets {
		f := frame.New(k.Args(rng, n, Steady), frame.Layout{Share: -1})
		if o, err := (FuncReference{fn}).Outcome(f); err != nil || o.Panic != "" || len(f.Regions) != len(first.Regions) {
			continue
		}
		for i := range f.Regions {
			f.Regions[i].Refilled = first.Regions[i].Refilled
		}
		frames = append(frames, f)
	}
	return frames
}

// fresh returns arguments for kernel k that no branch predictor knows. It returns nil if the time does not depend on
// branches, or if turns has as many sets.
func (s *Session) fresh(k *Kernel, fn any, n int) *frame.Frame {
	if n == 0 || !branches(k) {
		return nil
	}
	rng := rand.New(rand.NewPCG(s.Seed, uint64(n)))
	first := frame.New(k.Args(rng, n, Steady), frame.Layout{Share: -1})
	bytes := 1
	for i, r := range first.Regions {
		bytes += len(r.Data)
		first.Regions[i].Refilled = true
	}
	_, room := first.Offsets()
	together := max(1, freshRound/bytes)
	sets := min((freshElems+n-1)/n, freshBytes/max(room, 1))
	if sets <= together {
		return nil
	}
	all := frame.Join(more(k, fn, n, sets, rng, first))
	if all.Sets <= together {
		return nil
	}
	all.Round = together
	return all
}

// branches reports whether a loop of the kernel, or of its callees, has a condition other than loop control.
func branches(k *Kernel) bool {
	f, err := k.Source()
	if err != nil {
		return false
	}
	fns, err := f.Func(k.Func)
	if err != nil {
		return false
	}
	found := false
	for _, fn := range fns {
		ast.Inspect(fn.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.IfStmt, *ast.SwitchStmt:
				found = true
			case *ast.BinaryExpr:
				found = found || n.Op == token.LAND || n.Op == token.LOR
			case *ast.ForStmt:
				if n.Cond != nil {
					ast.Inspect(n.Cond, func(n ast.Node) bool {
						_, loads := n.(*ast.IndexExpr)
						found = found || loads
						return true
					})
				}
			}
			return true
		})
	}
	return found
}
