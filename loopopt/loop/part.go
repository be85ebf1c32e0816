package loop

import (
	"hotloop/loopopt/analysis"
	"hotloop/loopopt/clone"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// Part is a set of statements of a loop that stay together when the loop is distributed, with all that they need. A
// statement is a store, or the computation of a value that leaves the loop or is carried around it; of a nest, it is a
// loop in it that stores, or a store between those.
type Part struct {
	clone.Part
	Statements []int // of a nest
	Mem        []int // the accesses among its values, in program order
	Sequential bool  // its iterations wait for one another
}

// Distribution is a loop, or a nest, taken apart.
type Distribution struct {
	Parts  []*Part
	Unsure bool // some stay together only because nothing is known of a dependence

	order *analysis.Partition
}

// Connect finds the order between parts, and joins those that must come before one another. precedes says whether all
// iterations of p may run before all of q; collect finds out anew what a part has.
func (w *Distribution) Connect(precedes func(p, q *Part) bool, collect func(*Part)) {
	all := w.Parts
	w.order = analysis.Take(len(all), func(i, k int) bool { return precedes(all[i], all[k]) })
	w.Parts = nil
	for _, list := range w.order.Parts {
		p := all[list[0]]
		for _, k := range list[1:] {
			p.Join(&all[k].Part)
			p.Statements = append(p.Statements, all[k].Statements...)
		}
		collect(p)
		w.Parts = append(w.Parts, p)
	}
}

// Sort puts the parts in an order in which those that must come before others do.
func (w *Distribution) Sort() {
	sorted, done := make([]*Part, 0, len(w.Parts)), uint64(0)
	for range w.Parts {
		i := w.order.Ready(done, func(int) bool { return true })
		sorted, done = append(sorted, w.Parts[i]), done|1<<i
	}
	w.Parts = sorted
}

// Circle is why the statements cannot be taken apart: they depend on one another, or may.
func (w *Distribution) Circle() remark.Reason {
	if w.Unsure {
		return remark.UnknownDependence
	}
	return remark.CannotIsolate
}

// Kind is what metadata and remarks call a part.
func (p *Part) kind() string {
	if p.Sequential {
		return "sequential"
	}
	return "coincident"
}

// Followup is the metadata of a part of a loop that had md.
func (p *Part) Followup(md *ir.LoopMD) *ir.LoopMD {
	return distributed(md, "distribute.followup_"+p.kind())
}

func distributed(md *ir.LoopMD, role string) *ir.LoopMD {
	return driver.Followup(md, "distribute.", []string{role, "distribute.followup_all"},
		ir.Attr{Name: "isdistributed"})
}

// Distributed says that the loop at pos was.
func Distributed(d *driver.Driver, pos ir.Pos, parts []*Part, args ...remark.Arg) {
	sequential := 0
	for _, p := range parts {
		if p.Sequential {
			sequential++
		}
	}
	d.Passed(distributePass, pos, "loop distributed",
		append([]remark.Arg{{Name: "coincident", Value: len(parts) - sequential},
			{Name: "sequential", Value: sequential}}, args...)...)
}
