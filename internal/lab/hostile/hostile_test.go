package hostile

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"hotloop/internal/lab/child"
	"hotloop/runtime"
)

// few limits the tests to some sources, for builds in which compilation takes many times as long.
func few() bool { return testing.Short() || child.Emulated() || runtime.RaceEnabled }

// TestWorst checks that the counts of the most expensive known sources are within the documented bounds.
func TestWorst(t *testing.T) {
	for i, text := range Worst {
		if few() && i%5 != 0 {
			continue
		}
		tree, err := Parse(text)
		require.NoError(t, err)
		c := Measure(tree)
		assert.NoError(t, c.Check(), text)
		assert.True(t, c.Native || c.Err != nil, text)
		t.Logf("%s: %s", text, c)
	}
}

// TestStepsCount checks that larger sources take more steps, at least in proportion, and that equal sources take equal
// numbers of steps.
func TestStepsCount(t *testing.T) {
	steps := func(text string) int {
		tree, err := Parse(text)
		require.NoError(t, err)
		c := Measure(tree)
		require.True(t, c.Native || runtime.Available() != nil, "%s: %v", text, c.Err)
		return c.Steps
	}
	if runtime.Available() != nil {
		t.Skip("no machine code here")
	}
	for _, text := range []string{"loop(update*#)", "loop(field*#)", "loop(set*#)", "repeat*#(loop(update*2))",
		"loop(call*#)", "loop(return*#)"} {
		small, large := "20", "80"
		if text == "loop(update*#)" { // heuristics rest from 60 updates on
			small, large = "10", "40"
		}
		few, many := steps(with(text, small)), steps(with(text, large))
		assert.Equal(t, few, steps(with(text, small)), text)
		assert.Greater(t, many, 3*few, text)
	}
}

func with(text, n string) string {
	b := []byte{}
	for i := range text {
		if text[i] == '#' {
			b = append(b, n...)
		} else {
			b = append(b, text[i])
		}
	}
	return string(b)
}

// TestNotation checks that Parse reads the notation of random and mutated trees, and that every construct is valid Go.
func TestNotation(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		x := Mutate(r, Random(r, 3), Random(r, 2))
		y, err := Parse(x.String())
		require.NoError(t, err, "%s", x)
		require.Equal(t, x.String(), y.String())
	}
	for _, k := range Kinds {
		text := k.Name + "*2"
		if k.Block() {
			text += "(add)"
		}
		if k.Name == "continue" || k.Name == "break" || k.Name == "unused" {
			text = "loop(" + text + ")"
		}
		tree, err := Parse(text)
		require.NoError(t, err)
		assert.NoError(t, Measure(tree).Err, "%s\n%s", text, tree.Source())
	}
	for _, bad := range []string{"", "nothing", "add*x", "loop(add", "loop(add;add)", "add)", "loop@unroll.count=3^x"} {
		_, err := Parse(bad)
		assert.Error(t, err, bad)
	}
}

// TestSearch checks that a search proceeds from its sources to more expensive ones, and that equal seeds give equal
// searches.
func TestSearch(t *testing.T) {
	run := func() (texts []string, first, best int) {
		s := NewSearch(3, func(c Cost) float64 { return float64(c.Steps) }, []*Node{{Kind: "add", N: 3}})
		for i := range 12 {
			f := s.Step()
			texts = append(texts, f.Tree.String())
			require.NoError(t, f.Cost.Check(), "%s", f.Tree)
			if i == 0 {
				first = f.Cost.Steps
			}
		}
		return texts, first, s.Pool[0].Cost.Steps
	}
	texts, first, best := run()
	again, _, _ := run()
	assert.Equal(t, texts, again)
	assert.GreaterOrEqual(t, best, first)
}

// FuzzCost searches for sources that exceed the bounds.
func FuzzCost(f *testing.F) {
	f.Add(uint64(1), uint64(1))
	f.Add(uint64(7), uint64(3))
	f.Fuzz(func(t *testing.T, seed, changes uint64) {
		r := rand.New(rand.NewPCG(seed, 0))
		tree, err := Parse(Worst[r.IntN(len(Worst))])
		if err != nil || r.IntN(2) == 0 {
			tree = Random(r, 3)
		}
		for range changes % 16 {
			tree = Mutate(r, tree, Random(r, 2))
		}
		if err := Measure(tree).Check(); err != nil {
			t.Errorf("%s: %v", tree, err)
		}
	})
}

// BenchmarkWorst relates steps to time.
func BenchmarkWorst(b *testing.B) {
	for _, text := range Worst {
		tree, err := Parse(text)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(text, func(b *testing.B) {
			var worst, ratio float64
			for range b.N {
				c := Measure(tree)
				worst = max(worst, c.CPU.Seconds())
				ratio = max(ratio, float64(c.CPU.Nanoseconds())/float64(max(c.Steps, 1e7)))
			}
			b.ReportMetric(worst, "cpu-s")
			b.ReportMetric(ratio, "ns/step")
		})
	}
}
