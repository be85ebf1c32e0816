// Package stress does to kernels at the same time all that a service does: goroutines compile, call, cancel and drop
// them while others produce garbage, grow stacks, force collections, take CPU profiles at a high rate, and look at all of
// it through package live. It checks the results, the counts of calls, and the resources that the process uses.
package stress

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"reflect"
	goruntime "runtime"
	"runtime/debug"
	"runtime/pprof"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"hotloop"
	"hotloop/internal/lab/difftest"
	"hotloop/live"
	"hotloop/runtime"
)

//go:embed kernels.go
var kernels string

// Config configures a run.
type Config struct {
	For      time.Duration
	Workers  int      // goroutines of each kind; 0: one per processor
	Seed     uint64   // of the random kernels
	ISAs     []string // of the random kernels
	Profile  bool     // take CPU profiles
	Progress func(*Figures)
}

// Figures are the counts of a run. Times are maxima.
type Figures struct {
	Elapsed     time.Duration        `json:"elapsed_ns"`
	Random      uint64               `json:"random"`  // random kernels compiled and compared with the interpreter
	Calls       uint64               `json:"calls"`   // complete calls of the other kernels
	Cancels     uint64               `json:"cancels"` // calls that were cancelled in the middle
	Late        time.Duration        `json:"late_ns"`
	Hits        uint64               `json:"hits"`      // compilations of sources that are in the cache
	Drops       uint64               `json:"drops"`     // kernels compiled from a new source, called and dropped
	Looks       uint64               `json:"looks"`     // answers of live.Handler
	Counted     uint64               `json:"counted"`   // calls of which all were counted
	Seen        float64              `json:"seen"`      // calls of one kernel, as package live extrapolates them, since it has looked
	Uncertain   float64              `json:"uncertain"` // standard error of Seen
	Made        uint64               `json:"made"`      // those calls, by a count of our own
	Collections uint32               `json:"collections"`
	Profiles    uint64               `json:"profiles"`
	RSS         []int                `json:"rss"` // bytes, sampled evenly
	Process     hotloop.ProcessStats `json:"process"`
	Failures    []string             `json:"failures"`
}

// maxFailures is how many are kept: the first tell.
const maxFailures = 20

// run is one run.
type run struct {
	Config
	stop  atomic.Bool
	began time.Time

	random, calls, cancels, hits, drops, profiles, looks, counted, made atomic.Uint64

	live   http.Handler
	steady *hotloop.Kernel[func([]int32)] // called in steady, seen by package live

	mu       sync.Mutex
	late     time.Duration
	rss      []int
	failures []string
	seen     live.Kernel // steady, at the last look
	madeThen uint64      // calls of it by then
}

func (r *run) fail(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.failures) < maxFailures {
		r.failures = append(r.failures, fmt.Sprintf(format, args...))
	}
}

// Run runs for the time asked for and returns what it counted; Figures.Failures is empty if all went well.
func Run(c Config) *Figures {
	if c.Workers <= 0 {
		c.Workers = goruntime.GOMAXPROCS(0)
	}
	r := &run{Config: c, began: time.Now(), live: live.Handler()}
	var err error
	if r.steady, err = hotloop.Compile[func([]int32)](steadySource, "Steady"); err != nil {
		r.fail("%v", err)
		return r.figures()
	}
	var wg sync.WaitGroup
	start := func(f func(id int)) {
		for id := range c.Workers {
			wg.Add(1)
			go func() {
				defer wg.Done()
				defer func() {
					if p := recover(); p != nil {
						r.fail("panic: %v\n%s", p, debug.Stack())
					}
				}()
				for !r.stop.Load() {
					f(id)
				}
			}()
		}
	}
	if len(c.ISAs) > 0 {
		ids := make([]atomic.Int64, c.Workers)
		machines := make([]*difftest.Machine, c.Workers)
		for i := range machines {
			machines[i] = difftest.NewMachine(difftest.Config{Seed: c.Seed, ISAs: c.ISAs, Sets: 4,
				Without: difftest.Unknown()})
		}
		start(func(id int) { r.compare(machines[id], int(ids[id].Add(1))*c.Workers+id) })
	}
	start(r.use)
	start(r.cancel)
	start(r.drop)
	start(r.look)
	start(r.count)
	start(r.callSteady)
	start(r.garbage)
	start(r.grow)
	start(func(int) { goruntime.GC(); time.Sleep(time.Millisecond) })
	wg.Add(1)
	go func() { defer wg.Done(); r.observe() }()

	time.Sleep(c.For)
	r.stop.Store(true)
	wg.Wait()
	return r.figures()
}

