package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// process describes a worker that a run starts.
type process struct {
	program []string // and its first arguments; nil for the running program
	env     []string // additions to the environment
	slow    bool
	ask     bool
}

// options change how a job is run.
type options struct {
	url      string // of the server, for the workers
	cache    string // the directory of machine code; empty for none
	workers  []process
	window   int                 // bound of the shards that are published and have no result
	ackWait  time.Duration       // after which a worker that shows no sign of life has died
	started  func(run string)    // nil, or called with the name of the run when workers may join it
	progress func(done, all int) // nil for none
	// answer decides for a worker that asks whether it goes on. Otherwise it is killed. A worker waits for its answer, and
	// others do not.
	answer func(js jetstream.JetStream, run string, q question) bool
}

const (
	defaultWindow  = 1024
	defaultAckWait = 2 * time.Second
	maxAckPending  = 256 // messages that workers hold, which bounds the number of workers that work
	maxDeliver     = 20  // a shard that 20 workers have not finished ends the run
)

// report is the outcome of a run.
type report struct {
	result  Result
	start   time.Duration  // until all workers had compiled the kernels
	elapsed time.Duration  // from then on
	shards  map[string]int // by worker
	isa     map[string]string
	most    int // messages that were published and had no result
}

// run runs a job: it starts the workers, publishes the shards, and adds the results in the order of the shards.
func run(ctx context.Context, nc *nats.Conn, job Job, o options) (rep report, err error) {
	if err := job.check(); err != nil {
		return rep, err
	}
	if o.window == 0 {
		o.window = defaultWindow
	}
	if o.ackWait == 0 {
		o.ackWait = defaultAckWait
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	js, err := jetstream.New(nc)
	if err != nil {
		return rep, err
	}
	r := &running{Job: job, options: o, nc: nc, js: js, run: rand.Text(), fail: cancel,
		ready: make(chan hello, len(o.workers)), ended: make(chan struct{}, len(o.workers)), tokens: make(chan struct{}, o.window)}
	defer func() { err = errors.Join(err, r.end()) }()
	if err := r.begin(ctx); err != nil {
		return rep, err
	}
	return r.collect(ctx)
}

// running is a run.
type running struct {
	Job
	options
	nc      *nats.Conn
	js      jetstream.JetStream
	run     string
	results jetstream.KeyValue
	fail    context.CancelCauseFunc
	ready   chan hello
	ended   chan struct{} // one for each worker that has ended
	listen  []*nats.Subscription
	tokens  chan struct{} // one for each shard that is published and not yet added
	kill    sync.Map      // by worker, a func() error
	killed  sync.Map      // by worker
	group   sync.WaitGroup
}

// begin creates what the run needs on the server, and starts the workers.
func (r *running) begin(ctx context.Context) error {
	var err error
	if r.results, err = r.js.CreateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: runName(r.run)}); err != nil {
		return err
	}
	text, err := json.Marshal(r.Job)
	if err != nil {
		return err
	}
	if _, err := r.results.Put(ctx, jobKey, text); err != nil {
		return err
	}
	// Messages stay until they are acknowledged. At most window of them have no result, and at most maxAckPending have a
	// result and no acknowledgement. So the queue has a bound that no publisher of this run reaches.
	stream, err := r.js.CreateStream(ctx, jetstream.StreamConfig{
		Name: runName(r.run), Subjects: []string{shardSubject(r.run)}, Retention: jetstream.WorkQueuePolicy,
		MaxMsgs: int64(r.window) + maxAckPending, Discard: jetstream.DiscardNew,
	})
	if err != nil {
		return err
	}
	if _, err := stream.CreateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: consumerName, AckPolicy: jetstream.AckExplicitPolicy, AckWait: r.ackWait,
		MaxAckPending: maxAckPending, MaxDeliver: maxDeliver,
	}); err != nil {
		return err
	}
	subscriptions := map[string]nats.MsgHandler{
		helloSubject(r.run): r.hello,
		askSubject(r.run):   r.asked,
		"$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES." + runName(r.run) + "." + consumerName: func(m *nats.Msg) {
			r.fail(fmt.Errorf("no worker has finished a shard in %d deliveries: %s", maxDeliver, m.Data))
		},
	}
	for subject, handler := range subscriptions {
		s, err := r.nc.Subscribe(subject, handler)
		if err != nil {
			return err
		}
		r.listen = append(r.listen, s)
	}
	if err := r.nc.Flush(); err != nil {
		return err
	}
	if r.started != nil {
		r.started(r.run)
	}
	return r.startWorkers()
}

