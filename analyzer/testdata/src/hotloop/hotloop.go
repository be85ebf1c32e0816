// Package hotloop stands for the real one: the analyzer looks at calls by their names.
package hotloop

type Kernel[F any] struct{ Func F }

func Accelerate[F any](fn F, src string) *Kernel[F] { return nil }
