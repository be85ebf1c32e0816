package loopopt_test

import (
	"io"
	"os"
	"strings"
	"testing"

	"hotloop/bench"
	"hotloop/cpu"
	"hotloop/frontend"
	"hotloop/isel"
	"hotloop/loopopt"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
)

// TestPrintAfter: the knob prints a pass that there is, and says of others that there is none.
func TestPrintAfter(t *testing.T) {
	printed := func(pass string) string {
		k := bench.Suite("core")[0]
		res, err := frontend.Build(frontend.Text(k.File, k.Text), k.Func, frontend.Options{FP: ir.FPExact, FPWritten: true})
		if err != nil {
			t.Fatal(err)
		}
		knobs, err := config.ParseKnobs("print-after=" + pass)
		if err != nil {
			t.Fatal(err)
		}
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		text := make(chan string)
		go func() {
			b, _ := io.ReadAll(r)
			text <- string(b)
		}()
		old := os.Stderr
		os.Stderr = w
		_, err = loopopt.Optimize(res.Func, config.Options{Knobs: knobs,
			Target: isel.TargetFor(cpu.Features{Tier: cpu.AVX2, Tuning: cpu.Tuning{VectorBits: 256}})})
		os.Stderr = old
		w.Close()
		if err != nil {
			t.Fatal(err)
		}
		return <-text
	}
	if got := printed("licm"); !strings.HasPrefix(got, "; after licm") {
		t.Error(got)
	}
	if got := printed("vectorize"); !strings.Contains(got, "print-after=vectorize: there is no such pass") {
		t.Error(got)
	}
}
