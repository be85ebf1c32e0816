package regalloc_test

import (
	"testing"

	"hotloop/internal/irtest"
	"hotloop/isel/regalloc"
)

// TestAllocations compares functions before and after allocation. The name in a heading has the number of registers
// of each class.
func TestAllocations(t *testing.T) {
	irtest.Cases(t, "testdata/allocations.txt", func(t *testing.T, name, before string) string {
		after, err := regalloc.AllocateText(name, before)
		if err != nil {
			t.Fatal(err)
		}
		return after
	})
}
