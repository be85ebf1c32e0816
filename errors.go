package hotloop

import (
	"errors"
	"go/token"
	goruntime "runtime"
	"strings"

	"hotloop/frontend"
	"hotloop/runtime"
)

// SourceError is an error in a kernel's source.
type SourceError struct {
	Pos token.Position
	Msg string // what was found and what to write instead, or the type checker's message
}

// Error returns the message preceded by file:line:col.
func (e *SourceError) Error() string { return (*frontend.Error)(e).Error() }

// ErrorList lists the errors in a kernel's source, in the order of the source. Use [errors.As] to get it from
// the error of [Compile] or [Kernel.Err].
type ErrorList []*SourceError

// Error returns the errors, one on each line.
func (l ErrorList) Error() string {
	lines := make([]string, len(l))
	for i, e := range l {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// sourceErrors is an error of package runtime that wraps source errors.
type sourceErrors struct {
	error
	list ErrorList
}

func (e *sourceErrors) Unwrap() []error { return []error{e.error, e.list} }

// public returns err with its source errors as an ErrorList.
func public(err error) error {
	var list frontend.ErrorList
	if !errors.As(err, &list) {
		return err
	}
	out := make(ErrorList, len(list))
	for i, e := range list {
		out[i] = (*SourceError)(e)
	}
	if _, ok := err.(frontend.ErrorList); ok {
		return out
	}
	return &sourceErrors{err, out}
}

// KernelError is what a kernel panics with where Go code panics with a run-time error.
type KernelError interface {
	goruntime.Error // with the text of Go's error

	// Kernel returns the name of the kernel.
	Kernel() string
	// Position returns file:line:col of the expression that failed, or "" if it is unknown.
	Position() string
}

var _ KernelError = (*runtime.KernelError)(nil)

// CrashError is what a kernel panics with if it accesses memory that is not mapped and the debug knob crash-report is
// set (HOTLOOP=crash-report). Without the knob such a kernel ends the process, as Go code does.
type CrashError interface {
	goruntime.Error

	// Kernel returns the name of the kernel.
	Kernel() string
	// Instruction returns the machine instruction with its offset, or "" if it is unknown.
	Instruction() string
	// Position returns file:line of the source of the instruction, or "" if it is unknown.
	Position() string
	// Addr returns the address that was accessed.
	Addr() uintptr
}

var _ CrashError = (*runtime.CrashError)(nil)

var (
	// ErrCodeLimit is the Err of a kernel whose machine code exceeds the limit of [SetCodeLimit].
	ErrCodeLimit = runtime.ErrCodeLimit
	// ErrTooLarge is in the Err of a kernel that is too large for machine code; [errors.Is] finds it. The package
	// documentation has the limits.
	ErrTooLarge = runtime.ErrTooLarge
	// ErrClosed is the Err of a kernel after [Kernel.Close].
	ErrClosed = runtime.ErrClosed
)
