//go:build !linux

package cputime

import "time"

// Thread returns elapsed time.
func Thread() time.Duration { return elapsed() }

// Process returns elapsed time.
func Process() time.Duration { return elapsed() }

// Of returns elapsed time.
func Of(int) time.Duration { return elapsed() }
