package live

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	goruntime "runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"hotloop"
	"hotloop/internal/page/pagetest"
	"hotloop/runtime"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const source = `package k

// Scale is <b>not</b> markup.
func Scale(x []float32, by float32) {
	for i := range x {
		x[i] *= by
	}
}
`

func needNative(t testing.TB) {
	if err := runtime.Available(); err != nil {
		t.Skip(err)
	}
}

// still returns a handler whose sampler does nothing by itself: its clock is the test's.
func still() (*handler, *time.Duration) {
	now := new(time.Duration)
	s := newSampler()
	s.now = func() time.Duration { return *now }
	s.start()
	return &handler{s: s}, now
}

func get(t testing.TB, h http.Handler, address string) (body string, head http.Header) {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, address, nil))
	require.Equal(t, http.StatusOK, w.Code, "%s: %s", address, w.Body)
	return w.Body.String(), w.Header()
}

func snapshotOf(t testing.TB, h http.Handler, query string) (s Snapshot) {
	body, head := get(t, h, "/debug/hotloop/json"+query)
	assert.Equal(t, "application/json", head.Get("Content-Type"))
	require.NoError(t, json.Unmarshal([]byte(body), &s))
	return s
}

// TestHandler counts the calls of a kernel in one window, and looks for them in everything that is served.
func TestHandler(t *testing.T) {
	needNative(t)
	k, err := hotloop.Compile[func([]float32, float32)](source, "Scale", hotloop.WithFileName("scale.go"))
	require.NoError(t, err)
	h, now := still()
	x := make([]float32, 48)
	h.s.asked = *now
	require.True(t, h.s.begin())
	h.s.times = [windows]bool{1: true} // of the five windows, in one calls are timed
	for range 5 {
		*now += 3 * window
		h.s.open()
		for range 20 {
			k.Func(x, 2)
		}
		*now += window
		h.s.pause()
		k.Func(x, 2) // not counted
	}
	h.s.asked = *now
	require.True(t, h.s.begin())
	defer func() {
		h.s.asked = -linger
		h.s.begin()
	}()

	s := snapshotOf(t, h, "")
	i := slices.IndexFunc(s.Kernels, func(k Kernel) bool { return k.Name == "Scale" })
	require.GreaterOrEqual(t, i, 0)
	one := s.Kernels[i]
	// A quarter of the time was counted, and calls are as frequent where they are timed.
	assert.InDelta(t, 400, one.Calls, 1e-6)
	assert.InDelta(t, 400*48, one.Elements, 1e-6)
	assert.InDelta(t, 20/window.Seconds(), one.CallsPerSecond, 1)
	assert.Positive(t, one.NsPerCall)
	assert.Equal(t, "scale.go:4:6", one.Position)
	assert.Equal(t, k.Stats().ISA, one.ISA)
	assert.Equal(t, hotloop.CallDirect, one.CallPath)
	assert.Equal(t, s.Total, len(s.Kernels))

	external := func(address string) bool {
		return strings.HasPrefix(address, "kernel?id=") || slices.Contains([]string{"json", "metrics", ".", "?refresh=5"}, address) ||
			strings.HasPrefix(address, "?")
	}
	main, head := get(t, h, "/debug/hotloop/?refresh=7")
	assert.Empty(t, pagetest.Check(main, external))
	assert.Contains(t, main, `<a href="kernel?id=`+one.ID+`">Scale</a>`)
	assert.Equal(t, "7", head.Get("Refresh"))
	assert.Contains(t, head.Get("Content-Security-Policy"), "default-src 'none'")
	detail, _ := get(t, h, "/kernel?id="+one.ID)
	assert.Empty(t, pagetest.Check(detail, external))
	for _, what := range []string{"loop vectorized", "Time/call", `id="compilation"`, `<a href=".">`} {
		assert.Contains(t, detail, what)
	}
	assert.NotContains(t, detail, "<b>not</b>")
	var d Detail
	text, _ := get(t, h, "/json?id="+one.ID)
	require.NoError(t, json.Unmarshal([]byte(text), &d))
	assert.Equal(t, source, d.Source)
	assert.Equal(t, one.ID, d.ID)
	assert.NotEmpty(t, d.Remarks)
	assert.NotEmpty(t, d.Plans)
	text, head = get(t, h, "/metrics")
	assert.Equal(t, "text/plain; version=0.0.4; charset=utf-8", head.Get("Content-Type"))
	line := regexp.MustCompile(`^(# (HELP [a-z_]+ .+|TYPE [a-z_]+ (counter|gauge))|[a-z_]+(\{([a-z]+="[^"]*",?)+\})? [-+0-9.e]+)$`)
	for l := range strings.Lines(text) {
		assert.Regexp(t, line, strings.TrimSuffix(l, "\n"))
	}
	assert.Contains(t, text, `hotloop_kernel_calls_total{kernel="Scale",position="scale.go:4:6",id="`+one.ID+`"} 400`)
}

