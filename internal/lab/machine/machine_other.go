//go:build !amd64

package machine

import (
	"fmt"
	"runtime"
)

var errNotHere = fmt.Errorf("the micro-benchmarks are written for amd64; %s's figures are out of its makers' manuals (package cpu)", runtime.GOARCH)

// Clock returns an error: it supports amd64 only.
func Clock() (ghz float64, err error) { return 0, errNotHere }

// Measure returns an error: it supports amd64 only.
func Measure(tell func(done, total int, at string)) (*Report, error) {
	return nil, errNotHere
}
