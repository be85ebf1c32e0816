// Package sched orders the instructions of each block, before registers are allocated, so that long latencies overlap.
//
// It knows instructions by what [Machine] says of them. It may import mach, regalloc (for what is live) and cost. Start
// with [Scheduler.Run].
package sched
