package gen_test

import (
	"reflect"
	"strings"
	"testing"

	"hotloop/frontend"
	"hotloop/internal/lab/gen"
	"hotloop/internal/lab/source"
)

// TestWellFormed checks that kernels are valid Go in the subset. A few seeds may have invalid constant arithmetic.
func TestWellFormed(t *testing.T) {
	without := map[string]bool{}
	for _, f := range gen.Features {
		if f.Probe == "" {
			continue
		}
		if _, err := source.Load("k.go", f.Probe); err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
		o := frontend.Options{}
		if f.Name == "type parameter" {
			o.Type = reflect.TypeFor[func([]int32)]()
		}
		if _, err := frontend.Build(frontend.Text("k.go", f.Probe), "K", o); err != nil {
			t.Logf("without %s: %v", f.Name, err)
			without[f.Name] = true
		}
	}
	count := 1500
	if testing.Short() {
		count = 200
	}
	used, bad := map[string]int{}, 0
	for seed := range uint64(count) {
		k := gen.New(seed, gen.Options{Without: without})
		if again := gen.New(seed, gen.Options{Without: without}); again.Text != k.Text {
			t.Fatalf("seed %d gives two kernels", seed)
		}
		f, err := source.Load("k.go", k.Text)
		if err == nil {
			_, err = f.Func("K")
		}
		if err != nil {
			bad++
			t.Logf("seed %d: %v", seed, err)
			if !strings.Contains(err.Error(), "overflow") {
				t.Errorf("seed %d\n%s", seed, k.Text)
			}
			continue
		}
		if k.Inst == "" {
			if _, err := frontend.Build(frontend.Text("k.go", k.Text), "K", frontend.Options{}); err != nil {
				t.Errorf("seed %d: %v\n%s", seed, err, k.Text)
			}
		}
		for _, f := range k.Features {
			used[f]++
		}
	}
	if bad > count/50 {
		t.Errorf("%d of %d kernels are no Go", bad, count)
	}
	if testing.Short() {
		return
	}
	known := map[string]bool{}
	for _, f := range gen.Features {
		known[f.Name] = true
		if used[f.Name] == 0 && !without[f.Name] {
			t.Errorf("no kernel of %d has %s", count, f.Name)
		}
	}
	for f := range used {
		if !known[f] {
			t.Errorf("feature %s is not in the table", f)
		}
	}
}
