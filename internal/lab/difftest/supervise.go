package difftest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"sync"
	"time"

	"hotloop/internal/lab/cputime"
)

// message is a line between a worker and its supervisor. A worker reads the numbers of kernels. It answers with the
// number of the kernel it starts, with mismatches, and at the end of a batch with the report.
type message struct {
	IDs    []int   `json:",omitempty"`
	At     *int    `json:",omitempty"`
	Found  *Found  `json:",omitempty"`
	Report *Report `json:",omitempty"`
	Error  string  `json:",omitempty"`
}

// Found is a reported mismatch.
type Found struct {
	ID      int    `json:"kernel"`
	What    string `json:"what"`
	Culprit string `json:"culprit"`
	Text    string `json:"text"` // the kernel, reduced if possible
	File    string `json:"file"` // where it was saved
}

// Work is a worker's main loop: it reads batches from in until its end. handle turns a mismatch into a report.
func (m *Machine) Work(t *Toolchain, in io.Reader, out io.Writer, handle func(*Mismatch) Found) error {
	dec, w := json.NewDecoder(in), bufio.NewWriter(out)
	say := func(x message) {
		line, err := json.Marshal(x)
		if err != nil {
			line, _ = json.Marshal(message{Error: err.Error()})
		}
		w.Write(append(line, '\n'))
		w.Flush() // the supervisor must know before a crash
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

// Supervisor distributes kernels over worker processes. A worker that crashes or hangs loses only its current kernel.
type Supervisor struct {
	Start   func() *exec.Cmd // a worker, not started
	Workers int
	Hang    time.Duration                     // CPU time limit of one kernel
	Crashed func(id int, output string) Found // turns a crash into a report
	Found   func(Found)
	Tick    func(done int)

	hangs func(id int) time.Duration // for tests: the CPU time limit of a kernel
}

// patience returns the CPU time limit of kernel number id.
func (s *Supervisor) patience(id int) time.Duration {
	if s.hangs != nil {
		return s.hangs(id)
	}
	return s.Hang
}

// Run processes the kernels from to to-1 and returns the sum of the reports.
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

// worker is a process with its pipes.
type worker struct {
	s   *Supervisor
	mu  *sync.Mutex
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
	err *tail
}

// tail keeps the beginning of a process's standard error.
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

// batch makes the process compare kernels. If it dies at one of them, another process gets the rest.
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
		for _, id := range ids { // those before it are repeated, since their counts are lost
			if id != at {
				rest = append(rest, id)
			}
		}
		ids = rest
	}
}

// idle bounds a worker's wall-clock time in multiples of a kernel's CPU time: a process that is blocked forever uses
// no CPU time. It is large enough for machines on which dozens of processes share a core.
const idle = 60

// watch kills the process if it exceeds its CPU time since the latest message, or is blocked. Each value received
// from limits is the CPU time allowed from then on.
func (w *worker) watch(limits <-chan time.Duration) {
	pid := w.cmd.Process.Pid
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	limit, used, since := 10*w.s.Hang, cputime.Of(pid), time.Now() // a batch begins with the Go compiler at work
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

// listen reads the process's messages up to the report.
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
