package loopopt

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/config"
	"hotloop/loopopt/driver"
	"hotloop/loopopt/fold"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/scalar"
	"hotloop/loopopt/slp"
	"hotloop/reuse"
)

// step is a pass of the pipeline.
type step struct {
	name string
	run  func(p *pipe) bool
}

// pipe is a run of the pipeline.
type pipe struct {
	f   *ir.Func
	opt *config.Options
	out config.Output

	options config.Options // the target of opt, kept in the same allocation

	asked []*ir.LoopMD // of the loops for which the source requests a transformation
	drops config.Edit  // of the knob drop-metadata, from the driver on
}

// withOptions adapts a pass that needs the target or a knob.
func withOptions(run func(*ir.Func, *config.Options) bool) func(*pipe) bool {
	return func(p *pipe) bool { return run(p.f, p.opt) }
}

func onFunc(run func(*ir.Func) bool) func(*pipe) bool {
	return func(p *pipe) bool { return run(p.f) }
}

// pipeline returns the passes of the optimizer. Their order matters where passOrder says so.
func pipeline() []step { return pipelineMade.Get(newPipeline) }

var pipelineMade reuse.Once[[]step]

func newPipeline() []step {
	return []step{
		{"simplifycfg", onFunc(scalar.SimplifyCFG)},
		{"fold", onFunc(fold.Fold)},
		{"cse", onFunc(scalar.CSE)},
		{"sroa", onFunc(scalar.SROA)},
		{"sinkstores", onFunc(scalar.SinkStores)},
		{"ifconvert", onFunc(scalar.IfConvert)},
		{"simplifycfg2", onFunc(scalar.SimplifyCFG)},
		{"canonicalloops", onFunc(scalar.CanonicalLoops)},
		{"rotate", onFunc(scalar.Rotate)},
		{"simplifycfg3", onFunc(scalar.SimplifyCFG)},
		{"bitphis", onFunc(fold.BitPhis)},
		{"fold2", onFunc(fold.Fold)},
		{"cse2", onFunc(scalar.CSE)},
		{"foldbranches", onFunc(scalar.FoldBranches)},
		{"canonicalloops2", onFunc(scalar.CanonicalLoops)},
		{"ptrinduction", onFunc(scalar.PtrInduction)},
		{"licm", onFunc(scalar.LICM)},
		{"canonicaladdresses", onFunc(scalar.CanonicalAddresses)},
		{"unsigned", onFunc(fold.Unsigned)},
		{"checkelim", onFunc(scalar.CheckElim)},
		{"replacescalars", onFunc(scalar.ReplaceScalars)},
		{"mergeloads", onFunc(scalar.MergeLoads)},
		{"loadpre", onFunc(scalar.LoadPRE)},
		{"deadstores", onFunc(scalar.DeadStores)},
		{"commonarms", onFunc(scalar.CommonArms)},
		{"halffloats", onFunc(fold.HalfFloats)},
		{"lcssa", onFunc(scalar.LCSSA)},
		{"dce", onFunc(scalar.DCE)},
		{"reductions", onFunc(fold.Reductions)},
		{"reciprocals", onFunc(scalar.Reciprocals)},
		{"factor", onFunc(scalar.Factor)},
		{"driver", (*pipe).driver},
		{"rotaterest", onFunc(scalar.RotateRest)},
		{"singletrip", onFunc(scalar.SingleTrip)},
		{"expandmath", onFunc(scalar.ExpandMath)},
		{"fold3", onFunc(fold.Fold)},
		{"sroa2", onFunc(scalar.SROA)},
		{"cse3", onFunc(scalar.CSE)},
		{"simplifycfg4", onFunc(scalar.SimplifyCFG)},
		{"canonicalloops3", onFunc(scalar.CanonicalLoops)},
		{"licm2", onFunc(scalar.LICM)},
		{"sinkreductions", withOptions(scalar.SinkReductions)},
		{"joininductions", onFunc(scalar.JoinInductions)},
		{"cse4", onFunc(scalar.CSE)},
		{"dce2", onFunc(scalar.DCE)},
		{"mergechecks", onFunc(scalar.MergeChecks)},
		{"slp", withOptions(slp.SLP)},
		{"mergecopies", withOptions(scalar.MergeCopies)},
		{"selectopt", withOptions(scalar.SelectOpt)},
		{"shortcircuit", onFunc(scalar.ShortCircuit)},
		{"guardlayout", onFunc(scalar.GuardLayout)},
		{"poll", (*pipe).poll},
		{"rematerialize", onFunc(scalar.Rematerialize)},
		{"fold4", onFunc(fold.Fold)},
		{"wideproducts", withOptions(fold.WideProducts)},
		{"dce3", onFunc(scalar.DCE)},
		{"sinkcold", onFunc(scalar.SinkCold)},
	}
}

// rule says that one pass or stage comes before another, and why.
type rule struct{ before, after, why string }

