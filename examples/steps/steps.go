// Package steps times the steps of a program in two versions, plain Go and kernels, in turns.
package steps

import (
	"fmt"
	"io"
	"math"
	"text/tabwriter"
	"time"
)

// Step is one thing a program does, in both versions, on the same data.
type Step struct {
	Name        string
	Plain, Fast func()
}

// New is a Step.
func New(name string, plain, fast func()) Step { return Step{name, plain, fast} }

// Ratio is how many times faster the fast version of a step was.
type Ratio struct {
	Name        string
	Plain, Fast time.Duration // a call, at best
}

// Speedup is the quotient of the two.
func (r Ratio) Speedup() float64 { return float64(r.Plain) / float64(r.Fast) }

// Measure calls the versions of each step in turns, so that what slows the machine down for a while slows both down,
// and keeps the fastest call of each: turns calls, or more if they are short.
func Measure(steps []Step, turns int) []Ratio {
	out := make([]Ratio, len(steps))
	for i, s := range steps {
		r := Ratio{s.Name, math.MaxInt64, math.MaxInt64}
		s.Plain()
		s.Fast()
		for begin, n := time.Now(), 0; n < turns || time.Since(begin) < 50*time.Millisecond; n++ {
			r.Plain = min(r.Plain, call(s.Plain))
			r.Fast = min(r.Fast, call(s.Fast))
		}
		out[i] = r
	}
	return out
}

func call(f func()) time.Duration {
	begin := time.Now()
	f()
	return max(time.Since(begin), 1)
}

// Geomean is the geometric mean of the speedups.
func Geomean(all []Ratio) float64 {
	sum := 0.0
	for _, r := range all {
		sum += math.Log(r.Speedup())
	}
	return math.Exp(sum / float64(len(all)))
}

// Print writes a table, with the geometric mean as its last line.
func Print(w io.Writer, all []Ratio) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "step\tplain Go\tkernel\ttimes faster\t")
	for _, r := range all {
		fmt.Fprintf(t, "%s\t%v\t%v\t%.2f\t\n", r.Name, r.Plain, r.Fast, r.Speedup())
	}
	fmt.Fprintf(t, "geometric mean\t\t\t%.2f\t\n", Geomean(all))
	t.Flush()
}
