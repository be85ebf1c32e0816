package scalar

import "hotloop/loopopt/ir"

// RotateRest also rotates the loops that Rotate leaves to the vectorizer.
func RotateRest(f *ir.Func) bool { return rotateLoops(f, true) }
