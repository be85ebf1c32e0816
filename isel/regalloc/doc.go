// Package regalloc gives machine functions physical registers.
//
// # Method
//
// One pass over the blocks in reverse postorder decides spilling and assignment together. Walking down a block it knows
// which value each register holds and when each value is used next. An instruction's sources are brought into
// registers, values that die free theirs, results take a free one. When there is none, the value whose next use is
// farthest away loses its register (Belady's rule). That needs no interference graph and no intervals, and makes moves
// only where an instruction insists on a register.
//
// Distances follow Braun and Hack, "Register Spilling and Live-Range Splitting for SSA-Form Programs" (CC 2009): a use
// behind the exit of a loop is farther than any inside. What a loop header finds in registers is chosen by that measure
// too, not inherited: values used in the loop come first, values that only live through it get what the loop can spare.
// So reloads sink in front of the loop, and values that are not used in it wait in memory.
//
// A value in SSA form never changes, so a slot written once, right behind the definition, is good for ever: losing a
// register costs nothing at that point, and a value without a slot gets its store when it turns out that somebody has
// to reload it. The store moves down to where it runs less often, see sink.go. Values with a Remat are made again
// instead.
//
// Registers of block parameters are chosen so that edges need no moves: results look ahead to the parameter they will
// become, through tied operands too (see hint in assign.go). Where predecessors disagree, the edge gets a parallel move
// (moves.go), in the predecessor, the successor, or a block of its own.
//
// Parameters for which no register is worth it are passed in memory; the result that becomes such a parameter on the
// back edge shares its slot.
//
// # What comes out
//
// Physical registers everywhere, no parameters or arguments, Copy, Swap, Spill and Reload pseudo instructions, and for
// every Poll the registers that are live there. Registers not in Result.Used are untouched.
package regalloc
