package bench

import (
	"go/ast"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"

	"hotloop/internal/lab/frame"
	"hotloop/internal/lab/source"
)

// A distribution is a set of calls as a program may make them: of one length or of many, on data of one kind.
type distribution struct {
	name string
	hits bool // for loops that may end early
	// args generates the arguments of one of the calls; n is the usual length.
	args func(k *Kernel, rng *rand.Rand, n int) []any
	// drawn says that lengths or positions of hits are random. There are then always distributionSets different
	// calls, which alternate; otherwise there are as many as in the measurement of lengths (setsLike).
	drawn bool
}

// distributionSets is the number of alternating calls where they differ. It exceeds what a branch predictor memorizes
// when each call has some branches. It is so small that short arguments stay in the first-level cache.
const distributionSets = 32

// distributions returns the trip counts, data and positions of hits to measure kernels with.
func distributions() (all []distribution) {
	trip := func(name string, drawn bool, length func(rng *rand.Rand, n int) int) {
		all = append(all, distribution{name: "trips " + name, drawn: drawn,
			args: func(k *Kernel, rng *rand.Rand, n int) []any { return k.Args(rng, length(rng, n), Steady) }})
	}
	for _, n := range []int{0, 1, 2, 3, 5, 8, 16} {
		trip(string(rune('0' + n/10))[:min(n/10, 1)]+string(rune('0'+n%10)), false, func(*rand.Rand, int) int { return n })
	}
	trip("geometric 12", true, func(rng *rand.Rand, _ int) int { return geometric(rng, 12) })
	trip("long", false, func(_ *rand.Rand, n int) int { return n })
	data := func(name string, change func(s reflect.Value)) {
		all = append(all, distribution{name: "data " + name,
			args: func(k *Kernel, rng *rand.Rand, n int) []any {
				args := k.Args(rng, n, Steady)
				for i, a := range args {
					if v := reflect.ValueOf(a); v.Kind() == reflect.Slice && v.Len() > 0 {
						change(v)
					} else if v.Kind() == reflect.String && v.Len() > 0 {
						b := reflect.ValueOf([]byte(v.String()))
						change(b)
						args[i] = string(b.Bytes())
					}
				}
				return args
			}})
	}
	data("sorted", sortValues)
	data("constant", func(v reflect.Value) {
		for i := 1; i < v.Len(); i++ {
			v.Index(i).Set(v.Index(0))
		}
	})
	hit := func(name string, at func(rng *rand.Rand, n int) int) {
		all = append(all, distribution{name: "hit " + name, hits: true, drawn: true,
			args: func(k *Kernel, rng *rand.Rand, n int) []any { return hitsBehind(k, rng, n, at(rng, n)) }})
	}
	hit("at once", func(rng *rand.Rand, n int) int { return rng.IntN(4) })
	hit("geometric 16", func(rng *rand.Rand, n int) int { return geometric(rng, 16) })
	hit("anywhere", func(rng *rand.Rand, n int) int { return rng.IntN(max(n, 1)) })
	return all
}

// geometric draws a number from a geometric distribution with the given mean.
func geometric(rng *rand.Rand, mean float64) int {
	return int(math.Log(1-rng.Float64()) / math.Log(1-1/(mean+1)))
}

// sortValues sorts a slice of scalars.
func sortValues(v reflect.Value) {
	less := func(a, b reflect.Value) bool {
		switch {
		case a.CanFloat():
			return a.Float() < b.Float()
		case a.CanInt():
			return a.Int() < b.Int()
		case a.CanUint():
			return a.Uint() < b.Uint()
		}
		return a.Kind() == reflect.Bool && !a.Bool() && b.Bool()
	}
	all := make([]reflect.Value, v.Len())
	for i := range all {
		all[i] = reflect.New(v.Type().Elem()).Elem()
		all[i].Set(v.Index(i))
	}
	slices.SortStableFunc(all, func(a, b reflect.Value) int {
		switch {
		case less(a, b):
			return -1
		case less(b, a):
			return 1
		}
		return 0
	})
	for i, e := range all {
		v.Index(i).Set(e)
	}
}

// hitsBehind returns arguments in which the bytes and numbers that a loop may search for can occur only from position
// at on.
func hitsBehind(k *Kernel, rng *rand.Rand, n, at int) []any {
	args := k.Args(rng, n, Steady)
	for i, a := range args {
		v := reflect.ValueOf(a)
		if v.Kind() == reflect.String {
			b := []byte(v.String())
			for j := at; j < len(b); j++ {
				b[j] = byte(rng.Uint32())
			}
			args[i] = string(b)
		} else if v.Kind() == reflect.Slice && i < len(k.line) && k.line[i].Few() {
			for j := at; j < v.Len(); j++ {
				source.Leaves(v.Index(j), func(e reflect.Value) { gen{rng, Steady, 1 << 30}.scalar(e, 1<<30) })
			}
		}
	}
	return args
}

// endsEarly reports whether a loop of the kernel may return before its end.
func endsEarly(k *Kernel) bool {
	f, err := k.Source()
	if err != nil {
		return false
	}
	fns, err := f.Func(k.Func)
	if err != nil {
		return false
	}
	found := false
	for _, fn := range fns {
		ast.Inspect(fn.Body, func(n ast.Node) bool {
			var body *ast.BlockStmt
			switch l := n.(type) {
			case *ast.ForStmt:
				body = l.Body
			case *ast.RangeStmt:
				body = l.Body
			default:
				return true
			}
			ast.Inspect(body, func(n ast.Node) bool {
				_, returns := n.(*ast.ReturnStmt)
				found = found || returns
				return true
			})
			return true
		})
	}
	return found
}

// frame creates the arguments to time. If the kernel fails on some of them, or panics, that is the error, and the
// frame is theirs.
func (d distribution) frame(s *Session, k *Kernel, fn any, n int) (*frame.Frame, error) {
	rng := rand.New(rand.NewPCG(s.Seed, uint64(n)))
	var frames []*frame.Frame
	for sets := distributionSets; len(frames) < sets; {
		f := frame.New(d.args(k, rng, n), frame.Layout{Share: -1})
		o, err := FuncReference{fn}.Outcome(f)
		if err == nil && o.Panic != "" {
			err = frame.Panicked(o.Panic)
		}
		if err == nil {
			err = settle(k, fn, f)
		}
		if err != nil {
			return f, err
		}
		if frames = append(frames, f); len(frames) == 1 && !d.drawn {
			sets = setsLike(k, f)
		}
	}
	if len(frames) == 1 {
		return frames[0], nil
	}
	return frame.Join(frames), nil
}
