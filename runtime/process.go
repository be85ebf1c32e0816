package runtime

// ProcessStats are figures of this package since the program started. They marshal to JSON, as package expvar wants it.
type ProcessStats struct {
	Code      MemoryStats `json:"code"`            // executable memory
	Compiled  uint64      `json:"compiled"`        // compilations that ended, with machine code or without
	CacheHits uint64      `json:"cache_hits"`      // kernels that were there already, or in the making
	Fallbacks uint64      `json:"fallbacks"`       // compilations that ended without machine code, for whatever reason
	Internal  uint64      `json:"internal_errors"` // of them, because of a bug of ours
	Evicted   uint64      `json:"evicted"`         // kernels that the cache let go of to make room
	Freed     uint64      `json:"freed"`           // kernels whose machine code was freed
	Yields    uint64      `json:"yields"`          // times a running kernel let the scheduler work
	Cancelled uint64      `json:"cancelled"`       // calls that ended early because their context was done
}

// Process returns the figures as they are now.
func Process() ProcessStats {
	return ProcessStats{
		Code:      Memory(),
		Compiled:  counters.compiled.Load(),
		CacheHits: counters.hits.Load(),
		Fallbacks: counters.fallbacks.Load(),
		Internal:  counters.internal.Load(),
		Evicted:   counters.evicted.Load(),
		Freed:     counters.freed.Load(),
		Yields:    yields.Load(),
		Cancelled: counters.cancelled.Load(),
	}
}
