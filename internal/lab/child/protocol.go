// Package child runs kernels in other processes: code of C compilers, or of the Go compiler for a file that is not
// linked in. A child reads commands on standard input and answers on standard output, all in little-endian 64-bit
// words:
//
//	load   regions (bytes, offset, whether refilled before every timed call, contents), arguments (scalar bits, or
//	       region, offset, elements; 1 for an array behind a pointer); several sets of them alternate, and the
//	       number of calls between two refills
//	run    function, calls to warm up, calls to time  → panic text, thread CPU time in ns
//	call   function                                   → panic text, results' bits, all regions' contents
//
// run and call start with fresh contents. Functions are numbered in the order in which they were added.
//
// A child that crashes or does not answer within Limit is killed; the next load starts another.
package child

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"

	"hotloop/internal/lab/cputime"
	"hotloop/internal/lab/frame"
)

const (
	cmdLoad = 1
	cmdRun  = 2
	cmdCall = 3

	maxArgs    = 32 // per set
	maxRegions = 32
	maxResults = 8
)

// Limit bounds the processor time of a child for one answer. A batch of calls takes a thousandth of it, and one call
// on arguments of millions of elements a tenth.
const Limit = 10 * time.Second

// ErrEndless means that a call exceeded Process.Limit and was killed.
var ErrEndless = errors.New("does not end")

// A Process is a child process. It starts with Start, and again with the next Load after it was killed.
type Process struct {
	Name  string
	Limit time.Duration // bound on the processor time for an answer

	path  string
	env   []string
	in    io.WriteCloser
	out   *os.File
	w     *bufio.Writer
	r     *bufio.Reader
	sizes []int     // of the loaded regions
	cmd   *exec.Cmd // nil while the child does not run
}

// running holds the present children, for KillAll.
var running struct {
	sync.Mutex
	processes map[*os.Process]bool
	over      bool // no more processes are started
}

// KillAll kills all children, for a program that is about to exit. No child can be started afterwards.
func KillAll() {
	running.Lock()
	defer running.Unlock()
	running.over = true
	for p := range running.processes {
		p.Kill()
	}
}

// Start starts the program at path, with env added to the environment of this process.
func Start(name, path string, env ...string) (*Process, error) {
	p := &Process{Name: name, Limit: Limit, path: path, env: env}
	return p, p.start()
}

