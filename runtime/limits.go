package runtime

import (
	"errors"
	"fmt"

	"hotloop/loopopt"
	"hotloop/loopopt/ir"
)

// ErrTooLarge means that a kernel is too large for machine code. The frontend has limits of its own, for which Compile
// fails; this kernel runs on the interpreter.
var ErrTooLarge = errors.New("kernel too large for machine code")

// Every text is compiled or refused within seconds: no text is to take more than 2 s of CPU or 256 MiB. Limits count
// what is there; none asks the clock. Command hotloop hostile searches for the texts that cost the most. The worst
// found (bench/hostile/worst.go) take 1.5 s and 100 MiB on an AMD EPYC of the Zen 3 generation; TestWorst holds them to
// the counts.
//
//	what                                                     limit                        beyond it
//	source, syntax, calls, values (constants of frontend)    4 MiB, 2000 levels, …        an error of Compile
//	heuristics of the driver (loopopt/driver/driver.go)      blocks, values, steps        only what is asked for
//	steps of all stages and tries (ir.Func.Spend)            loopopt.StepsAtMost          ErrTooLarge: the fallback
//	blocks, values, bytes of code                            the constants below          ErrTooLarge: the fallback
//	frame (MaxFrame in isel)                                 64 KiB                       smaller plans, then the
//	                                                                                      fallback
//	code of all kernels (SetCodeLimit)                       64 MiB at first              ErrCodeLimit: the fallback
//
// A step is an element of a table. Walks over the values of a block pay by ir.Block.Walk, and what takes more than
// linear time otherwise calls Spend.

// Limits of what becomes machine code. They are far above the largest kernels there are (TSVC and PolyBench end with at
// most 940 blocks and 4100 values), and low enough for the passes that take more than linear time to end within
// seconds: they count what is there and no time, so that the same kernel is native on a slow machine as on a fast one.
// The optimizer has its budget of steps besides.
const (
	maxBlocks = 1 << 14
	maxValues = 1 << 16
	maxCode   = 512 << 10 // bytes
	maxSteps  = loopopt.StepsAtMost
)

// fits says why f is too large, before the optimizer and behind it: what it unrolls counts.
func fits(f *ir.Func) error {
	blocks, values := len(f.Blocks), 0
	for _, b := range f.Blocks {
		values += len(b.Values)
	}
	if blocks <= maxBlocks && values <= maxValues {
		return nil
	}
	return tooLarge(f, "%s has %d basic blocks and %d values, %d and %d are the limit", f.Name, blocks, values,
		maxBlocks, maxValues)
}

func tooLarge(f *ir.Func, format string, args ...any) error {
	where := ""
	if f.Position != nil && f.Pos != 0 {
		where = f.Position(f.Pos) + ": "
	}
	return fmt.Errorf("hotloop: %s%w: %s; write several kernels, or unroll less", where, ErrTooLarge,
		fmt.Sprintf(format, args...))
}
