package runtime

import (
	"fmt"

	"hotloop/loopopt/ir"
)

// KernelError is the panic value of a kernel. Its Error is what the plain Go function's would be, to the letter, and
// it is a runtime.Error where Go's is one. Kernel and Position are more than Go tells.
type KernelError struct {
	text     string
	kernel   string
	position string
}

// Error is Go's text: "runtime error: index out of range [5] with length 3".
func (e *KernelError) Error() string { return e.text }

// RuntimeError marks it as a runtime.Error.
func (e *KernelError) RuntimeError() {}

// Kernel is the name of the kernel that panicked.
func (e *KernelError) Kernel() string { return e.kernel }

// Position is file:line:col of the expression that panicked, or "" if the source is not known.
func (e *KernelError) Position() string { return e.position }

// panicValue makes the value that a kernel panics with at a site. An explicit panic has its constant for value, as in
// Go; everything else is a runtime error.
func panicValue(f *ir.Func, site *ir.Site, a, b uint64) any {
	if site.Kind == ir.SitePanic {
		return site.Msg
	}
	pos := ""
	if f.Position != nil && site.Pos != 0 {
		pos = f.Position(site.Pos)
	}
	return &KernelError{text: "runtime error: " + siteText(site, a, b), kernel: f.Name, position: pos}
}

// boundsTexts word the run-time errors that have operands, for a first operand that may be in range for some length and
// for a negative one: no length would have done for that, so none is reported.
var boundsTexts = [ir.NumSiteKinds]struct{ text, negative string }{
	ir.SiteIndex:     {"index out of range [%s] with length %d", "index out of range [%s]"},
	ir.SiteSliceLen:  {"slice bounds out of range [:%s] with length %d", "slice bounds out of range [:%s]"},
	ir.SiteSliceCap:  {"slice bounds out of range [:%s] with capacity %d", "slice bounds out of range [:%s]"},
	ir.SiteSliceB:    {"slice bounds out of range [%s:%d]", "slice bounds out of range [%s:]"},
	ir.SiteSlice3Len: {"slice bounds out of range [::%s] with length %d", "slice bounds out of range [::%s]"},
	ir.SiteSlice3Cap: {"slice bounds out of range [::%s] with capacity %d", "slice bounds out of range [::%s]"},
	ir.SiteSlice3B:   {"slice bounds out of range [:%s:%d]", "slice bounds out of range [:%s:]"},
	ir.SiteSlice3C:   {"slice bounds out of range [%s:%d:]", "slice bounds out of range [%s::]"},

	ir.SiteSliceArray: {"cannot convert slice with length %s to array or pointer to array with length %d", "a slice of length %s"},
}

// siteText words a run-time error as the Go runtime does (boundsError in its error.go).
func siteText(s *ir.Site, a, b uint64) string {
	switch s.Kind {
	case ir.SiteDivide:
		return "integer divide by zero"
	case ir.SiteShift:
		return "negative shift amount"
	case ir.SiteNil:
		return "invalid memory address or nil pointer dereference"
	}
	if boundsTexts[s.Kind].text == "" {
		return "unknown check " + s.Kind.String()
	}
	texts := &boundsTexts[s.Kind]
	switch {
	case s.Unsigned:
		return fmt.Sprintf(texts.text, fmt.Sprint(a), int64(b))
	case int64(a) < 0:
		return fmt.Sprintf(texts.negative, fmt.Sprint(int64(a)))
	}
	return fmt.Sprintf(texts.text, fmt.Sprint(int64(a)), int64(b))
}
