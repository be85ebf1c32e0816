// Package long has loops of every shape that run for as long as they are told to, in a single call: what the pauses of
// the garbage collector are measured with.
package long
