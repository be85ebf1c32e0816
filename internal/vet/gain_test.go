package vet

import (
	"encoding/json"
	"errors"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"hotloop/cpu"
)

// TestModel: which functions are called a gain, and from how many elements on.
func TestModel(t *testing.T) {
	f := cpu.Baseline(cpu.AVX512)
	r, err := Modules([]string{"testdata/gain"}, Options{For: &f})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{"Whole": true, "Word": false, "Constant": true, "(*state).Seldom": false, "Guarded": true,
		"Strided": false, "Switched": false, "Nested": false, "Search": false, "Remainder": true, "Made": false,
		"Row": false, "RowOfSlice": true, "Column": false, "Zeroed": false, "Filled": true, "Copied": false, "CopiedFirst": true,
		"Checked": false, "FirstRow": true, "Fields": false, "Four": false, "Negated": false, "Compared": false, "Rounds": false,
		"Cut": true}
	said := map[string]string{"Row": openReason, "Column": openReason, "Zeroed": assemblyReason, "Copied": assemblyReason,
		"Compared": "the data decide how long", "Four": "not worth a call", "Negated": "not worth a call",
		"Cut": "with 1024 iterations", "Whole": "with 1024 elements a slice", "Rounds": "accepted, not vectorized"}
	mayNotRun := map[string]bool{"(*state).Seldom": true, "Checked": true, "Compared": true}
	from := map[string]int{}
	for i := range r.Functions {
		f := &r.Functions[i]
		gain, ok := want[f.Function]
		if !ok {
			continue
		}
		delete(want, f.Function)
		if what := said[f.Function]; !strings.Contains(f.Verdict(), what) {
			t.Errorf("%s: %s, want %s", f.Function, f.Verdict(), what)
		}
		from[f.Function] = f.From
		if f.Gains() != gain {
			t.Errorf("%s: a gain: %t; %s", f.Function, f.Gains(), f.Verdict())
		}
		if f.Gain == 0 && f.Vectorized && !mayNotRun[f.Function] || f.Elements != typical {
			t.Errorf("%s: nothing is estimated", f.Function)
		}
	}
	if len(want) > 0 {
		t.Error("nothing is said of", want)
	}
	if from["Constant"] != fewest || from["Whole"] <= fewest || from["Word"] != 0 && from["Word"] <= typical {
		t.Error("from how many elements on:", from)
	}
}

// TestLonger: sizes with which a function takes no longer are left out, and what is said of the others counts.
func TestLonger(t *testing.T) {
	f := Timed{Gain: true, From: 64, Sizes: longer([]Timing{{16, 0.5, 10}, {64, 1.3, 40}, {256, 1, 41}, {1024, 3, 600}})}
	if len(f.Sizes) != 3 || !f.Holds() {
		t.Error(f)
	}
	if f.From = 16; f.Holds() {
		t.Error("0.5 with 16 elements is no gain")
	}
	if f.Gain = false; f.Holds() {
		t.Error("3 with 1024 elements is a gain")
	}
}

// TestMeasure: the program that times functions is built, and tells of each what it takes or why not.
func TestMeasure(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip(err)
	}
	r, err := MeasureGains(GainConfig{Dirs: []string{"testdata/gain"}, Gains: 1, Others: 1, Seed: 1,
		Logf: t.Logf})
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		t.Skip(err) // no module cache to build from
	}
	if err != nil {
		t.Fatal(err)
	}
	var line struct {
		Gains, Others struct{ Timed int }
		Recall        *float64
	}
	if err := json.Unmarshal([]byte(r.JSON()), &line); err != nil || line.Recall == nil {
		t.Fatal(err, r.JSON())
	}
	if line.Gains.Timed != 1 || line.Others.Timed != 1 {
		t.Error(r)
	}
	for _, f := range r.Functions {
		if len(f.Sizes) == 0 || slices.ContainsFunc(f.Sizes, func(s Timing) bool { return s.Ratio <= 0 || s.Plain <= 0 }) {
			t.Error(f)
		}
	}
}
