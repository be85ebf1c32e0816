package bench

import (
	"math"
	"slices"
)

// ScoreBase is the peer that scores are relative to.
const ScoreBase = "clang-scalar"

// ScoreCap is what a single loop may contribute to a capped mean: without a limit, three loops that walk down columns or
// fold away decide it.
const ScoreCap = 20

// A Score says how much faster than ScoreBase somebody is over many loops. Times are without the cost of the call.
type Score struct {
	Loops            int
	Capped, Uncapped float64 // geometric means
	Median           float64
}

// NewScore computes the score of who over rows; engine names us.
func NewScore(rows []*Row, engine, who string) Score {
	var ratios []float64
	for _, r := range rows {
		base := r.NetRatio[ScoreBase] // its time over ours
		if who != engine {
			if r.NetRatio[who] == 0 {
				continue
			}
			base /= r.NetRatio[who]
		}
		if base > 0 {
			ratios = append(ratios, base)
		}
	}
	s := Score{Loops: len(ratios)}
	if s.Loops == 0 {
		return s
	}
	var capped, uncapped float64
	for _, x := range ratios {
		capped += math.Log(min(x, ScoreCap))
		uncapped += math.Log(x)
	}
	n := float64(s.Loops)
	s.Capped, s.Uncapped = math.Exp(capped/n), math.Exp(uncapped/n)
	slices.Sort(ratios)
	s.Median = (ratios[s.Loops/2] + ratios[(s.Loops-1)/2]) / 2
	return s
}

// Vectorized counts the rows of loops that the compiler vectorized and those of them for which that pays, and names the
// loops that are slower than 0.95 of our own scalar code.
func Vectorized(rows []*Row) (count, paying int, slow []string) {
	for _, r := range rows {
		if r.Vectorized {
			count++
		}
		if r.Pays {
			paying++
		}
		if r.ScalarRatio > 0 && r.ScalarRatio < 0.95 {
			slow = append(slow, r.Kernel)
		}
	}
	return count, paying, slow
}
