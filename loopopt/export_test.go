package loopopt

// RandomKernel returns the source of a random kernel func k(y, x []int32, a, b, n int) int32.
var RandomKernel = randomKernel