func (r *run) figures() *Figures {
	r.mu.Lock()
	defer r.mu.Unlock()
	var m goruntime.MemStats
	goruntime.ReadMemStats(&m)
	return &Figures{Elapsed: time.Since(r.began), Random: r.random.Load(), Calls: r.calls.Load(),
		Cancels: r.cancels.Load(), Late: r.late,
		Hits: r.hits.Load(), Drops: r.drops.Load(), Looks: r.looks.Load(), Counted: r.counted.Load(),
		Seen: r.seen.Calls, Uncertain: r.seen.CallsUncertain, Made: r.madeThen, Collections: m.NumGC, Profiles: r.profiles.Load(),
		RSS:     slices.Clone(r.rss),
		Process: hotloop.ReadStats(), Failures: slices.Clone(r.failures)}
}

// compare compiles random kernel number id and calls it with all kinds of arguments.
func (r *run) compare(m *difftest.Machine, id int) {
	c, err := m.Generate(id)
	if err != nil {
		return // invalid Go
	}
	if mm := m.Kernel(c, nil); mm != nil {
		r.fail("seed %d: %v", r.Seed, mm)
	}
	r.random.Add(1)
}

func compiled[F any](r *run, name string, opts ...hotloop.Option) *hotloop.Kernel[F] {
	k, err := hotloop.Compile[F](kernels, name, opts...)
	if err != nil {
		r.fail("%s: %v", name, err)
		panic(err)
	}
	r.hits.Add(1)
	return k
}

// size of the slices: some in the first-level cache, some far beyond.
func size() int { return []int{1, 33, 1000, 4096, 100_000}[rand.IntN(5)] }

// old is the value of elements before a call.
const old = -7

func slice[T int32 | int64](n int) []T {
	s := make([]T, n)
	for i := range s {
		s[i] = old
	}
	return s
}

// check compares elements with the stored values; if untouched is set, they may have their initial values.
func check[T int32 | int64](r *run, name string, y []T, untouched bool, want func(i int) T) {
	for i, v := range y {
		if v != want(i) && !(untouched && v == old) {
			r.fail("%s: element %d of %d is %d, not %d", name, i, len(y), v, want(i))
			return
		}
	}
}

// A job is a call and a check of its results.
type job struct {
	name  string
	call  func(ctx context.Context) error // nil context: runs to completion
	check func(cut bool)
}

// with calls f by Do, or directly.
func with[F any](k *hotloop.Kernel[F], ctx context.Context, use func(F)) error {
	if ctx == nil {
		use(k.Func)
		return nil
	}
	return k.CallContext(ctx, use)
}

