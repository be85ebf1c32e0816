//go:build !windows || !amd64

package runtime

// faultReserve is 0: signals have a stack of their own.
const faultReserve = 0
