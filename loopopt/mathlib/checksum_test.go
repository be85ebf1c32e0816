package mathlib

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

const checksumFile = "testdata/checksums.txt"

// TestChecksums compares a checksum of each function's results with the file, on every architecture. It detects a
// fused operation, or any other change of a result. All NaNs are equal. -update rewrites the file.
func TestChecksums(t *testing.T) {
	var b strings.Builder
	r := rand.New(rand.NewPCG(11, 12))
	args := make([]float64, 20_000)
	for i := range args {
		switch i % 4 {
		case 0:
			args[i] = math.Float64frombits(r.Uint64())
		case 1:
			args[i] = float64(math.Float32frombits(r.Uint32()))
		case 2:
			args[i] = 1500 * (r.Float64() - 0.5)
		case 3:
			args[i] = 4 * (r.Float64() - 0.5)
		}
	}
	sum := func(name string, f func(x, y float64) uint64) {
		h := fnv.New64a()
		var buf [8]byte
		for i, x := range args {
			v := f(x, args[(i*7+1)%len(args)])
			for k := range buf {
				buf[k] = byte(v >> (8 * k))
			}
			h.Write(buf[:])
		}
		fmt.Fprintf(&b, "%s %016x\n", name, h.Sum64())
	}
	for _, fn := range functions() {
		sum(fn.name, func(x, y float64) uint64 { return bits64(fn.f(x, y)) })
	}
	sum("Mod", func(x, y float64) uint64 { return bits64(Mod(x, y)) })
	for _, fn := range functions32 {
		sum(fn.name, func(x, _ float64) uint64 { return bits64(float64(fn.f(float32(x)))) })
	}
	for i, f := range []func(x, y float32) float32{PowF32, PowF32Approx, ModF32} {
		sum([]string{"PowF32", "PowF32Approx", "ModF32"}[i], func(x, y float64) uint64 {
			return bits64(float64(f(float32(x), float32(y))))
		})
	}
	if *update {
		if err := os.WriteFile(checksumFile, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(checksumFile)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != b.String() {
		t.Errorf("results have changed; if that is meant, go test ./loopopt/mathlib -update.\ngot:\n%swant:\n%s", b.String(),
			want)
	}
}

func bits64(x float64) uint64 {
	if x != x {
		x = math.NaN()
	}
	return math.Float64bits(x)
}
