// Package ir is hotloop's SSA: functions of basic blocks of typed values, with loop metadata on loop headers.
//
// It imports only package mathlib, whose functions are operations of the IR. All other stages (frontend, loop
// optimizer, instruction selection, interpreter) meet here.
//
// # Laws
//
//   - The IR is total: there is no poison, no undef, no "no signed wrap". Integers wrap. The only partial operations
//     are division (guarded by a Check on its divisor) and memory access (guarded by a Check on its index).
//   - Operations are generic over types: Add adds f32, i64x8 or whatever its operands are. Integers are signless;
//     the operation carries the sign (DivS, DivU).
//   - Loads, stores and checks are ordered by their position in the block. Every other value may move to any place
//     that its operands dominate.
//   - A Check is an in-block guard, not a branch: if its condition is false, the kernel stops there, with all earlier
//     stores done and no later ones. Analyses present it as an exit of the loop.
//   - Addresses are base + index*Scale + Off (bytes): base is a pointer value, index an i64 (or, for gathers, a vector
//     of i32 or i64, sign-extended), so that alias analysis and scalar evolution see elements, not bytes.
//   - Constants and arguments live in the entry block.
package ir
