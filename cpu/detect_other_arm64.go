//go:build !linux && !darwin

package cpu

// detectOS knows no way to ask: code for the baseline runs everywhere.
func detectOS() Features { return Features{Vendor: "arm"} }
