//go:build !linux

package inplace

func limitMemory() {} // the system has its own
