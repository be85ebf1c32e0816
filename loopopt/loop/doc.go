// Package loop holds the transformations of innermost loops: vectorize, unroll, peel, distribute, fuse, unswitch,
// split, reroll, versioning for invariants and strides, histograms privatized, values kept from one iteration to the
// next (commoning). Each has the name of its attributes and a file, or several, that begin with what it does before and
// after, when it is legal, when it pays, what it reads and leaves, and what it remarks.
//
// The vectorizer asks for others where it refuses a loop (enable.go). Start with vectorize.go or unroll.go. Nests of
// loops are the business of package nest, which may import this one.
package loop
