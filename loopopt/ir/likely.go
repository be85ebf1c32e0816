package ir

import (
	"math"
	"strconv"
)

// Likely is the probability that a condition holds: the condition of a BlockIf (whose first successor is then
// taken) or of a Select. It affects performance only and may be dropped at any time. The zero value means
// unknown; any other value is one plus the probability in thousandths.
type Likely uint16

// The guesses that the compiler makes about branches that it creates.
const (
	NoGuess    Likely = 0
	Unlikely   Likely = 1 + 50
	LikelyTrue Likely = 1 + 950
	certain    Likely = 1 + 1000
)

// LikelyOf converts a probability between 0 and 1 to a Likely.
func LikelyOf(p float64) Likely { return 1 + Likely(math.Round(1000*min(max(p, 0), 1))) }

// P returns the probability and reports whether it is known.
func (l Likely) P() (p float64, ok bool) {
	if l == NoGuess {
		return 0.5, false
	}
	return float64(l-1) / 1000, true
}

// Not returns the probability that the condition does not hold.
func (l Likely) Not() Likely {
	if l == NoGuess {
		return NoGuess
	}
	return certain - l + 1
}

// AnyOf returns the probability of each of n independent conditions if l is the probability that at least one
// holds.
func (l Likely) AnyOf(n int) Likely {
	p, known := l.P()
	if !known || n < 2 {
		return l
	}
	return LikelyOf(1 - math.Pow(1-p, 1/float64(n)))
}

// Rare reports whether the condition is unlikely to hold.
func (l Likely) Rare() bool { return l != NoGuess && l <= Unlikely }

// Guess returns the probability that the condition of v, a Select, holds.
func (v *Value) Guess() Likely { return Likely(v.AuxInt) }

// SetGuess sets the probability that Guess returns.
func (v *Value) SetGuess(l Likely) { v.AuxInt = int64(l) }

// suffix returns the text form of l at the end of a branch or select: likely, unlikely, likely=0.7.
func (l Likely) suffix() string {
	switch l {
	case NoGuess:
		return ""
	case LikelyTrue:
		return " likely"
	case Unlikely:
		return " unlikely"
	}
	p, _ := l.P()
	return " likely=" + strconv.FormatFloat(p, 'f', -1, 64)
}

// likely parses the text written by suffix.
func (s *scanner) likely() Likely {
	if s.eat("unlikely") {
		return Unlikely
	}
	if !s.eat("likely") {
		return NoGuess
	}
	if !s.eat("=") {
		return LikelyTrue
	}
	word, _ := s.word()
	p, err := strconv.ParseFloat(word, 64)
	if err != nil || !(p >= 0 && p <= 1) {
		s.failf("%q is no probability", word)
	}
	return LikelyOf(p)
}
