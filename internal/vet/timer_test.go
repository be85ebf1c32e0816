package vet

import (
	"os/exec"
	"testing"
)

// TestBuildTimer builds the program that times functions.
func TestBuildTimer(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil || testing.Short() {
		t.Skip("go build does not run here")
	}
	if _, err := buildTimer(t.TempDir(), nil); err != nil {
		t.Fatal(err)
	}
}
