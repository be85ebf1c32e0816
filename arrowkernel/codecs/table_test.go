package codecs_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"text/tabwriter"
	"time"
	"unsafe"

	"github.com/stretchr/testify/require"

	"hotloop"
	"hotloop/arrowkernel/codecs"
)

// peers are the columns of the table, after hotloop and Go.
var peers = []string{"parquet-go", "arrow-go", "archsimd"}

// missing has why a peer is in no row of this build.
var missing = map[string]string{}

// codec is a row: one loop, and others that do the same.
type codec struct {
	name  string
	elems int
	err   error             // of compiling
	calls map[string]func() // by peer; "Go" and "hotloop" are always there
	out   func() []byte     // what a call has stored
	reset func()
}

// alternatives are added by the files of the peers: functions with the type of a kernel, by the name of the codec.
var alternatives = map[string]map[string]any{}

func also(peer, codec string, f any) {
	if alternatives[codec] == nil {
		alternatives[codec] = map[string]any{}
	}
	alternatives[codec][peer] = f
}

// rowOf makes a row. call calls a function of the type on arguments that are the same each time, and out is what it stores.
func rowOf[F, T any](name string, elems int, plain F, out []T, call func(F)) *codec {
	k := hotloop.Accelerate(plain, codecs.Source)
	c := &codec{name: name, elems: elems, err: k.Err(), calls: map[string]func(){
		"Go": func() { call(plain) }, "hotloop": func() { call(k.Func) }}}
	for peer, f := range alternatives[name] {
		f := f.(F)
		c.calls[peer] = func() { call(f) }
	}
	memory := bytesOf(out)
	c.out = func() []byte { return memory }
	c.reset = func() { clear(memory) }
	return c
}

func bytesOf[T any](s []T) []byte {
	var zero T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(zero)))
}

type (
	unpackFunc = func([]uint32, []byte)
	packFunc   = func([]byte, []uint32)
)

