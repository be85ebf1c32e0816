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

	"hotloop/internal/lab/child"
	"hotloop/internal/lab/survey/inplace"
)

// silence is the time without output after which a call of Go's code is considered endless. Calls take milliseconds.
const silence = 5 * time.Second

// slow is the factor for all other work: starting, compiling a function, and running a kernel on arguments with which
// Go's code has terminated. A timeout there is a mismatch.
const slow = 20

// emulation is the factor for an emulator.
const emulation = 10

// maxUnfit bounds the argument sets of a function on which Go's code does not terminate, or kills the program.
const maxUnfit = 3

// outOfMemory is the message of package runtime when memory is exhausted. A kernel runs after Go's code and may run
// out of memory because that has taken nearly all.
const outOfMemory = "out of memory"

// result is the result for a function.
type result struct {
	calls, panics, returned int
	unfit                   int
	refused, differs        string
}

// watch runs the program until all its functions are done. If the program dies or must be killed, watch restarts it
// where it stopped. It reports the result for each function.
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

// after returns where to continue after the last message of a program.
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

// run runs the program from the given place, and records its messages.
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
			continue // output of the functions themselves
		}
		if last = l; l.Phase == inplace.InGo { // with arguments that may be unfit for it
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
