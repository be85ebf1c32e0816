// Package isel turns the SSA of loopopt/ir into machine code: it selects instructions, schedules and allocates them,
// lays them out and encodes them.
//
// A [Target] is an instruction set with its rules. It prices operations for the optimizer (package tti) by selecting
// them for real and adding up what came out.
//
// The stages are packages of their own. What imports what:
//
//	cost ◀ sched ◀ emit ◀ lower ◀ x86, arm ◀ host ◀ isel ◀ all      rules ◀ lower, x86, arm      mach ◀ regalloc ◀ sched, emit
//
// Start with [Target.Compile], which runs the stages; then lower/lower.go. The architectures are in x86 and arm. A program
// has the one that it runs on, and no tables of another; what compiles for processors of all kinds imports isel/all.
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

// Target is an instruction set as a processor has it. It is immutable but for memoized answers and safe for concurrent
// use.
type Target struct {
	*lower.Target
	key targetKey
}

var _ tti.Info = (*Target)(nil)

// architectures are those there are in this program: that of the program itself, and the others if it imports isel/all.
var architectures = struct {
	sync.RWMutex
	list []host.Architecture
}{list: host.Architectures}

// Register adds an architecture. It is for package isel/all.
func Register(a host.Architecture) {
	architectures.Lock()
	defer architectures.Unlock()
	architectures.list = append(slices.Clip(architectures.list), a)
}

// newTarget is the target for a processor; nil if there is no code generator for it.
func newTarget(f cpu.Features) *Target {
	architectures.RLock()
	list := architectures.list
	architectures.RUnlock()
	for _, a := range list {
		if t := a(f); t != nil {
			return &Target{Target: t}
		}
	}
	return nil
}

// targets holds the targets made so far: their memoized prices and parsed rules are shared by all compilations.
// There are as many as processors are compiled for, mostly one, so that comparing their keys takes less than hashing one.
var targets struct {
	making sync.Mutex
	made   atomic.Pointer[[]*Target]
}

type targetKey struct {
	tier   cpu.Tier
	flags  cpu.Flag
	tuning cpu.Tuning
}

// TargetFor is the target for a processor, perhaps cut down; nil if there is no code generator for it.
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

// madeTarget is the target with a key, nil if it has not been made.
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
