// Package sched orders instructions before register allocation. It hoists loop-invariant instructions out of
// loops (hoist.go) and reorders each block so that long latencies overlap.
//
// It knows instructions only through [Machine]. It may import mach, regalloc (for liveness) and cost. Start with
// scheduler.Run in schedule.go.
package sched
