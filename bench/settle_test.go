package bench

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"hotloop/bench/field"
	"hotloop/bench/frame"
)

// TestSettle wants memory put back before every call where a call finds less to do in what the last one left, and
// nowhere else.
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
			if r.Anew {
				got = append(got, i)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: regions %v are put back, want %v", name, got, want)
		}
	}
}

// TestRestore wants every timed call to find what it should.
func TestRestore(t *testing.T) {
	k := &Kernel{Builds: Builds{Bind: BindAny}}
	f := frame.New([]any{[]byte("abc"), []byte{1}}, frame.Layout{Share: -1})
	f.Regions[0].Anew = true
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
