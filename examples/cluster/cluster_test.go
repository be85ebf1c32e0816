package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hotloop"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"
)

// workerVariable makes the test program a worker.
const workerVariable = "CLUSTER_TEST_WORKER"

func TestMain(m *testing.M) {
	if os.Getenv(workerVariable) != "" {
		if err := command(context.Background(), os.Args[1:], os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Setenv(workerVariable, "1") // for the processes that tests start
	os.Exit(m.Run())
}

// testJob has 40 shards, and the last one is short.
func testJob(kind string) Job {
	return Job{Kind: kind, Text: kinds[kind].text, Seed: 7, Rows: 40*3000 - 1234, Shard: 3000}
}

// reference returns the result of a job in this process.
func reference(t *testing.T, job Job, opts ...hotloop.Option) Result {
	t.Helper()
	p, err := kinds[job.Kind].compile(job.Text, opts)
	require.NoError(t, err)
	r, err := job.runAll(t.Context(), p)
	require.NoError(t, err)
	return r
}

// testServer returns the address of a server and a connection to it.
func testServer(t *testing.T) (string, *nats.Conn) {
	t.Helper()
	e, err := embed()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, e.close()) })
	require.True(t, strings.HasPrefix(e.server.Addr().String(), "127.0.0.1:"), e.server.Addr())
	nc, err := nats.Connect(e.url)
	require.NoError(t, err)
	t.Cleanup(nc.Close)
	return e.url, nc
}

// whole checks that the result is that of one process and that each shard counts once.
func whole(t *testing.T, job Job, rep report) {
	t.Helper()
	want := reference(t, job)
	require.True(t, rep.result.equal(want), "%v, want %v", rep.result, want)
	n := 0
	for _, shards := range rep.shards {
		n += shards
	}
	require.Equal(t, job.shards(), n)
}

func TestPlainGo(t *testing.T) {
	for name, k := range kinds {
		job := testJob(name)
		want, err := job.runAll(t.Context(), k.plain)
		require.NoError(t, err)
		require.NotZero(t, want.Counts[0])
		got := reference(t, job)
		if name == "score" {
			require.Less(t, got.distance(want), 1e-6, name) // the last bits of math.Exp differ
		} else if runtime.GOARCH == "amd64" {
			require.True(t, got.equal(want), "%s: %v, want %v", name, got, want)
		}
		require.True(t, got.equal(reference(t, job, hotloop.MaxISA(hotloop.AVX2))), name)
		require.True(t, got.equal(reference(t, job, hotloop.NoVectorize())), name)
	}
}

func TestResultJSON(t *testing.T) {
	r := Result{Counts: []int64{math.MinInt64, 3}, Sums: []float64{math.NaN(), math.Inf(-1), math.Copysign(0, -1), 0.1}}
	text, err := json.Marshal(r)
	require.NoError(t, err)
	var got Result
	require.NoError(t, json.Unmarshal(text, &got))
	require.True(t, r.equal(got))
	r.Sums[0] = math.Float64frombits(0xfff8_0000_0000_0001) // another NaN
	require.True(t, r.equal(got))
	r.Sums[2] = 0
	require.False(t, r.equal(got))
}

// TestDeath: one of two processes is killed while it has a shard. The other one is held back until then.
func TestDeath(t *testing.T) {
	url, nc := testServer(t)
	for _, c := range []struct{ kind, stage string }{{"revenue", taken}, {"score", taken}, {"score", kept}} {
		t.Run(c.kind+" "+c.stage, func(t *testing.T) {
			job := testJob(c.kind)
			dead := make(chan struct{})
			var n atomic.Int32 // questions of the first worker, which asks one at a time
			rep, err := run(t.Context(), nc, job, options{
				url: url, cache: private(t), ackWait: time.Second,
				workers: []process{{ask: true}, {ask: true}},
				answer: func(_ jetstream.JetStream, _ string, q question) bool {
					if q.Worker == "2" {
						<-dead
						return true
					}
					if q.Stage != c.stage {
						return true
					}
					if n.Add(1) < 10 {
						return true
					}
					close(dead)
					return false
				},
			})
			require.NoError(t, err)
			whole(t, job, rep)
			first := 9 // without the tenth shard
			if c.stage == kept {
				first = 10
			}
			require.Equal(t, first, rep.shards["1"])
			require.Equal(t, 40-first, rep.shards["2"])
		})
	}
}

// private returns a directory that only the user has access to, as those of machine code must be.
func private(t *testing.T) string {
	dir := t.TempDir()
	require.NoError(t, os.Chmod(dir, 0o700))
	return dir
}

// TestAllDead: a run whose workers are all dead ends.
func TestAllDead(t *testing.T) {
	url, nc := testServer(t)
	_, err := run(t.Context(), nc, testJob("score"), options{
		url: url, cache: private(t), workers: []process{{ask: true}},
		answer: func(jetstream.JetStream, string, question) bool { return false },
	})
	require.ErrorContains(t, err, "all workers have ended")
}

