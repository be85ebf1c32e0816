// Package isel compiles the SSA of loopopt/ir to machine code. It selects instructions, schedules them, allocates
// registers, lays out blocks and encodes the result.
//
// A [Target] is an instruction set with its rules. It prices an operation for the optimizer (package tti) by
// selecting instructions for it and adding up their costs.
//
// Each stage is a package. The import graph is:
//
//	mach ◀ cost, regalloc ◀ sched ◀ emit ◀ lower ◀ x86, arm ◀ host ◀ isel ◀ all
//	rules ◀ lower, x86, arm
//
// Start with [Target.Compile], which runs the stages, then read lower/lower.go. The architectures are in x86 and
// arm. By default a program contains only the architecture it runs on. A program that compiles for other
// processors imports isel/all.
package isel

import (
	"slices"
	"sync"
	"sync/atomic"

	"hotloop/cpu"
	"hotloop/isel/host"
	"hotloop/isel/lower"
	"hotloop/loopopt/tti"
)

// Target is an instruction set as implemented by one processor. It is immutable except for memoized results, and
// safe for concurrent use.
type Target struct {
	*lower.Target
	key targetKey
}

var _ tti.Info = (*Target)(nil)

// registered holds the architectures linked into the program besides its own, if it imports isel/all.
var registered struct {
	sync.RWMutex
	list []host.Architecture
}

// Register adds an architecture. Only package isel/all calls it.
func Register(a host.Architecture) {
	registered.Lock()
	defer registered.Unlock()
	registered.list = append(registered.list, a)
}

// newTarget returns the target for a processor, or nil if there is no code generator for it.
func newTarget(f cpu.Features) *Target {
	registered.RLock()
	list := slices.Concat(host.Architectures(), registered.list)
	registered.RUnlock()
	for _, a := range list {
		if t := a(f); t != nil {
			return &Target{Target: t}
		}
	}
	return nil
}

// targets holds the targets made so far. All compilations share their memoized prices and parsed rules. There is
// one entry per processor compiled for, usually just one, so comparing keys is faster than hashing one.
var targets struct {
	making sync.Mutex
	made   atomic.Pointer[[]*Target]
}

type targetKey struct {
	tier   cpu.Tier
	flags  cpu.Flag
	tuning cpu.Tuning
}

// TargetFor returns the target for a processor, possibly with features disabled. It returns nil if there is no
// code generator for it.
func TargetFor(f cpu.Features) *Target {
	key := targetKey{f.Tier, f.Flags, f.Tuning}
	if t := madeTarget(&key); t != nil {
		return t
	}
	targets.making.Lock()
	defer targets.making.Unlock()
	if t := madeTarget(&key); t != nil {
		return t
	}
	t := newTarget(f)
	if t == nil {
		return nil
	}
	t.key = key
	var made []*Target
	if old := targets.made.Load(); old != nil {
		made = slices.Clone(*old)
	}
	made = append(made, t)
	targets.made.Store(&made)
	return t
}

// madeTarget returns the target with a key, or nil if it has not been made.
func madeTarget(key *targetKey) *Target {
	if made := targets.made.Load(); made != nil {
		for _, t := range *made {
			if t.key == *key {
				return t
			}
		}
	}
	return nil
}
