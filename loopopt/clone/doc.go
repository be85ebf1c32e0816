// Package clone copies loops and parts of them: whole loops (clone.go), the statements that some values need (slice.go),
// several copies of an iteration one behind the other (iterations.go), and it mends SSA form behind that (repair.go). It
// decides nothing: transformations say what to copy and why that is legal.
package clone
