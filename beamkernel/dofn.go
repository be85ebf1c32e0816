package beamkernel

import (
	"context"
	"fmt"
	"math"
	"reflect"

	"hotloop"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
)

// Kernel is a function as text. It is part of the pipeline, and workers compile it.
type Kernel struct {
	Text string // Go source that declares the function and everything it uses
	Name string // of the function
	// Cache is a directory of the worker that keeps machine code for its next process, as hotloop.CacheDir documents; empty for
	// none.
	Cache string
}

// Register prepares [Map] and [Aggregate] for the struct of columns T. Programs call it in an init function, before
// beam.Init, for each T.
func Register[T any]() {
	register.DoFn2x2[context.Context, Block, Block, error](&MapFn[T]{})
	register.DoFn3x1[context.Context, Block, func(int, Partial), error](&PartialFn[T]{})
}

func init() {
	register.Emitter2[int, Partial]()
	register.Combiner3[Total, Partial, Result](&Merge{})
}

// Map returns the blocks with the columns that the kernel fills. The kernel is a func(*T).
func Map[T any](s beam.Scope, k Kernel, blocks beam.PCollection) beam.PCollection {
	return beam.ParDo(s.Scope("beamkernel.Map"), &MapFn[T]{Kernel: k}, blocks)
}

// Aggregate returns a PCollection of KV<int, Result>: for each group that has rows, the aggregates of all blocks. The
// kernel is a func(columns *T, groups []Partial), which adds the rows of a block to the groups. It computes the number of
// a group, which is below the given number of groups.
//
// Beam combines in any order. The results do not depend on it: sums over blocks are exact, and are rounded once.
func Aggregate[T any](s beam.Scope, k Kernel, groups int, blocks beam.PCollection) beam.PCollection {
	s = s.Scope("beamkernel.Aggregate")
	return beam.CombinePerKey(s, &Merge{}, beam.ParDo(s, &PartialFn[T]{Kernel: k, Groups: groups}, blocks))
}

// MapFn is the DoFn of [Map].
type MapFn[T any] struct {
	Kernel
	step[T, func(*T)]
}

// Setup compiles the kernel.
func (f *MapFn[T]) Setup() error { return f.compile(f.Kernel) }

// ProcessElement runs the kernel.
func (f *MapFn[T]) ProcessElement(ctx context.Context, b Block) (Block, error) {
	err := f.run(ctx, b, func(k func(*T)) { k(&f.columns) })
	if err != nil {
		return Block{}, err
	}
	batch, err := filled(b.RecordBatch, f.fields, reflect.ValueOf(&f.columns).Elem())
	return Block{batch}, err
}

// PartialFn is the DoFn of [Aggregate].
type PartialFn[T any] struct {
	Kernel
	Groups int
	step[T, func(*T, []Partial)]
}

// Setup compiles the kernel.
func (f *PartialFn[T]) Setup() error { return f.compile(f.Kernel) }

// ProcessElement runs the kernel, and emits the aggregates of each group that has rows.
func (f *PartialFn[T]) ProcessElement(ctx context.Context, b Block, emit func(int, Partial)) error {
	groups := make([]Partial, f.Groups)
	for i := range groups {
		groups[i] = Partial{Min: math.Inf(1), Max: math.Inf(-1)}
	}
	if err := f.run(ctx, b, func(k func(*T, []Partial)) { k(&f.columns, groups) }); err != nil {
		return err
	}
	for i, g := range groups {
		if g.Count > 0 {
			emit(i, g)
		}
	}
	return nil
}

var (
	blockCounter    = beam.NewCounter("hotloop", "blocks")
	rowCounter      = beam.NewCounter("hotloop", "rows")
	fallbackCounter = beam.NewCounter("hotloop", "fallbacks")
)

// step is what a DoFn has on a worker: the kernel of type F and the columns of the block that it works on.
type step[T, F any] struct {
	kernel  *hotloop.Kernel[F]
	fields  []field
	columns T
}

func (s *step[T, F]) compile(k Kernel) (err error) {
	if s.fields, err = fields(reflect.TypeFor[T]()); err != nil {
		return err
	}
	// With FPExact, results do not depend on the worker's processor, unless a //loop:fp directive of the text permits that.
	opts := []hotloop.Option{hotloop.FP(hotloop.FPExact)}
	if k.Cache != "" {
		opts = append(opts, hotloop.CacheDir(k.Cache))
	}
	if s.kernel, err = hotloop.Compile[F](k.Text, k.Name, opts...); err != nil {
		return fmt.Errorf("beamkernel: %w", err)
	}
	return nil
}

// run runs the kernel on a block. A panic of the kernel is an error, and so is the end of ctx.
func (s *step[T, F]) run(ctx context.Context, b Block, call func(F)) (err error) {
	columns := reflect.ValueOf(&s.columns).Elem()
	if err := read(b.RecordBatch, s.fields, columns); err != nil {
		return err
	}
	allocate(s.fields, columns, int(b.NumRows()))
	defer func() {
		switch e := recover().(type) {
		case nil:
		case hotloop.KernelError:
			err = fmt.Errorf("beamkernel: %s: %s: %w", e.Kernel(), e.Position(), e)
		default:
			panic(e)
		}
	}()
	if err := s.kernel.CallContext(ctx, call); err != nil {
		return err
	}
	blockCounter.Inc(ctx, 1)
	rowCounter.Inc(ctx, b.NumRows())
	if s.kernel.Err() != nil {
		fallbackCounter.Inc(ctx, 1)
	}
	return nil
}
