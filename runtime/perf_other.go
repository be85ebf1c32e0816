//go:build !linux

package runtime

import "errors"

var errNoPerf = errors.New("perf is for Linux")

func openPerfMap() (Observer, error) { return nil, errNoPerf }
func openJITDump() (Observer, error) { return nil, errNoPerf }
