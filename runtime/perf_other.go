//go:build !linux

package runtime

import "errors"

var errNoPerf = errors.New("perf is supported on Linux only")

func openPerfMap() (Observer, error) { return nil, errNoPerf }
func openJITDump() (Observer, error) { return nil, errNoPerf }
