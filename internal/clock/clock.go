// Package clock reads a clock that is precise enough to time single calls of kernels.
package clock
