package mathlib

import (
	"flag"
	"fmt"
	"math"
	"runtime"
	"strconv"
	"sync"
	"testing"
)

var exhaustive = flag.Bool("exhaustive", false, "try the float32 functions at every float32")

// Strides between the tested bit patterns: primes, so that low bits vary too.
const (
	quickStride = 16_381
	longStride  = 127
)

// function32 is a float32 function and the float64 function that it rounds.
type function32 struct {
	name  string
	f     func(float32) float32
	wide  func(float64) float64
	limit float64
}

var functions32 = []function32{
	{"ExpF32", ExpF32, Exp, 0.5001},
	{"Exp2F32", Exp2F32, Exp2, 0.5001},
	{"LogF32", LogF32, Log, 0.5001},
	{"Log2F32", Log2F32, Log2, 0.5001},
	{"TanhF32", TanhF32, Tanh, 0.5001},
	{"SinF32", SinF32, Sin, 0.5001},
	{"CosF32", CosF32, Cos, 0.5001},
	{"ExpF32Approx", ExpF32Approx, Exp, 1.25},
	{"Exp2F32Approx", Exp2F32Approx, Exp2, 1.25},
	{"LogF32Approx", LogF32Approx, Log, 1.25},
	{"Log2F32Approx", Log2F32Approx, Log2, 1.25},
	{"TanhF32Approx", TanhF32Approx, Tanh, 2.75},
	{"SinF32Approx", SinF32Approx, Sin, 1.75},
	{"CosF32Approx", CosF32Approx, Cos, 1.75},
}

// errorAt returns the error at x. It is infinite if a special value, a zero, infinity or NaN, is not exact.
func (fn *function32) errorAt(x float32) float64 {
	got, want := fn.f(x), fn.wide(float64(x))
	if want == 0 && math.Float32bits(got) != math.Float32bits(float32(want)) {
		return math.Inf(1)
	}
	return ulpError32(got, want)
}

// measure tries every stride-th float32, in two halves.
func (fn *function32) measure(stride uint64) (worst float64, at float32, count int) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	parts := uint64(runtime.GOMAXPROCS(0))
	worst = -1
	for p := range parts {
		wg.Add(1)
		go func() {
			defer wg.Done()
			w, a, n := -1.0, float32(0), 0
			for b := p * stride; b < 1<<32; b += parts * stride {
				x := math.Float32frombits(uint32(b))
				if e := fn.errorAt(x); e > w {
					w, a = e, x
				}
				n++
			}
			mu.Lock()
			defer mu.Unlock()
			if w > worst || w == worst && math.Float32bits(a) < math.Float32bits(at) {
				worst, at = w, a
			}
			count += n
		}()
	}
	wg.Wait()
	return worst, at, count
}

// TestAccuracy32 is TestAccuracy for the float32 functions.
func TestAccuracy32(t *testing.T) {
	stride := uint64(quickStride)
	switch {
	case *exhaustive:
		stride = 1
	case *update || *long:
		stride = longStride
	}
	doc := readAccuracy(t)
	var lines []string
	for i := range functions32 {
		fn := &functions32[i]
		worst, at, count := fn.measure(stride)
		lines = append(lines, fmt.Sprintf("| %s | every exponent | %.5f | %s | %d |", fn.name, worst, hex(float64(at), 32),
			count))
		if !(worst <= fn.limit) {
			t.Errorf("%s(%s) = %v has an error of %.5f ulp, limit %.4f; exactly it is %v", fn.name, hex(float64(at), 32),
				fn.f(at),
				worst, fn.limit, fn.wide(float64(at)))
		}
		cells := doc[fn.name+"|every exponent"]
		if *update {
			continue
		}
		if cells == nil {
			t.Errorf("ACCURACY.md has no row for %s; go test ./loopopt/mathlib -update makes it", fn.name)
			continue
		}
		published, err := strconv.ParseFloat(cells[2], 64)
		x, err2 := strconv.ParseFloat(cells[3], 32)
		if err != nil || err2 != nil {
			t.Errorf("ACCURACY.md, %s: %v, %v", fn.name, err, err2)
			continue
		}
		if e := fn.errorAt(float32(x)); math.Abs(e-published) > 6e-6 {
			t.Errorf("ACCURACY.md, %s: the error at %s is %.5f, not %.5f", fn.name, cells[3], e, published)
		}
		// Strides differ, so a quick run may find another argument; it must not be a much worse one.
		if worst > published*1.1 {
			t.Errorf("%s: error of %.5f ulp at %s, and ACCURACY.md says %.5f", fn.name, worst, hex(float64(at), 32), published)
		}
	}
	pow := powRows(stride)
	for _, p := range pow {
		lines = append(lines, p.line)
		if !(p.worst <= p.limit) {
			t.Errorf("%s: %s, limit %.4f", p.name, p.line, p.limit)
		}
	}
	if *update && !t.Failed() {
		writeTable(t, "float32", [][]string{lines})
	}
}

type powRow struct {
	name, line   string
	worst, limit float64
}

// powRows measures the powers: for x at every exponent, with y such that the results cover every exponent too.
func powRows(stride uint64) []powRow {
	rows := []powRow{{name: "PowF32", limit: 0.5001}, {name: "PowF32Approx", limit: 0.75}}
	for i, f := range []func(x, y float32) float32{PowF32, PowF32Approx} {
		r := &rows[i]
		r.worst = -1
		var x0, y0 float32
		count := 0
		for b := uint64(0); b < 1<<32; b += 4 * stride {
			x := math.Float32frombits(uint32(b))
			y := float32((float64(b*2654435761%(1<<32))/0x1p31 - 1) * 151 / Log2(math.Abs(float64(x))))
			if b/stride%8 == 0 {
				y = float32(math.Round(float64(y)))
			}
			if e := ulpError32(f(x, y), Pow(float64(x), float64(y))); e > r.worst {
				r.worst, x0, y0 = e, x, y
			}
			count++
		}
		r.line = fmt.Sprintf("| %s | every exponent of x and of the result | %.5f | %s, %s | %d |", r.name, r.worst,
			hex(float64(x0), 32), hex(float64(y0), 32), count)
	}
	return rows
}