// shuffled returns the list in the order that the knob shuffle asks for, if it does.
func shuffled[T any](list []T, name func(T) string, rules []rule, seed int64, stream uint64) []T {
	if seed == 0 {
		return list
	}
	var names []string
	for _, s := range list {
		names = append(names, name(s))
	}
	var pairs [][2]string
	for _, o := range rules {
		pairs = append(pairs, [2]string{o.before, o.after})
	}
	var out []T
	for _, i := range config.Lab.Shuffle(names, pairs, seed, stream) {
		out = append(out, list[i])
	}
	return out
}

// passOrder lists which pass must run before which, and why. A test checks the pipeline against it.
var passOrder = []rule{
	{"ifconvert", "rotate", "a body of one block rotates without copying branches"},
	{"cse", "sroa", "the places of accesses are constants by then"},
	{"sinkstores", "ifconvert", "an arm without a store may become a select"},
	{"sinkstores", "deadstores", "what is sunk covers the store that was there on all ways"},
	{"checkelim", "loadpre", "a check that is proved need not be made on each way to a load"},
	{"sinkstores", "loadpre", "a store that moves behind its branch leaves no way with a load of its own"},
	{"loadpre", "driver", "a test of what may have been stored is one of values"},
	{"checkelim", "deadstores", "a check between two stores keeps the first"},
	{"cse2", "deadstores", "a load between two stores keeps the first"},
	{"deadstores", "driver", "a store is planned that counts"},
	{"sroa", "ifconvert", "a store to a local is no obstacle to a select once it is a value"},
	{"driver", "sroa2", "unrolled loops access their locals at constant places"},
	{"canonicalloops", "rotate", "rotation wants preheaders and single latches"},
	{"driver", "rotaterest", "a loop that tests what it loads is left to the vectorizer as it is written"},
	{"rotate", "licm", "what is invariant may move in front of a loop whose body runs at least once"},
	{"rotate", "checkelim", "a rotated loop is guarded by its own condition, which proves checks"},
	{"rotate", "unsigned", "behind its guard a loop's variable is known to be what the test lets through"},
	{"unsigned", "checkelim", "remainders of unsigned numbers are in range"},
	{"rotate", "ptrinduction", "the header that gets the counter stays one"},
	{"ptrinduction", "checkelim", "what a slice has left is a number of iterations by then"},
	{"licm", "driver", "accesses to invariant addresses and invariant checks leave the loop first"},
	{"checkelim", "driver", "a check that is proved needs no limit"},
	{"checkelim", "replacescalars", "a check in front of it keeps the first load in the loop"},
	{"replacescalars", "driver", "the largest element and where it is are known by comparisons with a value that is carried"},
	{"bitphis", "fold2", "what a carry is computed from is an extended bit by then"},
	{"rotate", "bitphis", "the phi of a carry stands in the header"},
	{"licm", "canonicaladdresses", "a pointer that a loop does not change stays in front of it"},
	{"canonicaladdresses", "mergeloads", "neighbours are neighbours of one object"},
	{"canonicaladdresses", "driver", "accesses are judged from the start of an object"},
	{"mergeloads", "driver", "one access is planned, not its bytes"},
	{"mergeloads", "halffloats", "a half that is read byte by byte is one word then"},
	{"commonarms", "halffloats", "what several arms store is one value then"},
	{"halffloats", "driver", "one operation is planned"},
	{"checkelim", "commonarms", "a check between them keeps loads and stores where they are"},
	{"licm", "reciprocals", "a divisor has left the loops that leave it alone"},
	{"reciprocals", "factor", "what is multiplied is factored"},
	{"fold2", "factor", "the products in sums are fused, which are counted"},
	{"factor", "driver", "a loop is planned with the operations that it keeps"},
	{"dce", "reductions", "nothing but the loop's next iteration uses what is carried"},
	{"lcssa", "reductions", "what is wanted behind a loop is in the phis of its exits"},
	{"rotate", "reductions", "its body has run at least once where a loop leaves"},
	{"reductions", "driver", "a loop is planned with the lanes that it carries"},
	{"lcssa", "driver", "the driver's transformations mend the phis of exits only"},
	{"driver", "singletrip", "vector loops of few iterations come from the driver"},
	{"singletrip", "fold3", "what remains of a known number of iterations is known then"},
	{"driver", "expandmath", "a function is one operation to the planner, whatever it takes"},
	{"expandmath", "fold3", "the bodies meet constants and one another"},
	{"expandmath", "poll", "slow parts have loops"},
	{"singletrip", "mergechecks", "unrolled loops are straight-line code"},
	{"mergechecks", "slp", "loads are neighbours where no check stands between them"},
	{"driver", "mergecopies", "the vectorizer moves the fields of structs in groups"},
	{"mergechecks", "mergecopies", "a check between two loads or stores keeps them apart"},
	{"mergechecks", "shortcircuit", "one test of several lengths is a branch for each"},
	{"driver", "selectopt", "what is vectorized wants selects"},
	{"selectopt", "shortcircuit", "the conditions of its branches may be several"},
	{"driver", "guardlayout", "the test whether there is enough for the vector loop comes from the driver"},
	{"driver", "sinkreductions", "vector code adds up lanes"},
	{"driver", "joininductions", "what is planned for a counter of its own was measured so"},
	{"joininductions", "cse4", "the sum may be there already"},
	{"canonicalloops3", "sinkreductions", "it wants single latches, and exits of the loop alone"},
	{"sinkreductions", "poll", "the sum is a vector that polls keep"},
	{"driver", "poll", "no transformation understands a loop that polls"},
	{"licm2", "cse4", "what has left different loops may be the same"},
	{"cse4", "poll", "each counter of a loop is one of its strips too"},
	{"fold2", "foldbranches", "the guards that rotation has put in front of loops of a known number of iterations are constant then"},
	{"foldbranches", "driver", "what such a loop computes is under no condition"},
	{"foldbranches", "canonicalloops2", "what is behind a branch that goes may be the exit of a loop and of other blocks"},
	{"canonicalloops2", "driver", "the driver wants exits that are those of one loop alone"},
	{"driver", "wideproducts", "factors in front of a loop are those of its vectors"},
	{"licm2", "wideproducts", "the extension of a factor is part of its product, in the loop"},
	{"fold4", "wideproducts", "an extension of an extension would be one again"},
	{"licm2", "poll", "a poll is an effect that nothing may pass"},
	{"poll", "rematerialize", "addresses in the frame do not live across polls, which must be there"},
	{"dce3", "sinkcold", "unused values are removed before others are sunk"},
	{"licm2", "rematerialize", "moving such an address would take it across a poll again"},
}

