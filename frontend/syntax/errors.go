package syntax

import (
	"cmp"
	"fmt"
	"go/token"
	"sort"
	"strconv"
	"strings"
)

// Error is one error in a kernel's source.
type Error struct {
	Pos token.Position
	Msg string // "found X; write Y instead", or the type checker's message
}

// Error returns one line that begins with the position.
func (e *Error) Error() string { return Position(e.Pos) + ": " + e.Msg }

// ErrorList is the list of all errors in a kernel's source, in source order.
type ErrorList []*Error

// Error returns one line per error.
func (l ErrorList) Error() string {
	s := make([]string, len(l))
	for i, e := range l {
		s[i] = e.Error()
	}
	return strings.Join(s, "\n")
}

// Warning is a message to the user that does not prevent the kernel from being compiled.
type Warning struct {
	Pos token.Position
	Msg string
}

// String returns one line that begins with the position.
func (w Warning) String() string { return Position(w.Pos) + ": " + w.Msg }

// Position formats p as file:line:col, as editors expect. Unlike token.Position.String, it omits no part.
func Position(p token.Position) string {
	if p.Filename == "" {
		p.Filename = "kernel.go"
	}
	b := append(make([]byte, 0, 64), p.Filename...) // allocated on the stack
	b = strconv.AppendInt(append(b, ':'), int64(p.Line), 10)
	return string(strconv.AppendInt(append(b, ':'), int64(p.Column), 10))
}

// MaxErrors bounds a list of errors. A last entry reports that there are more.
const MaxErrors = 50

// Reports collects the errors and warnings of one build.
type Reports struct {
	Fset  *token.FileSet
	Errs  ErrorList
	Warns []Warning
}

// Errorf reports an error at pos.
func (r *Reports) Errorf(pos token.Pos, format string, args ...any) {
	r.ErrorAt(r.Fset.Position(pos), fmt.Sprintf(format, args...))
}

// ErrorAt reports an error. Only the first error at a position is kept, because later ones are mostly its
// consequences.
// It is not inlined, for the size of programs.
//
//go:noinline
func (r *Reports) ErrorAt(pos token.Position, msg string) {
	if len(r.Errs) > MaxErrors { // keep one more than are shown, to know that there are more
		return
	}
	for _, e := range r.Errs {
		if e.Pos == pos {
			return // a consequence of the first error
		}
	}
	r.Errs = append(r.Errs, &Error{pos, msg})
}

// Refuse reports code outside the subset, in the common form of such errors: what is not supported, and what to write
// instead.
func (r *Reports) Refuse(pos token.Pos, found, instead string) {
	if strings.Contains(found, ", ") {
		found += "," // ends a relative clause
	}
	r.Errorf(pos, "%s is not supported; write %s", found, instead)
}

// Warnf reports a warning.
func (r *Reports) Warnf(pos token.Pos, format string, args ...any) {
	if len(r.Warns) < MaxErrors {
		r.Warns = append(r.Warns, Warning{r.Fset.Position(pos), fmt.Sprintf(format, args...)})
	}
}

// Err returns the sorted list of errors, or nil. It contains only the first error at each position.
func (r *Reports) Err() error {
	if len(r.Errs) == 0 {
		return nil
	}
	r.Errs = SortErrors(r.Errs)
	return r.Errs
}

// SortErrors sorts l, drops duplicates and truncates a list that is too long.
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

// SortWarnings sorts warnings into source order. Those at one position keep their order.
func SortWarnings(l []Warning) {
	sort.SliceStable(l, func(i, j int) bool { return Before(l[i].Pos, l[j].Pos) })
}

// Before orders positions by file, line and column.
func Before(a, b token.Position) bool {
	return cmp.Or(cmp.Compare(a.Filename, b.Filename), a.Line-b.Line, a.Column-b.Column) < 0
}

// maxName bounds the length of names for which an edit distance is computed.
const maxName = 64

// Nearest returns the known name most similar to name, or "" if none is similar, for suggestions.
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

// EditDistance returns the Levenshtein distance of a and b, or limit if the distance is at least limit.
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
