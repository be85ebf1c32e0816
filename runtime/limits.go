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

// Limits of what becomes machine code. They are far above the largest kernels there are (TSVC and PolyBench end with
// at most 940 blocks and 4100 values), and low enough for the passes that take more than linear time to end within
// seconds: they count what is there and no time, so that the same kernel is native on a slow machine as on a fast
// one. The optimizer has its budget of steps besides.
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
	return tooLarge(f, "%s has %d basic blocks and %d values, %d and %d are the limit", f.Name, blocks, values, maxBlocks, maxValues)
}

func tooLarge(f *ir.Func, format string, args ...any) error {
	where := ""
	if f.Position != nil && f.Pos != 0 {
		where = f.Position(f.Pos) + ": "
	}
	return fmt.Errorf("hotloop: %s%w: %s; write several kernels, or unroll less", where, ErrTooLarge, fmt.Sprintf(format, args...))
}
