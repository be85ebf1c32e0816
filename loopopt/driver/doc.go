// Package driver turns metadata into transformations: it finds the request to do next (request.go), tries it, has what comes
// out inherit what is left to do (followup.go), and says in the end what became of every request (verdict.go). What was done
// is told step by step (trace.go). Behind the requests it runs the stages that it was given, which try what pays.
//
// A transformation is a Transform, a row of the table in loopopt/order.go: a function of the Driver, the loop and the request,
// or no request if heuristics ask. The functions are in packages loop and nest; Driver offers them the function, its loops
// and their scalar evolution, remarks and knobs. Start with Transform and Driver.Requests.
package driver
