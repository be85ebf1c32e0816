// Package legal finds out what may be done to a loop: whether its iterations are counted (legal.go), which values it
// carries (argmin.go, scan.go, condassign.go, monotonic.go, recurrence.go, floativ.go), what its memory accesses depend
// on (depend.go, reorder.go, groups.go, update.go, forward.go), and how it may be left early (exits.go).
//
// Its answer is a vplan.Legal, which plans are built from, or the reason why not. It changes nothing in the function.
// Start with Legality.Check in legal.go.
package legal
