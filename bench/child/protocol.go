// Package child runs kernels in other processes: C compilers' code, or gc's for a file that is not linked in. A child
// reads commands on standard input and answers on standard output, all in little-endian 64-bit words:
//
//	load   regions (bytes, where, whether filled before every timed call, contents), arguments (scalar bits, or
//	       region, offset, elements; of an array behind a pointer 1); several sets of them are used in turns
//	run    function, calls to warm up, calls to time  → thread CPU time in ns
//	call   function                                   → panic text, results' bits, all regions' contents
//
// run begins with fresh contents and so does call. Functions are numbered in the order they were added.
package child

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"hotloop/bench/frame"
)

const (
	cmdLoad = 1
	cmdRun  = 2
	cmdCall = 3

	maxArgs    = 32 // of a set; there may be 64
	maxRegions = 32
	maxSets    = 64
	maxResults = 8
)

// A Process is a running child.
type Process struct {
	Name  string
	cmd   *exec.Cmd
	in    io.WriteCloser
	w     *bufio.Writer
	r     *bufio.Reader
	sizes []int // of the loaded regions
}

// Start starts the program at path, with more variables in its environment than this one's.
func Start(name, path string, env ...string) (*Process, error) {
	p := &Process{Name: name, cmd: Command(path)}
	if len(env) > 0 {
		p.cmd.Env = append(os.Environ(), env...)
	}
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.w, p.r = bufio.NewWriterSize(p.in, 1<<16), bufio.NewReaderSize(out, 1<<16)
	return p, p.cmd.Start()
}

// Close ends the child.
func (p *Process) Close() error {
	p.in.Close() // a child leaves at end of file
	return p.cmd.Wait()
}

func (p *Process) put(words ...uint64) {
	var b [8]byte
	for _, w := range words {
		binary.LittleEndian.PutUint64(b[:], w)
		p.w.Write(b[:]) // an error stays in the writer until Flush
	}
}

func (p *Process) get() (uint64, error) {
	var b [8]byte
	if _, err := io.ReadFull(p.r, b[:]); err != nil {
		return 0, fmt.Errorf("%s ended: %w", p.Name, err)
	}
	return binary.LittleEndian.Uint64(b[:]), nil
}

func (p *Process) bytes(n int) ([]byte, error) {
	b := make([]byte, n)
	if _, err := io.ReadFull(p.r, b); err != nil {
		return nil, fmt.Errorf("%s ended: %w", p.Name, err)
	}
	return b, nil
}

// Load hands over the input of the calls that follow.
func (p *Process) Load(f *frame.Frame) error {
	sets := max(1, f.Sets)
	if len(f.Args) > sets*maxArgs || len(f.Regions) > sets*maxRegions || sets > maxSets {
		return fmt.Errorf("%d arguments are more than the %d a child takes", len(f.Args), sets*maxArgs)
	}
	p.put(cmdLoad, uint64(len(f.Regions)), uint64(len(f.Args)), uint64(sets))
	p.sizes = p.sizes[:0]
	at, _ := f.Offsets()
	for i, r := range f.Regions {
		anew := uint64(0)
		if r.Anew {
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
	return p.w.Flush()
}

// Run times calls of function fn after some to warm up.
func (p *Process) Run(fn, warm, reps int) (time.Duration, error) {
	p.put(cmdRun, uint64(fn), uint64(warm), uint64(reps))
	if err := p.w.Flush(); err != nil {
		return 0, fmt.Errorf("%s ended: %w", p.Name, err)
	}
	ns, err := p.get()
	return time.Duration(ns), err
}

// Call calls function fn once and fetches what it left.
func (p *Process) Call(fn int) (*frame.Outcome, error) {
	p.put(cmdCall, uint64(fn), 0, 0)
	if err := p.w.Flush(); err != nil {
		return nil, fmt.Errorf("%s ended: %w", p.Name, err)
	}
	n, err := p.get()
	if err != nil {
		return nil, err
	}
	text, err := p.bytes(int(n))
	if err != nil {
		return nil, err
	}
	o := &frame.Outcome{Panic: string(text)}
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
