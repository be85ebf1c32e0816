package config

import "hotloop/loopopt/ir"

// Lab implements the knobs shuffle, order=legacy, drop-metadata and plant. Only tests and commands need them, so
// package internal/lab/knobs sets Lab, and loopopt.LegacyStages. ParseKnobs rejects these knobs if Lab is nil.
var Lab *Laboratory

// Laboratory holds the implementations of these knobs.
type Laboratory struct {
	// Shuffle returns the indices of a list in another order, by its elements' names. The first name of each pair in
	// rules must come before the second. Equal seeds shuffle the lists of different streams independently.
	Shuffle func(names []string, rules [][2]string, seed int64, stream uint64) []int
	// Drop returns an edit that removes metadata, to be applied to f after each step.
	Drop func(f *ir.Func, seed int64) Edit
	// Plant returns an edit that makes a mistake, or nil if the knob does not ask for one in that pass. It is called
	// before the pass.
	Plant func(f *ir.Func, k *Knobs, pass string) Edit
}

// Edit changes a function. A nil Edit changes nothing.
type Edit func(f *ir.Func)

// Apply applies e to f.
func (e Edit) Apply(f *ir.Func) {
	if e != nil {
		e(f)
	}
}

// Dropper returns the edit of drop-metadata for f.
func (k *Knobs) Dropper(f *ir.Func) Edit {
	if k.dropMetadata == 0 || k.Func != "" && k.Func != f.Name {
		return nil
	}
	return Lab.Drop(f, k.dropMetadata)
}

// Planting returns the edit of plant for the pass, transformation or stage that f is about to go through.
func (k *Knobs) Planting(f *ir.Func, pass string) Edit {
	if k.Plant == "" {
		return nil
	}
	return Lab.Plant(f, k, pass)
}
