package runtime

import (
	"fmt"

	"hotloop/loopopt"
	"hotloop/loopopt/ir"
)

// Every source is compiled or rejected within seconds: the goal is at most 2 s of CPU and 256 MiB. Limits count
// work; none depends on time, so a kernel that is native on a fast machine is native on a slow one too. The
// command hotloop hostile searches for the most expensive sources. The worst found (internal/lab/hostile/worst.go) take
// 1.5 s and 100 MiB on an AMD EPYC of the Zen 3 generation; TestWorst checks their counts.
//
//	what                                                     limit                        beyond it
//	source, syntax, calls, values (constants of frontend)    4 MiB, 2000 levels, …        an error of Compile
//	heuristics of the driver (loopopt/driver/driver.go)      blocks, values, steps        only requested transformations
//	steps of all stages and attempts (ir.Func.Spend)         loopopt.StepsAtMost          ErrTooLarge: the fallback
//	blocks, values, bytes of code                            the constants below          ErrTooLarge: the fallback
//	frame (MaxFrame in isel)                                 64 KiB                       smaller plans, then the
//	                                                                                      fallback
//	code of all kernels (SetCodeLimit)                       64 MiB initially             ErrCodeLimit: the fallback
//
// A step is one table element. Walks over the values of a block pay through ir.Block.Walk. Other code that takes
// more than linear time calls Spend.

// Limits of what is compiled to machine code. They are far above the largest known kernels (TSVC and PolyBench
// reach at most 940 blocks and 4100 values), and low enough that superlinear passes finish within seconds. The
// optimizer additionally has a budget of steps.
const (
	maxBlocks = 1 << 14
	maxValues = 1 << 16
	maxCode   = 512 << 10 // bytes
	maxSteps  = loopopt.StepsAtMost
)

// fits returns an error if f is too large. It is called before and after the optimizer, so unrolled code counts.
func fits(f *ir.Func) error {
	blocks, values := len(f.Blocks), 0
	for _, b := range f.Blocks {
		values += len(b.Values)
	}
	if blocks <= maxBlocks && values <= maxValues {
		return nil
	}
	return tooLarge(f, "%s has %d basic blocks and %d values; the limits are %d and %d", f.Name, blocks, values,
		maxBlocks, maxValues)
}

func tooLarge(f *ir.Func, format string, args ...any) error {
	where := ""
	if f.Position != nil && f.Pos != 0 {
		where = f.Position(f.Pos) + ": "
	}
	return fmt.Errorf("hotloop: %s%w: %s; split it into several kernels, or unroll less", where, ErrTooLarge,
		fmt.Sprintf(format, args...))
}
