package sched_test

import (
	"testing"

	"hotloop/internal/irtest"
)

// TestSchedules compares the instructions of functions in the order in which they are scheduled, for the instruction set
// of each case.
func TestSchedules(t *testing.T) { irtest.Code(t, "testdata/schedule.txt", "schedule") }
