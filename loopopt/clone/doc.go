// Package clone copies loops and parts of them, and creates the control flow between the copies. It copies whole
// loops (clone.go) and the statements that given values need (slice.go). It versions a loop behind a test
// (version.go), replaces the first iterations of a loop by copies (front.go), and places several copies of an
// iteration in sequence (iterations.go). It repairs SSA form afterwards (repair.go). It makes no decisions:
// transformations say what to copy and ensure that it is legal.
package clone
