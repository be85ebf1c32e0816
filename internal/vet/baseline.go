package vet

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hotloop/internal/explain"
)

// A baseline is what is vectorized of a module, by functions and files. It has no lines: these move.
type baseline map[string]kept

// kept is what a function had.
type kept struct {
	Accepted   bool `json:"accepted"`
	Vectorized int  `json:"vectorized"` // loops
}

// Lost is a function that had more vector loops than it has.
type Lost struct {
	Function string `json:"function"`
	Position string `json:"position"`
	Had      int    `json:"had"`
	Has      int    `json:"has"`
	Why      string `json:"why,omitempty"`
}

func (l Lost) String() string {
	s := fmt.Sprintf("%s: %s: had %d vectorized loops, has %d", l.Position, l.Function, l.Had, l.Has)
	if l.Why != "" {
		s += ": " + l.Why
	}
	return s
}

// key names a function by its file, from the folder of the baseline on.
func key(f *Function, folder string) string {
	file, _, _ := explain.SplitPlace(f.Position)
	if abs, err := filepath.Abs(file); err == nil {
		if rel, err := filepath.Rel(folder, abs); err == nil {
			file = rel
		}
	}
	return filepath.ToSlash(file) + ":" + f.Function
}

// vectorLoops counts.
func (f *Function) vectorLoops() (n int) {
	for _, l := range f.Loops {
		if l.Became == "vectorized" || l.Became == "merged" {
			n++
		}
	}
	return n
}

// record is the baseline of a report.
func (r *Report) record(folder string) baseline {
	b := baseline{}
	for i := range r.Functions {
		if f := &r.Functions[i]; f.Accepted {
			b[key(f, folder)] = kept{true, f.vectorLoops()}
		}
	}
	return b
}

// Record writes the baseline of a report to a file.
func (r *Report) Record(name string) error {
	abs, err := filepath.Abs(name)
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(r.record(filepath.Dir(abs)), "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(name, append(text, '\n'), 0o666)
}

// Compare notes as lost what a file says was vectorized, and is there and is not vectorized any more. Functions that are
// gone are not lost.
func (r *Report) Compare(name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return err
	}
	var old baseline
	if err := json.Unmarshal(text, &old); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for i := range r.Functions {
		f := &r.Functions[i]
		was := old[key(f, filepath.Dir(abs))]
		has := f.vectorLoops()
		if has >= was.Vectorized && (f.Accepted || !was.Accepted) {
			continue
		}
		l := Lost{Function: f.Function, Position: f.Position, Had: was.Vectorized, Has: has}
		if len(f.Errors) > 0 {
			l.Why = f.Errors[0].Message
		} else if i := slices.IndexFunc(f.Loops, func(l Loop) bool { return l.Became == "scalar" }); i >= 0 {
			l.Why = f.Loops[i].Say()
		}
		l.Why = strings.TrimSpace(l.Why)
		r.Lost = append(r.Lost, l)
	}
	r.count()
	return nil
}
