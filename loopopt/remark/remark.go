// Package remark defines optimization remarks. They report what the optimizer did and did not do, each with a
// position, a pass and, if a transformation was refused, a named reason.
package remark

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"hotloop/loopopt/ir"
)

// Kind is the kind of a remark.
type Kind uint8

// Kinds of remarks.
const (
	Passed   Kind = iota // a transformation was done
	Missed               // a transformation was considered and not done
	Analysis             // a fact found during analysis, usually the cause of a missed transformation
	Warning              // a forced transformation was not done
)

var kindNames = [...]string{"passed", "missed", "analysis", "warning"}

func (k Kind) String() string { return kindNames[k] }

// Arg is a named fact of a remark, such as VF=16.
type Arg struct {
	Name  string
	Value any
}

// Reordered is the text of the remark that a directive permits reordering of floating-point operations that the
// mode does not permit.
const Reordered = "forced vectorization changes the order of floating-point operations"

// Versions is the prefix of the remark that lists the versions of a vectorized loop and their conditions.
const Versions = "versions: "

// Memory is the Pass of remarks about memory that a kernel asks Go to allocate.
const Memory = "memory"

// Remark is one message.
type Remark struct {
	Kind   Kind
	Pass   string // "vectorize"
	Func   string // name of the kernel
	Pos    ir.Pos // of the loop or operation; 0 if unknown
	Where  string // printed position, file:line:col; empty if the source is unknown
	Reason Reason // why it was not done; None if it was done
	Asked  bool   // a directive of the source causes the reason
	Args   []Arg
	Loop   string // which loop at Pos, if transformations have made several: the name that dumps and the chain have
	Text   string // such as "loop vectorized"; if empty, the reason's description is used
}

// Message returns the text with its facts, such as "loop vectorized (VF=16 UF=4)". For a refused transformation,
// it contains first the advice, then the reason.
func (r Remark) Message() string { return r.message(r.Advice()) }

// Nothing begins the advice of reasons that a Go programmer can do nothing about.
const Nothing = "no change of the source helps"

// Advice returns what the user can write to resolve the reason, or "" if there is nothing.
func (r Remark) Advice() string { return r.Reason.advice(r.Asked) }

// Short returns the message without advice.
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

// String returns the remark in compiler format: file:line:col: remark: loop vectorized (VF=16 UF=4) [vectorize].
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

// Sink collects remarks. A nil Sink discards them, so passes need no checks.
type Sink struct {
	Remarks []Remark
}

// Add records r and sets its printed position as f formats it.
func (s *Sink) Add(f *ir.Func, r Remark) {
	if s == nil {
		return
	}
	r.Func = f.Name
	if r.Where == "" && r.Pos != 0 && f.Position != nil {
		// Consecutive remarks are usually about the same loop.
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

// Distinct removes remarks that repeat an earlier one: copies of a loop have its position.
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

// same reports whether two remarks are equal.
func (r Remark) same(o Remark) bool {
	return r.Pos == o.Pos && r.Where == o.Where && r.Kind == o.Kind && r.Pass == o.Pass && r.Reason == o.Reason &&
		r.Asked == o.Asked && r.Text == o.Text && slices.EqualFunc(r.Args, o.Args, func(a, b Arg) bool {
		return a.Name == b.Name && fmt.Sprint(a.Value) == fmt.Sprint(b.Value)
	})
}

// Print writes the remarks, one per line.
func (s *Sink) Print(w io.Writer) {
	if s == nil {
		return
	}
	for _, r := range s.Remarks {
		fmt.Fprintln(w, r)
	}
}
