package vplan

// Reductions that need no vector of sums.
//
// A count,
//
//	if x[i] > t { n++ }
//
// adds the population count of the mask to a scalar: one instruction for all lanes, where adding 1 or 0 lane by lane
// would first widen the mask to the type of n. A sum of bytes, or of absolute differences of bytes,
//
//	s += int(x[i])          d := int(x[i]) - int(y[i]); if d < 0 { d = -d }; s += d
//
// adds the eight bytes of each 64-bit lane at once (VPSADBW). Integer sums wrap, so that any order and any wider
// accumulator give the same low bits. Dot products are in dot.go.
