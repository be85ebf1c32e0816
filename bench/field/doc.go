// Package field is the benchmark suite field: loops as they stand in programs, of the families that the other suites
// do not collect. What a call gets stands above each function, in a line that package hotloop/internal/lab/source
// explains (ArgsLine).
package field
