package difftest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"sync"
	"time"

	"hotloop/bench/cputime"
)

// message is a line between a worker and who supervises it. A worker reads the numbers of kernels and answers with the
// number of the kernel it is about to work on, with mismatches, and at the end of a batch with the report.
type message struct {
	IDs    []int   `json:",omitempty"`
	At     *int    `json:",omitempty"`
	Found  *Found  `json:",omitempty"`
	Report *Report `json:",omitempty"`
	Error  string  `json:",omitempty"`
}

// Found is a mismatch as it is told to whoever runs the machine.
type Found struct {
	ID     int
	What   string
	Guilty string
	Text   string // the kernel, reduced if it could be
	File   string // where it was saved
}

// Work is a worker's main loop: it reads batches from in until that ends. handle makes of a mismatch what is told.
func (m *Machine) Work(t *Toolchain, in io.Reader, out io.Writer, handle func(*Mismatch) Found) error {
	dec, w := json.NewDecoder(in), bufio.NewWriter(out)
	say := func(x message) {
		line, err := json.Marshal(x)
		if err != nil {
			line, _ = json.Marshal(message{Error: err.Error()})
		}
		w.Write(append(line, '\n'))
		w.Flush() // whoever supervises must know before a crash
	}
	for {
		var job message
		if err := dec.Decode(&job); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		m.Report = NewReport()
		err := m.Batch(t, job.IDs, func(id int) { say(message{At: &id}) }, func(mm *Mismatch) {
			f := handle(mm)
			say(message{Found: &f})
		})
		done := message{Report: m.Report}
		if err != nil {
			done.Error = err.Error()
		}
		say(done)
	}
}

// Supervisor spreads kernels over worker processes. A worker that crashes or hangs costs the kernel it was at.
type Supervisor struct {
	Start   func() *exec.Cmd // a worker, not started
	Workers int
	Hang    time.Duration                     // how much CPU time one kernel may take
	Crashed func(id int, output string) Found // makes of a crash what is told
	Found   func(Found)
	Tick    func(done int)

	hangs func(id int) time.Duration // in tests: how much CPU time that kernel may take
}

// patience is how much CPU time kernel number id may take.
func (s *Supervisor) patience(id int) time.Duration {
	if s.hangs != nil {
		return s.hangs(id)
	}
	return s.Hang
}

// Run works on kernels number from to to-1 and returns the reports, added up.
func (s *Supervisor) Run(from, to int) (*Report, error) {
	jobs := make(chan []int)
	go func() {
		for at := from; at < to; at += BatchSize {
			var ids []int
			for id := at; id < min(to, at+BatchSize); id++ {
				ids = append(ids, id)
			}
			jobs <- ids
		}
		close(jobs)
	}()
	total := NewReport()
	var mu sync.Mutex
	var wg sync.WaitGroup
	var failed error
	for range s.Workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			w := &worker{s: s, mu: &mu}
			defer w.stop()
			for ids := range jobs {
				rep, err := w.batch(ids)
				mu.Lock()
				if rep != nil {
					total.Add(rep)
				}
				if err != nil && failed == nil {
					failed = err
				}
				if s.Tick != nil {
					s.Tick(total.Kernels)
				}
				mu.Unlock()
			}
		}()
	}
	wg.Wait()
	return total, failed
}

// worker is a process and the pipes to it.
type worker struct {
	s   *Supervisor
	mu  *sync.Mutex
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
	err *tail
}

// tail keeps the beginning of what a process writes to its standard error.
type tail struct {
	mu  sync.Mutex
	buf []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.buf) < 4000 {
		t.buf = append(t.buf, p...)
	}
	return len(p), nil
}

func (w *worker) start() (err error) {
	if w.cmd != nil {
		return nil
	}
	w.cmd, w.err = w.s.Start(), &tail{}
	w.cmd.Stderr = w.err
	if w.in, err = w.cmd.StdinPipe(); err != nil {
		return err
	}
	out, err := w.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	w.out = bufio.NewReaderSize(out, 1<<16)
	return w.cmd.Start()
}

func (w *worker) stop() {
	if w.cmd != nil {
		w.in.Close()
		w.cmd.Wait()
		w.cmd = nil
	}
}

// batch has the process compare kernels. If it ends at one of them, the rest is given to another process.
func (w *worker) batch(ids []int) (*Report, error) {
	for {
		if err := w.start(); err != nil {
			return nil, err
		}
		line, _ := json.Marshal(message{IDs: ids})
		w.in.Write(append(line, '\n'))
		at, rep, err := w.listen()
		if rep != nil {
			return rep, err
		}
		w.cmd.Process.Kill()
		w.cmd.Wait() // for all of its standard error too
		text := string(w.err.buf)
		w.cmd = nil
		if at < 0 {
			return nil, fmt.Errorf("a worker ended: %s", text)
		}
		f := w.s.Crashed(at, text)
		w.mu.Lock()
		w.s.Found(f)
		w.mu.Unlock()
		var rest []int
		for _, id := range ids { // those before it are done again: what they were counted as is lost
			if id != at {
				rest = append(rest, id)
			}
		}
		ids = rest
	}
}

// idle is how many times as long as a kernel's CPU time a worker may take by the clock on the wall: one that waits for
// what never comes uses none. It is large enough for machines on which dozens of processes share a core.
const idle = 60

// watch kills the process when it has used more CPU time than it may since the latest message, or has waited for ever.
// Each value of limits is what it may use from then on.
func (w *worker) watch(limits <-chan time.Duration) {
	pid := w.cmd.Process.Pid
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	limit, used, since := 10*w.s.Hang, cputime.Of(pid), time.Now() // a batch begins with gc at work
	for {
		select {
		case l, ok := <-limits:
			if !ok {
				return
			}
			limit, used, since = l, cputime.Of(pid), time.Now()
		case <-tick.C:
			if cputime.Of(pid)-used > limit || time.Since(since) > idle*limit {
				w.cmd.Process.Kill()
				for range limits {
				}
				return
			}
		}
	}
}

// listen reads what the process says, up to the report.
func (w *worker) listen() (at int, rep *Report, err error) {
	at = -1
	limits := make(chan time.Duration)
	defer close(limits)
	go w.watch(limits)
	for {
		line, rerr := w.out.ReadBytes('\n')
		if rerr != nil {
			return at, nil, nil
		}
		var m message
		if err := json.Unmarshal(line, &m); err != nil {
			return at, nil, nil
		}
		switch {
		case m.At != nil:
			at = *m.At
			limits <- w.s.patience(at)
		case m.Found != nil:
			w.mu.Lock()
			w.s.Found(*m.Found)
			w.mu.Unlock()
		case m.Report != nil:
			if m.Error != "" {
				err = fmt.Errorf("%s", m.Error)
			}
			return at, m.Report, err
		}
	}
}
