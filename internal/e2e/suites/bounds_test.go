package suites

import (
	"reflect"
	"strings"
	"testing"

	"hotloop/cpu"
	"hotloop/runtime"
)

const boundsSource = `package k

func differences(y, x []int16) {
	for i := range y {
		y[i] = int16(max(min(int32(x[i])-int32(y[i]), 32767), -32768))
	}
}
`

// TestBoundsPriced: a difference that is kept within the bounds of its elements is one instruction, which leaves room
// for two parts a pass in a loop that only streams.
func TestBoundsPriced(t *testing.T) {
	plain := cpu.Baseline(cpu.AVX512)
	k, err := runtime.Inspect(reflect.TypeFor[func(y, x []int16)](), boundsSource, "differences", runtime.Options{},
		&runtime.Watch{For: &plain})
	if err != nil {
		t.Fatal(err)
	}
	if p := k.Stats().Plans; len(p) != 1 || !strings.HasPrefix(p[0], "VF=32 UF=2") {
		t.Errorf("plans %v, want 32 lanes and two parts", p)
	}
}
