package bench

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"runtime/metrics"
	"strings"
	"sync/atomic"
	"time"

	"hotloop/bench/long"
	"hotloop/internal/lab/cputime"
)

// A goroutine in a kernel must not delay the garbage collector longer than a goroutine in Go code does. The runtime
// reports the time from the collector's stop request until all goroutines have stopped as this metric.
const stoppingMetric = "/sched/pauses/stopping/gc:seconds"

// longLoop is a loop of package long, with arguments.
type longLoop struct {
	name  string
	plain any
	args  func() []any // without the last one, the number of rounds
}

func ramp[T float32 | float64 | int16 | int32 | int64 | uint8 | uint64](n, mod int) []T {
	s := make([]T, n) // written, so that a kernel does not touch any page for the first time
	for i := range s {
		s[i] = T(i%mod + 1)
	}
	return s
}

var longLoops = []longLoop{
	{"saxpy, 2 x 16 MB", long.Saxpy, func() []any {
		return []any{ramp[float32](4<<20, 7), ramp[float32](4<<20, 5), float32(0)}
	}},
	{"dot, 2 x 1 MB", long.Dot, func() []any { return []any{ramp[float32](256<<10, 2), ramp[float32](256<<10, 2)} }},
	{"stencil, 1000 x 1000", long.Stencil, func() []any {
		return []any{make([]float32, 1_000_000), ramp[float32](1_000_000, 9), 1000, 1000}
	}},
	{"rows of 8", long.Rows, func() []any { return []any{ramp[int32](64<<10, 251), 8} }},
	{"min u8, 4 MB", long.MinU8, func() []any { return []any{ramp[uint8](4<<20, 250)} }},
	{"lookup, 1 MB", long.Lookup, func() []any {
		return []any{make([]int16, 1<<20), ramp[uint8](1<<20, 250), ramp[int16](256, 256)}
	}},
	{"hash", long.Hash, func() []any { return []any{ramp[uint64](1<<20, 1000)} }},
	{"divide", long.Divide, func() []any { return []any{ramp[int64](64<<10, 1000), int64(7)} }},
	{"scan, 2 x 1 MB", long.Prefix, func() []any { return []any{make([]int64, 128<<10), ramp[int64](128<<10, 9)} }},
	{"compress, 2 x 1 MB", long.Positive, func() []any {
		return []any{make([]int32, 256<<10), ramp[int32](256<<10, 9)}
	}},
	{"two ends, 2 x 4 MB", long.Until, func() []any {
		return []any{make([]int32, 1<<20), ramp[int32](1<<20, 1<<20), int32(1<<20 - 5)}
	}},
	{"outer loop, 2 x 16 KB", long.Newton, func() []any {
		return []any{make([]float32, 4<<10), ramp[float32](4<<10, 77)}
	}},
	{"wavefront, 500 x 500", long.Relax, func() []any { return []any{ramp[float32](250_000, 9), 500, 500} }},
	{"gather, 16 MB", long.Gather, func() []any {
		return []any{make([]float32, 1<<20), ramp[float32](4<<20, 9), scattered(1<<20, 4<<20)}
	}},
	{"columns, 16 MB", long.Columns, func() []any { return []any{ramp[float32](1024, 2), rows(4 << 10)} }},
	{"triangle, 500", long.Triangle, func() []any { return []any{ramp[float64](250_000, 2), 500} }},
	{"histogram, 1 MB", long.Histogram, func() []any { return []any{make([]int32, 256), ramp[uint8](1<<20, 253)} }},
	{"for {}", long.Collatz, func() []any { return []any{uint64(27)} }},
	{"exp, 2 x 32 KB", long.Exp, func() []any { return []any{make([]float64, 4<<10), wave(4 << 10)} }},
	{"list, 16 MB", long.Follow, func() []any { return []any{circle(4 << 20)} }},
	{"copy, 2 x 4 MB", long.Copy, func() []any { return []any{ramp[uint8](4<<20, 7), ramp[uint8](4<<20, 5)} }},
	{"search", long.Search, func() []any { return []any{ramp[int32](1<<20, 1<<20), int32(1 << 20)} }},
}

// scattered returns n numbers below m in random order.
func scattered(n, m int) []int32 {
	rng := rand.New(rand.NewPCG(1, 2))
	s := make([]int32, n)
	for i := range s {
		s[i] = int32(rng.IntN(m))
	}
	return s
}

// circle returns a cyclic list of n places in random order.
func circle(n int) []int32 {
	next := make([]int32, n)
	order := rand.New(rand.NewPCG(1, 2)).Perm(n)
	for i, at := range order {
		next[at] = int32(order[(i+1)%n])
	}
	return next
}

// rows returns n initialized rows.
func rows(n int) [][1024]float32 {
	s := make([][1024]float32, n)
	for i := range s {
		for j := range s[i] {
			s[i][j] = float32(j)
		}
	}
	return s
}

// wave returns n numbers of ordinary magnitude.
func wave(n int) []float64 {
	s := make([]float64, n)
	for i := range s {
		s[i] = 10 * math.Sin(float64(i))
	}
	return s
}

// GCPauses are the delays of the collector by a goroutine in a loop, compiled by us and by the Go compiler:
// percentiles in µs.
type GCPauses struct {
	Loop        string
	Collections int
	P50, P99    float64
	GoP50       float64
	GoP99       float64
	Strip       float64 // µs from one poll to the next, on average; 0 if unknown
	Vectorized  bool
	Error       string `json:",omitempty"`
}

// OK reports whether the limits hold: a median of at most 1.5 times Go's, and a 99th percentile of at most twice Go's
// plus 200 µs.
func (p *GCPauses) OK() bool { return p.Error == "" && p.P50 <= 1.5*p.GoP50 && p.P99 <= 2*p.GoP99+200 }

