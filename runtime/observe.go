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

// Whoever wants to know of kernels observes them. The knobs perf-map and jitdump write what perf reads, and package
// gdbjit, for programs that import it, keeps the list that gdb and lldb read. The knob crash-report makes a panic of a
// fault in a kernel. Freed code is filled with instructions that trap, so that a stale call stops at once; under the
// knob keep-freed its memory is never used again.

// A Loaded kernel is what observers are told of: machine code that can be called from now on.
type Loaded struct {
	Name  string  // the kernel's
	File  string  // of its source, as messages name it; "" if the code does not come from source
	Entry uintptr // address of the first instruction
	Text  []byte  // instructions and constants, readable as long as the code is in memory
	Lines []CodeLine
}

// A CodeLine says that the code from Offset on comes from a line of the source.
type CodeLine struct {
	Offset int
	Line   int // from 1; 0 if it comes from none
}

// Line is the source line of the instruction at an offset, 0 if it comes from none.
func (l *Loaded) Line(offset int) int {
	i := sort.Search(len(l.Lines), func(i int) bool { return l.Lines[i].Offset > offset })
	if i == 0 {
		return 0
	}
	return l.Lines[i-1].Line
}

// An Observer is told of every kernel that is loaded after it was added. What it returns, if not nil, is called when
// the code is freed. Both may be called from any goroutine.
type Observer func(l *Loaded) (freed func())

// observers are those added, and those that knobs have asked for.
var observers struct {
	sync.Mutex
	list  []Observer
	knobs map[string]bool // that have been seen
	any   atomic.Bool
}

// Observe adds an observer. There is no way back: profilers and debuggers stay for as long as the process.
func Observe(o Observer) {
	observers.Lock()
	defer observers.Unlock()
	observers.list = append(observers.list, o)
	observers.any.Store(true)
}

// observeByKnobs adds what knobs ask for, once in a process. What cannot be done is told on standard error: whoever
// debugs looks there.
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

// announce tells the observers of a kernel's code.
func announce(c *Code, k *Kernel, lines []CodeLine) {
	l := &Loaded{Name: k.name, File: k.filename, Entry: c.Entry(), Text: c.Text(), Lines: lines}
	observers.Lock()
	list := observers.list
	observers.Unlock()
	for _, o := range list {
		if freed := o(l); freed != nil {
			goruntime.AddCleanup(c, func(f func()) { f() }, freed)
		}
	}
}

// sourceLines are the lines of f that code comes from, where they are in the file so named.
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
