// Package driver turns metadata into transformations: it finds the request to do next (request.go), tries it, draws
// the conclusions from its outcome (outcome.go), has what comes out inherit what is left to do (followup.go), and
// says in the end what became of every request (verdict.go). What was done is told step by step (trace.go). Behind
// the requests it goes through the stages that it was given, which try what pays (stage.go).
//
// A transformation is a Transform, a row of the table in loopopt/order.go: a function of the Driver, the loop and the
// request, or no request if heuristics ask. It returns whether it was done, or why not, or which other loop it would
// like to have first. The functions are in packages loop and nest; Driver offers them the function, its loops and
// their scalar evolution, remarks and knobs. What a stage has to remember from one loop to the next is State of a
// type of its own, or what it has Seen (memory.go). Start with Transform (transform.go) and Driver.Requests.
package driver
