// Package regalloc assigns physical registers to the virtual registers of machine functions.
//
// # Method
//
// One pass over the blocks in reverse postorder decides spilling and assignment together. Walking down a block,
// the allocator tracks which value each register holds and when each value is used next. It brings an
// instruction's sources into registers, frees the registers of values that die, and gives each result a free
// register. If none is free, it evicts the value whose next use is farthest away (Belady's rule). This needs
// neither an interference graph nor live intervals, and inserts moves only where an instruction requires a
// specific register.
//
// Distances follow Braun and Hack, "Register Spilling and Live-Range Splitting for SSA-Form Programs" (CC 2009):
// a use after the exit of a loop is farther than any use inside. The same measure selects the values that a loop
// header holds in registers; it does not simply inherit those of its predecessor. Values used in the loop come
// first; values that are only live through it get the registers that the loop does not need. So reloads sink to
// before the loop, and values that the loop does not use wait in memory.
//
// A value in SSA form never changes, so a slot written once, right after the definition, stays valid. Evicting a
// value therefore costs nothing at that point. A value without a slot gets a store once a reload turns out to be
// necessary. The store moves down to where it executes less often; see sink.go. Values with a Remat are
// rematerialized instead.
//
// The allocator chooses registers of block parameters so that edges need no moves. Results look ahead to the
// parameter that they will become, also through tied operands (see wanted in state.go). Where predecessors
// disagree, the edge gets a parallel move (moves.go) in the predecessor, the successor, or a block of its own.
//
// Parameters that do not merit a register are passed in memory. A result that becomes such a parameter on the
// back edge shares its slot.
//
// # Result
//
// All registers are physical, and there are no block parameters or arguments. The allocator inserts Copy, Swap,
// Spill and Reload pseudo instructions and records the live registers of every Poll. It does not touch registers
// outside Result.Used.
package regalloc
