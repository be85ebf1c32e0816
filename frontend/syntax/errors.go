package syntax

import (
	"cmp"
	"fmt"
	"go/token"
	"sort"
	"strconv"
	"strings"
)

// Error is one thing that is wrong with a kernel's source.
type Error struct {
	Pos token.Position
	Msg string // "found X; write Y instead", or the type checker's words
}

// Error is one line, with the place in front.
func (e *Error) Error() string { return Position(e.Pos) + ": " + e.Msg }

// ErrorList is all that is wrong with a kernel's source, in the order of the source.
type ErrorList []*Error

// Error has one error in each line.
func (l ErrorList) Error() string {
	s := make([]string, len(l))
	for i, e := range l {
		s[i] = e.Error()
	}
	return strings.Join(s, "\n")
}

// Warning is something the user should know and that does not stop the kernel from being compiled.
type Warning struct {
	Pos token.Position
	Msg string
}

// String is one line, with the place in front.
func (w Warning) String() string { return Position(w.Pos) + ": " + w.Msg }

// Position always prints file:line:col, as editors want it; token.Position leaves parts out.
func Position(p token.Position) string {
	if p.Filename == "" {
		p.Filename = "kernel.go"
	}
	b := append(make([]byte, 0, 64), p.Filename...) // on the stack
	b = strconv.AppendInt(append(b, ':'), int64(p.Line), 10)
	return string(strconv.AppendInt(append(b, ':'), int64(p.Column), 10))
}

// MaxErrors bounds a list: after so many the rest is noise, and a last entry says that there is more.
const MaxErrors = 50

// Reports collects errors and warnings of one build.
type Reports struct {
	Fset  *token.FileSet
	Errs  ErrorList
	Warns []Warning
}

// Errorf reports an error at pos.
func (r *Reports) Errorf(pos token.Pos, format string, args ...any) {
	r.ErrorAt(r.Fset.Position(pos), fmt.Sprintf(format, args...))
}

// ErrorAt reports an error. The first at a place stays: those that follow there are mostly its consequences.
func (r *Reports) ErrorAt(pos token.Position, msg string) {
	if len(r.Errs) > MaxErrors { // one more than are shown, to know that there are more
		return
	}
	for _, e := range r.Errs {
		if e.Pos == pos {
			return // it follows from the first
		}
	}
	r.Errs = append(r.Errs, &Error{pos, msg})
}

// Refuse reports something outside the subset, in the form all such errors have.
func (r *Reports) Refuse(pos token.Pos, found, instead string) {
	r.Errorf(pos, "found %s; write %s instead", found, instead)
}

// Warnf reports what does not stop the kernel.
func (r *Reports) Warnf(pos token.Pos, format string, args ...any) {
	if len(r.Warns) < MaxErrors {
		r.Warns = append(r.Warns, Warning{r.Fset.Position(pos), fmt.Sprintf(format, args...)})
	}
}

// Err is the sorted list, or nil. Of several errors at one place only the first reported is in it.
func (r *Reports) Err() error {
	if len(r.Errs) == 0 {
		return nil
	}
	r.Errs = SortErrors(r.Errs)
	return r.Errs
}

// SortErrors sorts l, drops repetitions and cuts what is too long.
func SortErrors(l ErrorList) ErrorList {
	sort.SliceStable(l, func(i, j int) bool { return Before(l[i].Pos, l[j].Pos) })
	out := l[:0]
	for i, e := range l {
		if i > 0 && e.Pos == out[len(out)-1].Pos {
			continue
		}
		if len(out) == MaxErrors {
			return append(out, &Error{e.Pos, "too many errors"})
		}
		out = append(out, e)
	}
	return out
}

// SortWarnings puts warnings into the order of the source; those at one place stay in the order they came in.
func SortWarnings(l []Warning) {
	sort.SliceStable(l, func(i, j int) bool { return Before(l[i].Pos, l[j].Pos) })
}

// Before orders places by file, line and column.
func Before(a, b token.Position) bool {
	return cmp.Or(cmp.Compare(a.Filename, b.Filename), a.Line-b.Line, a.Column-b.Column) < 0
}

// maxName bounds the names that are compared letter by letter.
const maxName = 64

// Nearest is the known name most like name, or "" if none is near: for "did you mean".
func Nearest(name string, known []string) string {
	if len(name) > maxName {
		return ""
	}
	best, dist := "", len(name)/2+2
	for _, k := range known {
		if d := EditDistance(name, k, dist); d < dist {
			best, dist = k, d
		}
	}
	return best
}

// EditDistance is the Levenshtein distance of a and b, or limit if it is not below.
func EditDistance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diag := row[0]
		row[0] = i + 1
		for j := range len(b) {
			d := diag
			if a[i] != b[j] {
				d = 1 + min(diag, row[j], row[j+1])
			}
			diag, row[j+1] = row[j+1], d
		}
	}
	return min(row[len(b)], limit)
}
