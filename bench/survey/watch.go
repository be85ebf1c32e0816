package survey

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"hotloop/bench/child"
	"hotloop/bench/survey/inplace"
)

// silence ends a program that says nothing in a call of Go's code: it does not end. Calls take milliseconds.
const silence = 5 * time.Second

// slow is how many times as long a program may take for all else: to start, to compile a function, and for a kernel with
// whose arguments Go's code has ended. What does not end then is a mismatch.
const slow = 20

// emulation is how many times as long an emulator may take.
const emulation = 10

// maxUnfit bounds the argument sets of a function that Go's code does not end with, or not without ending the program.
const maxUnfit = 3

// outOfMemory is what package runtime says when there is no more. A kernel needs it behind Go's code, which may have
// taken nearly all.
const outOfMemory = "out of memory"

// result is what became of a function.
type result struct {
	calls, panics, returned int
	unfit                   int
	refused, differs        string
}

// watch runs the program, once more where it stopped when it ends or must be ended, until all its functions are done.
// It tells what became of each.
func (p *program) watch(exe string, tell func(f *Function, is built, r result)) error {
	list := make([]result, len(p.left))
	for at := (inplace.Line{}); at.Job < len(list); {
		last, stderr, err := p.run(exe, at, list)
		if err != nil {
			return err
		}
		from := at.Job
		at = p.after(last, stderr, list)
		for job := from; job < at.Job; job++ {
			tell(p.functions[p.left[job]], p.is[p.left[job]], list[job])
		}
	}
	return nil
}

// after is where to go on behind what a program said last.
func (p *program) after(last inplace.Line, stderr string, list []result) inplace.Line {
	if last.Job >= len(list) {
		return last
	}
	r := &list[last.Job]
	next := inplace.Line{Job: last.Job + 1}
	switch {
	case last.Phase == inplace.End || r.differs != "" || r.refused != "":
		return next
	case last.Phase == inplace.InGo || last.Phase == inplace.InKernel && strings.Contains(stderr, outOfMemory):
		if r.unfit++; r.unfit < maxUnfit {
			return inplace.Line{Job: last.Job, ISA: last.ISA, Set: last.Set + 1}
		}
		return next
	case last.Phase == inplace.InKernel:
		r.differs = "the kernel does not end, or ends the program, with argument set " + strconv.Itoa(last.Set) + "\n" + stderr
	case last.Phase == inplace.Compiles:
		r.differs = "compiling does not end, or ends the program\n" + stderr
	default: // between two calls
		r.differs = "the program ends\n" + stderr
	}
	return next
}

// run runs the program from a place on, and notes what it says.
func (p *program) run(exe string, at inplace.Line, list []result) (last inplace.Line, stderr string, err error) {
	limit := silence
	if child.Emulated() {
		limit *= emulation
	}
	cmd := child.Command(exe, "-plan", filepath.Join(p.dir, "plan"), "-job", strconv.Itoa(at.Job), "-isa",
		strconv.Itoa(at.ISA), "-set", strconv.Itoa(at.Set))
	cmd.Env = append(os.Environ(), "GOTRACEBACK=single")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.StdoutPipe()
	if err != nil {
		return last, "", err
	}
	if err := cmd.Start(); err != nil {
		return last, "", err
	}
	var silent atomic.Bool
	kill := time.AfterFunc(slow*limit, func() { silent.Store(true); cmd.Process.Kill() }) // it must start first
	defer kill.Stop()
	last = at
	last.Phase = inplace.Compiles
	scan := bufio.NewReader(out)
	for {
		text, err := scan.ReadBytes('\n')
		if err != nil {
			break
		}
		var l inplace.Line
		if json.Unmarshal(text, &l) != nil || l.Job >= len(list) {
			continue // what the functions print
		}
		if last = l; l.Phase == inplace.InGo { // with arguments that may not be fit for it
			kill.Reset(limit)
		} else {
			kill.Reset(slow * limit)
		}
		r := &list[l.Job]
		switch l.Phase {
		case inplace.Refuses:
			r.refused = l.Text
		case inplace.Differs:
			r.differs = l.Text
		case inplace.Done:
			r.calls++
			if l.Returned {
				r.returned++
			} else {
				r.panics++
			}
		}
	}
	_ = cmd.Wait()
	stderr = errs.String()
	if lines := strings.SplitAfter(stderr, "\n"); len(lines) > 12 {
		stderr = strings.Join(lines[:12], "")
	}
	if silent.Load() {
		stderr = "it said nothing any more\n"
	}
	return last, stderr, nil
}
