package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"hotloop"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A run has a stream, a work queue whose messages are the numbers of shards, and a bucket with the job and the result of
// each shard. Both are named after the run, and so are the subjects.
func runName(run string) string            { return "cluster-" + run }
func subject(run, what string) string      { return runName(run) + "." + what }
func shardSubject(run string) string       { return subject(run, "shard") }
func helloSubject(run string) string       { return subject(run, "hello") } // a worker is ready, or cannot work
func askSubject(run string) string         { return subject(run, "ask") }   // a worker asks whether to go on
func stopSubject(run string) string        { return subject(run, "stop") }  // workers end
func shardKey(shard int) string            { return "shard." + strconv.Itoa(shard) }
func badResult(shard int, err error) error { return fmt.Errorf("shard %d: %w", shard, err) }

const (
	jobKey       = "job"
	consumerName = "workers"
)

// hello is what a worker says when it has compiled the kernels.
type hello struct {
	Worker, ISA string
	Error       string `json:",omitempty"`
}

// stored is the value of a shard in the bucket.
type stored struct {
	Worker string
	Result Result
	Error  string `json:",omitempty"` // a panic of the kernel, at the position in its text
}

// question is what a worker with ask asks before it computes a shard and before it acknowledges one.
type question struct {
	Worker, Stage string
	Shard         int
}

// The stages of a question.
const (
	taken  = "taken"  // before the shard is computed
	kept   = "stored" // after the result is stored, before the message is acknowledged
	goOn   = "go on"
	behind = 4 // what a slow worker takes more, in multiples of the time of a shard
)

// worker computes shards of a run.
type worker struct {
	name, run string
	cache     string // the directory of machine code; empty for none
	slow, ask bool
}

// work computes shards until the run ends.
func (w worker) work(ctx context.Context, nc *nats.Conn) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	nc.SetClosedHandler(func(*nats.Conn) { cancel() }) // the server does not answer any more
	if _, err := nc.Subscribe(stopSubject(w.run), func(*nats.Msg) { cancel() }); err != nil {
		return err
	}
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	results, err := js.KeyValue(ctx, runName(w.run))
	if err != nil {
		return fmt.Errorf("run %s: %w", w.run, err)
	}
	job, p, err := w.prepare(ctx, results)
	h := hello{Worker: w.name}
	if err != nil {
		h.Error = err.Error()
	} else {
		h.ISA = p.isa
	}
	text, _ := json.Marshal(h)
	if err2 := errors.Join(nc.Publish(helloSubject(w.run), text), nc.Flush()); err != nil || err2 != nil {
		return errors.Join(err, err2)
	}
	queue, err := js.Consumer(ctx, runName(w.run), consumerName)
	if err != nil {
		return err
	}
	wait := queue.CachedInfo().Config.AckWait
	for ctx.Err() == nil {
		m, err := queue.Next(jetstream.FetchContext(ctx))
		switch {
		case err == nil:
			err = w.message(ctx, nc, results, job, p, m, wait)
		case errors.Is(err, nats.ErrTimeout) || errors.Is(err, jetstream.ErrNoMessages):
			err = nil
		}
		if err != nil && ctx.Err() == nil {
			return err
		}
	}
	return nil
}

// prepare reads the job and compiles its kernels.
func (w worker) prepare(ctx context.Context, results jetstream.KeyValue) (job Job, p *program, err error) {
	entry, err := results.Get(ctx, jobKey)
	if err != nil {
		return job, nil, err
	}
	if err := json.Unmarshal(entry.Value(), &job); err != nil {
		return job, nil, err
	}
	if err := job.check(); err != nil {
		return job, nil, err
	}
	var opts []hotloop.Option
	if w.cache != "" {
		opts = append(opts, hotloop.CacheDir(w.cache))
	}
	p, err = kinds[job.Kind].compile(job.Text, opts)
	return job, p, err
}

// message computes the shard of a message, stores its result, and then acknowledges the message. Where the worker dies
// before that, the server delivers the message again, after the time wait without a sign of life.
func (w worker) message(ctx context.Context, nc *nats.Conn, results jetstream.KeyValue, job Job, p *program, m jetstream.Msg, wait time.Duration) error {
	shard, err := strconv.Atoi(string(m.Data()))
	if err != nil || shard < 0 || shard >= job.shards() {
		return m.TermWithReason("not a shard") // of another program: do not deliver it again
	}
	stop := alive(m, wait/4)
	defer stop()
	if err := w.question(ctx, nc, taken, shard); err != nil {
		return err
	}
	start := time.Now()
	s := stored{Worker: w.name}
	if s.Result, err = job.runShard(ctx, p, shard); err != nil {
		if ctx.Err() != nil {
			return err
		}
		s.Error = err.Error()
	}
	if w.slow {
		select {
		case <-ctx.Done():
		case <-time.After(behind * time.Since(start)):
		}
	}
	if err := s.store(ctx, results, shard); err != nil {
		return err
	}
	if err := w.question(ctx, nc, kept, shard); err != nil {
		return err
	}
	return m.Ack()
}

// alive tells the server in intervals that the shard is being computed. stop ends that.
func alive(m jetstream.Msg, every time.Duration) (stop func()) {
	done := make(chan struct{})
	go func() {
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				_ = m.InProgress() // without it the message is delivered again, which costs time only
			}
		}
	}()
	return func() { close(done) }
}

// store stores the result of a shard. The first result of a shard stays, so that a shard that two workers have computed
// counts once. The second one must be equal.
func (s stored) store(ctx context.Context, results jetstream.KeyValue, shard int) error {
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	_, err = results.Create(ctx, shardKey(shard), text)
	if !errors.Is(err, jetstream.ErrKeyExists) {
		return err
	}
	entry, err := results.Get(ctx, shardKey(shard))
	if err != nil {
		return err
	}
	var first stored
	if err := json.Unmarshal(entry.Value(), &first); err != nil {
		return err
	}
	if first.Error == s.Error && first.Result.equal(s.Result) {
		return nil
	}
	s.Error = fmt.Sprintf("workers %s and %s have different results", first.Worker, s.Worker)
	if text, err = json.Marshal(s); err != nil {
		return err
	}
	_, err = results.Put(ctx, shardKey(shard), text)
	return err
}

// question asks whether to go on, if the worker asks at all. It waits for the answer.
func (w worker) question(ctx context.Context, nc *nats.Conn, stage string, shard int) error {
	if !w.ask {
		return nil
	}
	text, err := json.Marshal(question{w.name, stage, shard})
	if err != nil {
		return err
	}
	_, err = nc.RequestWithContext(ctx, askSubject(w.run), text)
	return err
}
