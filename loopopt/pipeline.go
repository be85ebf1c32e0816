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
	{"ifconvert", "rotate", "rotate copies no branches of a body that is one block"},
	{"cse", "sroa", "sroa needs constant offsets, which cse provides"},
	{"sinkstores", "ifconvert", "ifconvert turns an arm into selects only if it has no store"},
	{"sinkstores", "deadstores", "a sunk store overwrites an earlier one on all paths"},
	{"checkelim", "loadpre", "a proved check need not be copied to each path to a load"},
	{"sinkstores", "loadpre", "a store sunk behind its branch leaves no path that needs its own load"},
	{"loadpre", "driver", "a test of a value that may have been stored becomes a test of SSA values"},
	{"checkelim", "deadstores", "a check between two stores keeps the first one alive"},
	{"cse2", "deadstores", "a load between two stores keeps the first one alive"},
	{"deadstores", "driver", "plans contain no dead stores"},
	{"sroa", "ifconvert", "a store to a local prevents a select until sroa replaces it by a value"},
	{"driver", "sroa2", "unrolled loops access locals at constant offsets"},
	{"canonicalloops", "rotate", "rotation requires preheaders and single latches"},
	{"driver", "rotaterest", "the vectorizer recognizes loops that test loaded values in the form of the source"},
	{"rotate", "licm", "invariant operations may move to the preheader if the body runs at least once"},
	{"rotate", "checkelim", "the guard of a rotated loop tests the loop's condition, which proves checks"},
	{"rotate", "unsigned", "the guard bounds the loop's variable"},
	{"unsigned", "checkelim", "the ranges of unsigned remainders prove checks"},
	{"rotate", "ptrinduction", "rotation would replace the header that gets the counter"},
	{"ptrinduction", "checkelim", "the remaining length of a slice is expressed as a number of iterations"},
	{"licm", "driver", "plans exclude accesses to invariant addresses and invariant checks"},
	{"checkelim", "driver", "a proved check needs no iteration bound"},
	{"checkelim", "replacescalars", "a check before the first load keeps it in the loop"},
	{"replacescalars", "driver", "argmax is recognized by a comparison with a carried value, not with memory"},
	{"bitphis", "fold2", "bitphis recognizes a carry that is computed from an extended bit"},
	{"rotate", "bitphis", "the phi of a carry must be in the header"},
	{"licm", "canonicaladdresses", "canonical addresses keep invariant pointers outside of the loop"},
	{"canonicaladdresses", "mergeloads", "loads are adjacent only within one object"},
	{"canonicaladdresses", "driver", "dependence tests compare offsets from the start of an object"},
	{"mergeloads", "driver", "plans have one wide access instead of bytes"},
	{"mergeloads", "halffloats", "an fp16 value that is read by bytes is one word"},
	{"commonarms", "halffloats", "the values that several arms store are joined in one value"},
	{"halffloats", "driver", "plans have one conversion instead of its steps"},
	{"checkelim", "commonarms", "checks prevent loads and stores of two arms from being joined"},
	{"licm", "reciprocals", "an invariant divisor is outside of the loop"},
	{"reciprocals", "factor", "factor handles products, not quotients"},
	{"fold2", "factor", "factor counts products, some of which fold2 fuses into sums"},
	{"factor", "driver", "plans have only the operations that remain"},
	{"dce", "reductions", "only the next iteration uses a carried value, after dead code is removed"},
	{"lcssa", "reductions", "values used after a loop are in the phis of its exits"},
	{"rotate", "reductions", "the body of a rotated loop has run at least once at its exit"},
	{"reductions", "driver", "plans contain the carried lanes"},
	{"lcssa", "driver", "the driver's transformations update only the phis of exits"},
	{"driver", "singletrip", "the driver creates vector loops of few iterations"},
	{"singletrip", "fold3", "the remainder of a known number of iterations is constant"},
	{"driver", "expandmath", "the planner handles a math function as one operation"},
	{"expandmath", "fold3", "constants are folded into the expanded bodies, and common parts merged"},
	{"expandmath", "poll", "the slow paths of math functions contain loops"},
	{"singletrip", "mergechecks", "completely unrolled loops are straight-line code"},
	{"mergechecks", "slp", "loads are adjacent if no check is between them"},
	{"driver", "mergecopies", "the vectorizer handles the fields of structs as groups"},
	{"mergechecks", "mergecopies", "a check between two loads or stores prevents joining them"},
	{"mergechecks", "shortcircuit", "shortcircuit splits a merged test of several lengths into branches"},
	{"driver", "selectopt", "the vectorizer requires selects"},
	{"selectopt", "shortcircuit", "the branches of selectopt may have conjunctions as conditions"},
	{"driver", "guardlayout", "the driver creates the test for the minimum number of iterations"},
	{"driver", "sinkreductions", "vector code ends with sums of lanes"},
	{"driver", "joininductions", "costs were measured with a separate counter for each induction"},
	{"joininductions", "cse4", "cse4 merges the sums of joininductions with existing ones"},
	{"canonicalloops3", "sinkreductions", "sinkreductions requires single latches and dedicated exits"},
	{"sinkreductions", "poll", "polls must keep the vector that is summed up at the end"},
	{"driver", "poll", "no transformation supports a loop that polls"},
	{"licm2", "cse4", "operations hoisted out of different loops may be equal"},
	{"cse4", "poll", "poll adds a counter per strip for each counter of the loop"},
	{"fold2", "foldbranches", "the guards of loops with a known number of iterations are constant"},
	{"foldbranches", "driver", "the results of a loop whose guard is folded are unconditional"},
	{"foldbranches", "canonicalloops2", "the target of a folded branch may be shared by the exit of a loop and other blocks"},
	{"canonicalloops2", "driver", "the driver requires dedicated exits"},
	{"driver", "wideproducts", "the driver places the factors of vectors before the loop"},
	{"licm2", "wideproducts", "wideproducts keeps the extension of a factor with its product, in the loop"},
	{"fold4", "wideproducts", "fold4 would merge the two extensions"},
	{"licm2", "poll", "nothing may move across a poll"},
	{"poll", "rematerialize", "frame addresses must not live across polls, which must exist"},
	{"dce3", "sinkcold", "dead values would be sunk"},
	{"licm2", "rematerialize", "licm2 would move such an address across a poll again"},
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
