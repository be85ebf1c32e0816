package config

import (
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/tti"
	"hotloop/loopopt/vplan"
)

// Options say how to optimize.
type Options struct {
	Target      tti.Info
	Remarks     *remark.Sink
	Knobs       Knobs
	NoVectorize bool
	// MaxStep bounds the iterations that a vector loop does at once, VF*UF; 0 is no bound.
	MaxStep int
	// Eval is called around every pass if the knob eval-each is set: it runs the function and returns what it did, in
	// a form that can be compared.
	Eval func(f *ir.Func) (string, error)
	// After is called after every pass that changed something, for dumps.
	After func(pass string, f *ir.Func, changed bool)
	// Plan is called with every plan that was priced, before it is carried out.
	Plan func(Considered)
	// Nest is called with the prices of the ways to run each loop of a nest, before any of them is vectorized.
	Nest func(NestPrice)
	// Step is called with everything that the driver of loop transformations tries because metadata ask for it, and
	// with everything that it does.
	Step func(Step)
}

// Output is what is known after optimizing.
type Output struct {
	Plans           []*vplan.Plan // of the loops that were vectorized
	Considered      []Considered
	Verdicts        []Verdict // on what the metadata ask for, if there are remarks
	Transformations int       // done or skipped by bisect
	// Vectorized: a loop that runs as often as the data say, or what is in it, works on vectors, by one of the plans,
	// or since a nest was done in tiles. Where all counts are constants, any loop.
	Vectorized bool
}

// Considered is a plan that was priced, whether it was carried out or not.
type Considered struct {
	Plan       *vplan.Plan
	Candidates []vplan.Candidate
	Pos        ir.Pos
}

// NestPrice is what the ways to run a loop of a nest would cost.
type NestPrice struct {
	Pos   ir.Pos
	Trips float64 // iterations
	Known bool    // that number is a constant
	Ways  []NestWay
}

// NestWay is one of them, in cycles for all iterations of the loop.
type NestWay struct {
	Name   string
	Cycles float64
	Chosen bool
}

// Note keeps a plan that was priced.
func (o *Output) Note(p *vplan.Plan, c []vplan.Candidate, pos ir.Pos) {
	o.Considered = append(o.Considered, Considered{p, c, pos})
}

// Outcome says what became of a request.
type Outcome string

// The outcomes.
const (
	RequestDone       Outcome = "done"
	RequestPartly     Outcome = "done in part"
	RequestMissed     Outcome = "not done"
	RequestSuperseded Outcome = "superseded"
	RequestGone       Outcome = "nothing left of the loop"
)

// Verdict is what became of a request of the source, or of a followup that took effect. There is one of each, however
// many copies of its loop other transformations have made.
type Verdict struct {
	Transform string // "vectorize"
	Pos       ir.Pos // of the loop
	Request   string // the attributes that the request consists of
	Gen       int    // 0 as written, n of the followups of generation n-1
	Forced    bool   // some attribute demands it
	Outcome   Outcome
	Reason    remark.Reason // why not, or why in part only
}
