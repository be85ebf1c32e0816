// Package hotloop stands for the real one: the analyzer looks at calls by their names.
package hotloop

type Kernel struct{}

func Accelerate(fn any, src string) *Kernel { return nil }
