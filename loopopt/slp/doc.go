// Package slp packs isomorphic expressions of straight-line code into the lanes of vectors (superword-level
// parallelism, after Larsen and Amarasinghe, PLDI 2000). slp.go finds chains and seeds, slptree.go builds a tree
// of packed operations and computes its cost, and slploads.go finds the memory regions of its leaves. Seeds are
// chains, adjacent stores (slpstores.go), and the loop-carried scalars of a loop (slpcarried.go).
package slp
