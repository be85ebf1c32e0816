// Package poll makes loops preemptible: Poll wraps those that may take long in strips of some microseconds, with a Poll
// between strips. poll.go does it for one loop, pollnest.go for nests, pollcost.go estimates what an iteration takes,
// and slowways.go keeps scalar loops beside vector loops out of the count.
//
// It runs behind all transformations: none understands a loop that polls.
package poll
