// Package mathloops is the benchmark suite math: loops around the transcendental functions.
package mathloops
