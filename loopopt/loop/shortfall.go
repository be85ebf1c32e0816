package loop

import (
	"slices"

	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/legal"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/vplan"
)

// TellShortfalls warns of what a plan that is carried out does otherwise than the loop's metadata ask. bound is why it
// may not do more than MaxStep iterations at once.
func TellShortfalls(d *driver.Driver, md *ir.LoopMD, plan *vplan.Plan, bound remark.Reason) {
	facts := plan.Legal
	why := func(step int64) remark.Reason {
		n := Trips(d, facts)
		switch {
		case facts.MaxStep > 0 && step > facts.MaxStep:
			return bound
		case n >= 0 && step > n:
			return remark.ShortTripCount
		}
		return remark.CodeSize
	}
	if w := md.Int("vectorize.width", 0); int64(plan.VF()) < w {
		d.Partly(md, "vectorize.width", driver.MetInPart, why(w), remark.Arg{Name: "VF", Value: plan.VF()})
	}
	if n := md.Int("interleave.count", 0); int64(plan.UF()) < n {
		d.Partly(md, "interleave.count", driver.MetInPart, why(n*int64(plan.VF())),
			remark.Arg{Name: "UF", Value: plan.UF()})
	}
	masked := plan.Tail == vplan.TailMasked
	if a := md.Find("vectorize.exits"); a != nil && facts.Exits != "" {
		if why := legal.ExitStrategy(facts.Exits).Missed(legal.ExitStrategy(a.Text), masked); why != "" {
			d.Partly(md, "vectorize.exits", driver.NotMet, why, remark.Arg{Name: "exits", Value: facts.Exits})
		}
	}
	if md.Has("vectorize.predicate.enable") && !masked {
		d.Partly(md, "vectorize.predicate.enable", driver.NotMet, remark.NoMaskedForm,
			remark.Arg{Name: "tail", Value: plan.Tail})
	}
	switch {
	case !md.Has("vectorize.align.enable") || plan.Front != nil:
	case masked:
		d.Partly(md, "vectorize.align.enable", driver.NotMet, remark.NothingToAlign)
	default:
		d.Partly(md, "vectorize.align.enable", driver.NotMet, remark.NoMaskedForm)
	}
	if regionMode(md) == vplan.RegionsBranch && plan.RegionsRemark() == "mask" {
		d.Partly(md, "vectorize.regions", driver.NotMet, remark.NoRegion)
	}
	gathers := 0
	for _, r := range plan.Recipes {
		if r.Kind == vplan.GatherLoad {
			gathers++
		}
	}
	if n := len(plan.Windows); gatherMode(md) == vplan.GathersByWindow && n < gathers {
		how := driver.MetInPart
		if n == 0 {
			how = driver.NotMet
		}
		d.Partly(md, "vectorize.gathers", how, remark.NoWindow, remark.Arg{Name: "windows", Value: n},
			remark.Arg{Name: "gathers", Value: gathers})
	}
	bits, most := md.Int("prefer_width", 0), int64(8*d.Opt.Target.VectorBytes())
	switch {
	case bits > most:
		d.Partly(md, "prefer_width", driver.MetInPart, remark.RegisterWidth, remark.Arg{Name: "bits", Value: most})
	case bits > 0 && bits < MinPreferred:
		d.Partly(md, "prefer_width", driver.NotMet, remark.RegisterWidth)
	}
}

// MinPreferred is the least prefer_width that is heeded: two elements of 4 bytes.
const MinPreferred = 64

// Unchosen is why no candidate of a plan was chosen. known is the number of iterations that there are at most, -1 if
// that may be any; bound is why no more than MaxStep iterations may be done at once.
func Unchosen(candidates []vplan.Candidate, facts *vplan.Legal, known int64, bound remark.Reason) remark.Reason {
	switch {
	case slices.ContainsFunc(candidates, func(c vplan.Candidate) bool { return c.Legal }):
		return remark.NotProfitable
	case known >= 0 && known < 4:
		return remark.ShortTripCount
	case len(candidates) > 0:
		return remark.UnknownOp
	case facts.Width > 1:
		return remark.NoVectorWidth
	case facts.MaxStep > 0:
		return bound
	case known >= 0:
		return remark.ShortTripCount // than the shortest vectors that pay
	}
	return remark.NoVectorWidth
}
