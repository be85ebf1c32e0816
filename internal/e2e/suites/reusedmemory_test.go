package suites

import (
	"io"
	"reflect"
	"sync"
	"testing"

	"hotloop/bench"
	"hotloop/loopopt/ir"
	"hotloop/runtime"
)

// TestReusedMemory compiles the core suite in several goroutines at once, so that compilations lie in memory that
// others have used. Disassemble compiles once more, in fresh memory, and fails if the code is not the same.
func TestReusedMemory(t *testing.T) {
	if err := runtime.Available(); err != nil {
		t.Skip(err)
	}
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			kernels := bench.Suite("core")
			for i := range kernels {
				k := kernels[(i+5*w)%len(kernels)]
				c, err := runtime.Compile(reflect.TypeOf(k.Plain), k.Text, k.Func,
					runtime.Options{FP: ir.FPFast, FPWritten: true, Fresh: true})
				if err == nil {
					err = c.Err()
				}
				if err == nil {
					err = c.Disassemble(io.Discard)
				}
				if err != nil {
					t.Errorf("%s: %v", k.Name, err)
				}
			}
		}()
	}
	wg.Wait()
}