// rows makes the table's rows for n elements, a multiple of 32.
func rows(n int) []*codec {
	rng := rand.New(rand.NewPCG(1, 2))
	words, bytes := make([]uint32, n), make([]byte, 8*n+64)
	for i := range words {
		words[i] = rng.Uint32()
	}
	for i := range bytes {
		bytes[i] = byte(rng.Uint32())
	}
	longs := make([]uint64, n)
	for i := range longs {
		longs[i] = rng.Uint64()
	}
	out32, out64, out8 := make([]uint32, n), make([]uint64, n), make([]byte, 8*n)
	var list []*codec
	unpack := func(name string, width int, f unpackFunc) {
		packed := bytes[:n*width/8+8]
		list = append(list, rowOf(name, n, f, out32, func(f unpackFunc) { f(out32, packed) }))
	}
	unpack("unpack 1 bit", 1, codecs.Unpack1)
	unpack("unpack 3 bits", 3, codecs.Unpack3)
	unpack("unpack 5 bits", 5, codecs.Unpack5)
	unpack("unpack 7 bits", 7, codecs.Unpack7)
	unpack("unpack 8 bits", 8, codecs.Unpack8)
	unpack("unpack 10 bits", 10, codecs.Unpack10)
	unpack("unpack 12 bits", 12, codecs.Unpack12)
	unpack("unpack 16 bits", 16, codecs.Unpack16)
	unpack("unpack 20 bits", 20, codecs.Unpack20)
	list = append(list, rowOf("unpack 18 bits, any width", n, codecs.Unpack, out32, func(f func([]uint32, []byte, uint)) { f(out32, bytes[:n*18/8+8], 18) }))
	pack := func(name string, width int, f packFunc) {
		limited := make([]uint32, n)
		for i, w := range words {
			limited[i] = w & (1<<width - 1)
		}
		packed := out8[:n*width/8]
		list = append(list, rowOf(name, n, f, packed, func(f packFunc) { f(packed, limited) }))
	}
	pack("pack 4 bits", 4, codecs.Pack4)
	pack("pack 8 bits", 8, codecs.Pack8)
	pack("pack 12 bits", 12, codecs.Pack12)

	list = append(list,
		rowOf("split bytes, float32", n, codecs.SplitBytes4, out8[:4*n], func(f func([]byte, []uint32)) { f(out8[:4*n], words) }),
		rowOf("join bytes, float32", n, codecs.JoinBytes4, out32, func(f func([]uint32, []byte)) { f(out32, bytes[:4*n]) }),
		rowOf("split bytes, float64", n, codecs.SplitBytes8, out8, func(f func([]byte, []uint64)) { f(out8, longs) }),
		rowOf("join bytes, float64", n, codecs.JoinBytes8, out64, func(f func([]uint64, []byte)) { f(out64, bytes[:8*n]) }))

	const entries = 1000
	indices := make([]int32, n)
	for i := range indices {
		indices[i] = int32(rng.IntN(entries))
	}
	signed := make([]int32, n)
	table := make([]int32, entries)
	for i := range table {
		table[i] = int32(rng.IntN(entries))
	}
	dict32, dict64 := make([]uint32, entries), make([]uint64, entries)
	for i := range dict32 {
		dict32[i], dict64[i] = rng.Uint32(), rng.Uint64()
	}
	list = append(list,
		rowOf("dictionary, 4 bytes", n, codecs.Lookup4, out32, func(f func(_, _ []uint32, _ []int32)) { f(out32, dict32, indices) }),
		rowOf("dictionary, 8 bytes", n, codecs.Lookup8, out64, func(f func(_, _ []uint64, _ []int32)) { f(out64, dict64, indices) }),
		rowOf("transpose dictionary", n, codecs.Transpose, signed, func(f func(_, _, _ []int32)) { f(signed, indices, table) }))

	times := make([]int32, n) // like times of events
	for i := 1; i < n; i++ {
		times[i] = times[i-1] + int32(rng.IntN(100)) - 20
	}
	page := append(deltaPage(times), make([]byte, 16)...)
	least := []int32{0}
	list = append(list,
		rowOf("delta, whole page", n, codecs.DeltaDecode, signed, func(f func([]int32, []byte) int) { f(signed, page) }),
		rowOf("differences", n, codecs.Deltas, signed[:n-1], func(f func(_, _ []int32) int32) { least[0] = f(signed[:n-1], times) }),
		rowOf("sums of differences", n, codecs.Accumulate, signed, func(f func(_, _ []int32, _ int32)) { f(signed, indices, 7) }),
		rowOf("offsets of strings", n, codecs.Offsets, signed, func(f func(_, _ []int32)) { f(signed, indices[1:]) }))

	levels := make([]uint8, n)
	var lengths []int32
	var values []uint8
	for at := 0; at < n; {
		length := min(1+rng.IntN(60), n-at)
		v := uint8(rng.IntN(3))
		for k := range length {
			levels[at+k] = v
		}
		lengths, values = append(lengths, int32(length)), append(values, v)
		at += length
	}
	number := make([]int, 1)
	bools := make([]bool, n)
	bitmap := out8[:n/8]
	bounds32, bounds64 := make([]int32, 2), make([]int64, 2)
	return append(list,
		rowOf("runs", n, codecs.Runs, out8[:n], func(f func([]uint8, []int32, []uint8)) { f(out8[:n], lengths, values) }),
		rowOf("count runs", n, codecs.RunStarts, number, func(f func([]uint8) int) { number[0] = f(levels) }),
		rowOf("bools of a bitmap", n, codecs.Bools, bools, func(f func([]bool, []byte)) { f(bools, bytes[:n/8]) }),
		rowOf("bitmap of levels", n, codecs.Bitmap, bitmap, func(f func([]byte, []uint8, uint8)) { f(bitmap, levels, 2) }),
		rowOf("bitmap and", n, codecs.And, out8[:n], func(f func(_, _, _ []byte)) { f(out8[:n], bytes[:n], bytes[n:2*n]) }),
		rowOf("bitmap count", n, codecs.Ones, number, func(f func([]byte) int) { number[0] = f(bytes[:n]) }),
		rowOf("min and max, int32", n, codecs.Bounds32, bounds32, func(f func([]int32) (int32, int32)) { bounds32[0], bounds32[1] = f(times) }),
		rowOf("min and max, int64", n, codecs.Bounds64, bounds64, func(f func([]int64) (int64, int64)) {
			bounds64[0], bounds64[1] = f(unsafe.Slice((*int64)(unsafe.Pointer(&longs[0])), n))
		}))
}

