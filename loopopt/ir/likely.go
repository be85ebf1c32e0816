package ir

import (
	"math"
	"strconv"
)

// Likely is how likely a condition holds: that of a BlockIf, whose first successor is then the next block, or that of a
// Select. It decides about time alone, and may be dropped anywhere. The zero value is that nobody knows; others are one
// more than thousandths.
type Likely uint16

// The guesses that the compiler makes of branches of its own.
const (
	NoGuess    Likely = 0
	Unlikely   Likely = 1 + 50
	LikelyTrue Likely = 1 + 950
	certain    Likely = 1 + 1000
)

// Odds is a probability between 0 and 1 as a Likely.
func Odds(p float64) Likely { return 1 + Likely(math.Round(1000*min(max(p, 0), 1))) }

// P is the probability, and whether it is known.
func (l Likely) P() (p float64, ok bool) {
	if l == NoGuess {
		return 0.5, false
	}
	return float64(l-1) / 1000, true
}

// Not is how likely the condition does not hold.
func (l Likely) Not() Likely {
	if l == NoGuess {
		return NoGuess
	}
	return certain - l + 1
}

// AnyOf is how likely each of n conditions holds, if they are independent and one of them is that likely to.
func (l Likely) AnyOf(n int) Likely {
	p, known := l.P()
	if !known || n < 2 {
		return l
	}
	return Odds(1 - math.Pow(1-p, 1/float64(n)))
}

// Rare says whether the condition hardly ever holds.
func (l Likely) Rare() bool { return l != NoGuess && l <= Unlikely }

// Guess is how likely the condition of a Select holds.
func (v *Value) Guess() Likely { return Likely(v.AuxInt) }

// SetGuess notes it.
func (v *Value) SetGuess(l Likely) { v.AuxInt = int64(l) }

// suffix is what the text form has at the end of a branch or select: likely, unlikely, likely=0.7.
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

// likely reads such a suffix.
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
	return Odds(p)
}
