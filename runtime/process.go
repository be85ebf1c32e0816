package runtime

import (
	"hotloop/runtime/codemem"
	"hotloop/runtime/fallback"
)

// ProcessStats holds statistics of this package since the program started. It marshals to JSON, for package
// expvar.
type ProcessStats struct {
	Code      MemoryStats `json:"code"`       // executable memory
	Compiled  uint64      `json:"compiled"`   // finished compilations, with or without machine code
	CacheHits uint64      `json:"cache_hits"` // requests served by an existing kernel or one being compiled
	// Loaded, Stored and Rejected count files of the option Cache: read instead of compiling, written, and found
	// to be invalid.
	Loaded    uint64 `json:"loaded"`
	Stored    uint64 `json:"stored"`
	Rejected  uint64 `json:"rejected"`
	Fallbacks uint64 `json:"fallbacks"` // kernels without machine code, for any reason
	// FallbackReasons counts the fallbacks by reason, including calls of Accelerate that ended before compilation.
	FallbackReasons map[fallback.Reason]uint64 `json:"fallback_reasons"`
	// SlowAdapters counts kernels with machine code whose calls go through package reflect.
	SlowAdapters uint64 `json:"slow_adapters"`
	Evicted      uint64 `json:"evicted"`   // kernels evicted from the cache
	Freed        uint64 `json:"freed"`     // kernels whose machine code was freed
	Yields       uint64 `json:"yields"`    // yields of running kernels to the scheduler
	Cancelled    uint64 `json:"cancelled"` // calls that ended early because their context was done
	Shared       uint64 `json:"shared"`    // runs of parallel loops, whether goroutines helped or not
	Helped       uint64 `json:"helped"`    // times that a goroutine helped with one
}

// Process returns the current statistics.
func Process() ProcessStats {
	total, reasons := fallback.Counts()
	return ProcessStats{
		Code:            Memory(),
		Compiled:        counters.compiled.Load(),
		CacheHits:       counters.hits.Load(),
		Loaded:          counters.loaded.Load(),
		Stored:          counters.stored.Load(),
		Rejected:        counters.rejected.Load(),
		Fallbacks:       total,
		FallbackReasons: reasons,
		SlowAdapters:    counters.slow.Load(),
		Evicted:         counters.evicted.Load(),
		Freed:           codemem.Shared.Freed(),
		Yields:          yields.Load(),
		Cancelled:       counters.cancelled.Load(),
		Shared:          counters.shared.Load(),
		Helped:          counters.helped.Load(),
	}
}
