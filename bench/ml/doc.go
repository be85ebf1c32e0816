// Package ml is the benchmark suite ml: the layers of neural networks, in floats and in 8 bits, as a Go programmer
// would write them.
package ml
