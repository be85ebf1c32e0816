// Command cluster runs a job over columns on several processes, which may be on several machines: a NATS server with
// JetStream distributes the shards, and each worker compiles the kernels for its processor, from their text.
//
//	go run .                    # everything on this machine, with a server in this process
//	go run . -kill 1            # a worker dies in the middle of a shard
//	go run . -nats nats://host  # with a server that exists
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"hotloop"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/term"
)

// urlVariable is the environment variable for the address of the server, which may contain a password.
const urlVariable = "CLUSTER_NATS"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := command(ctx, os.Args[1:], os.Stdout)
	switch {
	case errors.Is(err, flag.ErrHelp):
	case err != nil:
		fmt.Fprintf(os.Stderr, "cluster: %v\n", err)
		os.Exit(1)
	}
}

// settings are the flags.
type settings struct {
	job          Job
	kernel       string
	workers      int
	kill, slow   int
	nats, cache  string
	worker, name string
	ask          bool
	times        int
}

// command runs the program with the given arguments.
func command(ctx context.Context, args []string, stdout io.Writer) error {
	var s settings
	f := flag.NewFlagSet("cluster", flag.ContinueOnError)
	f.StringVar(&s.job.Kind, "job", "revenue", "the job: revenue or score")
	f.StringVar(&s.kernel, "kernel", "", "`file` with other kernels for the job, such as a changed copy of revenue/revenue.go")
	f.Int64Var(&s.job.Rows, "rows", 1<<28, "rows of the table, at most 1<<32")
	f.Int64Var(&s.job.Shard, "shard", 1<<20, "rows of a shard")
	seed := f.Uint("seed", 1, "seed of the table")
	f.IntVar(&s.workers, "workers", -1, "start that many workers instead of comparing 1 and 2; 0 waits for workers of other machines")
	f.IntVar(&s.kill, "kill", 0, "kill this worker in the middle of a shard, when half of the shards are done")
	f.IntVar(&s.slow, "slow", 0, "this worker takes five times as long")
	f.IntVar(&s.times, "times", 1, "measure that many times, and print the fastest")
	f.StringVar(&s.nats, "nats", os.Getenv(urlVariable), "`URL` of a NATS server with JetStream; the default is $"+urlVariable+", or else a server in this process")
	f.StringVar(&s.cache, "cache", "", "`directory` that keeps the machine code of kernels; the default is a temporary one")
	f.StringVar(&s.worker, "worker", "", "be a worker of this `run`")
	f.StringVar(&s.name, "name", "", "name of the worker; the default is host and process")
	f.BoolVar(&s.ask, "ask", false, "ask before each shard, as workers do that are to be killed")
	if err := f.Parse(args); err != nil {
		return err
	}
	if f.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", f.Arg(0))
	}
	s.job.Seed = uint32(*seed)
	if s.worker != "" {
		return s.work(ctx)
	}
	return s.compare(ctx, stdout)
}

// work is a worker of a run.
func (s settings) work(ctx context.Context) error {
	if s.nats == "" {
		return errors.New("-worker needs -nats")
	}
	nc, err := nats.Connect(s.nats, nats.MaxReconnects(15))
	if err != nil {
		return err
	}
	defer nc.Close()
	slow := s.slow > 0
	if s.name == "" {
		host, _ := os.Hostname()
		s.name = fmt.Sprintf("%s-%d", host, os.Getpid())
	}
	return worker{s.name, s.worker, s.cache, slow, s.ask}.work(ctx, nc)
}

