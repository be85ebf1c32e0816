package prove

import (
	"fmt"
	"hotloop/isel/rules"
	"testing"
	"time"
)

func TestTrial(t *testing.T) {
	for _, f := range []struct {
		name, text string
		masks      bool
	}{{"generic", rules.Generic, false}, {"x86", rules.X86, false}, {"avx2", rules.AVX2, false}, {"avx512", rules.AVX512, true}} {
		for _, r := range Rules(f.text) {
			s, err := r.Translate(X86, f.masks)
			if err != nil {
				if err.Error() != "floats" {
					fmt.Printf("%s: %v: %s\n", f.name, err, r.Text)
				}
				continue
			}
			e, n := s.Evaluate(1)
			t0 := time.Now()
			a, err := s.Prove(5*time.Second, 64)
			fmt.Println(a, err, e, n, time.Since(t0).Milliseconds(), f.name, r.Text)
		}
	}
}