// TestNoStart: a worker that does not start costs nothing but its work.
func TestNoStart(t *testing.T) {
	url, nc := testServer(t)
	job := testJob("score")
	rep, err := run(t.Context(), nc, job, options{
		url: url, cache: private(t), workers: []process{{program: []string{os.Args[0], "-no-such-flag"}}, {}},
	})
	require.NoError(t, err)
	whole(t, job, rep)
	require.Equal(t, map[string]int{"2": 40}, rep.shards)
}

// TestDuplicates: shards that are delivered twice count once.
func TestDuplicates(t *testing.T) {
	url, nc := testServer(t)
	job := testJob("revenue")
	var once sync.Once
	rep, err := run(t.Context(), nc, job, options{
		url: url, cache: private(t), workers: []process{{ask: true}, {}},
		answer: func(js jetstream.JetStream, run string, q question) bool {
			once.Do(func() {
				for shard := range job.shards() { // without the IDs by which the server drops duplicates
					_, err := js.Publish(t.Context(), shardSubject(run), fmt.Append(nil, shard))
					require.NoError(t, err)
				}
			})
			return true
		},
	})
	require.NoError(t, err)
	whole(t, job, rep)
}

// TestDifference: a second result that differs from the first ends the run.
func TestDifference(t *testing.T) {
	url, nc := testServer(t)
	job := testJob("score")
	_, err := run(t.Context(), nc, job, options{
		url: url, cache: private(t), workers: []process{{ask: true}},
		answer: func(js jetstream.JetStream, run string, q question) bool {
			if q.Stage == taken && q.Shard == 5 {
				results, err := js.KeyValue(t.Context(), runName(run))
				require.NoError(t, err)
				text, err := json.Marshal(stored{Worker: "other", Result: kinds[job.Kind].empty()})
				require.NoError(t, err)
				_, err = results.Create(t.Context(), shardKey(q.Shard), text)
				require.NoError(t, err)
			}
			return true
		},
	})
	require.ErrorContains(t, err, "shard 5: workers other and 1 have different results")
}

// TestLongQueue: the queue holds no more than the window while no worker works.
func TestLongQueue(t *testing.T) {
	url, nc := testServer(t)
	job := testJob("revenue")
	job.Shard = 50
	require.Greater(t, job.shards(), 2000)
	const window = 8
	full := false
	var once sync.Once
	rep, err := run(t.Context(), nc, job, options{
		url: url, cache: private(t), window: window, workers: []process{{ask: true}},
		answer: func(js jetstream.JetStream, run string, _ question) bool {
			once.Do(func() {
				for !full && t.Context().Err() == nil {
					stream, err := js.Stream(t.Context(), runName(run))
					require.NoError(t, err)
					full = stream.CachedInfo().State.Msgs == window
				}
				stream, err := js.Stream(t.Context(), runName(run))
				require.NoError(t, err)
				require.EqualValues(t, window, stream.CachedInfo().State.Msgs)
				require.EqualValues(t, window+maxAckPending, stream.CachedInfo().Config.MaxMsgs)
				require.Equal(t, jetstream.DiscardNew, stream.CachedInfo().Config.Discard)
			})
			return true
		},
	})
	require.NoError(t, err)
	require.True(t, full)
	require.LessOrEqual(t, rep.most, window)
	whole(t, job, rep)
}

// TestLongShard: a worker shows signs of life while it has a shard.
func TestLongShard(t *testing.T) {
	url, nc := testServer(t)
	job := testJob("score")
	signs := make(chan struct{}, 2)
	rep, err := run(t.Context(), nc, job, options{
		url: url, cache: private(t), ackWait: time.Second, workers: []process{{ask: true}},
		started: func(run string) {
			_, err := nc.Subscribe("$JS.ACK."+runName(run)+"."+consumerName+".>", func(m *nats.Msg) {
				if string(m.Data) == "+WPI" {
					select {
					case signs <- struct{}{}:
					default:
					}
				}
			})
			require.NoError(t, err)
		},
		answer: func(_ jetstream.JetStream, _ string, q question) bool {
			if q.Shard == 3 && q.Stage == taken {
				<-signs
				<-signs
			}
			return true
		},
	})
	require.NoError(t, err)
	whole(t, job, rep)
}

