package oracle

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"hotloop/bench"
	"hotloop/internal/e2e"
	"hotloop/internal/lab/frame"
	"hotloop/runtime"
)

// BenchmarkExits times the suite search as vector code and with vectorize.enable=0, through one adapter, and
// bytes.IndexByte beside them. Vector code must not cost much where the hit is first.
func BenchmarkExits(b *testing.B) {
	const n = 3000
	for _, k := range bench.Search() {
		placed, err := frame.New(k.Args(rand.New(rand.NewPCG(1, 1)), n, bench.Steady), frame.Layout{Share: -1}).
			Place(frame.NoEdge)
		if err != nil {
			b.Fatal(err)
		}
		var args []any
		for _, a := range placed.Args {
			args = append(args, a.Interface())
		}
		for _, variant := range []string{"vector", "scalar"} {
			text := k.Text
			if variant == "scalar" {
				text = e2e.Directed(text, "vectorize.enable=0")
			}
			c, err := runtime.Compile(k.Type, text, k.Func, runtime.Options{FileName: k.File})
			if err != nil {
				b.Fatal(err)
			}
			if c.Err() != nil {
				b.Skip(c.Err())
			}
			call := k.Bind(c.Func().Interface(), args)
			b.Run(k.Name+"/"+variant, func(b *testing.B) { call(b.N) })
		}
		if x, ok := args[0].([]uint8); ok && strings.HasPrefix(k.Name, "find_u8") {
			b.Run(k.Name+"/IndexByte", func(b *testing.B) {
				for range b.N {
					bytes.IndexByte(x, args[1].(uint8))
				}
			})
		}
		placed.Free()
	}
}
