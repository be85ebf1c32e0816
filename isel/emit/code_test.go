package emit_test

import (
	"testing"

	"hotloop/internal/irtest"
)

// TestCode compares the machine code of functions for the instruction set of each case.
func TestCode(t *testing.T) { irtest.Code(t, "testdata/code.txt", "code") }
