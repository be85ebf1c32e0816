// Package driver turns metadata into transformations. It selects the next request (request.go), tries it, and acts on
// the outcome (outcome.go). The resulting loops inherit the remaining requests (followup.go). In the end the driver
// reports the result of every request (result.go). It traces what was done step by step (trace.go). After the
// requests it runs the stages of its configuration, which apply profitable transformations (stage.go).
//
// A transformation is a Transform, a row of the table in loopopt/order.go. It is a function of the Driver, the loop and
// the request; the request is nil if a heuristic asks. It returns whether it changed the loop, or why not, or which
// restructuring it needs first. The functions are in packages loop and nest. Driver gives them access to the function,
// its loops and their scalar evolution, remarks and knobs. A stage stores what it remembers between loops as State of a
// type of its own, or with See (memory.go). Start with Transform (transform.go) and Driver.Requests.
package driver