// TestReadOnly tests what is not answered.
func TestReadOnly(t *testing.T) {
	h, _ := still()
	for _, c := range []struct {
		method, address string
		code            int
	}{
		{http.MethodPost, "/", http.StatusMethodNotAllowed},
		{http.MethodPut, "/kernel", http.StatusMethodNotAllowed},
		{http.MethodDelete, "/json", http.StatusMethodNotAllowed},
		{http.MethodGet, "/other", http.StatusNotFound},
		{http.MethodGet, "/kernel?id=none", http.StatusNotFound},
		{http.MethodGet, "/json?id=none", http.StatusNotFound},
		{http.MethodHead, "/", http.StatusOK},
	} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(c.method, c.address, nil))
		assert.Equal(t, c.code, w.Code, "%s %s", c.method, c.address)
		if c.method == http.MethodHead {
			assert.Zero(t, w.Body.Len())
		}
	}
}

// numberedSource is a source whose kernel no other test compiles.
func numberedSource(name string, n int) string {
	return fmt.Sprintf("package k\n\nfunc %s(x []int32) {\n\tfor i := range x {\n\t\tx[i] += %d\n\t}\n}\n", name, n)
}

// TestDropped tests that neither a snapshot nor the counting keeps a kernel alive.
func TestDropped(t *testing.T) {
	needNative(t)
	h, now := still()
	has := func() bool {
		return slices.ContainsFunc(snapshotOf(t, h, "").Kernels, func(k Kernel) bool { return k.Name == "Dropped" })
	}
	cycle := func() {
		*now += time.Second
		h.s.asked = *now
		require.True(t, h.s.begin())
		h.s.open()
		h.s.pause()
	}
	func() {
		k, err := hotloop.Compile[func([]int32)](numberedSource("Dropped", 1), "Dropped")
		require.NoError(t, err)
		cycle()
		k.Func(make([]int32, 5))
		assert.True(t, has())
	}()
	runtime.ResetCache()
	for range 100 { // collections are asynchronous to what they find dead
		goruntime.GC()
		cycle()
		if !has() {
			for _, r := range h.s.records {
				assert.Equal(t, h.s.turn, r.turn, "records of dropped kernels are removed")
			}
			return
		}
	}
	t.Error("the kernel is still listed")
}

func declined(x []int32) {
	for i := range x {
		x[i]++
	}
}

// TestDeclined tests that functions that run as Go code are listed, with the reason.
func TestDeclined(t *testing.T) {
	k := hotloop.Accelerate(declined, "package live\n\nfunc declined(x []int32) { go declined(x) }\n")
	require.Error(t, k.Err())
	h, _ := still()
	s := snapshotOf(t, h, "?q=declined&sort=fallback&n=1")
	require.Len(t, s.Kernels, 1)
	one := s.Kernels[0]
	assert.Equal(t, hotloop.CallGo, one.CallPath)
	assert.Equal(t, k.Stats().Fallback, one.Fallback)
	assert.NotEmpty(t, one.Error)
	assert.Empty(t, one.ID)
	main, _ := get(t, h, "/?q=declined")
	assert.Contains(t, main, "none: "+string(one.Fallback))
}

// thousand compiles a thousand kernels.
func thousand(t testing.TB) (list []*hotloop.Kernel[func([]int32)]) {
	needNative(t)
	for n := range 1000 {
		k, err := hotloop.Compile[func([]int32)](numberedSource("Thousand", n), "Thousand")
		require.NoError(t, err)
		list = append(list, k)
	}
	return list
}

// TestThousand tests that a page of many kernels has a part of them, and leads to the others.
func TestThousand(t *testing.T) {
	list := thousand(t)
	h, _ := still()
	seen := map[string]bool{}
	for from := 0; from < len(list); from += 300 {
		s := snapshotOf(t, h, fmt.Sprintf("?q=thousand+kernel.go&n=300&from=%d&sort=code", from))
		assert.Equal(t, len(list), s.Matching)
		for _, k := range s.Kernels {
			seen[k.ID] = true
		}
	}
	assert.Len(t, seen, len(list))
	main, _ := get(t, h, "/?q=thousand")
	assert.Equal(t, pageRows, strings.Count(main, ">Thousand</a>"))
	assert.Contains(t, main, `from=200`)
	assert.Less(t, len(main), 1<<20)
	goruntime.KeepAlive(list)
}

// BenchmarkCall measures calls of a small kernel while calls are not counted, and while they are from time to time.
func BenchmarkCall(b *testing.B) {
	needNative(b)
	k, err := hotloop.Compile[func([]int32)](numberedSource("Small", 1), "Small")
	require.NoError(b, err)
	x := make([]int32, 16)
	s := newSampler()
	for _, on := range []bool{false, true} {
		b.Run(fmt.Sprintf("on=%v", on), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if on {
					s.ask()
					on = false
				}
				k.Func(x)
			}
		})
	}
	s.mu.Lock()
	s.asked = -linger // ends the counting
	s.mu.Unlock()
}

// BenchmarkThousand measures a request, and a cycle of the sampler, for a thousand kernels.
func BenchmarkThousand(b *testing.B) {
	list := thousand(b)
	h, now := still()
	for _, address := range []string{"/", "/json", "/metrics", "/?n=10000"} {
		b.Run(address, func(b *testing.B) {
			for b.Loop() {
				r := httptest.NewRecorder()
				h.ServeHTTP(r, httptest.NewRequest(http.MethodGet, address, nil))
				_, _ = io.Copy(io.Discard, r.Body)
			}
		})
	}
	b.Run("cycle", func(b *testing.B) {
		for b.Loop() {
			*now += time.Second
			h.s.asked = *now
			h.s.begin()
			h.s.open()
			h.s.pause()
		}
	})
	goruntime.KeepAlive(list)
}
