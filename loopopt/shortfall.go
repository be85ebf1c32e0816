package loopopt

import (
	"slices"

	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/vplan"
)

// tellShortfalls warns of what a plan that is carried out does otherwise than the loop's metadata ask. bound is why it may not
// do more than MaxStep iterations at once.
func (d *driver) tellShortfalls(md *ir.LoopMD, plan *vplan.Plan, bound remark.Reason) {
	facts := plan.Legal
	why := func(step int64) remark.Reason {
		n := d.trips(facts)
		switch {
		case facts.MaxStep > 0 && step > facts.MaxStep:
			return bound
		case n >= 0 && step > n:
			return remark.ShortTripCount
		}
		return remark.CodeSize
	}
	if w := md.Int("vectorize.width", 0); int64(plan.VF()) < w {
		d.partly(md, "vectorize.width", metInPart, why(w), remark.Arg{Name: "VF", Value: plan.VF()})
	}
	if n := md.Int("interleave.count", 0); int64(plan.UF()) < n {
		d.partly(md, "interleave.count", metInPart, why(n*int64(plan.VF())), remark.Arg{Name: "UF", Value: plan.UF()})
	}
	if a := md.Find("vectorize.exits"); a != nil && facts.Exits != "" && !exitStrategy(facts.Exits).does(exitStrategy(a.Text)) {
		d.partly(md, "vectorize.exits", notMet, remark.ExitStrategy, remark.Arg{Name: "exits", Value: facts.Exits})
	}
	masked := plan.Tail == vplan.TailMasked
	if md.Has("vectorize.predicate.enable") && !masked {
		d.partly(md, "vectorize.predicate.enable", notMet, remark.NoMaskedForm, remark.Arg{Name: "tail", Value: plan.Tail})
	}
	switch {
	case !md.Has("vectorize.align.enable") || plan.Front != nil:
	case masked:
		d.partly(md, "vectorize.align.enable", notMet, remark.NothingToAlign)
	default:
		d.partly(md, "vectorize.align.enable", notMet, remark.NoMaskedForm)
	}
	if regionMode(md) == vplan.RegionsBranch && plan.RegionsRemark() == "mask" {
		d.partly(md, "vectorize.regions", notMet, remark.NoRegion)
	}
	gathers := 0
	for _, r := range plan.Recipes {
		if r.Kind == vplan.GatherLoad {
			gathers++
		}
	}
	if n := len(plan.Windows); gatherMode(md) == vplan.GathersByWindow && n < gathers {
		how := metInPart
		if n == 0 {
			how = notMet
		}
		d.partly(md, "vectorize.gathers", how, remark.NoWindow, remark.Arg{Name: "windows", Value: n}, remark.Arg{Name: "gathers", Value: gathers})
	}
	bits, most := md.Int("prefer_width", 0), int64(8*d.opt.Target.VectorBytes())
	switch {
	case bits > most:
		d.partly(md, "prefer_width", metInPart, remark.RegisterWidth, remark.Arg{Name: "bits", Value: most})
	case bits > 0 && bits < minPreferred:
		d.partly(md, "prefer_width", notMet, remark.RegisterWidth)
	}
}

// minPreferred is the least prefer_width that is heeded: two elements of 4 bytes.
const minPreferred = 64

// unchosen is why no candidate of a plan was chosen.
func unchosen(candidates []vplan.Candidate, known int64) remark.Reason {
	switch {
	case slices.ContainsFunc(candidates, func(c vplan.Candidate) bool { return c.Legal }):
		return remark.NotProfitable
	case known >= 0 && known < 4:
		return remark.ShortTripCount
	case len(candidates) > 0:
		return remark.UnknownOp
	}
	return remark.NoVectorWidth
}
