// Package poll makes loops preemptible. Poll strip-mines loops that may run long into strips of a few
// microseconds, with a Poll between strips. poll.go handles one loop, pollnest.go nests, pollcost.go estimates
// the time of an iteration, and slowpaths.go excludes scalar loops beside vector loops from the estimate.
//
// The pass runs after all other transformations, because none of them supports loops with polls.
package poll
