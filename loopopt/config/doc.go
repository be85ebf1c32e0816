// Package config holds what a run of the optimizer is told and what it tells: Options and Knobs, the plans that were
// Considered, the Steps that the driver took, and the Verdicts on what the source asked for.
//
// Knobs are debug switches, in the words of the environment variable HOTLOOP; those of loop transformations have a row
// each in loopknobtable.go, which KNOBS.md is made from. Two knobs break things on purpose, for tests: plant and
// drop-metadata. Anything in the optimizer but ir, analysis and vplan may import it.
package config