// jobs returns one job of every kind, with the given number of rounds.
func (r *run) jobs(n, rounds int) []job {
	y32, y64 := slice[int32](n), slice[int64](n)
	z32, p32, u32 := slice[int32](n), slice[int32](n), slice[int32](n)
	x32, x64, xf := make([]int32, n), make([]int64, n), make([]float64, n)
	var packed []int32
	for i := range x32 {
		x32[i], x64[i], xf[i] = int32(i*7919%101-50), int64(i%13), float64(i%4)
		if x32[i] > 0 {
			packed = append(packed, x32[i])
		}
	}
	const w = 8
	var count, until int
	var sum float64
	shared := slice[int64](n)
	return []job{
		{"Shared", func(ctx context.Context) error {
			return with(compiled[func(y, x []int64, rounds int) int64](r, "Shared", hotloop.Parallel(1+n%4)), ctx,
				func(f func(y, x []int64, rounds int) int64) { f(shared, x64, rounds) })
		}, func(cut bool) {
			sums, s := make([]int64, n), int64(0)
			for i, v := range x64 {
				for range min(rounds, 4) { // an endless number of rounds stores nothing
					v = v*3 + 1
				}
				s += v & 255
				sums[i] = s
			}
			check(r, "Shared", shared, cut, func(i int) int64 { return sums[i] })
		}},
		{"Fill", func(ctx context.Context) error {
			return with(compiled[func([]int32, int32, int)](r, "Fill"), ctx, func(f func([]int32, int32, int)) {
				f(y32, 5, rounds)
			})
		}, func(cut bool) { check(r, "Fill", y32, cut, func(i int) int32 { return 5 + int32(i) }) }},
		{"Table", func(ctx context.Context) error {
			return with(compiled[func([]int32, int, int)](r, "Table"), ctx, func(f func([]int32, int, int)) {
				f(z32, w, rounds)
			})
		}, func(cut bool) {
			check(r, "Table", z32[:n/w*w], cut, func(i int) int32 { return int32(i/w*w + 3*(i%w)) })
		}},
		{"Prefix", func(ctx context.Context) error {
			return with(compiled[func(y, x []int64, rounds int)](r, "Prefix"), ctx,
				func(f func(y, x []int64, rounds int)) {
					f(y64, x64, rounds)
				})
		}, func(cut bool) {
			s := int64(0)
			sums := make([]int64, n)
			for i, v := range x64 {
				s += v
				sums[i] = s
			}
			check(r, "Prefix", y64, cut, func(i int) int64 { return sums[i] })
		}},
		{"Positive", func(ctx context.Context) error {
			return with(compiled[func(y, x []int32, rounds int) int](r, "Positive"), ctx,
				func(f func(y, x []int32, rounds int) int) {
					count = f(p32, x32, rounds)
				})
		}, func(cut bool) {
			check(r, "Positive", p32[:len(packed)], cut, func(i int) int32 { return packed[i] })
			check(r, "Positive, behind", p32[len(packed):], false, func(int) int32 { return old })
			if !cut && count != len(packed) {
				r.fail("Positive: %d, not %d", count, len(packed))
			}
		}},
		{"Until", func(ctx context.Context) error {
			return with(compiled[func(y, x []int32, v int32, rounds int) int](r, "Until"), ctx,
				func(f func(y, x []int32, v int32, rounds int) int) {
					until = f(u32, x32, 51, rounds)
				})
		}, func(cut bool) {
			check(r, "Until", u32, cut, func(i int) int32 { return 2 * x32[i] })
			if !cut && until != n*rounds {
				r.fail("Until: %d, not %d", until, n*rounds)
			}
		}},
		{"Sum", func(ctx context.Context) error {
			return with(compiled[func([]float64, int) float64](r, "Sum"), ctx, func(f func([]float64, int) float64) {
				sum = f(xf, rounds)
			})
		}, func(cut bool) {
			want := 0.0
			for _, v := range xf {
				want += v
			}
			if !cut && sum != want*float64(rounds) { // integral, so exact
				r.fail("Sum: %v, not %v", sum, want*float64(rounds))
			}
		}},
	}
}

// use calls kernels that several goroutines share.
func (r *run) use(int) {
	n := size()
	for _, j := range r.jobs(n, 1+rand.IntN(4)) {
		if r.stop.Load() {
			return
		}
		if err := j.call(nil); err != nil {
			r.fail("%s: %v", j.name, err)
		}
		j.check(false)
		r.calls.Add(1)
	}
}

// endless is a number of rounds that does not end in practice.
const endless = 1 << 40

