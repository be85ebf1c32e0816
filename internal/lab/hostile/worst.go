package hostile

import (
	"errors"
	"fmt"

	"hotloop/loopopt"
	"hotloop/runtime"
)

// Bounds that hold for every source, as documented. The first three are counts, which are equal on all machines.
const (
	MaxSteps     = loopopt.StepsAtMost
	MaxAllocated = 3 << 29   // bytes, freed or not
	MaxMemory    = 256 << 20 // bytes at once
	MaxSeconds   = 2         // of CPU, on an AMD EPYC of 2021 (Zen 3)
)

// Worst are the most expensive sources found, of every kind. Without the limit on steps they take up to 45 seconds.
var Worst = []string{
	// The optimizer.
	"loop@unroll.count=3^7(add*2)",
	"loop@unroll.count=3^8(add*2)",
	"loop@stripmine.size=4^12(update)",
	"loop@vectorize.width=4(update*2500)",
	"times*200",
	"loop*200(update)",
	"loop(return*504)",
	"loop(field*400)",
	"loop(call*1500)",
	"loop(copy*200)",
	"loop(short*200)",
	"sentinel(while*252(return*504,strings*1026,min))",
	"loop*2@interchange.enable^6(square,count3*18(load*4096,if*2,results*19))",
	"loop@commoning.enable^3(times*3@unswitch.enable^3(inner*513))",
	"loop@distribute.enable^4(update*83,load*4096)",
	"loop*129(stride*20)",
	"loop*4@stripmine.size=8^3(walk*3,loop*2(count3*2@vectorize.outer=1(count3(max*131),local*8189),while(bytes*513,stride*126,slice*5)))",
	// Code generation.
	"loop(slice*1500)",
	"loop(set*1500)",
	"loop(switch*1500)",
	"loop(divide*1500)",
	// The frontend.
	"consts*170",
	"consts*1000",
	"lits*40000",
	"unused*600",
	"add*60000",
	"mix*23000",
	"cases*3000(add)",
}

// Check returns an error if the counts of a source exceed a bound or reveal a bug.
func (c Cost) Check() error {
	var bug *runtime.InternalError
	switch {
	case errors.As(c.Err, &bug):
		return c.Err
	case c.Native && c.Steps > MaxSteps:
		return fmt.Errorf("hostile: native after %d steps; the limit is %d", c.Steps, MaxSteps)
	case c.Allocated > MaxAllocated:
		return fmt.Errorf("hostile: %d bytes allocated; the limit is %d", c.Allocated, MaxAllocated)
	case c.Heap > MaxMemory:
		return fmt.Errorf("hostile: %d bytes of heap; the limit is %d", c.Heap, MaxMemory)
	}
	return nil
}
