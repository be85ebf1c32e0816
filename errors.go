package hotloop

import (
	"fmt"
	"go/token"
	goruntime "runtime"
	"strings"

	"hotloop/runtime/fallback"
)

// SourceError is an error in a kernel's source.
type SourceError struct {
	Pos token.Position
	Msg string // what was found and what to write instead, or the type checker's message
}

// Error returns the message preceded by file:line:col.
func (e *SourceError) Error() string {
	file := e.Pos.Filename
	if file == "" {
		file = "kernel.go"
	}
	return fmt.Sprintf("%s:%d:%d: %s", file, e.Pos.Line, e.Pos.Column, e.Msg)
}

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

// KernelError is what a kernel panics with where Go code panics with a run-time error.
type KernelError interface {
	goruntime.Error // with the text of Go's error

	// Kernel returns the name of the kernel.
	Kernel() string
	// Position returns file:line:col of the expression that failed, or "" if it is unknown.
	Position() string
}

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

var (
	// ErrCodeLimit is the Err of a kernel whose machine code exceeds the limit of [SetCodeLimit].
	ErrCodeLimit = fallback.ErrCodeLimit
	// ErrTooLarge is in the Err of a kernel that is too large for machine code; [errors.Is] finds it. The package
	// documentation has the limits.
	ErrTooLarge = fallback.ErrTooLarge
	// ErrClosed is the Err of a kernel after [Kernel.Close].
	ErrClosed = fallback.ErrClosed
)
