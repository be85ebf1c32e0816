package runtime

import (
	"fmt"
	"os"
	goruntime "runtime"
	"sort"
	"strings"
	"sync"
	"sync/atomic"

	"hotloop/isel"
	"hotloop/loopopt/config"
	"hotloop/loopopt/ir"
)

// Observers are notified of loaded kernels. The knobs perf-map and jitdump write the files that perf reads.
// Package gdbjit, if imported, maintains the list that gdb and lldb read. The knob crash-report turns a fault in a
// kernel into a panic. Freed code is filled with trapping instructions, so that a stale call stops at once; with
// the knob keep-freed, its memory is never reused.

// Loaded describes machine code that is ready to be called, for observers.
type Loaded struct {
	Name  string  // name of the kernel
	File  string  // source file, as named in messages; "" if the code has no source
	Entry uintptr // address of the first instruction
	Text  []byte  // instructions and constants, readable while the code is in memory
	Lines []CodeLine
}

// CodeLine maps the code at Offset and after to a source line.
type CodeLine struct {
	Offset int
	Line   int // from 1; 0 if there is no source line
}

// Line returns the source line of the instruction at an offset, or 0 if there is none.
func (l *Loaded) Line(offset int) int {
	i := sort.Search(len(l.Lines), func(i int) bool { return l.Lines[i].Offset > offset })
	if i == 0 {
		return 0
	}
	return l.Lines[i-1].Line
}

// Observer is called for every kernel loaded after it was added. The function it returns, if not nil, is called
// when the code is freed. Both may be called from any goroutine.
type Observer func(l *Loaded) (freed func())

// observers holds the added observers and those that knobs have requested.
var observers struct {
	sync.Mutex
	list  []Observer
	knobs map[string]bool // knobs already handled
	any   atomic.Bool
}

// Observe adds an observer. Observers cannot be removed: profilers and debuggers stay for the life of the process.
func Observe(o Observer) {
	observers.Lock()
	defer observers.Unlock()
	observers.list = append(observers.list, o)
	observers.any.Store(true)
}

// observeByKnobs adds the observers that knobs request, once per process. It reports failures on standard error,
// since the knobs are for debugging.
func observeByKnobs(k *config.Knobs) {
	if !k.PerfMap && !k.JITDump {
		return
	}
	for _, way := range []struct {
		name string
		on   bool
		open func() (Observer, error)
	}{{"perf-map", k.PerfMap, openPerfMap}, {"jitdump", k.JITDump, openJITDump}} {
		observers.Lock()
		first := way.on && !observers.knobs[way.name]
		if first {
			if observers.knobs == nil {
				observers.knobs = map[string]bool{}
			}
			observers.knobs[way.name] = true
		}
		observers.Unlock()
		if !first {
			continue
		}
		o, err := way.open()
		if err != nil {
			fmt.Fprintf(os.Stderr, "hotloop: %s: %v\n", way.name, err)
			continue
		}
		Observe(o)
	}
}

// announce notifies the observers of a kernel's code.
func announce(c *Code, k *Kernel, lines []CodeLine) {
	l := &Loaded{Name: k.name, File: fileOf(k.where), Entry: c.Entry(), Text: c.Text(), Lines: lines}
	observers.Lock()
	list := observers.list
	observers.Unlock()
	for _, o := range list {
		if freed := o(l); freed != nil {
			goruntime.AddCleanup(c, func(f func()) { f() }, freed)
		}
	}
}

// sourceLines returns the lines of file that the code of f comes from.
func sourceLines(f *ir.Func, code *isel.Code, file string) (out []CodeLine) {
	if f == nil || f.Position == nil {
		return nil
	}
	last := 0
	for offset, p := range code.Positions() {
		n := 0
		if p != 0 {
			if where := f.Position(p); strings.HasPrefix(where, file+":") {
				n = lineOf(where)
			}
		}
		if n != last {
			out = append(out, CodeLine{offset, n})
			last = n
		}
	}
	return out
}
