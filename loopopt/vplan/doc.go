// Package vplan plans and carries out the vectorization of a loop, after LLVM's VPlan: Legal → Plan → Cost → Execute.
//
//   - Legal (package legal builds it) is what must hold: the loop's phis, accesses, iteration bounds, run-time checks.
//     It changes nothing.
//   - A Plan is a list of recipes, one per value that a vector iteration computes, with the masks of if-converted
//     blocks. Planning changes nothing either.
//   - Cost is asked of the recipes, through the target's table; several vector factors, interleave counts and tails
//     are compared.
//   - Execute alone changes the IR.
//
// # Shape of the result
//
// The original loop stays as it was, checks included. It is the fallback if a run-time check fails, the remainder, and
// the place where a panic happens: vector code runs only iterations in which provably nothing panics, or leaves a
// vector iteration that has stored nothing yet, and the scalar loop does it again (recipe SIDE-EXIT), or a stage with
// predicated exits does, up to the iteration that leaves.
//
//	preheader:  N = min(trip count, number of iterations for which each check holds)
//	            run-time alias checks; if they fail or N is tiny → scalar loop from 0
//	stage 1:    while i + VF*UF <= N: VF*UF iterations
//	stage 2:    (vector epilogue) the same with a smaller VF*UF, or one masked loop up to N
//	end:        i == trip count → the loop's exit with its live-outs, else → scalar loop from i
//
// Within a vector iteration, regions of recipes under one condition are left out if no lane fulfils it (region.go).
//
// # Where things are
//
// A kind of recipe is a row of the table kinds (recipe.go): its name in plans, flags that the rest of the package asks
// for, and the functions that plan, price, emit, carry on and verify it. The row stands in the file of the kind, with
// these functions:
//
//	widen iv mask block consecutive gather window group     what is computed, and memory
//	reduce count sum polynomial splice scan argmin
//	autonomous                                              what goes from one iteration to the next
//	monotonic sideexit nest nestguard                       compress and expand, leaving early, loops inside
//
// No other file lists kinds: it asks for a flag, or calls a function of the row. Start at Build (build.go), Plan.Choose
// (choose.go) and Plan.Execute (execute.go). testdata/plans.txt has a plan with every kind.
package vplan