// deltaPage encodes numbers by DELTA_BINARY_PACKED: blocks of 128 numbers in 4 parts.
func deltaPage(x []int32) []byte {
	page := binary.AppendUvarint(nil, 128)
	page = binary.AppendUvarint(page, 4)
	page = binary.AppendUvarint(page, uint64(len(x)))
	page = binary.AppendVarint(page, int64(x[0]))
	for at := 1; at < len(x); at += 128 {
		var deltas [128]int32
		n := min(128, len(x)-at)
		least := x[at] - x[at-1]
		for i := range n {
			deltas[i] = x[at+i] - x[at+i-1]
			least = min(least, deltas[i])
		}
		page = binary.AppendVarint(page, int64(least))
		const width = 8 // differences are below 256 here
		page = append(page, width, width, width, width)
		for i := range deltas {
			page = append(page, byte(max(deltas[i]-least, 0)))
		}
	}
	return page
}

// TestRivals compares each loop, as a kernel, with the Go compiler's code and with the peers.
func TestRivals(t *testing.T) {
	for _, n := range []int{32, 96, 4096} {
		for _, c := range rows(n) {
			if !fallback {
				require.NoError(t, c.err, c.name)
			}
			c.calls["Go"]()
			want := bytes.Clone(c.out())
			for peer, call := range c.calls {
				c.reset()
				call()
				require.True(t, bytes.Equal(want, c.out()), "%s by %s, %d elements", c.name, peer, n)
			}
		}
	}
	require.GreaterOrEqual(t, len(rows(32)), 25)
}

// BenchmarkTable prints how many times as fast the kernels are as the peers.
func BenchmarkTable(b *testing.B) {
	const n = 4096
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "\ncodec\tns for 1000\tGo\t")
	for _, p := range peers {
		fmt.Fprintf(w, "%s\t", p)
	}
	fmt.Fprintln(w)
	for _, c := range rows(n) {
		names := []string{"hotloop", "Go"}
		for _, p := range peers {
			if c.calls[p] != nil {
				names = append(names, p)
			}
		}
		best := map[string]float64{}
		for range 9 { // alternate
			for _, p := range names {
				if t := nanoseconds(c.calls[p]); best[p] == 0 || t < best[p] {
					best[p] = t
				}
			}
		}
		fmt.Fprintf(w, "%s\t%.0f\t%.2f\t", c.name, best["hotloop"]*1000/float64(c.elems), best["Go"]/best["hotloop"])
		for _, p := range peers {
			if best[p] == 0 {
				fmt.Fprint(w, "-\t")
			} else {
				fmt.Fprintf(w, "%.2f\t", best[p]/best["hotloop"])
			}
		}
		fmt.Fprintln(w)
	}
	w.Flush()
	fmt.Printf("%d elements; ratios above 1: hotloop is faster\n", n)
	for _, p := range peers {
		if missing[p] != "" {
			fmt.Printf("%s: %s\n", p, missing[p])
		}
	}
	b.ReportMetric(0, "ns/op")
}

// nanoseconds times a call: the mean of a batch.
func nanoseconds(f func()) float64 {
	const batch = 200
	f()
	start := time.Now()
	for range batch {
		f()
	}
	return float64(time.Since(start).Nanoseconds()) / batch
}
