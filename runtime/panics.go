package runtime

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	goruntime "runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"hotloop/loopopt/ir"
	"hotloop/runtime/codemem"
)

// KernelError is the panic value of a kernel. Its Error text is exactly that of the plain Go function, and it is a
// runtime.Error where Go's is. In addition it has the kernel and the position.
type KernelError struct {
	text     string
	kernel   string
	position string
}

// Error returns Go's text, for example "runtime error: index out of range [5] with length 3". When the Go runtime
// prints an unrecovered panic, Error appends the kernel and the position, which tracebacks do not show.
func (e *KernelError) Error() string {
	pc, _, _, _ := goruntime.Caller(1)
	if f := goruntime.FuncForPC(pc); f == nil || f.Name() != "runtime.preprintpanics" {
		return e.text
	}
	return fmt.Sprintf("%s [hotloop kernel %s at %s]", e.text, e.kernel, cmp.Or(e.position, "an unknown position"))
}

// RuntimeError marks e as a runtime.Error.
func (e *KernelError) RuntimeError() {}

// Kernel returns the name of the kernel that panicked.
func (e *KernelError) Kernel() string { return e.kernel }

// Position returns file:line:col of the expression that panicked, or "" if the source is unknown.
func (e *KernelError) Position() string { return e.position }

// panicValue returns the value that a kernel panics with at a site. The value of an explicit panic is its
// constant, as in Go. All others are runtime errors.
func panicValue(f *ir.Func, site *ir.Site, a, b uint64) any {
	switch site.Kind {
	case ir.SitePanic:
		return site.Msg
	case ir.SiteRaise: // the raised value is nil
		return new(goruntime.PanicNilError)
	}
	pos := ""
	if f.Position != nil && site.Pos != 0 {
		pos = f.Position(site.Pos)
	}
	return &KernelError{text: "runtime error: " + siteText(site, a, b), kernel: f.Name, position: pos}
}

// boundsTexts holds the texts of run-time errors that have operands. The second text is for a negative first
// operand: it is out of range for every length, so the length is not reported.
var boundsTexts = [ir.NumSiteKinds]struct{ text, negative string }{
	ir.SiteIndex:     {"index out of range [%s] with length %d", "index out of range [%s]"},
	ir.SiteSliceLen:  {"slice bounds out of range [:%s] with length %d", "slice bounds out of range [:%s]"},
	ir.SiteSliceCap:  {"slice bounds out of range [:%s] with capacity %d", "slice bounds out of range [:%s]"},
	ir.SiteSliceB:    {"slice bounds out of range [%s:%d]", "slice bounds out of range [%s:]"},
	ir.SiteSlice3Len: {"slice bounds out of range [::%s] with length %d", "slice bounds out of range [::%s]"},
	ir.SiteSlice3Cap: {"slice bounds out of range [::%s] with capacity %d", "slice bounds out of range [::%s]"},
	ir.SiteSlice3B:   {"slice bounds out of range [:%s:%d]", "slice bounds out of range [:%s:]"},
	ir.SiteSlice3C:   {"slice bounds out of range [%s:%d:]", "slice bounds out of range [%s::]"},

	ir.SiteSliceArray: {"cannot convert slice with length %s to array or pointer to array with length %d",
		"a slice of length %s"},
}

