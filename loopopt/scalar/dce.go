package scalar

import "hotloop/loopopt/ir"

// DCE removes unused values.
func DCE(f *ir.Func) bool { return f.RemoveDead() }