// TestMixedFleet: workers with different instruction sets have the same bits.
func TestMixedFleet(t *testing.T) {
	fleet := []process{{ask: true}, {ask: true}}
	want := map[string]string{}
	for i := range fleet {
		p, err := kinds["score"].compile(scoreText, nil)
		require.NoError(t, err)
		want[fmt.Sprint(i+1)] = p.isa
	}
	if runtime.GOARCH == "amd64" && want["1"] == "avx512" {
		fleet[1].env, want["2"] = []string{"HOTLOOP=isa=avx2"}, "avx2"
	} else {
		t.Log("this processor has one instruction set only")
	}
	if qemu, err := exec.LookPath("qemu-aarch64"); err != nil {
		t.Log("no worker for arm64: ", err)
	} else {
		program := filepath.Join(t.TempDir(), "cluster")
		build := exec.Command("go", "build", "-o", program, ".")
		build.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0")
		out, err := build.CombinedOutput()
		require.NoError(t, err, "%s", out)
		fleet = append(fleet, process{program: []string{qemu, program}, ask: true})
		want[fmt.Sprint(len(fleet))] = "neon"
	}
	url, nc := testServer(t)
	for kind := range kinds {
		job := testJob(kind)
		// The workers are held back until each of them has a shard.
		var mu sync.Mutex
		at, all := map[string]bool{}, make(chan struct{})
		rep, err := run(t.Context(), nc, job, options{
			url: url, cache: private(t), workers: fleet,
			answer: func(_ jetstream.JetStream, _ string, q question) bool {
				mu.Lock()
				if !at[q.Worker] {
					at[q.Worker] = true
					if len(at) == len(fleet) {
						close(all)
					}
				}
				mu.Unlock()
				<-all
				return true
			},
		})
		require.NoError(t, err)
		whole(t, job, rep)
		require.Equal(t, want, rep.isa)
		require.Len(t, rep.shards, len(fleet))
		t.Log(kind, rep.isa, rep.shards)
	}
}

// TestJoin: workers that the run has not started, which are goroutines here, join it.
func TestJoin(t *testing.T) {
	url, nc := testServer(t)
	job := testJob("score")
	cache := private(t)
	var group sync.WaitGroup
	rep, err := run(t.Context(), nc, job, options{started: func(run string) {
		for i := range 3 {
			group.Go(func() {
				own, err := nats.Connect(url)
				if err != nil {
					t.Error(err)
					return
				}
				defer own.Close()
				if err := (worker{name: fmt.Sprint("joined-", i), run: run, cache: cache}).work(t.Context(), own); err != nil {
					t.Error(err)
				}
			})
		}
	}})
	require.NoError(t, err)
	whole(t, job, rep)
	group.Wait()
}

// TestText: users replace the text of the kernels. Its errors have positions.
func TestText(t *testing.T) {
	url, nc := testServer(t)
	o := options{url: url, cache: private(t), workers: []process{{}, {}}}
	job := testJob("score")
	job.Text = strings.Replace(scoreText, "s > 0.5", "s > 0.25", 1)
	rep, err := run(t.Context(), nc, job, o)
	require.NoError(t, err)
	whole(t, job, rep)
	require.Greater(t, rep.result.Counts[0], reference(t, testJob("score")).Counts[0])

	job.Text = strings.Replace(scoreText, "counts[0] += likely", "counts[likely] += likely", 1)
	_, err = run(t.Context(), nc, job, o)
	require.ErrorContains(t, err, "kernel.go:"+fmt.Sprint(lineOf(job.Text, "counts[likely]")))
	require.ErrorContains(t, err, "index out of range")

	job.Text = strings.Replace(scoreText, "counts[0] += likely", "counts[0] += score", 1)
	_, err = run(t.Context(), nc, job, o)
	require.ErrorContains(t, err, "kernel.go:"+fmt.Sprint(lineOf(job.Text, "+= score")))
}

func lineOf(text, part string) int { return 1 + strings.Count(text[:strings.Index(text, part)], "\n") }

// TestCommand runs the program as README.md does, with fewer rows.
func TestCommand(t *testing.T) {
	t.Setenv(urlVariable, "")
	for _, c := range []struct {
		args []string
		rows []string
	}{
		{[]string{"-kill", "1", "-times", "2"}, []string{"plain Go, 1 process", "kernels, 1 process", "1 worker ", "2 workers ", "2 workers, 2 slow", "2 workers, 1 killed"}},
		{[]string{"-job", "score", "-workers", "3", "-slow", "1", "-kernel", "score/score.go"}, []string{"kernels, 1 process", "3 workers, 1 slow"}},
	} {
		var out bytes.Buffer
		require.NoError(t, command(t.Context(), append(c.args, "-rows", "200000", "-shard", "5000"), &out))
		for _, row := range c.rows {
			require.Contains(t, out.String(), row)
		}
		require.Contains(t, out.String(), " equal\n")
	}
	for _, c := range []struct {
		args  []string
		error string
	}{
		{[]string{"-job", "tax"}, "the jobs are revenue, score"},
		{[]string{"-rows", "0"}, "0 rows"},
		{[]string{"-shard", "-1"}, "-1 rows"},
		{[]string{"-kernel", "nowhere.go"}, "nowhere.go"},
		{[]string{"-worker", "x"}, "-worker needs -nats"},
		{[]string{"-workers", "0"}, "-workers 0 needs -nats"},
		{[]string{"more"}, `unexpected argument "more"`},
	} {
		require.ErrorContains(t, command(t.Context(), c.args, &bytes.Buffer{}), c.error)
	}

	// With a server that exists.
	url, _ := testServer(t)
	var out bytes.Buffer
	require.NoError(t, command(t.Context(), []string{"-nats", url, "-workers", "2", "-rows", "200000", "-shard", "5000"}, &out))
	require.Contains(t, out.String(), "2 workers")
}
