package use

import (
	_ "embed"
	"math/rand/v2"
	"runtime"
	"testing"

	"hotloop"
)

//go:embed bench_adapt_test.go
var adaptText string

// The time of these kernels depends on what the source does not tell: on lengths, on how well branches are foreseen, on
// where a search ends.

// rowSums adds up the rows of a ragged matrix.
func rowSums(sums, x []float64, ends []int32) {
	at := 0
	for r := range sums {
		sum := 0.0
		for ; at < int(ends[r]); at++ {
			sum += x[at]
		}
		sums[r] = sum
	}
}

// clampedSum adds up what is below a limit.
func clampedSum(x []int32, limit int32) int64 {
	sum := int64(0)
	for _, v := range x {
		if v < limit {
			sum += int64(v) * int64(v)
		}
	}
	return sum
}

// varints decodes numbers of one to ten bytes.
func varints(out []uint64, data []byte) int {
	at, n := 0, 0
	for at < len(data) && n < len(out) {
		v, shift := uint64(0), uint(0)
		for at < len(data) && data[at] >= 0x80 {
			v |= uint64(data[at]&0x7f) << shift
			shift += 7
			at++
		}
		if at < len(data) {
			v |= uint64(data[at]) << shift
			at++
		}
		out[n] = v
		n++
	}
	return n
}

// prefixes is the length of the common prefix of each of the windows with the first.
func prefixes(lengths []int32, text []byte, window int) {
	for i := range lengths {
		a, b, n := text[:window], text[i*window:(i+1)*window], 0
		for n < window && a[n] == b[n] {
			n++
		}
		lengths[i] = int32(n)
	}
}

// BenchmarkAdapt sets kernels that adapt beside the same without, and the Go functions, over data that differ in what
// Adapt samples. Run it with -cpu 1 and compare the rows of one run.
func BenchmarkAdapt(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	const n = 4096
	ints := make([]int32, n)
	for i := range ints {
		ints[i] = rng.Int32N(1000)
	}
	floats := make([]float64, 16*n)
	for _, length := range []int{1, 3, 8, 64, 1000} {
		ends := make([]int32, 2*n/(length+1))
		at := 0
		for i := range ends {
			at += rng.IntN(2*length + 1)
			ends[i] = int32(at)
		}
		sums := make([]float64, len(ends))
		compare(b, "rowSums/mean="+itoa(length), rowSums, func(f func(sums, x []float64, ends []int32)) {
			f(sums, floats, ends)
		})
	}
	for _, limit := range []int32{0, 500, 1000} {
		compare(b, "clampedSum/below="+itoa(int(limit)/10)+"%", clampedSum, func(f func(x []int32, limit int32) int64) {
			f(ints, limit)
		})
	}
	for _, bytes := range []int{1, 2, 9} {
		data := make([]byte, n)
		for i := range data {
			if rng.IntN(bytes) > 0 {
				data[i] = 0x80
			}
		}
		out := make([]uint64, n)
		compare(b, "varints/bytes="+itoa(bytes), varints, func(f func(out []uint64, data []byte) int) { f(out, data) })
	}
	for _, match := range []int{1, 4, 64} {
		text := make([]byte, n)
		for i := 64; i < n; i++ {
			if i%64 >= rng.IntN(2*match) {
				text[i] = 1
			}
		}
		lengths := make([]int32, n/64)
		compare(b, "prefixes/mean="+itoa(match), prefixes, func(f func(lengths []int32, text []byte, window int)) {
			f(lengths, text, 64)
		})
	}
}

func itoa(n int) string {
	if n >= 10 {
		return itoa(n/10) + string(rune('0'+n%10))
	}
	return string(rune('0' + n))
}

// compare measures the Go function own, its kernel, and its kernel after it has adapted to the calls that call makes.
func compare[F any](b *testing.B, name string, own F, call func(F)) {
	still := hotloop.Accelerate(own, adaptText)
	moves := hotloop.Accelerate(own, adaptText, hotloop.Adapt())
	if moves.Err() != nil {
		b.Skip(moves.Err())
	}
	for moves.Stats().Adapt.State != hotloop.AdaptSettled {
		call(moves.Func)
		runtime.Gosched() // the compiler works in the background
	}
	for _, v := range []struct {
		name string
		f    F
	}{{"go", own}, {"kernel", still.Func}, {"adapted-to-" + moves.Stats().Adapt.Chosen, moves.Func}} {
		b.Run(name+"/"+v.name, func(b *testing.B) {
			for b.Loop() {
				call(v.f)
			}
		})
	}
}
