package runtime

import (
	"fmt"
	"maps"
	"reflect"
	goruntime "runtime"
	"runtime/debug"
	"slices"
	"strings"
)

// CrashError is the panic value of a kernel that touched memory it must not, if the knob crash-report is set: a bug of ours, or a slice
// whose memory is not there (unmapped, or made by package unsafe). Without the knob the process ends, as for any other wild access.
type CrashError struct {
	Kernel      string
	Position    string  // file:line of the instruction, as far as it is known
	Instruction string  // as hotloop dump shows it, with its offset; "" if it is not known
	Address     uintptr // that was accessed
	Options     string  // of the compilation
	cause       error
}

func (e *CrashError) Error() string {
	at := e.Instruction
	if at == "" {
		at = "an instruction that the traceback does not show"
	}
	where := e.Position
	if where == "" {
		where = "an unknown line"
	}
	return fmt.Sprintf("hotloop: kernel %s accessed %#x, at %s, from %s; unless the memory of an argument is gone, this is a bug of hotloop: please report it with the kernel's source (options %s)",
		e.Kernel, e.Address, at, where, e.Options)
}

// Unwrap gives the Go runtime's error.
func (e *CrashError) Unwrap() error { return e.cause }

// RuntimeError marks it as a runtime.Error.
func (e *CrashError) RuntimeError() {}

// addressed is what faults on memory are reported with while panics are asked for.
type addressed interface {
	error
	Addr() uintptr
}

// reporting wraps the kernel's function so that faults say where they were. It costs microseconds a call.
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

// crash describes a fault from the goroutine that had it, before it is unwound.
func (k *Kernel) crash(l *Loaded, fault addressed) *CrashError {
	e := &CrashError{Kernel: k.name, Address: fault.Addr(), Options: k.options.text(), cause: fault}
	if e.Options == "" {
		e.Options = "none"
	}
	pcs := make([]uintptr, 64)
	for _, pc := range pcs[:goruntime.Callers(0, pcs)] {
		// A pc of a fault is that of the instruction, which Callers tells one beyond as it does of calls.
		for _, at := range []uintptr{pc - 1, pc} {
			if at < l.Entry || at >= l.Entry+uintptr(len(l.Text)) {
				continue
			}
			off := int(at - l.Entry)
			if n := l.Line(off); n > 0 {
				e.Position = fmt.Sprintf("%s:%d", k.filename, n)
			}
			e.Instruction = k.instruction(off)
			return e
		}
	}
	return e
}

// text is what a person wants to know of the options.
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
	add("knobs", o.Knobs, o.Knobs != "")
	for _, name := range slices.Sorted(maps.Keys(o.Bind)) {
		add(name, o.Bind[name], true)
	}
	return strings.Join(list, " ")
}

// instruction is the line of the listing that the code at an offset stands in.
func (k *Kernel) instruction(off int) string {
	var text strings.Builder
	if k.Disassemble(&text) != nil {
		return fmt.Sprintf("offset %#x", off)
	}
	best := ""
	for line := range strings.SplitSeq(text.String(), "\n") {
		var at int
		if _, err := fmt.Sscanf(line, "%x", &at); err != nil || !strings.HasPrefix(line, " ") {
			continue
		}
		if at > off {
			break
		}
		best = strings.Join(strings.Fields(line), " ")
	}
	return best
}
