// Package arrowkernel runs hotloop's kernels on Apache Arrow's arrays.
//
//   - [NewScalar] makes a function of Arrow's compute registry from Go source, which compute.CallFunction calls by
//     its name. Null bitmaps, slices of arrays, chunked arrays, casts and scalar operands are taken care of.
//   - [Expr] compiles an expression over the columns of a schema, such as qty*price*(1-disc). Conditions give a mask for
//     compute.Filter, or a selection vector for compute.Take.
//   - [Sum], [Mean], [Min], [Max], [Count] and [GroupBy] are aggregates, which Arrow's registry for Go lacks.
//     [RegisterAggregates] adds them. [Query] aggregates expressions, without arrays between them.
//
// All results are allocated by the allocator of the context, compute.WithAllocator, and must be released.
//
// Kernels that are made from text need a system with machine code: Linux and Windows on amd64, and Linux on arm64.
// Elsewhere [NewScalar] and [Expr] return an error, unless the program is built with the tag hotloop_interpreter.
// Aggregates run everywhere.
package arrowkernel
