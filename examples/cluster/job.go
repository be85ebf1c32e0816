package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"hotloop"
	"hotloop/examples/cluster/revenue"
	"hotloop/examples/cluster/score"
)

// Job is what workers need to know: the text of the kernels, and the rows of a shard. It is the wire format.
type Job struct {
	Kind  string // names the table and the results
	Text  string // declares Fill and Aggregate
	Seed  uint32
	Rows  int64 // of the table, at most 1<<32
	Shard int64 // rows of a shard; the last one may have fewer
}

// shards returns the number of shards.
func (j Job) shards() int { return int((j.Rows + j.Shard - 1) / j.Shard) }

// check returns an error if the job cannot be run.
func (j Job) check() error {
	switch _, ok := kinds[j.Kind]; {
	case !ok:
		return fmt.Errorf("no job %q: the jobs are %s", j.Kind, strings.Join(slices.Sorted(maps.Keys(kinds)), ", "))
	case j.Rows < 1 || j.Rows > 1<<32:
		return fmt.Errorf("%d rows: must be 1 to %d", j.Rows, int64(1)<<32)
	case j.Shard < 1:
		return fmt.Errorf("shards of %d rows: must have at least 1", j.Shard)
	}
	return nil
}

// Result is the result of rows: of a shard, or of all.
type Result struct {
	Counts []int64
	Sums   []float64
}

// add adds the result of the shard that follows.
func (r *Result) add(s Result) {
	for i, n := range s.Counts {
		r.Counts[i] += n
	}
	for i, x := range s.Sums {
		r.Sums[i] += x
	}
}

// wireResult is a Result as JSON: sums as their bits, which NaN and infinities have too.
type wireResult struct {
	Counts []int64
	Sums   []uint64
}

// MarshalJSON implements json.Marshaler. The payload and the sign of a NaN depend on the processor and are dropped.
func (r Result) MarshalJSON() ([]byte, error) {
	w := wireResult{Counts: r.Counts}
	for _, x := range r.Sums {
		if x != x {
			x = math.NaN()
		}
		w.Sums = append(w.Sums, math.Float64bits(x))
	}
	return json.Marshal(w)
}

// UnmarshalJSON implements json.Unmarshaler.
func (r *Result) UnmarshalJSON(text []byte) error {
	var w wireResult
	err := json.Unmarshal(text, &w)
	r.Counts, r.Sums = w.Counts, nil
	for _, bits := range w.Sums {
		r.Sums = append(r.Sums, math.Float64frombits(bits))
	}
	return err
}

// equal reports whether r and s have the same bits.
func (r Result) equal(s Result) bool {
	a, err1 := json.Marshal(r)
	b, err2 := json.Marshal(s)
	return err1 == nil && err2 == nil && string(a) == string(b)
}

// distance returns the largest relative difference of a sum or a count.
func (r Result) distance(s Result) (d float64) {
	for i, x := range s.Sums {
		d = max(d, math.Abs(r.Sums[i]-x)/math.Abs(x))
	}
	for i, n := range s.Counts {
		d = max(d, math.Abs(float64(r.Counts[i]-n))/float64(n))
	}
	return d
}

// kind is a kind of job.
type kind struct {
	text    string   // of the default kernels
	counts  []string // names of the results
	sums    []string
	compile func(text string, opts []hotloop.Option) (*program, error)
	plain   *program // the default kernels, compiled by the Go compiler
}

// empty returns the result of no rows.
func (k kind) empty() Result {
	return Result{make([]int64, len(k.counts)), make([]float64, len(k.sums))}
}

var (
	//go:embed revenue/revenue.go
	revenueText string
	//go:embed score/score.go
	scoreText string
)

var kinds = map[string]kind{
	"revenue": {
		text: revenueText,
		counts: []string{"q6 rows", "flag 0 rows", "flag 0 quantity", "flag 1 rows", "flag 1 quantity",
			"flag 2 rows", "flag 2 quantity", "flag 3 rows", "flag 3 quantity"},
		sums: []string{"q6 revenue", "flag 0 discounted", "flag 0 charge", "flag 1 discounted", "flag 1 charge",
			"flag 2 discounted", "flag 2 charge", "flag 3 discounted", "flag 3 charge"},
		compile: compile(sizeOrders),
		plain:   plain(revenue.Fill, revenue.Aggregate, sizeOrders),
	},
	"score": {
		text:    scoreText,
		counts:  []string{"above one half"},
		sums:    []string{"scores", "squares of scores"},
		compile: compile(sizeCustomers),
		plain:   plain(score.Fill, score.Aggregate, sizeCustomers),
	},
}

