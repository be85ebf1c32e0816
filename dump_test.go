package hotloop_test

import (
	"os"
	"testing"

	"hotloop/bench"
	"hotloop/runtime"
)

func TestDump(t *testing.T) {
	isa := os.Getenv("ISA")
	for _, k := range bench.Suite("core") {
		if k.Name == os.Getenv("K") {
			c, err := runtime.Compile(k.Type, k.Text, k.Func, runtime.Options{FP: 0x7f, FPWritten: true, ISA: isa, Knobs: os.Getenv("HL")})
			if err != nil {
				t.Fatal(err)
			}
			if c.Err() != nil { t.Fatal(c.Err()) }; os.WriteFile("/tmp/k.bin", c.Text(), 0o644)
		}
	}
}