func (p *Process) start() error {
	cmd := Command(p.path)
	if len(p.env) > 0 {
		cmd.Env = append(os.Environ(), p.env...)
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	running.Lock()
	defer running.Unlock()
	if running.over {
		return p.gone(os.ErrProcessDone)
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	if running.processes == nil {
		running.processes = map[*os.Process]bool{}
	}
	running.processes[cmd.Process] = true
	p.in, p.out, p.cmd = in, out.(*os.File), cmd
	p.w, p.r = bufio.NewWriterSize(in, 1<<16), bufio.NewReaderSize(answers{p}, 1<<16)
	return nil
}

// Close stops the child.
func (p *Process) Close() error {
	if p.cmd == nil {
		return nil
	}
	p.in.Close() // a child exits at end of file
	return p.wait()
}

func (p *Process) wait() error {
	err := p.cmd.Wait()
	running.Lock()
	delete(running.processes, p.cmd.Process)
	running.Unlock()
	p.cmd = nil
	return err
}

// gone kills a child that has failed, so that the next Load starts another, and returns the reason of the failure.
func (p *Process) gone(err error) error {
	if p.cmd != nil {
		p.cmd.Process.Kill()
		p.in.Close()
		p.wait()
	}
	if errors.Is(err, ErrEndless) {
		return fmt.Errorf("%s %w", p.Name, err)
	}
	return fmt.Errorf("%s ended: %w", p.Name, err)
}

// answers reads the output of a child until the child has used up the processor time for an answer. The processor
// time is checked periodically: where many processes share a processor, an answer may take much longer.
type answers struct{ *Process }

func (p answers) Read(b []byte) (int, error) {
	began := cputime.Of(p.cmd.Process.Pid)
	for {
		p.out.SetReadDeadline(time.Now().Add(p.Limit/8 + time.Millisecond))
		n, err := p.out.Read(b)
		if n > 0 || !errors.Is(err, os.ErrDeadlineExceeded) {
			return n, err
		}
		if cputime.Of(p.cmd.Process.Pid)-began >= p.Limit {
			return 0, ErrEndless
		}
	}
}

func (p *Process) put(words ...uint64) {
	var b [8]byte
	for _, w := range words {
		binary.LittleEndian.PutUint64(b[:], w)
		p.w.Write(b[:]) // an error stays in the writer until Flush
	}
}

// get reads a word, or returns the error that ended the child.
func (p *Process) get() (uint64, error) {
	b, err := p.bytes(8)
	if err != nil {
		return 0, err
	}
	return binary.LittleEndian.Uint64(b), nil
}

func (p *Process) bytes(n int) ([]byte, error) {
	b := make([]byte, n)
	if _, err := io.ReadFull(p.r, b); err != nil {
		return nil, p.gone(err)
	}
	return b, nil
}

// text reads the text of a panic, which is empty if there was none.
func (p *Process) text() (string, error) {
	n, err := p.get()
	if err != nil {
		return "", err
	}
	b, err := p.bytes(int(n))
	return string(b), err
}

// send makes the child answer the words written. A child that was killed cannot answer; Load must come first.
func (p *Process) send(words ...uint64) error {
	if p.cmd == nil {
		return p.gone(os.ErrProcessDone)
	}
	p.put(words...)
	if err := p.w.Flush(); err != nil {
		return p.gone(err)
	}
	return nil
}

// Load sends the input of subsequent calls.
func (p *Process) Load(f *frame.Frame) error {
	sets := max(1, f.Sets)
	if len(f.Args) > sets*maxArgs || len(f.Regions) > sets*maxRegions {
		return fmt.Errorf("%d arguments are more than the %d a child takes", len(f.Args), sets*maxArgs)
	}
	if p.cmd == nil {
		if err := p.start(); err != nil {
			return err
		}
	}
	p.put(cmdLoad, uint64(len(f.Regions)), uint64(len(f.Args)), uint64(sets), uint64(f.Together()))
	p.sizes = p.sizes[:0]
	at, _ := f.Offsets()
	for i, r := range f.Regions {
		anew := uint64(0)
		if r.Refilled {
			anew = 1
		}
		p.put(uint64(len(r.Data)), uint64(at[i]), anew)
		p.w.Write(r.Data)
		p.sizes = append(p.sizes, len(r.Data))
	}
	for _, a := range f.Args {
		if a.InRegion() {
			p.put(1, uint64(a.Region), uint64(a.Offset), uint64(a.Len))
		} else {
			p.put(0, a.Bits, 0, 0)
		}
	}
	return p.send()
}

// Run times reps calls of function fn after warm calls to warm up. A panic of fn is an error.
func (p *Process) Run(fn, warm, reps int) (time.Duration, error) {
	if err := p.send(cmdRun, uint64(fn), uint64(warm), uint64(reps)); err != nil {
		return 0, err
	}
	text, err := p.text()
	if err != nil {
		return 0, err
	}
	ns, err := p.get()
	if err == nil && text != "" {
		err = frame.Panicked(text)
	}
	return time.Duration(ns), err
}

// Call calls function fn once and reads its outcome.
func (p *Process) Call(fn int) (*frame.Outcome, error) {
	if err := p.send(cmdCall, uint64(fn), 0, 0); err != nil {
		return nil, err
	}
	text, err := p.text()
	if err != nil {
		return nil, err
	}
	o := &frame.Outcome{Panic: text}
	for range maxResults {
		w, err := p.get()
		if err != nil {
			return nil, err
		}
		o.Results = append(o.Results, w)
	}
	for _, size := range p.sizes {
		b, err := p.bytes(size)
		if err != nil {
			return nil, err
		}
		o.Regions = append(o.Regions, b)
	}
	return o, nil
}