// StepsAtMost bounds the work spent on one function (ir.Func.Spend) if the function has no budget of its own. One step
// fills an element of a table, which takes 0.5 to 1 ns.
const (
	StepsAtMost = 1 << 28
)

// Optimize runs the pipeline on f. An error is an *ir.OverBudget, if f is too large, or a bug in the optimizer. After
// an error f must not be used.
func Optimize(f *ir.Func, opt config.Options) (out *config.Output, err error) {
	p := &pipe{f: f, options: opt, asked: driver.Demands(f)}
	p.opt = &p.options
	name := ""
	defer func() {
		if r := recover(); r != nil {
			if over, ok := r.(*ir.OverBudget); ok {
				err = over
				return
			}
			err = fmt.Errorf("pass %s: %v", name, r)
			if _, ok := r.(*ir.Bug); !ok {
				err = fmt.Errorf("%w\n%s", err, debug.Stack())
			}
		}
	}()
	k := &p.opt.Knobs
	here := k.Func == "" || k.Func == f.Name
	if f.Budget() == 0 {
		f.SetBudget(StepsAtMost)
	}
	before := ""
	if k.EvalEach && here && opt.Eval != nil {
		if before, err = opt.Eval(f); err != nil {
			return nil, fmt.Errorf("before the first pass: %w", err)
		}
	}
	steps := shuffled(pipeline(), func(s step) string { return s.name }, passOrder, k.Shuffle, 0)
	if p := k.PrintAfter; here && p != "" && p != "all" && !slices.ContainsFunc(steps, func(s step) bool { return s.name == p }) {
		fmt.Fprintf(os.Stderr, "HOTLOOP: print-after=%s: there is no such pass; hotloop dump -stage all lists them\n", p)
	}
	for _, s := range steps {
		name = s.name
		fault := k.Planting(f, name)
		f.Spend(ir.StepsPerLook * f.Size())
		changed := s.run(p)
		p.drops.Apply(f)
		if changed && here {
			fault.Apply(f)
		}
		if opt.After != nil {
			opt.After(name, f, changed)
		}
		if !here {
			continue
		}
		if k.PrintAfter == "all" || k.PrintAfter == name || k.PrintChanged && changed {
			if changed {
				fmt.Fprintf(os.Stderr, "; after %s\n%s", name, f)
			} else {
				fmt.Fprintf(os.Stderr, "; after %s (unchanged)\n", name)
			}
		}
		if k.VerifyEach {
			if err := errors.Join(f.Verify(), analysis.VerifyKept(f)); err != nil {
				return nil, fmt.Errorf("pass %s: %w\n%s", name, err, f)
			}
		}
		if k.EvalEach && opt.Eval != nil && changed {
			after, err := opt.Eval(f)
			if err != nil {
				return nil, fmt.Errorf("pass %s: %w", name, err)
			}
			if after != before {
				return nil, fmt.Errorf("pass %s changed the result\nbefore: %s\nafter:  %s", name, before, after)
			}
		}
	}
	opt.Remarks.Distinct()
	if k.Remarks && here {
		opt.Remarks.Print(os.Stderr)
	}
	return &p.out, nil
}
