// Package remark is how the optimizer says what it did and what it left undone: remarks with a position, a pass and,
// where something was refused, a named reason.
package remark

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"hotloop/loopopt/ir"
)

// Kind says what a remark is about.
type Kind uint8

// The kinds.
const (
	Passed   Kind = iota // a transformation was done
	Missed               // one was considered and not done
	Analysis             // a fact found on the way, mostly why something was missed
	Warning              // a forced transformation was not done: the user should know
)

var kindNames = [...]string{"passed", "missed", "analysis", "warning"}

func (k Kind) String() string { return kindNames[k] }

// Arg is a named fact of a remark: VF=16.
type Arg struct {
	Name  string
	Value any
}

// Reordered is the text of the remark that a directive has granted another order of floating-point operations, which
// the mode has not.
const Reordered = "forced vectorization changes the order of floating-point operations"

// Versions begins the text of the remark that says which version of a vectorized loop runs when.
const Versions = "versions: "

// Memory is the Pass of the remarks on what a kernel has Go make.
const Memory = "memory"

// Remark is one message.
type Remark struct {
	Kind   Kind
	Pass   string // "vectorize"
	Func   string // the kernel
	Pos    ir.Pos // of the loop or operation, 0 is unknown
	Where  string // the position printed, file:line:col; empty if the source is unknown
	Reason Reason // why not; None for what was done
	Asked  bool   // a directive of the source is to blame for the reason
	Args   []Arg
	Text   string // "loop vectorized"; without it the reason's description serves
}

// Message is the text with its facts, "loop vectorized (VF=16 UF=4)". Where something was refused it says first what
// can be written, then the reason.
func (r Remark) Message() string { return r.message(r.Advice()) }

// Advice is what can be written so that the reason goes away, "" without one.
func (r Remark) Advice() string { return r.Reason.Advice(r.Asked) }

// Short is the message without advice.
func (r Remark) Short() string { return r.message("") }

func (r Remark) message(advice string) string {
	var sb strings.Builder
	sb.WriteString(r.Text)
	if r.Reason != None {
		if r.Text != "" {
			sb.WriteString(": ")
		}
		if advice != "" {
			sb.WriteString(advice + "; ")
		}
		sb.WriteString(r.Reason.Describe())
	}
	if len(r.Args) > 0 {
		sb.WriteString(" (")
		for i, a := range r.Args {
			if i > 0 {
				sb.WriteByte(' ')
			}
			fmt.Fprintf(&sb, "%s=%v", a.Name, a.Value)
		}
		sb.WriteByte(')')
	}
	return sb.String()
}

// String prints the remark as compilers do: file:line:col: remark: loop vectorized (VF=16 UF=4) [vectorize].
func (r Remark) String() string {
	where := r.Where
	if where == "" {
		where = r.Func
	}
	class := "remark"
	if r.Kind == Warning {
		class = "warning"
	}
	s := fmt.Sprintf("%s: %s: %s", where, class, r.Message())
	switch {
	case r.Reason != None:
		s += fmt.Sprintf(" [%s:%s]", r.Pass, r.Reason)
	case r.Pass != "":
		s += fmt.Sprintf(" [%s]", r.Pass)
	}
	return s
}

// Sink collects remarks. A nil Sink swallows them, so that passes need not ask.
type Sink struct {
	Remarks []Remark
}

// Add records r, with the position printed as f prints it.
func (s *Sink) Add(f *ir.Func, r Remark) {
	if s == nil {
		return
	}
	r.Func = f.Name
	if r.Where == "" && r.Pos != 0 && f.Position != nil {
		// One loop is mostly what remarks that follow one another are about.
		if n := len(s.Remarks); n > 0 && s.Remarks[n-1].Pos == r.Pos && s.Remarks[n-1].Func == r.Func {
			r.Where = s.Remarks[n-1].Where
		} else {
			r.Where = f.Position(r.Pos)
		}
	}
	s.Remarks = append(s.Remarks, r)
}

// Passed records that pass did something.
func (s *Sink) Passed(f *ir.Func, pass string, pos ir.Pos, text string, args ...Arg) {
	if s != nil {
		s.Add(f, Remark{Kind: Passed, Pass: pass, Pos: pos, Text: text, Args: args})
	}
}

// Missed records that pass did not do something.
func (s *Sink) Missed(f *ir.Func, pass string, pos ir.Pos, why Reason, text string, args ...Arg) {
	if s != nil {
		s.Add(f, Remark{Kind: Missed, Pass: pass, Pos: pos, Reason: why, Text: text, Args: args})
	}
}

// Distinct removes remarks that say again what one before them says: copies of a loop have its position.
func (s *Sink) Distinct() {
	if s == nil {
		return
	}
	kept := s.Remarks[:0]
	for _, r := range s.Remarks {
		if !slices.ContainsFunc(kept, func(k Remark) bool { return k.same(r) }) {
			kept = append(kept, r)
		}
	}
	s.Remarks = kept
}

// same reports whether two remarks say the same.
func (r Remark) same(o Remark) bool {
	return r.Pos == o.Pos && r.Where == o.Where && r.Kind == o.Kind && r.Pass == o.Pass && r.Reason == o.Reason &&
		r.Asked == o.Asked && r.Text == o.Text && slices.EqualFunc(r.Args, o.Args, func(a, b Arg) bool {
		return a.Name == b.Name && fmt.Sprint(a.Value) == fmt.Sprint(b.Value)
	})
}

// Print writes the remarks, one a line.
func (s *Sink) Print(w io.Writer) {
	if s == nil {
		return
	}
	for _, r := range s.Remarks {
		fmt.Fprintln(w, r)
	}
}
