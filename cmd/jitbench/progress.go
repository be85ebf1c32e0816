package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// progress is a status line on standard error that is overwritten. Without a terminal it is a single line that says
// what is being done, printed only if that takes longer than silence.
type progress struct {
	w     io.Writer
	on    bool // the output is a terminal
	width int
	start time.Time
	once  sync.Once
	at    atomic.Pointer[string]
}

// silence is the time after which that line is printed.
const silence = 2 * time.Second

// newProgress shows progress on w if w is a file, such as a terminal or a pipe.
func newProgress(w io.Writer) *progress {
	p := &progress{w: w, on: isTerminal(w)}
	if f, ok := w.(*os.File); ok && !p.on {
		time.AfterFunc(silence, func() {
			if at := p.at.Load(); at != nil && *at != "" {
				p.once.Do(func() { fmt.Fprintf(f, "jitbench: measuring (%s)\n", *at) })
			}
		})
	}
	return p
}

func (p *progress) show(done, total int, at string) {
	p.at.Store(&at)
	if !p.on {
		return
	}
	if p.start.IsZero() {
		p.start = time.Now()
	}
	p.clear()
	if at == "" {
		return
	}
	line := fmt.Sprintf("%d/%d %s", done, total, at)
	if spent := time.Since(p.start); done > 0 {
		line += fmt.Sprintf(" (%s left)", (spent / time.Duration(done) * time.Duration(total-done)).Round(time.Second))
	}
	p.width = len(line)
	fmt.Fprint(p.w, line)
}

func (p *progress) clear() {
	if p.width > 0 {
		fmt.Fprint(p.w, "\r", strings.Repeat(" ", p.width), "\r")
		p.width = 0
	}
}

func (p *progress) note(text string) {
	p.clear()
	fmt.Fprintln(p.w, "jitbench:", text)
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	st, err := f.Stat()
	return err == nil && st.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}
