package arm_test

import (
	"testing"

	"hotloop/internal/irtest"
)

// TestSelected compares the instructions that are selected for operations on vectors.
func TestSelected(t *testing.T) { irtest.Code(t, "testdata/selected.txt", "mach") }