// siteText returns the text of a run-time error, worded as in the Go runtime (boundsError in its error.go).
func siteText(s *ir.Site, a, b uint64) string {
	switch s.Kind {
	case ir.SiteDivide:
		return "integer divide by zero"
	case ir.SiteShift:
		return "negative shift amount"
	case ir.SiteYield:
		return "range function continued iteration after function for loop body returned false"
	case ir.SiteRuntime:
		return s.Msg
	case ir.SiteMakeLen:
		return "makeslice: len out of range"
	case ir.SiteMakeCap:
		return "makeslice: cap out of range"
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

// CrashError is the panic value of a kernel that accesses invalid memory while the knob crash-report is set. The
// cause is a bug in hotloop, or a slice with invalid memory (unmapped, or made by package unsafe). Without the
// knob the process crashes, as for any other invalid access.
type CrashError struct {
	kernel      string
	position    string  // file:line of the instruction, or ""
	instruction string  // as shown by hotloop dump, with its offset; "" if unknown
	address     uintptr // the accessed address
	options     string  // options of the compilation
	cause       error
}

// Kernel returns the name of the kernel.
func (e *CrashError) Kernel() string { return e.kernel }

// Position returns file:line of the source of the instruction, or "" if it is unknown.
func (e *CrashError) Position() string { return e.position }

// Instruction returns the machine instruction with its offset, or "" if it is unknown.
func (e *CrashError) Instruction() string { return e.instruction }

// Addr returns the address that was accessed.
func (e *CrashError) Addr() uintptr { return e.address }

func (e *CrashError) Error() string {
	at := e.instruction
	if at == "" {
		at = "an instruction unknown to the traceback"
	}
	where := e.position
	if where == "" {
		where = "an unknown line"
	}
	return fmt.Sprintf("hotloop: kernel %s accessed %#x, at %s, from %s; unless the memory of an argument was unmapped, "+
		"this is a bug of hotloop: please report it with the kernel's source (options %s)",
		e.kernel, e.address, at, where, e.options)
}

// Unwrap returns the Go runtime's error.
func (e *CrashError) Unwrap() error { return e.cause }

// RuntimeError marks e as a runtime.Error.
func (e *CrashError) RuntimeError() {}

// addressed is the runtime's error for a memory fault under debug.SetPanicOnFault.
type addressed interface {
	error
	Addr() uintptr
}

// reporting wraps the kernel's function so that faults report their position. It costs microseconds per call.
func (k *Kernel) reporting(lines []CodeLine) {
	plain := k.fn
	l := Loaded{Name: k.name, Entry: k.code.Entry(), Text: k.code.Text(), Lines: lines}
	k.fn = reflect.MakeFunc(k.typ, func(args []reflect.Value) []reflect.Value {
		old := debug.SetPanicOnFault(true)
		defer func() {
			debug.SetPanicOnFault(old)
			r := recover()
			if r == nil {
				return
			}
			fault, ok := r.(addressed)
			if !ok {
				panic(r)
			}
			panic(k.crash(&l, fault))
		}()
		return plain.Call(args)
	})
}

// crash describes a fault. It runs in the faulting goroutine, before the stack is unwound.
func (k *Kernel) crash(l *Loaded, fault addressed) *CrashError {
	e := &CrashError{kernel: k.name, address: fault.Addr(), options: k.options.text(), cause: fault}
	if e.options == "" {
		e.options = "none"
	}
	pcs := make([]uintptr, 64)
	for _, pc := range pcs[:goruntime.Callers(0, pcs)] {
		// For a fault, the pc is that of the instruction; Callers returns it plus one, as for calls.
		for _, at := range []uintptr{pc - 1, pc} {
			off, ok := codemem.FaultOffset(at, l.Entry, len(l.Text))
			if !ok {
				continue
			}
			if n := l.Line(off); n > 0 {
				e.position = fmt.Sprintf("%s:%d", fileOf(k.where), n)
			}
			e.instruction = k.instruction(off)
			return e
		}
	}
	return e
}

// text formats the options for people.
func (o *Options) text() string {
	var list []string
	add := func(name string, value any, given bool) {
		if given {
			list = append(list, fmt.Sprintf("%s=%v", name, value))
		}
	}
	add("isa", o.ISA, o.ISA != "")
	add("tune", o.Tune, o.Tune != "")
	add("fp", o.FP, o.FPWritten)
	add("novectorize", true, o.NoVectorize)
	add("adapt", "sampled", len(o.Profile.Loops) > 0)
	add("knobs", o.Knobs, o.Knobs != "")
	for _, name := range slices.Sorted(maps.Keys(o.Bind)) {
		add(name, o.Bind[name], true)
	}
	return strings.Join(list, " ")
}

// instruction returns the line of the listing that contains the code at an offset.
func (k *Kernel) instruction(off int) string {
	var text strings.Builder
	if k.Disassemble(&text) != nil {
		return fmt.Sprintf("offset %#x", off)
	}
	best := ""
	for line := range strings.SplitSeq(text.String(), "\n") {
		fields := strings.Fields(line)
		if !strings.HasPrefix(line, " ") || len(fields) == 0 {
			continue
		}
		at, err := strconv.ParseInt(fields[0], 16, 64)
		if err != nil {
			continue
		}
		if at > int64(off) {
			break
		}
		best = strings.Join(fields, " ")
	}
	return best
}
