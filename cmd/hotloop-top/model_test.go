package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"hotloop/internal/top"
	"hotloop/live"
)

// process is a process with kernels that no program has.
type process struct {
	asked []top.Query
	err   error
}

func (p *process) Snapshot(_ context.Context, q top.Query) (*live.Snapshot, error) {
	p.asked = append(p.asked, q)
	s := &live.Snapshot{Program: "service", PID: 7, Processors: 2, Total: 60}
	for i := range 60 {
		k := live.Kernel{ID: fmt.Sprint("id", i), Name: fmt.Sprint("Kernel", i), Position: "k.go:1:1", ISA: "avx2", Vectorized: true, Sampled: true,
			CallsPerSecond: float64(1000 - i), NsPerCall: 100, CPU: 0.1}
		if i == 2 {
			k.ID, k.ISA, k.Fallback, k.Error = "", "", "source", "k.go:3:1: go statement"
		}
		if strings.Contains(k.Name, q.Words) {
			s.Kernels = append(s.Kernels, k)
		}
	}
	return s, p.err
}

func (p *process) Detail(_ context.Context, id string) (*live.Detail, error) {
	return &live.Detail{Kernel: live.Kernel{ID: id, Name: "Kernel" + id[2:]}, Remarks: []string{"loop vectorized"}, Source: "func K() {\n}\n"}, p.err
}

// press sends keys, and runs the commands that they cause, except for the timer.
func press(t *testing.T, m *model, keys ...tea.KeyMsg) {
	t.Helper()
	for _, k := range keys {
		_, cmd := m.Update(k)
		settle(m, cmd)
	}
}

func settle(m *model, cmd tea.Cmd) {
	if cmd != nil {
		m.Update(cmd())
	}
}

func runes(s string) (list []tea.KeyMsg) {
	for _, r := range s {
		list = append(list, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
	}
	return list
}

// TestModel goes through all that the program shows.
func TestModel(t *testing.T) {
	p := &process{}
	m := newModel()
	m.client = p
	sees := func(what ...string) {
		t.Helper()
		view := m.View()
		if n := strings.Count(view, "\n") + 1; n != m.height {
			t.Errorf("%d lines on %d", n, m.height)
		}
		for _, w := range what {
			if !strings.Contains(view, w) {
				t.Errorf("%q is not on the screen:\n%s", w, view)
			}
		}
	}
	sees("waiting")
	m.Update(tea.WindowSizeMsg{Width: 100, Height: 20})
	settle(m, m.ask())
	sees("service, pid 7: 60 of 60 kernels", "CALLS/S", "Kernel15", "none: source", "order: cpu")
	press(t, m, tea.KeyMsg{Type: tea.KeyEnd})
	sees("Kernel59")
	press(t, m, tea.KeyMsg{Type: tea.KeyHome}, tea.KeyMsg{Type: tea.KeyDown}, tea.KeyMsg{Type: tea.KeyEnter})
	sees("Kernel1", "loop vectorized")
	press(t, m, tea.KeyMsg{Type: tea.KeyPgDown})
	sees("Kernel1", "func K() {")
	press(t, m, tea.KeyMsg{Type: tea.KeyEsc}, tea.KeyMsg{Type: tea.KeyDown}, tea.KeyMsg{Type: tea.KeyEnter})
	sees("Kernel2", "why there is no machine code", "go statement")
	press(t, m, tea.KeyMsg{Type: tea.KeyEsc})
	press(t, m, runes("s")...)
	sees("order: calls")
	press(t, m, runes("S/Kernel4x")...)
	sees("filter: Kernel4x")
	press(t, m, tea.KeyMsg{Type: tea.KeyBackspace}, tea.KeyMsg{Type: tea.KeyEnter})
	sees("11 of 60 kernels", "Kernel49", "filter: Kernel4")
	if q := p.asked[len(p.asked)-1]; q.Words != "Kernel4" || q.Sort != "cpu" {
		t.Errorf("asked for %+v", q)
	}
	press(t, m, tea.KeyMsg{Type: tea.KeyEsc})
	sees("60 of 60")
	press(t, m, runes("p")...)
	sees("paused")
	press(t, m, runes("?")...)
	sees("Keys", "next and previous order")
	press(t, m, runes("xp")...)
	p.err = errors.New("connection refused")
	settle(m, m.ask())
	sees("connection refused", "Kernel0")
	m.Update(tea.WindowSizeMsg{Width: 40, Height: 10})
	for line := range strings.Lines(m.View()) {
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 40 {
			t.Errorf("a line has %d characters: %s", n, line)
		}
	}
	if _, cmd := m.Update(runes("q")[0]); cmd == nil || cmd() != tea.Quit() {
		t.Error("q does not quit")
	}
}

// TestUsage tests the exit status of wrong command lines.
func TestUsage(t *testing.T) {
	for _, args := range [][]string{{}, {"-sort", "color", "localhost:1/x"}, {"a", "b"}, {"ftp://host/"}, {"-h"}} {
		var out strings.Builder
		if code := run(args, &out); code != 2 || out.Len() == 0 {
			t.Errorf("%v: status %d, %q", args, code, out.String())
		}
	}
}
