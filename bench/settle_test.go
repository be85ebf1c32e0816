package bench

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"hotloop/bench/field"
	"hotloop/internal/lab/frame"
)

// TestSettle checks that memory is restored before every call exactly where a call has less work on the output of the
// previous one.
func TestSettle(t *testing.T) {
	for name, want := range map[string][]int{
		"ToUpper": {0}, "Partition": {0}, "RunLengths": nil, "ScaleCopy": nil, "DropSpaces": {0}, "Sieve": nil,
		"Norms": nil, "ShellPass": {0}, "CountBuckets": nil, "Clip": {0}, "TwoTriads": nil, "Prefixes": nil,
		"FadeIn": {0}, "Relax": {0},
	} {
		k := fieldKernel(t, name)
		f := frame.New(k.Args(rand.New(rand.NewPCG(1, 1)), 200, Steady), frame.Layout{Share: -1})
		if err := settle(k, k.Plain, f); err != nil {
			t.Fatal(err)
		}
		var got []int
		for i, r := range f.Regions {
			if r.Refilled {
				got = append(got, i)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: regions %v are put back, want %v", name, got, want)
		}
	}
}

// TestRestore checks the memory that every timed call finds.
func TestRestore(t *testing.T) {
	k := &Kernel{Builds: Builds{Bind: BindAny}}
	f := frame.New([]any{[]byte("abc"), []byte{1}}, frame.Layout{Share: -1})
	f.Regions[0].Refilled = true
	calls := 0
	l := NewLocal("f", k, func(text, count []byte) {
		if calls++; string(text) != "abc" {
			t.Errorf("call %d finds %q", calls, text)
		}
		field.ToUpper(text)
		count[0]++
	}, func(text, count []byte) {})
	m := Measure(f, []Runner{l}, Plan{Batch: 10 * time.Microsecond, Repeats: 2})
	if m[0].Err != nil || calls < 10 {
		t.Errorf("%+v, %d calls", m[0], calls)
	}
}
