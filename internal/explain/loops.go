package explain

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"hotloop/loopopt/analysis"
	"hotloop/loopopt/ir"
	"hotloop/loopopt/remark"
)

// Loop is an innermost loop of the source. Became is vectorized, unrolled, merged (with another loop), or scalar. A scalar
// loop has a reason, by name and in words, and advice what to write.
type Loop struct {
	Position string `json:"position"`
	Became   string `json:"became"`
	Write    string `json:"write,omitempty"`
	Why      string `json:"why,omitempty"`
	Reason   string `json:"reason,omitempty"`
	// Plain and Vector are the estimated cycles of an iteration of plain and of vector code, if there is a plan.
	Plain  float64 `json:"plain_cycles,omitempty"`
	Vector float64 `json:"vector_cycles,omitempty"`
	// Leaves: the data decide when the loop ends, so the number of iterations is unknown.
	Leaves bool `json:"leaves_early,omitempty"`
	Exempt bool `json:"-"` // the source asks that it stay scalar
}

// Say returns what prevents the vectorization of a loop that stays scalar: what to write, then why.
func (l Loop) Say() string {
	if l.Write == "" {
		return l.Why
	}
	return l.Write + "; " + l.Why
}

// Innermost returns the innermost loops of a function of the frontend in source order, and by their positions the
// positions of each and of the loops around it. If each is not nil, it is called for each of the loops.
func Innermost(f *ir.Func, li *analysis.LoopInfo, each func(at string, l *analysis.Loop)) (list []Loop, around map[string][]string) {
	around = map[string][]string{}
	for _, l := range li.Innermost() {
		at := Place(f, l)
		if _, known := around[at]; known || at == "" { // another copy of an inlined function
			continue
		}
		places := []string{at}
		for p := l.Parent; p != nil; p = p.Parent {
			places = append(places, Place(f, p))
		}
		around[at] = places
		list = append(list, Loop{Position: at, Exempt: forbids(l.Header.Loop)})
		if each != nil {
			each(at, l)
		}
	}
	slices.SortStableFunc(list, func(a, b Loop) int { return ComparePlaces(a.Position, b.Position) })
	return list, around
}

// Place returns the position of a loop, or "" if it has none.
func Place(f *ir.Func, l *analysis.Loop) string {
	if l.Header.Loop == nil || l.Header.Loop.Pos == 0 {
		return ""
	}
	return f.Position(l.Header.Loop.Pos)
}

// forbids reports whether metadata forbid vectors.
func forbids(md *ir.LoopMD) bool {
	return md.Off("vectorize.enable") || md.Int("vectorize.width", 0) == 1
}

// Outcomes is what remarks report about loops, by position.
type Outcomes struct {
	Became     map[string]string        // vectorized or unrolled
	Missed     map[string]remark.Remark // the first reason against vectorization
	Vectorized bool                     // some loop is
}

// ReadOutcomes returns what remarks report.
func ReadOutcomes(remarks []remark.Remark) *Outcomes {
	o := &Outcomes{Became: map[string]string{}, Missed: map[string]remark.Remark{}}
	for _, r := range remarks {
		switch {
		case r.Pass == remark.Memory:
		case r.Kind == remark.Passed && (r.Pass == "vectorize" && !oneLane(r) || r.Pass == "idiom"):
			o.Became[r.Where], o.Vectorized = "vectorized", true
		case r.Kind == remark.Passed && o.Became[r.Where] == "" &&
			(strings.HasPrefix(r.Text, "loop completely unrolled") || r.Pass == "delete"):
			o.Became[r.Where] = "unrolled"
		case r.Kind != remark.Passed && r.Pass == "vectorize" && r.Reason != "" && o.Missed[r.Where].Reason == "":
			o.Missed[r.Where] = r
		}
	}
	return o
}

// Settle sets what happened to a loop, and why it stays scalar. around has its position and those of the loops around it: a
// loop is vectorized if it or one around it is. Settle returns the positions of those that are.
func (o *Outcomes) Settle(l *Loop, around []string) (vectorized []string) {
	for _, at := range around {
		if o.Became[at] == "vectorized" {
			l.Became = "vectorized"
			vectorized = append(vectorized, at)
		}
	}
	missed := o.Missed[l.Position]
	l.Became = cmp.Or(l.Became, o.Became[l.Position])
	if l.Became == "" && missed.Reason == "" && o.Vectorized {
		l.Became = "merged"
	}
	if l.Became == "" {
		l.Became = "scalar"
		if missed.Reason != "" {
			l.Write, l.Why, l.Reason = missed.Advice(), missed.Reason.Describe(), string(missed.Reason)
		}
	}
	return vectorized
}

// oneLane reports whether a remark is about a loop that is only interleaved.
func oneLane(r remark.Remark) bool {
	for _, a := range r.Args {
		if a.Name == "VF" {
			return a.Value == 1
		}
	}
	return false
}

// ComparePlaces orders positions file:line:col.
func ComparePlaces(a, b string) int {
	fileA, lineA, colA := SplitPlace(a)
	fileB, lineB, colB := SplitPlace(b)
	return cmp.Or(strings.Compare(fileA, fileB), cmp.Compare(lineA, lineB), cmp.Compare(colA, colB))
}

// SplitPlace returns the parts of a position.
func SplitPlace(s string) (file string, line, col int) {
	parts := strings.Split(s, ":")
	if n := len(parts); n >= 3 {
		line, _ = strconv.Atoi(parts[n-2])
		col, _ = strconv.Atoi(parts[n-1])
		return strings.Join(parts[:n-2], ":"), line, col
	}
	return s, 0, 0
}
