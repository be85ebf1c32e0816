package hotloop_test

import (
	"fmt"
	"os"
	"reflect"
	"testing"

	"hotloop/bench"
	"hotloop/runtime"
)

func TestDbg(t *testing.T) {
	for _, k := range bench.Suite("core") {
		if os.Getenv("K") != "" && k.Name != os.Getenv("K") {
			continue
		}
		for _, isa := range []string{"avx512", "avx2"} {
			for _, nv := range []bool{false, true} {
				c, err := runtime.Compile(k.Type, k.Text, k.Func, runtime.Options{ISA: isa, FPWritten: true, NoVectorize: nv})
				if err != nil {
					t.Fatal(err)
				}
				if c.Err() != nil {
					t.Error(k.Name, c.Err())
					continue
				}
				func() {
					defer func() {
						if r := recover(); r != nil {
							t.Errorf("%s %s nv=%v: panic %v", k.Name, isa, nv, r)
						}
					}()
					if err := bench.Check(k, c.Func().Interface(), bench.FuncReference{Func: k.Oracle}, "exact", true, 1); err != nil {
						t.Errorf("%s %s nv=%v: %v", k.Name, isa, nv, err)
					}
				}()
			}
		}
	}
	_ = fmt.Sprint
	_ = reflect.TypeOf
}