// compare runs the job by plain Go and by kernels in this process, and then on workers, and prints a table.
func (s settings) compare(ctx context.Context, stdout io.Writer) (err error) {
	if err := s.job.check(); err != nil {
		return err
	}
	k := kinds[s.job.Kind]
	s.job.Text = k.text
	name := s.job.Kind + "/" + s.job.Kind + ".go"
	if s.kernel != "" {
		text, err := os.ReadFile(s.kernel)
		if err != nil {
			return err
		}
		s.job.Text, name = string(text), s.kernel
	}
	p, err := k.compile(s.job.Text, []hotloop.Option{hotloop.WithFileName(name)})
	if err != nil {
		return err
	}
	if s.cache == "" {
		dir, err := os.MkdirTemp("", "cluster-code")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		s.cache = dir
	}
	if s.cache, err = filepath.Abs(s.cache); err != nil {
		return err
	}
	local := s.nats == ""
	if local && s.workers == 0 {
		return errors.New("-workers 0 needs -nats: workers of other machines cannot reach the server in this process")
	}
	if local {
		e, err := embed()
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, e.close()) }()
		s.nats = e.url
	}
	nc, err := nats.Connect(s.nats)
	if err != nil {
		return err
	}
	defer nc.Close()

	fmt.Fprintf(stdout, "job %s: %d rows in %d shards, kernels %s, %s, %d processors\n\n", s.job.Kind, s.job.Rows, s.job.shards(), name, p.isa, runtime.NumCPU())
	here := func(what string, p *program) row {
		return row{what: what, run: func() (report, error) {
			start := time.Now()
			result, err := s.job.runAll(ctx, p)
			return report{result: result, elapsed: time.Since(start)}, err
		}}
	}
	rows := []row{here("kernels, 1 process", p)}
	for _, c := range s.runs() {
		o := options{url: s.nats, cache: s.cache, workers: c.workers, answer: killer(c.kill, s.job.shards())}
		o.started = func(run string) {
			if !local {
				fmt.Fprintf(os.Stderr, "run %s: others join it by cluster -nats URL -worker %s\n", run, run)
			}
		}
		rows = append(rows, row{what: c.what, run: func() (report, error) {
			o, finish := o, func() {}
			if term.IsTerminal(int(os.Stderr.Fd())) {
				o.progress, finish = progress(os.Stderr, c.what)
			}
			defer finish()
			return run(ctx, nc, s.job, o)
		}})
	}
	if s.kernel == "" { // after the kernels, whose result is the reference
		rows = append(rows, here("plain Go, 1 process", k.plain))
	}
	var reference Result
	for range max(s.times, 1) {
		for i := range rows {
			rep, err := rows[i].run()
			if err != nil {
				return err
			}
			if reference.Counts == nil {
				reference = rep.result
			}
			if rows[i].best.elapsed == 0 || rep.elapsed < rows[i].best.elapsed {
				rows[i].best = rep
			}
			if !rep.result.equal(reference) && (s.kernel != "" || i < len(rows)-1) {
				return fmt.Errorf("%s: the result differs from that of one process", rows[i].what)
			}
		}
	}

	t := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	defer t.Flush()
	fmt.Fprintf(t, "\tseconds\tmillion rows/s\tbeside Go\tshards by worker\tresult\t\n")
	for _, r := range rows {
		beside, result := "", "equal"
		if s.kernel == "" {
			beside = fmt.Sprintf("%.2f", float64(rows[len(rows)-1].best.elapsed)/float64(r.best.elapsed))
		}
		if !r.best.result.equal(reference) {
			result = fmt.Sprintf("within %.0e", r.best.result.distance(reference))
		}
		var shards []string
		for _, w := range slices.Sorted(maps.Keys(r.best.shards)) {
			shards = append(shards, fmt.Sprint(r.best.shards[w]))
		}
		seconds := r.best.elapsed.Seconds()
		fmt.Fprintf(t, "%s\t%.3f\t%.1f\t%s\t%s\t%s\t\n", r.what, seconds, float64(s.job.Rows)/seconds/1e6, beside, strings.Join(shards, ":"), result)
	}
	fmt.Fprintln(t)
	for i, what := range k.counts {
		fmt.Fprintf(t, "%s\t%d\t\n", what, reference.Counts[i])
	}
	for i, what := range k.sums {
		fmt.Fprintf(t, "%s\t%.6g\t\n", what, reference.Sums[i])
	}
	return nil
}

// row is a row of the table.
type row struct {
	what string
	run  func() (report, error)
	best report // that of the fastest run
}

// configuration is a run with workers.
type configuration struct {
	what    string
	workers []process
	kill    int // number of a worker
}

// runs returns the configurations that the flags ask for.
func (s settings) runs() []configuration {
	of := func(n, slow, kill int) configuration {
		c := configuration{what: fmt.Sprintf("%d workers", n), workers: make([]process, n)}
		if n == 1 {
			c.what = "1 worker"
		}
		if slow > 0 && slow <= n {
			c.workers[slow-1].slow = true
			c.what += fmt.Sprintf(", %d slow", slow)
		}
		if kill > 0 && kill <= n {
			c.workers[kill-1].ask, c.kill = true, kill
			c.what += fmt.Sprintf(", %d killed", kill)
		}
		return c
	}
	if s.workers >= 0 {
		return []configuration{of(s.workers, s.slow, s.kill)}
	}
	runs := []configuration{of(1, 0, 0), of(2, 0, 0), of(2, max(s.slow, 2), 0)}
	if s.kill > 0 {
		runs = append(runs, of(2, 0, s.kill))
	}
	return runs
}

// killer returns an answer that ends the worker when half of the shards have been taken.
func killer(kill, shards int) func(jetstream.JetStream, string, question) bool {
	return func(_ jetstream.JetStream, _ string, q question) bool {
		return q.Worker != fmt.Sprint(kill) || q.Stage != taken || q.Shard < shards/2
	}
}

// progress returns a function that shows progress on a line of a terminal, and one that removes the line.
func progress(w io.Writer, what string) (show func(done, all int), finish func()) {
	last := time.Now()
	show = func(done, all int) {
		if time.Since(last) > 100*time.Millisecond {
			last = time.Now()
			fmt.Fprintf(w, "\r%s: %d of %d shards\x1b[K", what, done, all)
		}
	}
	return show, func() { fmt.Fprint(w, "\r\x1b[K") }
}