// cancel interrupts calls by a deadline, or by cancel.
func (r *run) cancel(int) {
	jobs := r.jobs(size(), endless)
	y := []uint64{1}
	jobs = append(jobs, job{"Forever", func(ctx context.Context) error {
		return with(compiled[func([]uint64)](r, "Forever"), ctx, func(f func([]uint64)) { f(y) })
	}, func(bool) {}})
	for _, j := range jobs {
		if r.stop.Load() {
			return
		}
		after := time.Duration(rand.IntN(3000)) * time.Microsecond
		ctx, stop := context.WithTimeout(context.Background(), after)
		want := context.DeadlineExceeded
		if rand.IntN(2) == 0 {
			ctx, stop = context.WithCancel(context.Background())
			time.AfterFunc(after, stop)
			want = context.Canceled
		}
		began := time.Now()
		err := j.call(ctx)
		stop()
		if !errors.Is(err, want) {
			r.fail("%s: cancelled call returned %v", j.name, err)
		}
		r.mu.Lock()
		r.late = max(r.late, time.Since(began)-after)
		r.mu.Unlock()
		j.check(true)
		r.cancels.Add(1)
	}
}

// drop compiles new sources, calls each kernel once, and drops it.
func (r *run) drop(int) {
	n := int32(rand.Uint32() >> 8)
	k, err :=
		hotloop.Compile[func([]int32)](
			fmt.Sprintf("package k\n\nfunc K(y []int32) {\n\tfor i := range y {\n\t\ty[i] += %d\n\t}\n}\n", n), "K")
	if err != nil {
		r.fail("drop: %v", err)
		return
	}
	y := slice[int32](1 + rand.IntN(100))
	k.Func(y)
	check(r, "drop", y, false, func(int) int32 { return old + n })
	if rand.IntN(2) == 0 {
		k.Close()
		k.Func(y)
		check(r, "closed", y, false, func(int) int32 { return old + 2*n })
	}
	r.drops.Add(1)
}

const steadySource = "package k\n\nfunc Steady(y []int32) {\n\tfor i := range y {\n\t\ty[i] = 7 - int32(i)\n\t}\n}\n"

// callSteady calls the kernel whose calls are compared with what package live says of them.
func (r *run) callSteady(int) {
	y := slice[int32](1 + rand.IntN(500))
	r.made.Add(1)
	r.steady.Func(y)
	check(r, "Steady", y, false, func(i int) int32 { return 7 - int32(i) })
	time.Sleep(time.Duration(rand.IntN(200)) * time.Microsecond)
}

// look asks package live for all that it serves.
func (r *run) look(id int) {
	get := func(address string) []byte {
		w := httptest.NewRecorder()
		r.live.ServeHTTP(w, httptest.NewRequest(http.MethodGet, address, nil))
		r.looks.Add(1)
		if w.Code != http.StatusOK {
			r.fail("%s: status %d: %s", address, w.Code, w.Body)
		}
		return w.Body.Bytes()
	}
	made := r.made.Load()
	var s live.Snapshot
	if err := json.Unmarshal(get("/json?q=steady"), &s); err != nil {
		r.fail("json: %v", err)
	}
	for _, k := range s.Kernels {
		if k.Name != "Steady" {
			continue
		}
		get("/kernel?id=" + k.ID) // the run keeps it alive
		if id == 0 && k.Sampled {
			r.mu.Lock()
			r.seen, r.madeThen = k, made
			r.mu.Unlock()
		}
	}
	get("/?n=50")
	get("/metrics")
	time.Sleep(10 * time.Millisecond)
}

// count calls a kernel that package live does not know, and compares exact counts of its calls.
func (r *run) count(int) {
	k, err := runtime.Compile(reflect.TypeFor[func([]int32)](), steadySource, "Steady", runtime.Options{Fresh: true})
	if err != nil {
		r.fail("count: %v", err)
		return
	}
	f := k.Func().Interface().(func([]int32))
	calls, elements := 0, 0
	for range 100 {
		y := slice[int32](rand.IntN(2000))
		k.Count(rand.IntN(4) > 0)
		began := runtime.Ticks()
		before := k.Counted()
		f(y)
		after := k.Counted()
		if after.Calls > before.Calls {
			calls, elements = calls+1, elements+len(y)
			if took := after.Ticks - before.Ticks; took > runtime.Ticks()-began {
				r.fail("count: a call took %d ticks, more than passed", took)
			}
		}
		check(r, "counted", y, false, func(i int) int32 { return 7 - int32(i) })
	}
	if c := k.Counted(); k.Native() && (c.Calls != uint64(calls) || c.Elements != uint64(elements)) {
		r.fail("count: %d calls with %d elements, not %d with %d", c.Calls, c.Elements, calls, elements)
	}
	r.counted.Add(uint64(calls))
}

