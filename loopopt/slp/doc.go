// Package slp makes lanes of a vector of expressions of one shape in straight-line code (superword-level parallelism,
// after Larsen and Amarasinghe, PLDI 2000). slp.go finds chains and seeds, slptree.go builds and prices a tree of
// packed operations, slploads.go finds the memory that its leaves come from. The seeds are chains,
// neighbouring stores (slpstores.go), and what a loop carries side by side (slpcarried.go).
package slp
