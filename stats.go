package hotloop

import (
	"time"

	"hotloop/runtime/codemem"
	"hotloop/runtime/fallback"
)

// Stats describes a kernel and its compilation.
type Stats struct {
	ISA        string         // instruction set of the machine code; "" if there is none
	Total      time.Duration  // from source to callable; 0 if an equal kernel had been compiled before
	Phases     []Phase        // of Total, in order
	Steps      int            // compilation steps, as limited (see the package documentation)
	Values     int            // operations of the final SSA
	Blocks     int            // basic blocks of the final SSA
	Memory     int            // bytes of SSA and optimizer tables
	CodeBytes  int            // machine code and constants
	Frame      int            // bytes of spill area
	Plans      []string       // of the vectorized loops, in the order of the source
	Cycles     []float64      // per scalar iteration of each of them, estimated for data in the first-level cache
	Vectorized bool           // packed instructions process the data of a loop, of one that depends on the arguments if there is any
	Cache      CacheState     // outcome of the option CacheDir or DefaultCache; "" without it
	CallPath   CallPath       // what a call of Func goes through
	Fallback   FallbackReason // class of Err; "" if there is machine code
	Adapt      *AdaptStats    // of the option Adapt; nil without it
}

// Phase is a part of a compilation.
type Phase struct {
	Name string
	Time time.Duration
}

// CacheState is the outcome of the option [CacheDir] or [DefaultCache].
type CacheState string

// The cache states. A remark has the reason for the last two.
const (
	CacheLoaded      CacheState = "loaded" // the code was read from a file
	CacheStored      CacheState = "stored" // the code was compiled and written to a file
	CacheUnsupported CacheState = "unfit"  // compiled; the code contains addresses of this process
	CacheFailed      CacheState = "failed" // compiled; the directory could not be used or the file not be written
)

// AdaptStats is what a kernel with the option [Adapt] has measured.
type AdaptStats struct {
	State    AdaptState
	Loops    []LoopProfile   // of the source, as far as they were profiled
	Branches []BranchProfile // conditions of the source, as far as they were profiled
	Tried    []Candidate     // the first is the code without a profile
	Chosen   string          // the name of the candidate that calls go to; "" until AdaptSettled
}

// AdaptState is the progress of a kernel with the option [Adapt].
type AdaptState string

// The states, in this order.
const (
	AdaptSampling  AdaptState = "sampling"  // calls count what loops do
	AdaptCompiling AdaptState = "compiling" // the kernel is compiled again in the background
	AdaptTrying    AdaptState = "trying"    // calls go to the candidates in turn
	AdaptSettled   AdaptState = "settled"   // calls go to the fastest candidate
)

// LoopProfile counts the iterations of a loop of the source.
type LoopProfile struct {
	Position string // file:line:col
	Entries  uint64 // how often the loop was entered
	Trips    uint64 // iterations of all entries together
}

// BranchProfile counts the outcomes of a condition of the source.
type BranchProfile struct {
	Position  string // file:line:col
	Evaluated uint64
	True      uint64
}

// Candidate is a version of the code that [Adapt] has timed.
type Candidate struct {
	Name  string        // "default", "sampled", "scalar", "avx2", or "go" for the Go function
	Plans []string      // of its vectorized loops
	Calls int           // calls that were timed
	Mean  time.Duration // of a call, without the slowest tenth
}

// Stats returns figures of the kernel and its compilation.
func (k *Kernel[F]) Stats() Stats { return statsOf(k.k) }

// ProcessStats counts what hotloop has done in this process.
type ProcessStats struct {
	Code            CodeMemory                `json:"code"`
	Compiled        uint64                    `json:"compiled"`         // compilations, with or without machine code
	CacheHits       uint64                    `json:"cache_hits"`       // kernels that were compiled before or at the same time
	Loaded          uint64                    `json:"loaded"`           // kernels read from files (CacheDir)
	Stored          uint64                    `json:"stored"`           // kernels written to files
	Rejected        uint64                    `json:"rejected"`         // files that were not what had been written
	Fallbacks       uint64                    `json:"fallbacks"`        // kernels without machine code
	FallbackReasons map[FallbackReason]uint64 `json:"fallback_reasons"` // Fallbacks by reason
	ReflectCalls    uint64                    `json:"reflect_calls"`    // kernels with machine code that package reflect calls
	Evicted         uint64                    `json:"evicted"`          // kernels removed from the cache of the process
	Freed           uint64                    `json:"freed"`            // kernels whose machine code was freed
	Yields          uint64                    `json:"yields"`           // times that a running kernel yielded to the scheduler
	Cancelled       uint64                    `json:"cancelled"`        // calls that ended early because their context was done
	Shared          uint64                    `json:"shared"`           // runs of loops that goroutines may share (Parallel)
	Helped          uint64                    `json:"helped"`           // times that a goroutine helped with one
}

// CodeMemory describes the executable memory of the process.
type CodeMemory struct {
	Kind   string `json:"kind"`   // how it is allocated; "" if there is none
	Mapped int    `json:"mapped"` // bytes mapped
	InUse  int    `json:"in_use"` // bytes that hold kernels
	Limit  int    `json:"limit"`  // of InUse
}

// ReadStats returns the current figures of the process. To publish them:
//
//	expvar.Publish("hotloop", expvar.Func(func() any { return hotloop.ReadStats() }))
func ReadStats() ProcessStats {
	out := process()
	out.Code = CodeMemory(codemem.Shared.Stats())
	total, reasons := fallback.Counts()
	out.Fallbacks, out.FallbackReasons = total, make(map[FallbackReason]uint64, len(reasons))
	for r, n := range reasons {
		out.FallbackReasons[FallbackReason(r)] = n
	}
	return out
}