var sink atomic.Pointer[[]byte]

// garbage allocates.
func (r *run) garbage(int) {
	for range 100 {
		b := make([]byte, 1<<rand.IntN(18))
		sink.Store(&b)
	}
	time.Sleep(time.Millisecond)
}

// grow calls a kernel deep in the stack, so that the stack must grow before the call, and shrinks and moves while other
// calls run.
func (r *run) grow(int) {
	done := make(chan bool)
	go func() {
		defer close(done)
		deep(20+rand.IntN(3000), func() {
			y := slice[int32](5000)
			compiled[func([]int32, int32, int)](r, "Fill").Func(y, 9, 20)
			check(r, "deep", y, false, func(i int) int32 { return 9 + int32(i) })
		})
	}()
	<-done
}

//go:noinline
func deep(n int, f func()) int {
	var pad [128]byte
	pad[n&127] = byte(n)
	if n == 0 {
		f()
		return int(pad[0])
	}
	return deep(n-1, f) + int(pad[n&127])
}

// profileRate is ten times that of package pprof.
const profileRate = 1000

// observe takes profiles and tracebacks, and records memory use.
func (r *run) observe() {
	every := min(max(r.For/64, 50*time.Millisecond), time.Second)
	stacks := make([]byte, 1<<20)
	for turn := 0; !r.stop.Load(); turn++ {
		end := func() {}
		switch {
		case !r.Profile:
		case turn%2 == 0: // signals only: package pprof, which reads the samples, supports one rate
			goruntime.SetCPUProfileRate(profileRate)
			end = func() { goruntime.SetCPUProfileRate(0) }
		case pprof.StartCPUProfile(io.Discard) == nil:
			end = pprof.StopCPUProfile
		}
		time.Sleep(every)
		goruntime.Stack(stacks, true)
		end()
		if r.Profile {
			r.profiles.Add(1)
		}
		r.mu.Lock()
		r.rss = append(r.rss, rss())
		r.mu.Unlock()
		if r.Progress != nil {
			r.Progress(r.figures())
		}
	}
}

// Growth returns the factor by which memory at the end exceeds that at a third of the run, when everything has been in
// use: medians of several samples each, since memory that the collector has not yet returned varies.
func (f *Figures) Growth() float64 {
	n := len(f.RSS)
	if n < 12 {
		return 1
	}
	median := func(s []int) float64 {
		s = slices.Clone(s)
		slices.Sort(s)
		return float64(s[len(s)/2])
	}
	return median(f.RSS[n-n/6:]) / max(1, median(f.RSS[n/3:n/3+n/6]))
}

// Cycles compiles and drops n kernels, each from another source, and reports the memory of the process periodically. It
// returns the samples in bytes.
func Cycles(n int, tell func(done, rss int)) (samples []int, err error) {
	y := make([]int32, 8)
	for i := range n {
		k, err := storing(i)
		if err != nil {
			return samples, err
		}
		clear(y)
		k.Func(y)
		if y[3] != int32(i) {
			return samples, fmt.Errorf("kernel %d stores %d", i, y[3])
		}
		k.Close()
		if (i+1)%max(1, n/20) == 0 {
			samples = append(samples, rss())
			tell(i+1, samples[len(samples)-1])
		}
	}
	return samples, nil
}

// storing returns a kernel that stores i.
func storing(i int) (*hotloop.Kernel[func([]int32)], error) {
	text := fmt.Sprintf("package k\n\nfunc K(y []int32) {\n\tfor i := range y {\n\t\ty[i] = %d\n\t}\n}\n", i)
	return hotloop.Compile[func([]int32)](text, "K")
}

// Tiers returns the instruction sets for which this machine can run random kernels.
func Tiers() (isas []string) {
	for _, t := range runtime.Tiers() {
		isas = append(isas, t.String())
	}
	return isas
}
