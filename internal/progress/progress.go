// Package progress reports the progress of work that takes longer than two seconds, with an estimate of what is left.
//
// It updates one line of a terminal in place. Where the output is no terminal, it writes nothing.
package progress

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"hotloop/internal/terminal"
)

// Quiet is the time before anything is written.
const Quiet = 2 * time.Second

// refresh is the time between two updates on a terminal.
const refresh = 500 * time.Millisecond

// Progress is the progress of one piece of work. Its methods may be called from several goroutines at once, and do
// nothing on a nil Progress.
type Progress struct {
	w     io.Writer
	what  string
	limit int // the width of the terminal

	mu          sync.Mutex
	done, total int
	time        time.Duration // that the work takes, if it is bound by time
	at          string
	width       int           // of the line on the terminal
	begun       bool          // the work has written the beginning of a line to the terminal
	stop        chan struct{} // nil if run does not run
	stopping    sync.Once
	stopped     sync.WaitGroup
}

// Start starts reporting the progress of work named what, such as "hotloop fuzz". It returns nil if w is no terminal.
// Stop ends the report.
func Start(w io.Writer, what string) *Progress {
	if !terminal.Is(w) {
		return nil
	}
	p := newProgress(w, what, terminal.Width(w))
	p.stop = make(chan struct{})
	p.stopped.Add(1)
	go p.run()
	return p
}

func newProgress(w io.Writer, what string, width int) *Progress {
	return &Progress{w: w, what: what, limit: width}
}

func (p *Progress) run() {
	defer p.stopped.Done()
	start := time.Now()
	tick := time.NewTicker(refresh)
	defer tick.Stop()
	for {
		select {
		case <-p.stop:
			return
		case <-tick.C:
			p.tell(time.Since(start))
		}
	}
}

// tell writes the line at elapsed time spent, if that is not too early.
func (p *Progress) tell(spent time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if spent < Quiet || p.begun {
		return // the next write would remove what the work has written of its line
	}
	p.clear()
	line := []rune(p.line(spent))
	line = line[:min(len(line), max(p.limit-1, 0))] // a longer line could not be removed
	p.width = len(line)
	fmt.Fprint(p.w, string(line))
}

// line returns the text of the line at elapsed time spent.
func (p *Progress) line(spent time.Duration) string {
	var s strings.Builder
	fmt.Fprintf(&s, "%s: %s", p.what, spent.Round(time.Second))
	switch {
	case p.time > 0:
		fmt.Fprintf(&s, " of %s", p.time.Round(time.Second))
	case p.total > 0:
		fmt.Fprintf(&s, ", %d of %d", p.done, p.total)
	case p.done > 0:
		fmt.Fprintf(&s, ", %d done", p.done)
	}
	if p.at != "" {
		fmt.Fprintf(&s, ", %s", p.at)
	}
	if p.time == 0 && p.done > 0 && p.total > p.done {
		left := time.Duration(float64(spent) / float64(p.done) * float64(p.total-p.done))
		fmt.Fprintf(&s, " (about %s left)", left.Round(time.Second))
	}
	return s.String()
}

// clear removes the line from the terminal.
func (p *Progress) clear() {
	if p.width > 0 {
		fmt.Fprint(p.w, "\r", strings.Repeat(" ", p.width), "\r")
		p.width = 0
	}
}

// Set records that done of total units of work are done, and what is in progress. A total of 0 means unknown. at
// may be empty.
func (p *Progress) Set(done, total int, at string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done, p.total, p.at = done, total, at
}

// Until records that the work takes the time d, and what is in progress.
func (p *Progress) Until(d time.Duration, at string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.time, p.at = d, at
}

// Add records that n more units are done.
func (p *Progress) Add(n int) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done += n
}

// Writer returns a writer to w that first removes the line from the terminal, for the work's own output. The line comes
// back when the output ends with a newline. A file that is not the terminal is returned as it is.
func (p *Progress) Writer(w io.Writer) io.Writer {
	if _, file := w.(interface{ Fd() uintptr }); p == nil || file && !terminal.Is(w) {
		return w
	}
	return &over{p, w}
}

type over struct {
	p *Progress
	w io.Writer
}

func (o *over) Write(b []byte) (int, error) {
	o.p.mu.Lock()
	defer o.p.mu.Unlock()
	o.p.clear()
	if len(b) > 0 {
		o.p.begun = b[len(b)-1] != '\n'
	}
	return o.w.Write(b)
}

// Stop ends the report and removes the line from the terminal. A second call does nothing.
func (p *Progress) Stop() {
	if p == nil {
		return
	}
	if p.stop != nil {
		p.stopping.Do(func() { close(p.stop) })
		p.stopped.Wait()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
}
