package runtime

import "hotloop/runtime/codemem"

// ProcessStats are figures of this package since the program started. They marshal to JSON, as package expvar wants it.
type ProcessStats struct {
	Code      MemoryStats `json:"code"`       // executable memory
	Compiled  uint64      `json:"compiled"`   // compilations that ended, with machine code or without
	CacheHits uint64      `json:"cache_hits"` // kernels that were there already, or in the making
	// Loaded, Stored and Rejected count files of code that the option CacheDir keeps: read instead of compiling, written, and
	// found not to be what was written.
	Loaded    uint64 `json:"loaded"`
	Stored    uint64 `json:"stored"`
	Rejected  uint64 `json:"rejected"`
	Fallbacks uint64 `json:"fallbacks"` // kernels without machine code, for whatever reason
	// FallbackReasons are the fallbacks by reason, those of Accelerate included that ended before anything was
	// compiled.
	FallbackReasons map[FallbackReason]uint64 `json:"fallback_reasons"`
	// kernels with machine code whose calls go through package reflect
	SlowAdapters uint64 `json:"slow_adapters"`
	Evicted      uint64 `json:"evicted"`   // kernels that the cache let go of to make room
	Freed        uint64 `json:"freed"`     // kernels whose machine code was freed
	Yields       uint64 `json:"yields"`    // times a running kernel let the scheduler work
	Cancelled    uint64 `json:"cancelled"` // calls that ended early because their context was done
}

// Process returns the figures as they are now.
func Process() ProcessStats {
	reasons := map[FallbackReason]uint64{}
	for i, r := range fallbackReasons {
		if n := counters.reasons[i].Load(); n > 0 {
			reasons[r] = n
		}
	}
	return ProcessStats{
		Code:            Memory(),
		Compiled:        counters.compiled.Load(),
		CacheHits:       counters.hits.Load(),
		Loaded:          counters.loaded.Load(),
		Stored:          counters.stored.Load(),
		Rejected:        counters.rejected.Load(),
		Fallbacks:       counters.fallbacks.Load(),
		FallbackReasons: reasons,
		SlowAdapters:    counters.slow.Load(),
		Evicted:         counters.evicted.Load(),
		Freed:           codemem.Shared.Freed(),
		Yields:          yields.Load(),
		Cancelled:       counters.cancelled.Load(),
	}
}