// shape returns the name without sizes.
func (l *longLoop) shape() string {
	shape, _, _ := strings.Cut(l.name, ",")
	return shape
}

// GCShapes returns the names of the loops of MeasureGCPauses, without sizes.
func GCShapes() []string {
	names := make([]string, len(longLoops))
	for i := range longLoops {
		names[i] = longLoops[i].shape()
	}
	return names
}

// MeasureGCPauses measures the loops whose names match, with or without sizes: "copy, 2 x 4 MB" or "copy". For each
// loop it forces 2·collections collections, alternating in groups of 25 between our code and the Go compiler's in
// another goroutine.
func MeasureGCPauses(e Engine, isa, mode string, match func(name string) bool, collections int,
	report func(*GCPauses)) {
	for _, l := range longLoops {
		if !match(l.name) && !match(l.shape()) {
			continue
		}
		p := &GCPauses{Loop: l.name}
		name := runtime.FuncForPC(reflect.ValueOf(l.plain).Pointer()).Name()
		r := Request{Type: reflect.TypeOf(l.plain), File: "loops.go", Text: textOf("long", "loops.go"),
			Func: name[len("hotloop/bench/long."):], ISA: isa, Mode: mode}
		c, err := e.Compile(r)
		if err != nil {
			p.Error = err.Error()
			report(p)
			continue
		}
		p.Vectorized = c.Vectorized
		args := l.args()
		ours, gcs := newPauses(c.Func, args), newPauses(l.plain, args)
		p.Strip = stripTime(e, r, args, ours.rounds)
		const turn = 25
		for p.Collections < collections {
			ours.collect(turn)
			gcs.collect(turn)
			p.Collections += turn
		}
		p.P50, p.P99 = ours.percentile(0.50), ours.percentile(0.99)
		p.GoP50, p.GoP99 = gcs.percentile(0.50), gcs.percentile(0.99)
		runtime.KeepAlive(args)
		report(p)
	}
}

// stripTime returns the average time between polls in µs. The caller keeps args alive.
func stripTime(e Engine, r Request, args []any, rounds int) float64 {
	s, ok := e.(Stripper)
	if !ok {
		return 0
	}
	var took time.Duration
	n, err := s.Strips(r, func(fn any) {
		run := BindAny(fn, append(args[:len(args):len(args)], rounds))
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		t := cputime.Thread()
		run(1)
		took = cputime.Thread() - t
	})
	if err != nil || n == 0 {
		return 0
	}
	return float64(took) / n / 1e3
}

// pauses is a histogram, in the runtime's buckets, of the pauses while one function runs.
type pauses struct {
	run    func(reps int)
	rounds int // per call
	counts []uint64
	bounds []float64
}

// aCall is the target duration of a call: so long that hardly any collection falls between two calls, and short
// enough to wait for the last.
const aCall = 300 * time.Millisecond

// newPauses determines how many rounds take that long. The caller keeps args alive.
func newPauses(f any, args []any) *pauses {
	for rounds := 1; ; {
		run := BindAny(f, append(args[:len(args):len(args)], rounds))
		t := time.Now()
		run(1)
		d := time.Since(t)
		if d > aCall/3 || rounds > 1<<40 {
			return &pauses{run: run, rounds: rounds}
		}
		rounds = int(float64(rounds) * min(10, 1+float64(aCall)/float64(d+1)))
	}
}

// collect forces n collections while another goroutine runs the function.
func (p *pauses) collect(n int) {
	var stop atomic.Bool
	started, ended := make(chan bool), make(chan bool)
	go func() {
		close(started)
		for !stop.Load() {
			p.run(1)
		}
		close(ended)
	}()
	<-started
	runtime.Gosched()
	before := readPauses()
	for range n {
		runtime.GC()
	}
	after := readPauses()
	stop.Store(true)
	<-ended
	if p.counts == nil {
		p.counts, p.bounds = make([]uint64, len(after.Counts)), after.Buckets
	}
	for i := range p.counts {
		p.counts[i] += after.Counts[i] - before.Counts[i]
	}
}

func readPauses() *metrics.Float64Histogram {
	s := []metrics.Sample{{Name: stoppingMetric}}
	metrics.Read(s)
	h := s[0].Value.Float64Histogram()
	return &metrics.Float64Histogram{Counts: append([]uint64(nil), h.Counts...), Buckets: h.Buckets}
}

// percentile returns a percentile in µs, interpolated within the bucket.
func (p *pauses) percentile(q float64) float64 {
	total := uint64(0)
	for _, c := range p.counts {
		total += c
	}
	rest := q * float64(total)
	for i, c := range p.counts {
		if rest > float64(c) || c == 0 {
			rest -= float64(c)
			continue
		}
		lo, hi := p.bounds[i], p.bounds[i+1]
		if math.IsInf(lo, 0) {
			lo = 0
		}
		if math.IsInf(hi, 0) {
			hi = lo
		}
		return 1e6 * (lo + (hi-lo)*rest/float64(c))
	}
	return math.NaN()
}

// String returns a line of a table.
func (p *GCPauses) String() string {
	if p.Error != "" {
		return fmt.Sprintf("%-22s %s", p.Loop, p.Error)
	}
	verdict := ""
	if !p.OK() {
		verdict = "  too long"
	}
	vector := "scalar"
	if p.Vectorized {
		vector = "vector"
	}
	return fmt.Sprintf("%-22s %s %7.1f %7.1f %7.1f %6.2f   %8.1f %8.1f %6.2f%s", p.Loop, vector, p.Strip, p.P50,
		p.GoP50, p.P50/p.GoP50,
		p.P99, p.GoP99, p.P99/p.GoP99, verdict)
}
