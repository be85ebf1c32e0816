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

// siteText words a run-time error as the Go runtime does (boundsError in its error.go): a negative index is reported
// without the length, since no length would have done.
func siteText(s *ir.Site, a, b uint64) string {
	neg := !s.Unsigned && int64(a) < 0
	num := func(x uint64) string {
		if s.Unsigned {
			return fmt.Sprint(x)
		}
		return fmt.Sprint(int64(x))
	}
	switch s.Kind {
	case ir.SiteIndex:
		if neg {
			return fmt.Sprintf("index out of range [%s]", num(a))
		}
		return fmt.Sprintf("index out of range [%s] with length %d", num(a), int64(b))
	case ir.SiteDivide:
		return "integer divide by zero"
	case ir.SiteShift:
		return "negative shift amount"
	case ir.SiteSliceLen, ir.SiteSliceCap:
		if neg {
			return fmt.Sprintf("slice bounds out of range [:%s]", num(a))
		}
		what := "length"
		if s.Kind == ir.SiteSliceCap {
			what = "capacity"
		}
		return fmt.Sprintf("slice bounds out of range [:%s] with %s %d", num(a), what, int64(b))
	case ir.SiteSliceB:
		if neg {
			return fmt.Sprintf("slice bounds out of range [%s:]", num(a))
		}
		return fmt.Sprintf("slice bounds out of range [%s:%d]", num(a), int64(b))
	case ir.SiteNil:
		return "invalid memory address or nil pointer dereference"
	}
	return "unknown check " + s.Kind.String()
}
