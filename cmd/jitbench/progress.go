package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// progress is a line on standard error that is written over; nothing unless a terminal shows it.
type progress struct {
	w     io.Writer
	on    bool
	width int
	start time.Time
}

func (p *progress) show(done, total int, at string) {
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
