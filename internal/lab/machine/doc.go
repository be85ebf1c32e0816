// Package machine measures what the cost model believes: the latency and the throughput of every instruction on
// registers that the assembler knows, and of what the processor does beside them, such as forwarding a store to a load.
// It sets each figure beside the model's, so that a constant that is wrong on a processor shows.
//
// The method is that of Abel and Reineke, "uops.info: Characterizing Latency, Throughput, and Port Usage of
// Instructions on Intel Microarchitectures" (ASPLOS 2019), as far as it goes without performance counters:
//
//   - The unit is the core's clock cycle, which a chain of additions on a general register tells: each takes one.
//   - Throughput is the time of an instruction among independent copies of itself, which write registers in turn.
//   - Latency is the time of an instruction whose source is the result of the one before. Where source and result are
//     in different register files, a move closes the circle, and its part is subtracted.
//
// Every program runs several times, and the fastest run counts: interruptions only ever add time. Vectors hold ones, so
// that denormal numbers do not occur.
package machine
