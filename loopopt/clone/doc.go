// Package clone copies loops and parts of them, and makes the control flow between the copies: whole loops
// (clone.go), the statements that some values need (slice.go), two versions of a loop behind a test (version.go),
// copies that do the first iterations of a loop in its place (front.go), several copies of an iteration one behind
// the other (iterations.go). It mends SSA form behind that (repair.go). It decides nothing: transformations say
// what to copy and why that is legal.
package clone