// startWorkers starts the processes of the run. They know the server from their environment, which other users of the
// machine cannot read.
func (r *running) startWorkers() error {
	var commands []*exec.Cmd
	for i, w := range r.workers {
		if w.program == nil {
			self, err := os.Executable()
			if err != nil {
				return err
			}
			w.program = []string{self}
		}
		name := strconv.Itoa(i + 1)
		args := slices.Concat(w.program[1:], []string{"-worker", r.run, "-name", name, "-cache", r.cache})
		if w.slow {
			args = append(args, "-slow", name)
		}
		if w.ask {
			args = append(args, "-ask")
		}
		cmd := exec.Command(w.program[0], args...)
		cmd.Env = slices.Concat(os.Environ(), []string{urlVariable + "=" + r.url}, w.env)
		cmd.Stderr = os.Stderr
		commands = append(commands, cmd)
	}
	var alive atomic.Int32
	alive.Store(int32(len(commands)))
	for i, cmd := range commands {
		if err := cmd.Start(); err != nil {
			return err
		}
		name := strconv.Itoa(i + 1)
		r.kill.Store(name, cmd.Process.Kill)
		r.group.Go(func() {
			err := cmd.Wait()
			if _, ok := r.killed.Load(name); !ok && err != nil {
				fmt.Fprintf(os.Stderr, "worker %s: %v\n", name, err)
			}
			if alive.Add(-1) == 0 {
				r.fail(errors.New("all workers have ended"))
			}
			r.ended <- struct{}{}
		})
	}
	return nil
}

// hello counts the workers of the run that are ready. Workers that others have started come and go.
func (r *running) hello(m *nats.Msg) {
	var h hello
	if err := json.Unmarshal(m.Data, &h); err != nil {
		r.fail(err)
		return
	}
	if n, err := strconv.Atoi(h.Worker); err != nil || n > len(r.workers) {
		return
	}
	if h.Error != "" {
		r.fail(fmt.Errorf("worker %s: %s", h.Worker, h.Error))
		return
	}
	select {
	case r.ready <- h:
	default: // a worker of others, with that name
	}
}

// asked answers a worker, or kills it.
func (r *running) asked(m *nats.Msg) {
	var q question
	if err := json.Unmarshal(m.Data, &q); err != nil {
		r.fail(err)
		return
	}
	go func() {
		if r.answer == nil || r.answer(r.js, r.run, q) {
			_ = m.Respond([]byte(goOn))
			return
		}
		r.killed.Store(q.Worker, true)
		if kill, ok := r.kill.Load(q.Worker); ok {
			if err := kill.(func() error)(); err != nil {
				r.fail(fmt.Errorf("kill worker %s: %w", q.Worker, err))
			}
		}
	}()
}

// publish publishes all shards, each as soon as the window has room for it.
func (r *running) publish(ctx context.Context) {
	for shard := range r.shards() {
		select {
		case r.tokens <- struct{}{}:
		case <-ctx.Done():
			return
		}
		n := strconv.Itoa(shard)
		// The server drops a second message of the same ID, which is what a retry after a lost confirmation makes.
		if _, err := r.js.Publish(ctx, shardSubject(r.run), []byte(n), jetstream.WithMsgID(n)); err != nil {
			r.fail(fmt.Errorf("publish shard %d: %w", shard, err))
			return
		}
	}
}

// collect adds the results in the order of the shards. Results that arrive early wait for those before them, and there
// are fewer than the window has room for.
func (r *running) collect(ctx context.Context) (report, error) {
	rep := report{result: kinds[r.Kind].empty(), shards: map[string]int{}, isa: map[string]string{}}
	start := time.Now()
	for range r.workers {
		select {
		case h := <-r.ready:
			rep.isa[h.Worker] = h.ISA
		case <-r.ended: // the others do its work
		case <-ctx.Done():
			return rep, context.Cause(ctx)
		}
	}
	rep.start, start = time.Since(start), time.Now()
	watcher, err := r.results.Watch(ctx, "shard.*")
	if err != nil {
		return rep, err
	}
	defer watcher.Stop()
	r.group.Go(func() { r.publish(ctx) })
	early := map[int]stored{}
	for next, done := 0, 0; next < r.shards(); {
		select {
		case <-ctx.Done():
			return rep, context.Cause(ctx)
		case entry, ok := <-watcher.Updates():
			if !ok {
				return rep, errors.New("the server has ended the list of results")
			}
			if entry == nil { // the results from before the call of Watch are complete
				continue
			}
			shard, err := strconv.Atoi(strings.TrimPrefix(entry.Key(), "shard."))
			if err != nil {
				return rep, err
			}
			var s stored
			if err := json.Unmarshal(entry.Value(), &s); err != nil {
				return rep, badResult(shard, err)
			}
			if s.Error != "" {
				return rep, badResult(shard, errors.New(s.Error))
			}
			if _, twice := early[shard]; twice || shard < next {
				continue
			}
			early[shard] = s
			rep.shards[s.Worker]++
			rep.most = max(rep.most, len(r.tokens))
			for s, ok := early[next]; ok; s, ok = early[next] {
				rep.result.add(s.Result)
				delete(early, next)
				<-r.tokens
				next++
			}
			if done++; r.progress != nil {
				r.progress(done, r.shards())
			}
		}
	}
	rep.elapsed = time.Since(start)
	return rep, nil
}

// end ends the workers, and removes what the run has on the server.
func (r *running) end() error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	r.fail(nil)
	for _, s := range r.listen {
		_ = s.Unsubscribe()
	}
	_ = r.nc.Publish(stopSubject(r.run), nil)
	err := r.nc.FlushWithContext(ctx)
	ended := make(chan struct{})
	go func() { r.group.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-ctx.Done():
		r.kill.Range(func(_, kill any) bool { _ = kill.(func() error)(); return true })
		<-ended
	}
	if r.js.DeleteStream(context.Background(), runName(r.run)) == nil {
		err = errors.Join(err, r.js.DeleteKeyValue(context.Background(), runName(r.run)))
	}
	return err
}
