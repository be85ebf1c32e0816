// Package ir is hotloop's SSA: functions of basic blocks of typed values, with loop metadata on loop headers.
//
// It imports package mathlib alone, whose functions are operations; every other stage (frontend, loop optimizer,
// instruction selection, interpreter) meets here.
//
// # Laws
//
//   - The IR is total: there is no poison, no undef, no "no signed wrap". Integers wrap. The only partial operations
//     are division (guarded by a Check on its divisor) and memory access (guarded by a Check on its index).
//   - One op serves all types: Add adds f32, i64x8, whatever its operands are. Integers carry no sign; ops do (DivS,
//     DivU).
//   - Loads, stores and checks are ordered by their place in the block. Nothing else is: every other value may move to
//     any place that its operands dominate.
//   - A Check is an in-block guard, not a branch: if its condition is false the kernel stops right there, with all
//     earlier stores done and none later. Analyses present it as an exit of the loop.
//   - Addresses are base + index*Scale + Off (bytes): base is a pointer value, index an i64 (or, for gathers, a vector
//     of i32 or i64, sign-extended), so that alias analysis and scalar evolution see elements, not bytes.
//   - Constants and arguments live in the entry block.
package ir
