// Package nest holds the transformations of nests: interchange, flatten, stripmine, unroll-and-jam, tiles, wavefronts,
// vectorized outer loops, and distribution of whole nests.
//
// What they share is nestplan.go, what a run-time test in front of the nest would have to show; nest.go, which makes
// that test and a copy of the nest behind it; nestpair.go, two loops one in the other; jam.go with jamemit.go, rows:
// several iterations of an outer loop done together; and outer.go, lanes: plans of nests, which vplan makes. A tile
// (tile.go) has both. Start with one of these.
//
// runs.go makes a nest of a loop: the iterations that only go on become an inner loop, runpath.go finds them.
package nest
