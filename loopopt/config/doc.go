// Package config defines the inputs and outputs of a run of the optimizer: Options and Knobs, the plans that were
// Considered, the Steps of the driver, and the results (Verdicts) for the requests of the source.
//
// Knobs are debug switches, named as in the environment variable HOTLOOP. Each knob of loop transformations has a
// row in loopknobtable.go, from which KNOBS.md is generated. Two knobs break things on purpose, for tests: plant
// and drop-metadata. These, shuffle and order=legacy are accepted only by programs that import internal/lab/knobs, such
// as commands and tests. All packages of the optimizer except ir, analysis and vplan may import this package.
package config
