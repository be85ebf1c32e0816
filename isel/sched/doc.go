// Package sched puts instructions in order before registers are allocated: what loops repeat for nothing goes in front
// of them (hoist.go), and within each block the order is one in which long latencies overlap.
//
// It knows instructions by what [Machine] says of them. It may import mach, regalloc (for what is live) and cost. Start
// with [Scheduler.Run].
package sched
