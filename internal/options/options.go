// Package options returns hotloop options that the public interface does not export, for tests and commands of this
// module.
package options

import (
	"hotloop"
	"hotloop/internal/hook"
	_ "hotloop/internal/lab/knobs" // for Knobs
)

// MaxISA is hotloop.MaxISA by the name of the instruction set; "scalar" stands for none.
func MaxISA(name string) hotloop.Option { return hook.ISA(name).(hotloop.Option) }

// Knobs returns an option that sets debug knobs, in the words of the environment variable HOTLOOP.
func Knobs(list string) hotloop.Option { return hook.Knobs(list).(hotloop.Option) }
