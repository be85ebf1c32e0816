package hotloop_test

import (
	"fmt"
	"os"
	"reflect"
	"testing"

	"hotloop/cpu"
	"hotloop/loopopt"
	"hotloop/loopopt/ir"
	"hotloop/runtime"
)

func TestTmp(t *testing.T) {
	w := runtime.Watch{For: &cpu.Features{Tier: cpu.AVX512, Tuning: cpu.Tuning{VectorBits: 512}}}
	w.SSA = func(f *ir.Func) { fmt.Println("== frontend\n" + f.String()) }
	w.Pass = func(n string, f *ir.Func, ch bool) {
		if ch {
			fmt.Printf("== %s\n%s\n", n, f)
		}
	}
	w.Plan = func(c loopopt.Considered) { c.Plan.Print(os.Stdout); fmt.Println(c.Candidates) }
	w.Mach = func(s, x string) { fmt.Println("== " + s + "\n" + x) }
	src, _ := os.ReadFile("bench/core/saxpy.go")
	_, err := runtime.Inspect(reflect.TypeFor[func(a float32, x, y []float32)](), string(src), "Saxpy", runtime.Options{}, &w)
	fmt.Println(err)
	w.Code.Print(os.Stdout, w.Notes(string(src)))
}
