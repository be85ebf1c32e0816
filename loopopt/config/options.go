package config

import (
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
	"hotloop/loopopt/tti"
	"hotloop/loopopt/vplan"
)

// Options control a run of the optimizer.
type Options struct {
	Target      tti.Info
	Remarks     *remark.Sink
	Knobs       Knobs
	NoVectorize bool
	Parallel    Parallelism
	// MaxStep limits VF*UF, the number of iterations that one vector iteration executes; 0 means no limit.
	MaxStep int
	// Eval is called around every pass if the knob eval-each is set. It runs the function and returns its effects
	// in a comparable form.
	Eval func(f *ir.Func) (string, error)
	// After is called after every pass, for dumps; changed reports whether the pass changed f.
	After func(pass string, f *ir.Func, changed bool)
	// Plan is called with every plan whose cost was computed, before it is applied.
	Plan func(Considered)
	// Nest is called with the costs of the alternatives for each loop of a nest, before any of them is
	// vectorized.
	Nest func(NestPrice)
	// Step is called with everything that the driver of loop transformations tries because of metadata, and with
	// everything that it does.
	Step func(Step)
}

// Parallelism says which loops goroutines may share.
type Parallelism uint8

// The values of Parallelism.
const (
	NoParallel  Parallelism = iota // none: nothing could answer ir.SiteFork
	OnRequest                      // those whose metadata request it
	AllParallel                    // all outermost loops, if their metadata permit it
)

// Output is the result of optimization, apart from the code.
type Output struct {
	Plans           []*vplan.Plan // plans of the vectorized loops
	considered      []Considered
	Results         []RequestResult // on the requests in the metadata, if remarks are enabled
	Transformations int             // number of transformations, including those skipped by bisect
	// Vectorized reports that a loop whose trip count depends on the data, or a loop inside it, runs on vectors,
	// by one of the plans or because a nest was tiled. If all trip counts are constant, any loop counts.
	Vectorized bool
}

// Considered is a plan whose cost was computed, whether it was applied or not.
type Considered struct {
	Plan       *vplan.Plan
	Candidates []vplan.Candidate
	Pos        ir.Pos
}

// NestPrice holds the costs of the alternatives for a loop of a nest.
type NestPrice struct {
	Pos   ir.Pos
	Trips float64 // number of iterations
	Known bool    // Trips is a constant
	Ways  []NestWay
}

// NestWay is one alternative, with its cost in cycles for all iterations of the loop.
type NestWay struct {
	Name   string
	Cycles float64
	Chosen bool
}

// Note records a plan whose cost was computed.
func (o *Output) Note(p *vplan.Plan, c []vplan.Candidate, pos ir.Pos) {
	o.considered = append(o.considered, Considered{p, c, pos})
}

// Outcome is the result of a request.
type Outcome string

// Outcomes.
const (
	RequestDone       Outcome = "done"
	RequestPartly     Outcome = "done in part"
	RequestMissed     Outcome = "not done"
	RequestSuperseded Outcome = "superseded"
	RequestGone       Outcome = "nothing left of the loop"
)

// RequestResult is the result of a request of the source, or of a followup that took effect. There is one for each,
// regardless of how many copies of the loop other transformations made.
type RequestResult struct {
	Transform string // "vectorize"
	Pos       ir.Pos // of the loop
	Request   string // the attributes of the request
	Gen       int    // 0 if written in the source, n for the followups of generation n-1
	Forced    bool   // some attribute demands the transformation
	Outcome   Outcome
	Reason    remark.Reason // why it was not done, or only in part
}
