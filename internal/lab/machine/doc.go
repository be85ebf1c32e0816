// Package machine measures what the cost model assumes: the latency and the throughput of every instruction on registers
// that the assembler knows, and other behaviour of the processor, such as store-to-load forwarding. It prints each figure
// beside the model's, which shows constants that are wrong on a processor.
//
// The method is that of Abel and Reineke, "uops.info: Characterizing Latency, Throughput, and Port Usage of
// Instructions on Intel Microarchitectures" (ASPLOS 2019), as far as it goes without performance counters:
//
//   - The unit is the core's clock cycle, measured by a chain of additions on a general register: each takes one cycle.
//   - Throughput is the time of an instruction among independent copies of itself, which write registers in turn.
//   - Latency is the time of an instruction whose source is the result of the previous one. Where source and result are
//     in different register files, a move completes the chain, and its latency is subtracted.
//
// Every program runs several times, and the fastest run counts, because interruptions only add time. Vectors hold ones,
// so that denormal numbers do not occur.
package machine