func sizeOrders(t *revenue.Table, rows int) {
	for _, c := range []*[]int32{&t.Date, &t.Quantity, &t.Price, &t.Discount, &t.Tax} {
		*c = size(*c, rows)
	}
	t.Flag = size(t.Flag, rows)
}

func sizeCustomers(t *score.Table, rows int) {
	for _, c := range []*[]float32{&t.Age, &t.Income, &t.Debt, &t.Visits, &t.Score} {
		*c = size(*c, rows)
	}
}

// size returns a column of that many rows, c if it is large enough.
func size[T any](c []T, rows int) []T {
	if cap(c) < rows {
		return make([]T, rows)
	}
	return c[:rows]
}

// blockRows is the number of rows that are filled and aggregated at a time, so that they stay in the second-level cache.
const blockRows = 8192

// program runs the kernels of a job.
type program struct {
	isa string // of the machine code; "Go" if there is none
	run func(ctx context.Context, seed uint32, first, rows int64, r *Result) error
}

type (
	fillFunc[T any]      = func(seed, first uint32, t *T)
	aggregateFunc[T any] = func(t *T, counts []int64, sums []float64)
)

// compile returns a function that compiles the text of kernels for tables of type T.
func compile[T any](resize func(*T, int)) func(string, []hotloop.Option) (*program, error) {
	return func(text string, opts []hotloop.Option) (*program, error) {
		// With FPExact, results do not depend on the processor, unless a //loop:fp directive of the text permits that.
		opts = append([]hotloop.Option{hotloop.FP(hotloop.FPExact)}, opts...)
		fill, err := hotloop.Compile[fillFunc[T]](text, "Fill", opts...)
		if err != nil {
			return nil, err
		}
		aggregate, err := hotloop.Compile[aggregateFunc[T]](text, "Aggregate", opts...)
		if err != nil {
			return nil, err
		}
		p := &program{isa: aggregate.Stats().ISA}
		if p.isa == "" {
			p.isa = "interpreter"
		}
		var t T
		p.run = func(ctx context.Context, seed uint32, first, rows int64, r *Result) (err error) {
			defer func() {
				switch e := recover().(type) {
				case nil:
				case hotloop.KernelError: // a panic of the text
					err = fmt.Errorf("%s: %w", e.Position(), e)
				default:
					panic(e)
				}
			}()
			// A text may loop for ever. CallContext ends it with the worker.
			return fill.CallContext(ctx, func(f fillFunc[T]) {
				err := aggregate.CallContext(ctx, func(a aggregateFunc[T]) { blocks(f, a, resize, &t, seed, first, rows, r) })
				_ = err // that of ctx, which the outer call returns too
			})
		}
		return p, nil
	}
}

// plain returns a program of Go functions.
func plain[T any](fill fillFunc[T], aggregate aggregateFunc[T], resize func(*T, int)) *program {
	var t T
	return &program{"Go", func(_ context.Context, seed uint32, first, rows int64, r *Result) error {
		blocks(fill, aggregate, resize, &t, seed, first, rows, r)
		return nil
	}}
}

func blocks[T any](fill fillFunc[T], aggregate aggregateFunc[T], resize func(*T, int), t *T, seed uint32, first, rows int64, r *Result) {
	for end := first + rows; first < end; first += blockRows {
		resize(t, int(min(blockRows, end-first)))
		fill(seed, uint32(first), t)
		aggregate(t, r.Counts, r.Sums)
	}
}

// runShard returns the result of a shard.
func (j Job) runShard(ctx context.Context, p *program, shard int) (Result, error) {
	r := kinds[j.Kind].empty()
	first := int64(shard) * j.Shard
	err := p.run(ctx, j.Seed, first, min(j.Shard, j.Rows-first), &r)
	return r, err
}

// runAll returns the result of all shards, computed here one after the other.
func (j Job) runAll(ctx context.Context, p *program) (Result, error) {
	total := kinds[j.Kind].empty()
	for shard := range j.shards() {
		r, err := j.runShard(ctx, p, shard)
		if err != nil {
			return total, err
		}
		total.add(r)
	}
	return total, nil
}
