//go:build !linux && !darwin

package cpu

// detectOS returns the baseline, because there is no way to query the system.
func detectOS() Features { return Features{Vendor: "arm"} }
